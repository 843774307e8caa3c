//! Where events go.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use serde::Serialize;

use super::happened::CaseResult;
use super::happened::Event;
use super::mask::{mask, mask_result};
use super::words::Phase;
use crate::clock::Clock;
use crate::secret::Redactor;

/// The version of a [`Record`] as JSON. It grows when a member is renamed, removed or changes its meaning; new members
/// and new events do not change it.
pub const VERSION: u32 = 1;

/// An event with its place in the run.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// [`VERSION`].
    pub version: u32,
    /// Counts from 0 within a run, over all its cases.
    pub seq: u64,
    /// When, by the case's clock (virtual time where time is virtual).
    pub at: Timestamp,
    /// The case, or none for the run itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The part of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// What happened.
    pub event: Event,
}

/// Takes records as they come. Must not block for long: the run waits.
pub trait Sink: Send + Sync {
    /// One record; they come in the order of their `seq` within a case.
    fn record(&self, record: &Record);
}

impl<F: Fn(&Record) + Send + Sync> Sink for F {
    fn record(&self, record: &Record) {
        self(record);
    }
}

/// Keeps every record in memory.
#[derive(Debug, Default)]
pub struct Collected(Mutex<Vec<Record>>);

impl Collected {
    /// What came so far.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl Sink for Collected {
    fn record(&self, record: &Record) {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(record.clone());
    }
}

/// The handle by which the parts of a run say what happened. Cheap to clone.
#[derive(Clone)]
pub struct Events {
    sinks: Arc<[Arc<dyn Sink>]>,
    seq: Arc<AtomicU64>,
    clock: Clock,
    case: Option<Arc<str>>,
    phase: Option<Phase>,
    secrets: Redactor,
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events").field("case", &self.case).field("phase", &self.phase).finish_non_exhaustive()
    }
}

impl Events {
    /// Events of one run, told to all of `sinks`.
    #[must_use]
    pub fn to(sinks: Vec<Arc<dyn Sink>>, clock: Clock) -> Self {
        Self { sinks: sinks.into(), seq: Arc::default(), clock, case: None, phase: None, secrets: Redactor::default() }
    }

    /// Events that nobody listens to.
    #[must_use]
    pub fn silent() -> Self {
        Self::to(Vec::new(), Clock::real())
    }

    /// The same run's events, told to one more sink.
    #[must_use]
    pub fn and(&self, sink: Arc<dyn Sink>) -> Self {
        Self { sinks: self.sinks.iter().cloned().chain([sink]).collect(), ..self.clone() }
    }

    /// The same run's events, said of one case, by that case's clock.
    #[must_use]
    pub fn of_case(&self, name: &str, clock: Clock) -> Self {
        Self { case: Some(name.into()), clock, ..self.clone() }
    }

    /// The same case's events, said of one phase.
    #[must_use]
    pub fn in_phase(&self, phase: Phase) -> Self {
        Self { phase: Some(phase), ..self.clone() }
    }

    /// The same, without these secrets in anything that is told.
    #[must_use]
    pub fn hiding(&self, secrets: Redactor) -> Self {
        Self { secrets, ..self.clone() }
    }

    /// What became of a case, without the secrets that these events hide.
    #[must_use]
    pub fn hidden(&self, mut result: CaseResult) -> CaseResult {
        mask_result(&mut result, &self.secrets);
        result
    }

    /// Says that something happened.
    pub fn emit(&self, mut event: Event) {
        if self.sinks.is_empty() {
            return;
        }
        mask(&mut event, &self.secrets);
        let record = Record {
            version: VERSION,
            seq: self.seq.fetch_add(1, Ordering::SeqCst),
            at: self.clock.now(),
            case: self.case.as_deref().map(str::to_owned),
            phase: self.phase,
            event,
        };
        for sink in self.sinks.iter() {
            sink.record(&record);
        }
    }
}
