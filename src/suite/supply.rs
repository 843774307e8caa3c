//! What cases run on: a phone and a model for each, as the settings have them.

use std::sync::Arc;

use jiff::Timestamp;

use super::choice::{Choice, DeviceChoice, ModelChoice};
use super::servers::{Pace, Servers};
use crate::act::{InMemory, Journal};
use crate::case::{Rig, SecretMissing};
use crate::clock::Clock;
use crate::device::mobilerun::Mobilerun;
use crate::device::{Device, DeviceError};
use crate::event::{Backend, Event, Events, Kind, Mode};
use crate::fixture::{FixtureError, Party, Recorder, RedactionError, Replay};
use crate::http::{BaseUrl, BaseUrlError, Options};
use crate::policy::jev::{Jev, SystemOne};
use crate::policy::{Policy, PolicyError};
use crate::proof::Fact;
use crate::secret::{Secret, Secrets};
use crate::settings::{Settings, TYPESAFE_MODEL};
use crate::spec::SecretError;

/// Where virtual time begins, so that screens with a clock repeat: a Tuesday morning.
const BEGINNING: Timestamp = Timestamp::constant(1_788_256_800, 0);

/// Phones and models for the cases of one run.
#[derive(Debug, Clone)]
pub struct Supply {
    choice: Choice,
    settings: Settings,
    backend: Backend,
    loopback_model: bool,
}

/// A phone, with the server behind it where that runs in this process.
pub struct SuppliedDevice {
    /// The phone.
    pub device: Arc<dyn Device>,
    /// Its time.
    pub clock: Clock,
    servers: Servers,
}

/// What a case runs on, with the servers behind it where they run in this process.
pub struct Supplied {
    /// What a case runs on.
    pub rig: Rig,
    servers: Servers,
    _replay: Option<Replay>,
}

impl Supplied {
    /// On a recording.
    pub(super) fn on(rig: Rig, replay: Option<Replay>) -> Self {
        Self { rig, servers: Servers::default(), _replay: replay }
    }

    /// What became true of the phone, where it runs in this process.
    pub(super) fn facts(&self) -> Option<Vec<Fact>> {
        self.servers.facts()
    }
}

