//! The server as its users hold it: start, look, meddle, stop.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, on};
use secrecy::SecretString;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

use super::answer::{World, answer, unknown};
use super::control;
use super::endpoint::OPERATIONS;
use super::fault::{Fault, Switches};
use super::latency::Latency;
use super::log::{Log, Request as Received, RequestLog};
use super::problem::Problem;
use super::state::DeviceState;
use super::unit::{Unit, lock};
use crate::clock::Clock;
use crate::phone::{self, Android};
use crate::serve::serve;

/// What a phone is served with. The default is a phone that is ready, on any free port, in real time, without a key
/// and without faults.
#[derive(Debug, Clone)]
pub struct PhoneOptions {
    /// The phone's time. Shared with a case that runs in this process, else real.
    pub clock: Clock,
    /// What the phone itself is made with. Its seed also draws device ids and faults.
    pub android: phone::Options,
    /// Port on loopback; 0 for any that is free.
    pub port: u16,
    /// Path in front of all endpoints. Ends in `/v1`.
    pub prefix: String,
    /// The key that requests must bring as `Authorization: Bearer KEY`; none asks for none.
    pub key: Option<SecretString>,
    /// State of the device at the start.
    pub state: DeviceState,
    /// States of further devices, each a phone of its own, listed after the first.
    pub others: Vec<DeviceState>,
    /// How long replies take.
    pub latency: Latency,
    /// What goes wrong from the start.
    pub faults: Vec<Fault>,
    /// Where requests are written, besides being remembered.
    pub log: Option<RequestLog>,
}

impl Default for PhoneOptions {
    fn default() -> Self {
        Self {
            clock: Clock::real(),
            android: phone::Options::default(),
            port: 0,
            prefix: "/v1".to_owned(),
            key: None,
            state: DeviceState::Ready,
            others: Vec::new(),
            latency: Latency::default(),
            faults: Vec::new(),
            log: None,
        }
    }
}

/// A phone that is being served on loopback. It is switched off when dropped.
///
/// ```
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
/// # runtime.block_on(async {
/// use goalpost::phone::{Endpoint, Fault, Phone, PhoneOptions};
///
/// let phone = Phone::start(PhoneOptions::default()).await?;
/// assert!(phone.url().ends_with("/v1"));
/// phone.fault(Fault::status(503).on(Endpoint::Tap).once());
/// // ... drive it over HTTP, then see what it was asked:
/// assert!(phone.requests().is_empty());
/// # Ok::<(), std::io::Error>(()) }).unwrap();
/// ```
pub struct Phone {
    world: Arc<World>,
    url: String,
    task: JoinHandle<()>,
}

