//! Runs cases: several at once, none able to take the others along.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::cases::{LeftOut, Selected};
use super::choice::{Choice, ModelChoice};
use super::supply::Supply;
use super::watchdog::{GRACE, watched};
use crate::case::{self, Case, Work};
use crate::clock::Clock;
use crate::event::{CaseResult, Counts, Event, Events, Kind, Outcome};

/// Why a scripted case is left out.
const SCRIPTED: &str = "it is scripted, and is not run under a control policy";

/// How long a phone may take to become ready: as long as a device waits for it.
const READY: Duration = Duration::from_secs(300);

/// Runs the cases that are selected and tells `events` what becomes of them. At most `jobs` run at once, one where they
/// share a phone.
pub fn run(selected: Selected, supply: &Supply, jobs: NonZeroUsize, events: &Events) {
    let Selected { cases, mut left_out } = selected;
    let (scripted, cases): (Vec<_>, Vec<_>) = cases.into_iter().partition(|case| is_left_out(case, supply.choice()));
    left_out.extend(scripted.iter().map(|case| LeftOut { name: case.name().to_owned(), because: SCRIPTED.to_owned() }));
    left_out.sort_by(|a, b| a.name.cmp(&b.name));
    events.emit(supply.run_started(cases.len()));
    let ignored = left_out.len();
    for LeftOut { name, because } in left_out {
        events.of_case(&name, Clock::real()).emit(Event::CaseIgnored { because });
    }
    let jobs = if supply.choice().a_phone_per_case() { jobs.get().min(cases.len()) } else { 1 };
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(Counts { ignored, ..Counts::default() });
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = run_one(case, supply, events);
            counts.lock().unwrap_or_else(PoisonError::into_inner).add(result.outcome);
        }
    };
    thread::scope(|scope| {
        (1..jobs).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    events.emit(Event::RunEnded { counts: counts.into_inner().unwrap_or_else(PoisonError::into_inner) });
}

/// Scripted cases ask no model, so they say nothing about a control policy and are left out under one.
pub(super) fn is_left_out(case: &Case, choice: &Choice) -> bool {
    matches!(choice.model, ModelChoice::Control(_)) && matches!(case.work(), Work::Steps(_))
}

/// Runs one case on a thread and a runtime of its own. Always ends.
pub(super) fn run_one(case: &Arc<Case>, supply: &Supply, events: &Events) -> CaseResult {
    // The embedded phone is ready at once.
    let ready = if supply.choice().a_phone_per_case() { Duration::ZERO } else { READY };
    let limit = case.longest() + ready + GRACE;
    let work = {
        let (case, supply, events) = (Arc::clone(case), supply.clone(), events.clone());
        move || -> Result<CaseResult, String> {
            // Built and dropped outside of async code, and never waited for: a verifier may have left something behind.
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|e| format!("no runtime could be started: {e}"))?;
            let result = runtime.block_on(async {
                let supplied = supply.rig(case.name(), &events).await.map_err(|e| e.to_string())?;
                Ok(case::run(&case, &supplied.rig).await)
            });
            runtime.shutdown_background();
            result
        }
    };
    let lost = match watched(case.name(), limit, work) {
        Ok(Ok(result)) => return result,
        Ok(Err(why)) => why,
        Err(lost) => lost.to_string(),
    };
    let result = CaseResult {
        name: case.name().to_owned(),
        outcome: Outcome::Errored,
        kind: Kind::HarnessError,
        claim: None,
        baseline: None,
        verdict: None,
        steps: 0,
        decisions: 0,
        evidence: Vec::new(),
        message: format!("the case was lost: {lost}"),
    };
    events.of_case(case.name(), Clock::real()).emit(Event::CaseEnded(result.clone()));
    result
}
