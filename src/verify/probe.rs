//! A verifier's handle to the phone.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use serde_json::Value as Json;
use tokio::sync::{Mutex, MutexGuard, OnceCell};

use super::error::ProbeError;
use crate::act::Act;
use crate::clock::Clock;
use crate::device::{Channel, Reading, Value};
use crate::event::Events;
use crate::screen::{App, Observation};
use crate::script::{Look, Permission, Region, Runner, Script};
use crate::spec::yaml::{Limits, read};
use crate::spec::{Fault, Source};

/// A verifier's handle to the phone: it reads every channel, and navigates by scripted steps.
///
/// It is all that a verifier is given of a run: not the goal, not what the agent did or claimed. Each phase of a case
/// has its own, and when the phase is over every call is an error. Clones are the same handle.
#[derive(Clone)]
pub struct Probe {
    inner: Arc<Inner>,
}

struct Inner {
    act: Mutex<Act>,
    clock: Clock,
    events: Events,
    revoked: AtomicBool,
    /// What the phone says it can do, asked for once; null where that is not known.
    capabilities: OnceCell<Json>,
}

/// Ends a [`Probe`] when it goes.
#[must_use = "the probe ends when this is dropped"]
pub(super) struct Lease(Arc<Inner>);

impl Drop for Lease {
    fn drop(&mut self) {
        self.0.revoked.store(true, Ordering::SeqCst);
        // What is still running has it, and ends with the next call.
        if let Ok(mut act) = self.0.act.try_lock() {
            act.finish();
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe").field("revoked", &self.inner.revoked).finish_non_exhaustive()
    }
}

impl Probe {
    /// A probe that acts through `act`, for as long as the lease lives.
    pub(super) fn lease(act: Act) -> (Self, Lease) {
        let (clock, events) = (act.clock().clone(), act.events().clone());
        let (act, revoked, capabilities) = (Mutex::new(act), AtomicBool::new(false), OnceCell::new());
        let inner = Arc::new(Inner { act, clock, events, revoked, capabilities });
        (Self { inner: inner.clone() }, Lease(inner))
    }

    /// The time, as the case has it.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// The case's clock: verifiers that wait do it here.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// The screen as it is now.
    ///
    /// # Errors
    /// When it can't be read, or the probe's time is over.
    pub async fn observe(&self) -> Result<Observation, ProbeError> {
        Ok(self.act().await?.observe().await?)
    }

    /// The apps on the phone.
    ///
    /// # Errors
    /// When they can't be read, or the probe's time is over.
    pub async fn apps(&self) -> Result<Vec<App>, ProbeError> {
        let device = self.act().await?.device().clone();
        Ok(device.apps().await.map_err(crate::act::ActError::from)?)
    }

    /// Reads something other than the screen. What the phone itself says it cannot do is not tried.
    ///
    /// # Errors
    /// When the probe's time is over. Whether it could be read is in the answer.
    pub async fn read(&self, channel: Channel) -> Result<Reading, ProbeError> {
        if let Some(capability) = channel.capability()
            && self.lacks(capability).await?
        {
            let why = format!("this phone cannot give {channel}: its capabilities say `{capability}: false`");
            return Ok(Reading::Unsupported { why });
        }
        self.try_read(channel).await
    }

    async fn try_read(&self, channel: Channel) -> Result<Reading, ProbeError> {
        let device = self.act().await?.device().clone();
        Ok(device.read(channel).await)
    }

    /// Whether the phone says that it lacks something. What it does not say may be there.
    async fn lacks(&self, capability: &str) -> Result<bool, ProbeError> {
        let ask = || async {
            Ok::<_, ProbeError>(match self.try_read(Channel::Capabilities).await? {
                Reading::Value(Value::Json(said)) => said,
                _ => Json::Null,
            })
        };
        let said = self.inner.capabilities.get_or_try_init(ask).await?;
        Ok(said.get(capability) == Some(&Json::Bool(false)))
    }

    /// Evaluates a script in the page that the browser shows, once; the error of the answer says why nothing is known of
    /// its result.
    ///
    /// # Errors
    /// When the journal fails or an earlier input's effect is unknown, or the probe's time is over.
    pub async fn execute(&self, script: &str) -> Result<Result<Json, String>, ProbeError> {
        if self.lacks("browser").await? {
            return Ok(Err("this phone cannot run scripts: its capabilities say `browser: false`".to_owned()));
        }
        Ok(self.act().await?.execute(script, "run a script in the browser").await?)
    }

    /// Runs steps that only look ([`Permission::Look`]).
    ///
    /// # Errors
    /// When the script may do more than look, a step fails, or the phone does, or the probe's time is over.
    pub async fn run(&self, script: &Script) -> Result<(), ProbeError> {
        if script.permission() != Permission::Look && !script.is_empty() {
            return Err(ProbeError::Step(
                "a verifier's steps only look: compile them with Permission::Look".to_owned(),
            ));
        }
        let mut act = self.act().await?;
        Ok(Runner::new(&mut act).run(script).await?)
    }

    /// Runs steps written in YAML, as verifier files have them:
    ///
    /// ```no_run
    /// # async fn example(probe: goalpost::verify::Probe) -> Result<(), goalpost::verify::ProbeError> {
    /// probe.steps("[home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }]").await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the text is no list of steps, else as [`Probe::run`].
    pub async fn steps(&self, yaml: &str) -> Result<(), ProbeError> {
        let told = |faults: Vec<Fault>| {
            ProbeError::Step(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        };
        let source = Source::new("steps", yaml);
        let node = read(&source, Limits::default()).map_err(|fault| told(vec![fault]))?;
        let script = Script::compile(node.items(), Permission::Look).map_err(told)?;
        self.run(&script).await
    }

    /// Looks through a scrolling part of the screen from its beginning to its end.
    ///
    /// # Errors
    /// When that can't be done without a gap, or the phone fails, or the probe's time is over.
    pub async fn scan(&self, region: &Region) -> Result<Vec<Look>, ProbeError> {
        let mut act = self.act().await?;
        Ok(crate::script::scan(&mut Runner::new(&mut act), region).await?)
    }

    pub(super) fn events(&self) -> &Events {
        &self.inner.events
    }

    pub(super) async fn last_input_at(&self) -> Result<Option<Timestamp>, ProbeError> {
        Ok(self.act().await?.last_input_at())
    }

    async fn act(&self) -> Result<MutexGuard<'_, Act>, ProbeError> {
        let act = self.inner.act.lock().await;
        if self.inner.revoked.load(Ordering::SeqCst) { Err(ProbeError::Revoked) } else { Ok(act) }
    }
}