impl Phone {
    /// Starts serving on the current tokio runtime.
    ///
    /// # Errors
    ///
    /// `InvalidInput` for a prefix that is not a plain path ending in `/v1`; else the port cannot be had.
    pub async fn start(options: PhoneOptions) -> io::Result<Self> {
        if !plain_prefix(&options.prefix) {
            let message =
                format!("prefix {:?} must be a path of letters, digits, '-' and '_' that ends in /v1", options.prefix);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, options.port))).await?;
        let url = format!("http://{}{}", listener.local_addr()?, options.prefix);
        let mut seed = options.android.seed;
        let states = std::iter::once(options.state).chain(options.others);
        let units = states.enumerate().map(|(index, state)| {
            let phone = Android::new(options.android.clone(), options.clock.clone());
            let name = format!("phone-{}", index + 1);
            Arc::new(Unit::new(name, &mut seed, state, phone, options.clock.clone()))
        });
        let world = Arc::new(World {
            units: units.collect(),
            // Nothing is served there, and it names no port: equal runs have equal replies.
            schemas: format!("http://localhost{}/schemas", options.prefix),
            clock: options.clock,
            key: options.key,
            switches: Mutex::new(Switches::new(options.faults, options.android.seed)),
            latency: Mutex::new(options.latency),
            log: Mutex::new(Log::new(options.log)),
            inputs: Mutex::new(JoinSet::new()),
        });
        let task = tokio::spawn(serve(listener, router(&world, &options.prefix)));
        Ok(Self { world, url, task })
    }

    /// Base URL: loopback, with the prefix, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Id of the first device, drawn from the seed.
    #[must_use]
    pub fn device_id(&self) -> &str {
        self.world.units.first().map_or("", |unit| &unit.id)
    }

    /// The phone's clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.world.clock
    }

    /// Ids of all devices.
    #[must_use]
    pub fn device_ids(&self) -> Vec<&str> {
        self.world.units.iter().map(|unit| &*unit.id).collect()
    }

    /// The first device's phone itself, to look behind its screens or to set a scene. Holds up its inputs and reads
    /// meanwhile, so let go before waiting for anything.
    #[must_use]
    pub fn android(&self) -> Option<MutexGuard<'_, Android>> {
        self.world.units.first().map(|unit| unit.phone())
    }

    /// Puts a device into a state, for good or until this long has passed by the phone's clock; then it is ready.
    /// Unknown ids are no device and nothing happens.
    pub fn set_state(&self, device_id: &str, state: DeviceState, how_long: Option<Duration>) {
        if let Some(unit) = self.world.units.iter().find(|unit| unit.id == device_id) {
            unit.enter(state, how_long);
        }
    }

    /// Sets one more fault.
    pub fn fault(&self, fault: Fault) {
        lock(&self.world.switches).add(fault);
    }

    /// Unsets all faults.
    pub fn clear_faults(&self) {
        lock(&self.world.switches).clear();
    }

    /// Changes how long replies take from now on.
    pub fn set_latency(&self, latency: Latency) {
        *lock(&self.world.latency) = latency;
    }

    /// Every request so far, in order of arrival, with what was executed. What was not HTTP is not here.
    #[must_use]
    pub fn requests(&self) -> Vec<Received> {
        lock(&self.world.log).all()
    }

    /// Stops serving and waits until the port is free again.
    pub async fn stop(mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.task.abort();
        lock(&self.world.inputs).abort_all();
    }
}

impl std::fmt::Debug for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Phone").field("url", &self.url).finish_non_exhaustive()
    }
}

fn plain_prefix(prefix: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    prefix.ends_with("/v1") && prefix.strip_prefix('/').is_some_and(|rest| rest.split('/').all(plain))
}

fn router(world: &Arc<World>, prefix: &str) -> Router {
    let mut methods: HashMap<&str, MethodRouter> = HashMap::new();
    for operation in OPERATIONS {
        let world = Arc::clone(world);
        let handler = move |path: Result<Path<HashMap<String, String>>, PathRejection>, request: Request| async move {
            let (head, body) = request.into_parts();
            match path {
                Ok(Path(captures)) => answer(world, operation, captures, head, body).await,
                Err(_) => unknown(world, head, body, Problem::bad_request("path is not UTF-8")).await,
            }
        };
        let methods = methods.entry(operation.path).or_default();
        *methods = std::mem::take(methods).merge(on(operation.method, handler));
    }
    let mut api = Router::new();
    for (path, methods) in methods {
        api = api.route(path, methods);
    }
    let nothing = |world: &Arc<World>, status: StatusCode| {
        let world = Arc::clone(world);
        move |request: Request| async move {
            let (head, body) = request.into_parts();
            let detail = format!("{} {}: no such operation", head.method, head.uri.path());
            unknown(world, head, body, Problem::new(status, detail)).await
        }
    };
    Router::new()
        .nest(prefix, api)
        .nest(control::PATH, control::router(world))
        .fallback(nothing(world, StatusCode::NOT_FOUND))
        .method_not_allowed_fallback(nothing(world, StatusCode::METHOD_NOT_ALLOWED))
}
