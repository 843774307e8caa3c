//! Gestures and set-up commands: all that can change a phone.

use std::fmt;

use bytes::Bytes;
use serde::{Serialize, Serializer};

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

/// One gesture or command, in the phone's own terms: pixels from the top left, milliseconds, Android key codes.
///
/// Coordinates are whole numbers because the wire refuses anything else.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Stops an app and makes it forget all its data.
    ClearApp {
        /// Its package.
        package: String,
    },
    /// Gives an app a permission.
    Grant {
        /// Its package.
        package: String,
        /// The permission's short name, `POST_NOTIFICATIONS`.
        permission: String,
    },
    /// Opens a link, as tapping it in another app would.
    OpenLink {
        /// The link with its scheme: `https://example.com/form`, `tel:5550100`.
        link: String,
        /// The package that is to open it; the phone chooses if none is given.
        package: Option<String>,
    },
    /// Puts a file into a folder of the phone, over one of the same name.
    PutFile {
        /// The folder's path: `/sdcard/Download`.
        folder: String,
        /// The file's name.
        name: String,
        /// What it holds. The journal keeps its length alone.
        #[serde(rename = "length", serialize_with = "length")]
        content: Bytes,
    },
    /// Deletes a file.
    DeleteFile {
        /// Its path.
        path: String,
    },
    /// Gives the clipboard a text; an empty one empties it.
    SetClipboard {
        /// The text.
        text: String,
    },
    /// Sets where the phone believes to be.
    SetLocation {
        /// Degrees north.
        latitude: f64,
        /// Degrees east.
        longitude: f64,
    },
    /// Sets the time zone.
    SetTimezone {
        /// Its IANA name: `Europe/Berlin`.
        timezone: String,
    },
    /// Sets the language, at once.
    SetLanguage {
        /// A BCP 47 tag: `de-DE`.
        locale: String,
    },
    /// Makes the phone as new. It is away for minutes.
    Reset,
    /// Evaluates a script in the browser's page.
    Script {
        /// One expression.
        script: String,
    },
}

impl Input {
    /// The same input with its free texts changed: what is typed, put on the clipboard, opened or run. For journals,
    /// which must not hold secrets.
    #[must_use]
    pub fn with_texts(mut self, change: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Type { text, .. }
            | Self::SetClipboard { text }
            | Self::OpenLink { link: text, .. }
            | Self::Script { script: text } => *text = change(text),
            _ => {}
        }
        self
    }
}

/// A file's content is no matter of journals and events.
fn length<S: Serializer>(content: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(content.len() as u64)
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
            Self::ClearApp { package } => write!(f, "clear the data of {package}"),
            Self::Grant { package, permission } => write!(f, "grant {permission} to {package}"),
            Self::OpenLink { link, .. } => write!(f, "open the link {link}"),
            Self::PutFile { folder, name, content } => {
                write!(f, "put {} bytes into {folder}/{name}", content.len())
            }
            Self::DeleteFile { path } => write!(f, "delete {path}"),
            Self::SetClipboard { text } => write!(f, "put {} characters on the clipboard", text.chars().count()),
            Self::SetLocation { latitude, longitude } => write!(f, "set the location to {latitude},{longitude}"),
            Self::SetTimezone { timezone } => write!(f, "set the time zone to {timezone}"),
            Self::SetLanguage { locale } => write!(f, "set the language to {locale}"),
            Self::Reset => f.write_str("reset the phone"),
            Self::Script { script } => {
                write!(f, "run a script of {} characters in the browser", script.chars().count())
            }
        }
    }
}
