//! The reads of one evaluation.

use tokio::sync::OnceCell;

use super::error::ProbeError;
use super::probe::Probe;
use crate::act::ActError;
use crate::device::DeviceError;
use crate::screen::Observation;

/// What one evaluation reads. The screen is read once, when the first part of a check asks for it, so that all parts
/// speak of the same moment; the next evaluation reads it anew.
#[derive(Debug)]
pub struct Reads<'p> {
    probe: &'p Probe,
    screen: OnceCell<Result<Observation, String>>,
}

impl<'p> Reads<'p> {
    /// The reads of a new evaluation.
    #[must_use]
    pub fn new(probe: &'p Probe) -> Self {
        Self { probe, screen: OnceCell::new() }
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
}

/// Whether the phone is there and only its screen could not be had: between two windows, or where the service on the
/// phone stumbled. Everything else, such as a phone that is gone, is no matter of evidence and ends the case.
pub(super) fn is_about_the_screen(error: &DeviceError) -> bool {
    match error {
        DeviceError::Screen(_) | DeviceError::Unusable { .. } => true,
        DeviceError::Refused { status, .. } => *status >= 500,
        _ => false,
    }
}
