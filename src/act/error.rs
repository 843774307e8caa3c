//! Why an input, or a look at the phone, could not be had.

use thiserror::Error;

use crate::device::DeviceError;

/// What ends a case that was acting on a phone.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ActError {
    /// The phone, or the way to it, failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// An input was sent and nothing is known of its effect. Nothing may be sent after it.
    #[error(
        "{operation} (operation {id}) was sent and its effect is unknown: {because}. It is not sent again; look at the \
         phone before you go on"
    )]
    InputUnknown {
        /// The operation id.
        id: String,
        /// The decision or step, in words.
        operation: String,
        /// What is known.
        because: String,
    },
    /// The effect of an earlier input is unknown, so nothing more is sent.
    #[error("{operation} was not sent: the effect of an earlier input is unknown")]
    AfterUnknown {
        /// The decision or step, in words.
        operation: String,
    },
    /// The phone's service refuses an input.
    #[error("{operation} was refused and not carried out: {because}")]
    Rejected {
        /// The decision or step, in words.
        operation: String,
        /// What the service said, and what to do.
        because: String,
    },
    /// Several inputs in a row were turned away for now, or did not reach the phone's service.
    #[error("{operation} was turned away and not carried out: {because} ({times} inputs in a row were turned away)")]
    TurnedAway {
        /// The decision or step, in words.
        operation: String,
        /// What the service said to the last of them, and what to do.
        because: String,
        /// How many.
        times: u32,
    },
    /// An app was to be opened that is not in the phone's own list. Nothing was sent.
    #[error("{operation} was not sent: {package} is not among the phone's own apps; `goalpost apps` lists them")]
    NotInstalled {
        /// The decision or step, in words.
        operation: String,
        /// The app.
        package: String,
    },
    /// The intent could not be kept, so nothing was sent.
    #[error("the journal cannot be written ({place}), so {operation} was not sent")]
    Journal {
        /// Where the journal is kept.
        place: String,
        /// The decision or step, in words.
        operation: String,
        /// Why.
        source: std::io::Error,
    },
}
