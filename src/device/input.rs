//! The gestures: all that can change a phone.

use std::fmt;

use serde::Serialize;

use crate::screen::{Global, Point};

/// When typing counts as taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// When the phone has the input; whether the field shows it is for a later read to say.
    Accepted,
    /// When the field shows the text or the screen has gone quiet: the backend waits.
    Committed,
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
        x: i64,
        /// Pixels from the top.
        y: i64,
    },
    /// A finger moved in a straight line. With equal ends it is a long press.
    Swipe {
        /// Where the finger goes down.
        start: Point,
        /// Where it is lifted.
        end: Point,
        /// How long it takes.
        duration_ms: u64,
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
        code: i64,
    },
    /// One of the system's own buttons.
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

/// In words, without the text that is typed: it may be a secret.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap { x, y } => write!(f, "tap at {x},{y}"),
            Self::Swipe { start, end, duration_ms } => {
                write!(f, "swipe from {},{} to {},{} in {duration_ms} ms", start.x, start.y, end.x, end.y)
            }
            Self::Type { text, clear: true, .. } => write!(f, "replace text by {} characters", text.chars().count()),
            Self::Type { text, .. } => write!(f, "type {} characters", text.chars().count()),
            Self::ClearField => f.write_str("clear field"),
            Self::Key { code } => write!(f, "press key {code}"),
            Self::Global { action: Global::Back } => f.write_str("back"),
            Self::Global { action: Global::Home } => f.write_str("home"),
            Self::Global { action: Global::Recents } => f.write_str("recents"),
            Self::OpenApp { package } => write!(f, "open {package}"),
            Self::StopApp { package } => write!(f, "stop {package}"),
        }
    }
}
