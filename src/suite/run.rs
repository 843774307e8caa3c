//! Runs cases: several at once, none able to take the others along.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::cases::{LeftOut, Selected};
use super::stage::Stage;
use super::supply::{Supplied, SupplyError};
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
    let jobs = if stage.a_phone_per_case() { jobs.get().min(cases.len()) } else { 1 };
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(Counts { ignored, ..Counts::default() });
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = run_one(case, stage, events);
            counts.lock().unwrap_or_else(PoisonError::into_inner).add(result.outcome);
        }
    };
    thread::scope(|scope| {
        (1..jobs).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    events.emit(Event::RunEnded { counts: counts.into_inner().unwrap_or_else(PoisonError::into_inner) });
}

/// Runs one case on a thread and a runtime of its own. Always ends.
pub(super) fn run_one(case: &Arc<Case>, stage: &Stage, events: &Events) -> CaseResult {
    // The embedded phone is ready at once.
    let ready = if stage.a_phone_per_case() { Duration::ZERO } else { READY };
    let limit = case.longest() + ready + GRACE;
    let work = {
        let (case, stage, events) = (Arc::clone(case), stage.clone(), events.clone());
        move || apart(&case, stage.rig(&case, &events))
    };
    let lost = match watched(case.name(), limit, work) {
        Ok(Ok(result)) => return result,
        Ok(Err(lost)) => lost,
        Err(lost) => Lost::harness(format!("the case was lost: {lost}")),
    };
    let result = CaseResult::unheard(case.name(), Outcome::Errored, lost.kind, lost.why);
    events.of_case(case.name(), Clock::real()).emit(Event::CaseEnded(result.clone()));
    result
}

/// Runs one case on a runtime of its own, on this thread.
pub(super) fn apart(
    case: &Case,
    supplied: impl Future<Output = Result<Supplied, SupplyError>>,
) -> Result<CaseResult, Lost> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Lost::harness(format!("no runtime could be started: {error}")))?;
    let result = runtime.block_on(async { Ok(case::run(case, &supplied.await?.rig).await) });
    // Never waited for: a verifier may have left something behind.
    runtime.shutdown_background();
    result
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
