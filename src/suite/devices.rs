//! The phones that a service has.

use super::choice::DeviceChoice;
use super::look::LookChoice;
use super::servers::{Pace, Servers};
use super::supply::{SupplyError, own, served};
use crate::clock::Clock;
use crate::device::DeviceError;
use crate::device::mobilerun::{DeviceInfo, Mobilerun};
use crate::event::{Backend, Events};
use crate::http::{BaseUrl, Options};
use crate::settings::Settings;

/// All phones of a service.
#[derive(Debug)]
pub struct Listed {
    /// What stands behind them.
    pub backend: Backend,
    /// The id of the one that a command uses, where one is named or taken by itself.
    pub used: Option<String>,
    /// The phones, in the service's order.
    pub devices: Vec<DeviceInfo>,
}

/// Asks the service behind `choice` for its phones. None has to be named, and none has to be ready.
///
/// # Errors
/// What keeps the service from being asked.
pub async fn devices(choice: &DeviceChoice, settings: &Settings) -> Result<Listed, SupplyError> {
    // Kept until the phone has been asked.
    let mut servers = Servers::default();
    let (account, named) = match choice {
        DeviceChoice::Simulated => {
            let (url, id) = servers.phone(Clock::real(), LookChoice::default(), Pace::Fast).await?;
            (embedded(own(&url)?)?, Some(id))
        }
        DeviceChoice::Served(url) => (embedded(served(url)?)?, None),
        DeviceChoice::Mobilerun(id) => {
            let account = Mobilerun::from_settings(settings, Clock::real(), Events::silent())?;
            (account, id.clone().or_else(|| settings.device_ids().into_iter().next()))
        }
    };
    let devices = account.devices().await?;
    let used = match choice {
        // The first is taken.
        DeviceChoice::Served(_) => devices.first().map(|first| first.id.clone()),
        DeviceChoice::Simulated | DeviceChoice::Mobilerun(_) => named,
    };
    Ok(Listed { backend: account.backend(), used, devices })
}

/// The embedded phone at `base`: no key, and known for what it is.
pub(super) fn embedded(base: BaseUrl) -> Result<Mobilerun, SupplyError> {
    let account = Mobilerun::new(base, None, Options::default(), Clock::real(), Events::silent());
    Ok(account.map_err(DeviceError::from)?.as_backend(Backend::Simulated))
}
