//! The reads of one evaluation.

use std::collections::HashMap;

use jiff::Timestamp;
use tokio::sync::{Mutex, OnceCell};

use super::error::ProbeError;
use super::probe::Probe;
use crate::act::ActError;
use crate::device::{Channel, DeviceError, Reading, Value};
use crate::screen::Observation;

/// What one evaluation reads. The screen and each channel are read once, when the first part of a check asks for them,
/// so that all parts speak of the same moment; the next evaluation reads them anew.
#[derive(Debug)]
pub struct Reads<'p> {
    probe: &'p Probe,
    screen: OnceCell<Result<Observation, String>>,
    channels: Mutex<HashMap<Channel, Read>>,
}

/// What came of reading a channel.
#[derive(Debug, Clone)]
pub struct Read {
    /// What was read, or why nothing was: the phone cannot, or could not.
    pub value: Result<Value, String>,
    /// When.
    pub when: Timestamp,
}

impl<'p> Reads<'p> {
    /// The reads of a new evaluation.
    #[must_use]
    pub fn new(probe: &'p Probe) -> Self {
        Self { probe, screen: OnceCell::new(), channels: Mutex::default() }
    }

    /// The probe, for what has to be read by each part on its own.
    #[must_use]
    pub fn probe(&self) -> &'p Probe {
        self.probe
    }

    /// The screen, or why it could not be read.
    ///
    /// # Errors
    /// When the probe's time is over, or the phone can't be reached.
    pub async fn screen(&self) -> Result<Result<&Observation, &str>, ProbeError> {
        let read = || async {
            match self.probe.observe().await {
                Ok(screen) => Ok(Ok(screen)),
                Err(ProbeError::Act(ActError::Device(error))) if is_about_the_screen(&error) => {
                    Ok(Err(error.to_string()))
                }
                Err(error) => Err(error),
            }
        };
        let screen = self.screen.get_or_try_init(read).await?;
        Ok(screen.as_ref().map_err(String::as_str))
    }

    /// Something other than the screen.
    ///
    /// # Errors
    /// When the probe's time is over, or the phone can't be reached.
    pub async fn channel(&self, channel: Channel) -> Result<Read, ProbeError> {
        let mut channels = self.channels.lock().await;
        if let Some(known) = channels.get(&channel) {
            return Ok(known.clone());
        }
        let value = match self.probe.read(channel.clone()).await? {
            Reading::Value(value) => Ok(value),
            Reading::Unsupported { why } => Err(why),
            Reading::Failed(error) if is_about_the_channel(&error) => Err(error.to_string()),
            Reading::Failed(error) => return Err(ActError::from(error).into()),
        };
        let read = Read { value, when: self.probe.now() };
        channels.insert(channel, read.clone());
        Ok(read)
    }
}

/// Whether the phone is there and only this one thing could not be had.
fn is_about_the_channel(error: &DeviceError) -> bool {
    match error {
        DeviceError::Refused { status: 401..=403, .. } => false,
        DeviceError::Refused { .. } => true,
        error => is_about_the_screen(error),
    }
}

/// Whether the phone is there and only its screen could not be had: between two windows, or where the service on the
/// phone stumbled. Everything else, such as a phone that is gone, is no matter of evidence and ends the case.
pub(super) fn is_about_the_screen(error: &DeviceError) -> bool {
    match error {
        DeviceError::Screen(_) | DeviceError::Unusable { .. } => true,
        // An error with a status of success is about what was asked for, too.
        DeviceError::Refused { status, .. } => *status >= 500 || (200..300).contains(status),
        _ => false,
    }
}
