//! Runs cases: several at once, none able to take the others along.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::cases::{LeftOut, Selected};
use super::stage::Stage;
use super::supply::SupplyError;
use super::watchdog::{GRACE, watched};
use crate::case::{self, Case};
use crate::clock::Clock;
use crate::event::{CaseResult, Counts, Event, Events, Kind, Outcome};

/// How long a phone may take to become ready: as long as a device waits for it.
const READY: Duration = Duration::from_secs(300);

/// Runs the cases that are selected and tells `events` what becomes of them. At most `jobs` run at once, one where they
/// share a phone.
pub fn run(selected: Selected, stage: &Stage, jobs: NonZeroUsize, events: &Events) {
    let Selected { cases, mut left_out } = selected;
    let mut run = Vec::new();
    for case in cases {
        match stage.leaves_out(&case) {
            Some(because) => left_out.push(LeftOut { name: case.name().to_owned(), because }),
            None => run.push(case),
        }
    }
    let cases = run;
    left_out.sort_by(|a, b| a.name.cmp(&b.name));
    events.emit(stage.run_started(cases.len()));
    let ignored = left_out.len();
    for LeftOut { name, because } in left_out {
        events.of_case(&name, Clock::real()).emit(Event::CaseIgnored { because });
    }
    let jobs = if stage.a_phone_per_case() { jobs.get() } else { 1 };
    let counts = Mutex::new(Counts { ignored, ..Counts::default() });
    each(&cases, jobs, |case| {
        let result = run_one(case, stage, events);
        counts.lock().unwrap_or_else(PoisonError::into_inner).add(result.outcome);
    });
    events.emit(Event::RunEnded { counts: counts.into_inner().unwrap_or_else(PoisonError::into_inner) });
}

/// Does `work` to each case, to at most `jobs` of them at once.
pub(super) fn each(cases: &[Arc<Case>], jobs: usize, work: impl Fn(&Arc<Case>) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(case);
        }
    };
    thread::scope(|scope| {
        (1..jobs.min(cases.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
}

/// Runs one case on a thread and a runtime of its own. Always ends.
pub(super) fn run_one(case: &Arc<Case>, stage: &Stage, events: &Events) -> CaseResult {
    let work = {
        let (case, stage, events) = (Arc::clone(case), stage.clone(), events.clone());
        move || apart(async { Ok(case::run(&case, &stage.rig(&case, &events).await?.rig).await) })
    };
    let lost = match watched_apart(case.name(), case.longest() + ready(stage.a_phone_per_case()), work) {
        Ok(result) => return result,
        Err(lost) => lost,
    };
    let result = CaseResult::unheard(case.name(), Outcome::Errored, lost.kind, lost.why);
    events.of_case(case.name(), Clock::real()).emit(Event::CaseEnded(result.clone()));
    result
}

/// How long a phone may take until it can be used.
pub(super) fn ready(is_own: bool) -> Duration {
    // The embedded phone is ready at once.
    if is_own { Duration::ZERO } else { READY }
}

/// Does the work of one case on a thread of its own, that may take this long. Always ends.
pub(super) fn watched_apart<T: Send + 'static>(
    name: &str,
    longest: Duration,
    work: impl FnOnce() -> Result<T, Lost> + Send + 'static,
) -> Result<T, Lost> {
    let lost = |lost| Err(Lost::harness(format!("the case was lost: {lost}")));
    watched(name, longest + GRACE, work).unwrap_or_else(lost)
}

/// Does the work of one case on a runtime of its own, on this thread.
pub(super) fn apart<T>(work: impl Future<Output = Result<T, SupplyError>>) -> Result<T, Lost> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Lost::harness(format!("no runtime could be started: {error}")))?;
    let result = runtime.block_on(work);
    // Never waited for: a verifier may have left something behind.
    runtime.shutdown_background();
    Ok(result?)
}

/// A case that did not come to its own end.
pub(super) struct Lost {
    kind: Kind,
    pub(super) why: String,
}

impl Lost {
    fn harness(why: String) -> Self {
        Self { kind: Kind::HarnessError, why }
    }
}

impl From<SupplyError> for Lost {
    fn from(error: SupplyError) -> Self {
        Self { kind: error.kind(), why: error.to_string() }
    }
}