/// Phone or model can't be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupplyError {
    /// The environment lacks something, or holds something that can't be used: all of it at once.
    #[error("{}", listed(.0))]
    Settings(Vec<String>),
    /// The embedded phone and the offline model are not compiled in.
    #[error("goalpost was built without its feature `phone`, so it has no embedded phone and no offline model")]
    NotBuilt,
    /// The embedded phone or the offline model does not start.
    #[error("the {what} can't be started: {source}")]
    Server {
        /// Which.
        what: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// The URL of a served phone can't be used.
    #[error("--device simulated={url}: {source}")]
    Url {
        /// The URL.
        url: String,
        /// What is wrong with it.
        source: BaseUrlError,
    },
    /// A served phone is not called so.
    #[error(
        "--device simulated={0}: that is not the URL of a served phone; `goalpost phone serve` prints it, and it begins \
         with http:// and ends in /v1, such as simulated=http://127.0.0.1:8700/v1"
    )]
    NotServed(String),
    /// A served phone is on this machine.
    #[error(
        "--device simulated={0} is on another machine; for a service elsewhere set MOBILERUN_BASE_URL and use --device mobilerun"
    )]
    NotHere(String),
    /// A server has no phone.
    #[error("there is no device at {0}")]
    NoDevice(String),
    /// The phone, or the way to it, failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The model can't be reached as it is set up.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// There is no recording that fits.
    #[error(transparent)]
    Fixture(#[from] FixtureError),
    /// The URL of a served recording can't be used.
    #[error("--fixture-url {url}: {why}")]
    FixtureUrl {
        /// The URL.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// A secret of the goal is not to be had, so it can't be taken out of a recording.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// A secret that a step types is not to be had.
    #[error("nothing was sent: {0}")]
    Typed(#[from] SecretMissing),
    /// The recording that is there is worth more than a new one.
    #[error("{why}")]
    Replace {
        /// Why it is not replaced, and how it is.
        why: String,
    },
    /// There is no place for a recording.
    #[error("nothing was run, because it could not be recorded: {0}")]
    Unwritable(#[source] FixtureError),
    /// A secret can't be taken out of any recording.
    #[error("nothing was run, because {0}")]
    Redaction(#[from] RedactionError),
}

impl SupplyError {
    /// What kind of outcome it makes of a case.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Fixture(error) => error.kind(),
            Self::Device(_) | Self::NoDevice(_) => Kind::DeviceError,
            Self::Policy(_) => Kind::ModelError,
            _ => Kind::HarnessError,
        }
    }
}

fn listed(missing: &[String]) -> String {
    match missing {
        [one] => one.clone(),
        several => format!("{} things are missing or wrong:\n  {}", several.len(), several.join("\n  ")),
    }
}

impl Supply {
    /// Looks at the settings that `choice` needs, and at no others. Nothing is sent.
    ///
    /// # Errors
    /// All that is missing or malformed, at once.
    pub fn new(choice: Choice, settings: Settings) -> Result<Self, SupplyError> {
        let mut wrong = Vec::new();
        let mut backend = Backend::Simulated;
        match &choice.device {
            DeviceChoice::Simulated => {}
            DeviceChoice::Served(url) => {
                served(url)?;
            }
            DeviceChoice::Mobilerun(id) => {
                match Mobilerun::from_settings(&settings, Clock::real(), Events::silent()) {
                    Ok(account) => backend = account.backend(),
                    Err(error) => wrong.push(error.to_string()),
                }
                if id.is_none() && settings.device_ids().is_empty() {
                    let missing =
                        "no device is named: set MOBILERUN_DEVICE_ID (commands also take --device mobilerun=ID)";
                    wrong.push(missing.to_owned());
                }
            }
        }
        let mut loopback_model = false;
        if choice.model == ModelChoice::Jev {
            match SystemOne::from_settings(&settings, Clock::real(), Events::silent()) {
                Ok(service) => loopback_model = service.is_loopback(),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        if !wrong.is_empty() {
            return Err(SupplyError::Settings(wrong));
        }
        Ok(Self { choice, settings, backend, loopback_model })
    }

    /// What stands behind the phone.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The keys that this run may send, with what to call them.
    pub(super) fn keys(&self) -> Result<Vec<(&'static str, Secret)>, SupplyError> {
        let keys = [("mobilerun key", self.settings.mobilerun_key()), ("typesafe key", self.settings.typesafe_key())];
        let mut found = Vec::new();
        for (name, key) in keys {
            let key = key.map_err(|error| SupplyError::Settings(vec![error.to_string()]))?;
            found.extend(key.map(|key| (name, key)));
        }
        Ok(found)
    }

    /// Phone and model as chosen.
    #[must_use]
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Asks model and phone, where they are not this process's own, whether they are there and ready, so that nothing is
    /// run in vain: the model first, because asking it touches nothing.
    ///
    /// # Errors
    /// What keeps one of them from being used.
    pub async fn check(&self) -> Result<(), SupplyError> {
        if self.choice.model == ModelChoice::Jev {
            SystemOne::from_settings(&self.settings, Clock::real(), Events::silent())?.check().await?;
        }
        if self.choice.device != DeviceChoice::Simulated {
            self.device("", &Events::silent()).await?.device.ready().await?;
        }
        Ok(())
    }

    /// A phone: a fresh one where the choice is the embedded one, else the one that is shared.
    ///
    /// # Errors
    /// What keeps it from being had.
    pub async fn device(&self, case: &str, events: &Events) -> Result<SuppliedDevice, SupplyError> {
        self.device_heard(case, events, self.clock(), None).await
    }

    async fn device_heard(
        &self,
        case: &str,
        events: &Events,
        clock: Clock,
        recorder: Option<&Arc<Recorder>>,
    ) -> Result<SuppliedDevice, SupplyError> {
        let events = events.of_case(case, clock.clone());
        let device = |account: Mobilerun, id: &str| match recorder {
            Some(recorder) => account.taped(recorder.tape(Party::Phone)).device(id),
            None => account.device(id),
        };
        let mut servers = Servers::default();
        let account = |url: BaseUrl| {
            Mobilerun::new(url, None, Options::default(), clock.clone(), events.clone()).map_err(DeviceError::from)
        };
        let found = match &self.choice.device {
            DeviceChoice::Simulated => {
                let (url, id) = servers.phone(clock.clone(), self.choice.look, pace(recorder)).await?;
                device(account(own(&url)?)?.as_backend(Backend::Simulated), &id)
            }
            DeviceChoice::Served(url) => {
                let account = account(served(url)?)?.as_backend(Backend::Simulated);
                let devices = account.devices().await?;
                let first = devices.first().ok_or_else(|| SupplyError::NoDevice(url.clone()))?;
                device(account, &first.id)
            }
            DeviceChoice::Mobilerun(id) => {
                let account = Mobilerun::from_settings(&self.settings, clock.clone(), events)?;
                // One at a time, so the first of a pool is all that is needed.
                let first = || self.settings.device_ids().into_iter().next();
                let id =
                    id.clone().or_else(first).ok_or_else(|| SupplyError::NoDevice("MOBILERUN_DEVICE_ID".to_owned()))?;
                device(account, &id)
            }
        };
        Ok(SuppliedDevice { device: Arc::new(found), clock, servers })
    }

    /// All that a case runs on: its phone as by [`device`](Self::device), its model, and a journal in memory. Retries
    /// are told to `events` as those of `case`.
    ///
    /// # Errors
    /// What keeps it from being had.
    pub async fn rig(&self, case: &str, events: &Events) -> Result<Supplied, SupplyError> {
        self.rig_heard(case, events, self.clock(), None).await
    }

    /// The same with this clock, and a recorder that hears of every exchange.
    pub(super) async fn rig_heard(
        &self,
        case: &str,
        events: &Events,
        clock: Clock,
        recorder: Option<&Arc<Recorder>>,
    ) -> Result<Supplied, SupplyError> {
        let SuppliedDevice { device, clock, mut servers } = self.device_heard(case, events, clock, recorder).await?;
        let jev = |service: SystemOne| match recorder {
            Some(recorder) => Arc::new(Jev::new(service.taped(recorder.tape(Party::Model)))),
            None => Arc::new(Jev::new(service)),
        };
        let told = events.of_case(case, clock.clone());
        let policy: Arc<dyn Policy> = match &self.choice.model {
            ModelChoice::Control(control) => Arc::new(control.policy(case)),
            ModelChoice::Jev => jev(SystemOne::from_settings(&self.settings, clock.clone(), told)?),
            ModelChoice::Offline => {
                let url = own(&servers.model(clock.clone(), pace(recorder)).await?)?;
                jev(SystemOne::new(url, None, TYPESAFE_MODEL, SystemOne::options(), clock.clone(), told)?)
            }
        };
        let journal = Arc::new(InMemory::default());
        let rig =
            Rig { device, policy, clock, events: events.clone(), journal, secrets: Secrets::default(), referee: None };
        Ok(Supplied { rig, servers, _replay: None })
    }

    /// What a run of this many cases begins with.
    #[must_use]
    pub fn run_started(&self, cases: usize) -> Event {
        let place = InMemory::default().place().to_owned();
        let (mode, backend, model) = (self.choice.mode(), self.backend, self.choice.model.to_string());
        let journal = match mode {
            // A real phone keeps what was done to it, and this process may not live to tell.
            Mode::Live => format!("{place} (lost when this process ends)"),
            Mode::Replay | Mode::Simulated => place,
        };
        Event::RunStarted { mode, backend, model, loopback_model: self.loopback_model, cases, journal }
    }

    /// Virtual where phone and model are this process's own, else real as exchanges show it.
    pub(super) fn clock(&self) -> Clock {
        if self.choice.device == DeviceChoice::Simulated && self.choice.model != ModelChoice::Jev {
            Clock::starting_at(BEGINNING)
        } else {
            Clock::stepped()
        }
    }
}

/// What is recorded takes the time that it would take elsewhere.
fn pace(recorder: Option<&Arc<Recorder>>) -> Pace {
    if recorder.is_some() { Pace::Real } else { Pace::Fast }
}

/// The base URL of a phone that is served on this machine.
pub(super) fn served(url: &str) -> Result<BaseUrl, SupplyError> {
    if !url.contains("://") {
        return Err(SupplyError::NotServed(url.to_owned()));
    }
    let base = BaseUrl::parse(url).map_err(|source| SupplyError::Url { url: url.to_owned(), source })?;
    if !base.is_loopback() {
        return Err(SupplyError::NotHere(url.to_owned()));
    }
    // Without it every path is unknown there.
    if base.path().ends_with("/v1") { Ok(base) } else { Err(SupplyError::NotServed(url.to_owned())) }
}

/// The base URL of a server of our own.
pub(super) fn own(url: &str) -> Result<BaseUrl, SupplyError> {
    BaseUrl::parse(url).map_err(|source| SupplyError::Url { url: url.to_owned(), source })
}
