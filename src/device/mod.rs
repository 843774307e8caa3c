//! The phone as the rest of the house sees it.
//!
//! [`Device`] is one of the three seams: what a backend has to implement, and all it has to implement. Everything
//! above speaks of [observations](crate::screen::Observation) and [`Input`]s; what these become on a wire is the
//! backend's own business.
//!
//! Two promises matter more than the rest. [`Device::send`] makes one attempt and never a second one, and says with
//! [`Transport`] what is known about it, no more. Everything else only reads, and may be repeated.

mod channel;
mod error;
mod input;
pub mod mobilerun;
mod place;
mod saved;
mod transport;

pub use channel::{Channel, Reading, Value};
pub use error::DeviceError;
pub use input::{Completion, Input};
pub use place::metres_between;
pub use saved::Saved;
pub use transport::{Executed, Transport};

use async_trait::async_trait;

use crate::event::Backend;
use crate::screen::{App, Observation};

/// One phone behind some backend.
#[async_trait]
pub trait Device: Send + Sync {
    /// The id the backend knows the phone by.
    fn id(&self) -> &str;

    /// What stands behind it.
    fn backend(&self) -> Backend;

    /// Waits, where waiting helps and not for ever, until the phone can be used.
    ///
    /// # Errors
    /// Any state other than ready, by its name, with what to do about it.
    async fn ready(&self) -> Result<(), DeviceError>;

    /// The apps on the phone, system apps among them.
    ///
    /// # Errors
    /// When they could not be read.
    async fn apps(&self) -> Result<Vec<App>, DeviceError>;

    /// The screen as it is now.
    ///
    /// # Errors
    /// When it could not be read, or what was read is no screen.
    async fn observe(&self) -> Result<Observation, DeviceError>;

    /// Sends one input, once. Nothing in a backend may repeat it.
    async fn send(&self, input: &Input) -> Transport;

    /// Evaluates a script in the browser's page, once, as [`Device::send`] does [`Input::Script`], and gives what it
    /// evaluated to.
    async fn execute(&self, script: &str) -> Executed {
        Executed { transport: self.send(&Input::Script { script: script.to_owned() }).await, result: None }
    }

    /// Reads something other than the screen.
    async fn read(&self, channel: Channel) -> Reading {
        Reading::Unsupported { why: format!("this backend cannot read {channel}") }
    }
}
