//! One device behind the service: who it is, what state it is in, and the phone itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::fault::split_mix;
use super::problem::Problem;
use super::state::DeviceState;
use crate::clock::Clock;
use crate::phone::{Android, Screen};

/// A device, shared by all requests.
pub(crate) struct Unit {
    pub(crate) id: String,
    created: Timestamp,
    clock: Clock,
    life: Mutex<Life>,
    phone: Mutex<Android>,
    stale: Mutex<Option<Stale>>,
    overlay: AtomicBool,
    /// One input at a time, in the order of arrival.
    pub(crate) finger: tokio::sync::Mutex<()>,
}

struct Life {
    name: String,
    state: DeviceState,
    updated: Timestamp,
    /// When the device becomes ready by itself.
    ready_at: Option<Timestamp>,
}

struct Stale {
    screen: Screen,
    until: Timestamp,
}

impl Unit {
    pub(crate) fn new(name: String, seed: &mut u64, state: DeviceState, phone: Android, clock: Clock) -> Self {
        let now = clock.now();
        Self {
            id: uuid::Builder::from_random_bytes(random_bytes(seed)).into_uuid().to_string(),
            created: now,
            clock,
            life: Mutex::new(Life { name, state, updated: now, ready_at: None }),
            phone: Mutex::new(phone),
            stale: Mutex::new(None),
            overlay: AtomicBool::new(false),
            finger: tokio::sync::Mutex::new(()),
        }
    }

    /// The phone. Never held across a wait.
    pub(crate) fn phone(&self) -> MutexGuard<'_, Android> {
        lock(&self.phone)
    }

    /// What accessibility shows: the screen, or the one before if that is held back.
    pub(crate) fn screen(&self) -> Screen {
        let mut stale = lock(&self.stale);
        match &*stale {
            Some(held) if self.clock.now() < held.until => held.screen.clone(),
            _ => {
                *stale = None;
                self.phone().screen()
            }
        }
    }

    /// Serves the present screen for this long from now on, whatever happens to the phone.
    pub(crate) fn hold_screen(&self, how_long: Duration) {
        let screen = self.screen();
        *lock(&self.stale) = Some(Stale { screen, until: later(self.clock.now(), how_long) });
    }

    pub(crate) fn state(&self) -> DeviceState {
        self.life().state.clone()
    }

    /// Enters a state, for a time or for good.
    pub(crate) fn enter(&self, state: DeviceState, how_long: Option<Duration>) {
        let now = self.clock.now();
        let mut life = lock(&self.life);
        (life.state, life.updated, life.ready_at) = (state, now, how_long.map(|time| later(now, time)));
    }

    pub(crate) fn name(&self) -> String {
        self.life().name.clone()
    }

    /// Gives the device another name. That is all that happens: the phone's own name is a setting on it.
    pub(crate) fn rename(&self, name: &str) {
        let mut life = self.life();
        name.clone_into(&mut life.name);
        life.updated = self.clock.now();
    }

    /// Whether screenshots show the service's overlay.
    pub(crate) fn overlay(&self) -> bool {
        self.overlay.load(Ordering::Relaxed)
    }

    pub(crate) fn show_overlay(&self, visible: bool) {
        self.overlay.store(visible, Ordering::Relaxed);
    }

    fn life(&self) -> MutexGuard<'_, Life> {
        let mut life = lock(&self.life);
        if let Some(at) = life.ready_at.filter(|at| *at <= self.clock.now()) {
            (life.state, life.updated, life.ready_at) = (DeviceState::Ready, at, None);
        }
        life
    }

    /// Nothing if the phone can be used.
    ///
    /// # Errors
    ///
    /// 409 that names the state.
    pub(crate) fn usable(&self) -> Result<(), Problem> {
        match self.state() {
            DeviceState::Ready => Ok(()),
            state => Err(Problem::conflict(format!("device is not ready: it is {state}"))),
        }
    }

    /// Nothing if the device is not gone for good.
    ///
    /// # Errors
    ///
    /// 409 if it is.
    pub(crate) fn alive(&self) -> Result<(), Problem> {
        match self.state() {
            DeviceState::Terminated => Err(Problem::conflict("device is terminated")),
            _ => Ok(()),
        }
    }

    pub(crate) fn created(&self) -> Timestamp {
        self.created
    }

    pub(crate) fn updated(&self) -> Timestamp {
        self.life().updated
    }

    /// The device object of the API.
    pub(crate) fn describe(&self) -> Map<String, Value> {
        let (name, state, updated) = {
            let life = self.life();
            (life.name.clone(), life.state.clone(), life.updated)
        };
        let message = if state == DeviceState::Ready { String::new() } else { format!("device is {state}") };
        let mut device = Map::new();
        device.insert("id".into(), json!(self.id));
        device.insert("name".into(), json!(name));
        device.insert("platform".into(), json!("android"));
        device.insert("type".into(), json!(DEVICE_TYPE));
        device.insert("state".into(), json!(state.name()));
        device.insert("stateMessage".into(), json!(message));
        device.insert("streamUrl".into(), json!(""));
        device.insert("taskCount".into(), json!(0));
        device.insert("activeTaskId".into(), json!(""));
        device.insert("createdAt".into(), json!(self.created.to_string()));
        device.insert("updatedAt".into(), json!(updated.to_string()));
        device.insert("assignedAt".into(), json!(self.created.to_string()));
        device.insert("terminatesAt".into(), Value::Null);
        // A secret on real devices: here so that clients show that they treat it as one.
        device.insert("streamToken".into(), json!(format!("st_{}", self.id)));
        device
    }
}

/// The type of all devices here.
pub(crate) const DEVICE_TYPE: &str = "android_cloud_phone";

/// Locks; what another thread left behind when it died is still data.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn later(now: Timestamp, by: Duration) -> Timestamp {
    SignedDuration::try_from(by).ok().and_then(|by| now.checked_add(by).ok()).unwrap_or(Timestamp::MAX)
}

fn random_bytes(seed: &mut u64) -> [u8; 16] {
    let wide = (u128::from(split_mix(seed)) << 64) | u128::from(split_mix(seed));
    wide.to_be_bytes()
}
