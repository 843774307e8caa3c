//! The embedded phone and the offline model, running in this process.

use super::look::LookChoice;
use super::supply::SupplyError;
use crate::clock::Clock;

/// What is kept running until it is dropped.
#[derive(Default)]
pub(super) struct Servers {
    #[cfg(feature = "phone")]
    phone: Option<crate::phone::Phone>,
    #[cfg(feature = "phone")]
    model: Option<crate::model::Model>,
}

#[cfg(feature = "phone")]
impl Servers {
    /// Starts a fresh phone; gives its URL and the id of its device.
    pub(super) async fn phone(&mut self, clock: Clock, look: LookChoice) -> Result<(String, String), SupplyError> {
        use crate::phone::{Options, Phone, PhoneOptions};
        let android = Options { look: look.into(), ..Options::default() };
        let phone = Phone::start(PhoneOptions { clock, android, ..PhoneOptions::default() }).await;
        let phone = self.phone.insert(phone.map_err(|source| SupplyError::Server { what: "embedded phone", source })?);
        Ok((phone.url().to_owned(), phone.device_id().to_owned()))
    }

    /// Starts a model; gives its URL.
    pub(super) async fn model(&mut self, clock: Clock) -> Result<String, SupplyError> {
        use crate::model::{Model, Options};
        let model = Model::start(Options { clock, ..Options::default() }).await;
        let model = self.model.insert(model.map_err(|source| SupplyError::Server { what: "offline model", source })?);
        Ok(model.url())
    }
}

#[cfg(not(feature = "phone"))]
impl Servers {
    /// There is none to start.
    pub(super) async fn phone(&mut self, _: Clock, _: LookChoice) -> Result<(String, String), SupplyError> {
        Err(SupplyError::NotBuilt)
    }

    /// There is none to start.
    pub(super) async fn model(&mut self, _: Clock) -> Result<String, SupplyError> {
        Err(SupplyError::NotBuilt)
    }
}
