//! The gestures: all that can change a phone.

use serde::Serialize;

/// When typing counts as taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// When the phone has the input; whether the field shows it is for a later read to say.
    Accepted,
    /// When the field shows the text or the screen has gone quiet: the backend waits.
    Committed,
}

/// The buttons and bars that belong to the system, not to an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Global {
    /// The back button or gesture.
    Back,
    /// The home screen.
    Home,
    /// The recent apps.
    Recents,
    /// The notification shade.
    Notifications,
    /// The quick settings.
    QuickSettings,
}

/// One gesture, in the phone's own terms: pixels from the top left, milliseconds, Android key codes.
///
/// Coordinates are whole numbers because the wire refuses anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Input {
    /// A short touch.
    Tap {
        /// Pixels from the left.
        x: i32,
        /// Pixels from the top.
        y: i32,
    },
    /// A finger moved in a straight line. With equal ends it is a long press.
    Swipe {
        /// Where the finger goes down, as x and y.
        start: (i32, i32),
        /// Where it is lifted, as x and y.
        end: (i32, i32),
        /// How long it takes.
        duration_ms: u32,
    },
    /// Text for the focused field.
    Type {
        /// The text itself.
        text: String,
        /// Whether the field is emptied first.
        clear: bool,
        /// When the backend answers.
        completion: Completion,
    },
    /// Empties the focused field.
    ClearField,
    /// One key.
    Key {
        /// Android's key code: 66 is enter.
        code: i32,
    },
    /// One of the system's own actions.
    Global {
        /// Which.
        action: Global,
    },
    /// Starts an app, or brings it to the front.
    OpenApp {
        /// Its package.
        package: String,
    },
    /// Stops an app and its process.
    StopApp {
        /// Its package.
        package: String,
    },
}
