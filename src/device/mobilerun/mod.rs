//! Phones behind the Mobilerun API.
//!
//! [`Mobilerun`] is an account on a server: it lists devices and hands one out. [`MobilerunDevice`] is one phone and
//! implements [`Device`]. The server may be Mobilerun's own, the embedded phone, or anything else that speaks the API;
//! only the base URL differs.
//!
//! Whatever facts of the wire are used here come from public clients of the service; where these disagree the request
//! is made so that all of them are right: query flags are always written out, numbers are whole, and every PUT, PATCH
//! and POST has a body.
//!
//! ```
//! # #[cfg(feature = "phone")]
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use goalpost::device::mobilerun::Mobilerun;
//! use goalpost::device::{Device, Input};
//! use goalpost::event::Events;
//! use goalpost::http::{BaseUrl, Options};
//! use goalpost::phone::{Phone, PhoneOptions};
//!
//! let phone = Phone::start(PhoneOptions::default()).await?;
//! let base = BaseUrl::parse(phone.url())?;
//! let account = Mobilerun::new(base, None, Options::default(), phone.clock().clone(), Events::silent())?;
//! let device = account.device(phone.device_id());
//! device.ready().await?;
//! let sent = device.send(&Input::OpenApp { package: "com.android.settings".to_owned() }).await;
//! assert!(sent.is_accepted());
//! assert!(device.observe().await?.elements().count() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

mod answer;
mod apps;
mod browser;
mod devices;
mod environment;
mod files;
mod picture;
mod ready;
mod screen;
mod send;

pub use devices::DeviceInfo;
pub use ready::Standing;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value as Json;

use self::screen::LargestScreen;
use super::{Channel, Device, DeviceError, Executed, Input, Reading, Transport, Value};
use crate::clock::Clock;
use crate::event::{Backend, Events};
use crate::http::{BaseUrl, Client, ClientError, Options, Request, Response, Tape};
use crate::screen::{App, Observation};
use crate::secret::Secret;
use crate::settings::Settings;

/// An account on a server that speaks the Mobilerun API. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Mobilerun {
    client: Client,
    backend: Backend,
    ready_within: Duration,
}

impl Mobilerun {
    /// The server at `base`, which ends in `/v1` on every server known. A missing key is allowed on this machine only.
    ///
    /// # Errors
    /// When the key is missing or malformed.
    pub fn new(
        base: BaseUrl,
        key: Option<&Secret>,
        options: Options,
        clock: Clock,
        events: Events,
    ) -> Result<Self, ClientError> {
        let backend = if base.is_loopback() { Backend::Loopback } else { Backend::Device };
        let options = Options { key_variable: "MOBILERUN_API_KEY", ..options };
        let client = Client::new(base, key, options, clock, events)?;
        Ok(Self { client, backend, ready_within: Duration::from_secs(300) })
    }

    /// The server and the key that the settings name.
    ///
    /// # Errors
    /// When one of them is missing or malformed; nothing has been sent then.
    pub fn from_settings(settings: &Settings, clock: Clock, events: Events) -> Result<Self, DeviceError> {
        let base = BaseUrl::parse(settings.mobilerun_base_url())
            .map_err(|source| DeviceError::BaseUrl { variable: "MOBILERUN_BASE_URL", source })?;
        let key = settings.mobilerun_key()?;
        Ok(Self::new(base, key.as_ref(), Options::default(), clock, events)?)
    }

    /// The same server, known to be the embedded phone or a replayed recording.
    #[must_use]
    pub fn as_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// The same server, telling every exchange to `tape`.
    #[must_use]
    pub fn taped(self, tape: Arc<dyn Tape>) -> Self {
        Self { client: self.client.taped(tape), ..self }
    }

    /// What stands behind the server.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// How long [`Device::ready`] waits for a device that is on its way; five minutes, unless set.
    #[must_use]
    pub fn ready_within(mut self, how_long: Duration) -> Self {
        self.ready_within = how_long;
        self
    }

    /// One device by its id. Whether there is such a device is for [`Device::ready`] to say.
    #[must_use]
    pub fn device(&self, id: &str) -> MobilerunDevice {
        MobilerunDevice { account: self.clone(), id: id.to_owned(), largest: Arc::default() }
    }

    /// A read that must answer with success.
    async fn get(&self, what: &str, request: Request) -> Result<Response, DeviceError> {
        let answer = self.client.read(request).await;
        let answer = answer.map_err(|source| DeviceError::NoAnswer { what: what.to_owned(), source })?;
        match self.client.hidden_complaint(&answer) {
            _ if !answer.is_success() => Err(self.refused(what, &answer)),
            Some(said) => Err(self.refused_inside(what, &answer, said)),
            None => Ok(answer),
        }
    }

    /// The same, for an answer that is JSON.
    async fn get_json(&self, what: &str, request: Request) -> Result<Json, DeviceError> {
        let answer = self.get(what, request).await?;
        answer.json().map_err(|error| DeviceError::Unusable { what: what.to_owned(), why: error.to_string() })
    }
}

/// One phone behind the Mobilerun API. Cheap to clone.
#[derive(Debug, Clone)]
pub struct MobilerunDevice {
    account: Mobilerun,
    id: String,
    largest: Arc<LargestScreen>,
}

impl MobilerunDevice {
    /// The same phone, telling what happens to other events.
    #[must_use]
    pub fn with_events(mut self, events: Events) -> Self {
        self.account.client = self.account.client.with_events(events);
        self
    }

    /// The segments of a path below this device.
    fn path<'a>(&'a self, rest: &[&'a str]) -> Vec<&'a str> {
        ["devices", self.id.as_str()].iter().chain(rest).copied().collect()
    }

    async fn capabilities(&self) -> Result<Json, DeviceError> {
        let what = "reading the capabilities";
        let mut answer = self.account.get_json(what, Request::get(self.path(&["capabilities"]))).await?;
        match answer.get_mut("capabilities").map(Json::take) {
            Some(capabilities @ Json::Object(_)) => Ok(capabilities),
            _ => Err(DeviceError::Unusable { what: what.to_owned(), why: "it has no capabilities".to_owned() }),
        }
    }
}

#[async_trait]
impl Device for MobilerunDevice {
    fn id(&self) -> &str {
        &self.id
    }

    fn backend(&self) -> Backend {
        self.account.backend
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        self.wait_until_ready().await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        self.read_apps().await
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        self.read_screen().await
    }

    async fn send(&self, input: &Input) -> Transport {
        self.send_input(input).await
    }

    async fn execute(&self, script: &str) -> Executed {
        self.run_script(script).await
    }

    async fn read(&self, channel: Channel) -> Reading {
        let read = match &channel {
            Channel::Screenshot => self.screenshot().await.map(Value::Bytes),
            Channel::File { path } => self.file(path).await.map(Value::Bytes),
            Channel::Capabilities => self.capabilities().await.map(Value::Json),
            Channel::Time => self.time().await.map(Value::Json),
            Channel::Apps => self.app_details().await.map(Value::Json),
            Channel::Folder { path } => self.folder(path).await.map(Value::Json),
            Channel::Language => self.language().await.map(Value::Json),
            Channel::Timezone => self.timezone().await.map(Value::Json),
            Channel::Location => self.location().await.map(Value::Json),
            Channel::Clipboard => self.clipboard().await.map(Value::Json),
        };
        match read {
            Ok(value) => Reading::Value(value),
            Err(error) if error.is_unsupported() => Reading::Unsupported { why: error.to_string() },
            Err(error) => Reading::Failed(error),
        }
    }
}
