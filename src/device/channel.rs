//! Reads other than the screen: each backend answers those it can.

use std::fmt;

use bytes::Bytes;

use super::DeviceError;

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
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Screenshot => "a screenshot",
            Self::Capabilities => "the capabilities",
            Self::Time => "the time",
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
