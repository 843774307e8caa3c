//! The embedded phone and the offline model, running in this process.

use super::look::LookChoice;
use super::supply::SupplyError;
use crate::clock::Clock;
use crate::proof::Fact;

/// What is kept running until it is dropped.
#[derive(Default)]
pub(super) struct Servers {
    #[cfg(feature = "phone")]
    phone: Option<crate::phone::Phone>,
    #[cfg(feature = "phone")]
    model: Option<crate::model::Model>,
}

/// How fast the embedded phone and the offline model answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// At once.
    Fast,
    /// About as the live services, so that ages, waits and deadlines are what a real run has. Time is virtual: it costs
    /// none.
    Real,
}

#[cfg(feature = "phone")]
impl Servers {
    /// Starts a fresh phone; gives its URL and the id of its device.
    pub(super) async fn phone(
        &mut self,
        clock: Clock,
        look: LookChoice,
        pace: Pace,
    ) -> Result<(String, String), SupplyError> {
        use crate::phone::{Options, Phone, PhoneOptions};
        let android = Options { look: look.into(), ..Options::default() };
        let options = PhoneOptions { clock, android, latency: pace.of_phone(), ..PhoneOptions::default() };
        let phone = Phone::start(options).await;
        let phone = self.phone.insert(phone.map_err(|source| SupplyError::Server { what: "embedded phone", source })?);
        Ok((phone.url().to_owned(), phone.device_id().to_owned()))
    }

    /// What became true of the phone, and who made it so.
    pub(super) fn facts(&self) -> Option<Vec<Fact>> {
        use crate::phone::{Cause, Value};
        let word = |value: &Value| match value {
            Value::Flag(on) => on.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
        };
        let phone = self.phone.as_ref()?.android()?;
        let changes = phone.changes().map(|change| Fact {
            name: change.key.clone(),
            from: change.from.as_ref().map(word),
            to: change.to.as_ref().map(word),
            by_input: matches!(change.cause, Cause::Input(_)),
        });
        Some(changes.collect())
    }

    /// Starts a model; gives its URL.
    pub(super) async fn model(&mut self, clock: Clock, pace: Pace) -> Result<String, SupplyError> {
        use crate::model::{Model, Options};
        let model = Model::start(Options { clock, latency: pace.of_model(), ..Options::default() }).await;
        let model = self.model.insert(model.map_err(|source| SupplyError::Server { what: "offline model", source })?);
        Ok(model.url())
    }
}

#[cfg(feature = "phone")]
impl Pace {
    /// No figures of the live service are published; these are what a phone takes to dump its tree and to settle.
    fn of_phone(self) -> crate::phone::Latency {
        use crate::phone::{Endpoint, Latency};
        let ms = std::time::Duration::from_millis;
        match self {
            Self::Fast => Latency::default(),
            Self::Real => Latency::all(ms(120))
                .but(Endpoint::UiState, ms(350))
                .but(Endpoint::Screenshot, ms(600))
                .but(Endpoint::Swipe, ms(450))
                .but(Endpoint::StartApp, ms(700)),
        }
    }

    /// The median that users of the service report for one decision.
    fn of_model(self) -> std::time::Duration {
        std::time::Duration::from_millis(match self {
            Self::Fast => 0,
            Self::Real => 300,
        })
    }
}

#[cfg(not(feature = "phone"))]
impl Servers {
    /// There is none to start.
    pub(super) async fn phone(&mut self, _: Clock, _: LookChoice, _: Pace) -> Result<(String, String), SupplyError> {
        Err(SupplyError::NotBuilt)
    }

    /// There is none to ask.
    pub(super) fn facts(&self) -> Option<Vec<Fact>> {
        None
    }

    /// There is none to start.
    pub(super) async fn model(&mut self, _: Clock, _: Pace) -> Result<String, SupplyError> {
        Err(SupplyError::NotBuilt)
    }
}
