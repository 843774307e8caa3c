//! Why a phone could not be read.

use std::path::PathBuf;

use crate::http::{BaseUrlError, ClientError, HttpError};
use crate::screen::ScreenError;
use crate::screen::saved::{Place, SavedError};
use crate::settings::SettingsError;

/// A read of a phone, or of the service behind it, that failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The phone is in a state in which it cannot be used.
    #[error("device {device} is {state}, not ready{}: {advice}", in_brackets(.message))]
    NotReady {
        /// The phone's id.
        device: String,
        /// The state by the service's own name.
        state: String,
        /// What the service says of it; may be empty.
        message: String,
        /// What to do.
        advice: &'static str,
    },
    /// The service answered with an error.
    #[error("{what}: the service answered {status} ({said}): {advice}")]
    Refused {
        /// What was asked for.
        what: String,
        /// The HTTP status.
        status: u16,
        /// What the answer says, without keys.
        said: String,
        /// What to do.
        advice: String,
    },
    /// There was no answer.
    #[error("{what}: {source}; see whether the service runs there and can be reached")]
    NoAnswer {
        /// What was asked for.
        what: String,
        /// The transport's error.
        #[source]
        source: HttpError,
    },
    /// The service answered with success and with something that is not what was asked for.
    #[error("{what}: the answer is not usable: {why}")]
    Unusable {
        /// What was asked for.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file that is to hold a screen can't be read.
    #[error("{} can't be read: {source}", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The answer is no screen.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// A file that is to hold a screen holds none.
    #[error("{}{}: {source}", file.display(), at(source.place()))]
    Saved {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        #[source]
        source: SavedError,
    },
    /// The service cannot be reached as it is set up: its base URL.
    #[error("{variable}: {source}")]
    BaseUrl {
        /// The environment variable.
        variable: &'static str,
        /// What is wrong with it.
        #[source]
        source: BaseUrlError,
    },
    /// The service cannot be reached as it is set up: its key.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The environment cannot be read.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

fn in_brackets(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" ({message})") }
}

fn at(place: Option<Place>) -> String {
    place.map(|place| format!(":{place}")).unwrap_or_default()
}
