//! Reads other than the screen: each backend answers those it can.

use std::fmt;

use bytes::Bytes;

use super::DeviceError;
use crate::plain::printable;

/// Something about a phone that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Channel {
    /// A picture of the screen, as the bytes of an image file.
    Screenshot,
    /// What the backend says the phone can do, as a JSON object of booleans. A missing key means unknown.
    Capabilities,
    /// The phone's own time, as a JSON string in RFC 3339.
    Time,
    /// The apps, system apps among them, as a JSON array of objects with `packageName`, `label`, `versionName`,
    /// `versionCode` and `isSystemApp`. All but the package may be missing.
    Apps,
    /// What a folder holds, as a JSON array of objects with `name`, `type` (`dir` in some letter case for folders) and
    /// `size` in bytes. [`Reading::Value`] with `null` where there is no such folder.
    Folder {
        /// Its path: `/sdcard/Download`.
        path: String,
    },
    /// A file's bytes.
    File {
        /// Its path.
        path: String,
    },
    /// The language, as a JSON string with a BCP 47 tag.
    Language,
    /// The time zone, as a JSON string with an IANA name.
    Timezone,
    /// Where the phone believes to be, as a JSON object with `latitude` and `longitude` in degrees.
    Location,
    /// The clipboard's text, as a JSON string.
    Clipboard,
}

impl Channel {
    /// The capability that a phone must have for it, by the service's name; none where no single one is known to decide.
    ///
    /// That `geo` is about the location and `time` about the time is by their names alone: no document says so.
    #[must_use]
    pub fn capability(&self) -> Option<&'static str> {
        match self {
            Self::Apps => Some("apps"),
            Self::Folder { .. } | Self::File { .. } => Some("files"),
            Self::Language => Some("language"),
            Self::Location => Some("geo"),
            Self::Clipboard => Some("clipboard"),
            Self::Time => Some("time"),
            Self::Screenshot | Self::Capabilities | Self::Timezone => None,
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Screenshot => "a screenshot",
            Self::Capabilities => "the capabilities",
            Self::Time => "the time",
            Self::Apps => "the apps",
            Self::Folder { path } => return write!(f, "the folder {}", printable(path, 200)),
            Self::File { path } => return write!(f, "the file {}", printable(path, 200)),
            Self::Language => "the language",
            Self::Timezone => "the time zone",
            Self::Location => "the location",
            Self::Clipboard => "the clipboard",
        })
    }
}

/// What came of a read.
#[derive(Debug)]
pub enum Reading {
    /// It was read.
    Value(Value),
    /// This backend or this phone cannot answer, now or later.
    Unsupported {
        /// Why not.
        why: String,
    },
    /// It should have worked and did not.
    Failed(DeviceError),
}

/// What was read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A file's bytes, such as an image.
    Bytes(Bytes),
    /// Anything structured.
    Json(serde_json::Value),
}
