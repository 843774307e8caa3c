//! The last lines of a run.

use std::fmt::Write;

use super::results::Run;
use crate::event::{Kind, Outcome};
use crate::plain::inline;

/// Counts by outcome and kind, and what a control policy has shown.
pub(super) fn summary(run: &Run) -> String {
    let c = run.counts;
    let mut text = format!("{} passed, {} failed, {} errored", c.passed, c.failed, c.errored);
    if c.ignored > 0 {
        let _ = write!(text, ", {} ignored", c.ignored);
    }
    text.push('\n');
    for outcome in [Outcome::Passed, Outcome::Failed, Outcome::Errored] {
        let kinds: Vec<String> = Kind::ALL
            .iter()
            .map(|kind| (kind, run.cases.iter().filter(|case| case.outcome == outcome && case.kind == *kind).count()))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        if !kinds.is_empty() {
            let _ = writeln!(text, "  {outcome:8}{}", kinds.join(", "));
        }
    }
    match control(run) {
        Some(told) => text + &told,
        None => text + &answered(run) + &recorded(run) + &replayed(run),
    }
}

/// What was kept.
fn recorded(run: &Run) -> String {
    match (run.written + run.unchanged, run.unchanged) {
        (0, _) => String::new(),
        (all, 0) => format!("recorded {all}\n"),
        (all, unchanged) => format!("recorded {all} ({unchanged} unchanged)\n"),
    }
}

/// What replayed cases were recorded from.
fn replayed(run: &Run) -> String {
    let mut from: Vec<String> = Vec::new();
    for recorded in run.cases.iter().filter_map(|case| case.recorded.as_ref()) {
        let told = format!("phone {}", recorded.backend);
        if !from.contains(&told) {
            from.push(told);
        }
    }
    if from.is_empty() {
        return String::new();
    }
    let from = from.join(" and ");
    format!("recorded from {from}\n")
}

/// What answered for the model: a server is asked for one name, and may know it by another.
fn answered(run: &Run) -> String {
    if run.answered_by.is_empty() {
        return String::new();
    }
    format!("answered by {}\n", inline(&run.answered_by.join(", ")))
}

/// What the run says of the suite, where the model was no model. A pass is then a goal that tells nothing: it can be
/// had without an agent.
fn control(run: &Run) -> Option<String> {
    let policy = run.model.split('=').next().unwrap_or_default();
    let rightly = match policy {
        "noop" | "random" => None,
        "always_done" => Some(Kind::VerifiedUnchanged),
        "always_blocked" => Some(Kind::Declined),
        _ => return None,
    };
    let passed = || run.cases.iter().filter(|case| case.outcome == Outcome::Passed);
    let names: Vec<_> = passed().filter(|case| Some(case.kind) != rightly).map(|case| inline(&case.name)).collect();
    let mut text = format!("control policy {}: ", inline(&run.model));
    text += &match (policy, names.as_slice()) {
        ("random", []) => "none passed by chance alone".to_owned(),
        (_, []) => "no case passed that must not".to_owned(),
        ("random", names) => format!("by chance alone {} passed: {}", names.len(), names.join(", ")),
        (_, names) => format!("{} passed without an agent, so they prove nothing: {}", names.len(), names.join(", ")),
    };
    let right = passed().filter(|case| Some(case.kind) == rightly).count();
    if let (1.., Some(kind)) = (right, rightly) {
        let _ = write!(text, "; {right} {kind}, as it should be");
    }
    text.push('\n');
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Backend, CaseResult, Event, Mode, Record};
    use rstest::rstest;

    fn take(run: &mut Run, event: Event) {
        let at = jiff::Timestamp::UNIX_EPOCH;
        run.take(&Record { version: 1, seq: 0, at, case: None, phase: None, event });
    }

    fn run(model: &str, ends: &[(Outcome, Kind)]) -> Run {
        let mut run = Run::default();
        take(
            &mut run,
            Event::RunStarted {
                mode: Mode::Simulated,
                backend: Backend::Simulated,
                model: model.to_owned(),
                loopback_model: false,
                cases: ends.len(),
                journal: "memory".to_owned(),
            },
        );
        for (number, (outcome, kind)) in ends.iter().enumerate() {
            take(
                &mut run,
                Event::CaseEnded(CaseResult::unheard(&format!("case-{number}"), *outcome, *kind, String::new())),
            );
        }
        run
    }

    #[test]
    fn failed_and_errored_stay_apart() {
        let ends = [
            (Outcome::Passed, Kind::Verified),
            (Outcome::Passed, Kind::Declined),
            (Outcome::Passed, Kind::Verified),
            (Outcome::Failed, Kind::FalseSuccess),
            (Outcome::Errored, Kind::DeviceError),
        ];
        assert_eq!(
            summary(&run("offline", &ends)),
            "3 passed, 1 failed, 1 errored\n\
            \x20 passed  2 verified, 1 declined\n\
            \x20 failed  1 false_success\n\
            \x20 errored 1 device_error\n"
        );
    }

    #[rstest]
    #[case("noop", Kind::Verified, "1 passed without an agent, so they prove nothing: case-0")]
    #[case("noop", Kind::VerifiedUnchanged, "1 passed without an agent, so they prove nothing: case-0")]
    #[case(
        "always_done",
        Kind::VerifiedUnchanged,
        "no case passed that must not; 1 verified_unchanged, as it should be"
    )]
    #[case("always_done", Kind::Declined, "1 passed without an agent, so they prove nothing: case-0")]
    #[case("always_blocked", Kind::Declined, "no case passed that must not; 1 declined, as it should be")]
    #[case("random=7", Kind::Verified, "by chance alone 1 passed: case-0")]
    fn a_pass_under_a_control_policy_is_named(#[case] model: &str, #[case] kind: Kind, #[case] says: &str) {
        let text = summary(&run(model, &[(Outcome::Passed, kind)]));
        assert!(text.contains(&format!("control policy {model}: {says}")), "{text}");
    }

    #[test]
    fn the_models_that_answered_are_named_once() {
        let mut run = run("jev", &[(Outcome::Passed, Kind::Verified)]);
        for model in ["jev-1.13.0", "jev-1.14.0", "jev-1.13.0"] {
            take(
                &mut run,
                Event::Decided {
                    operation: "DONE".to_owned(),
                    target: None,
                    confidence: None,
                    model: model.to_owned(),
                    request_id: None,
                    took_ms: None,
                },
            );
        }
        assert!(summary(&run).ends_with("\nanswered by jev-1.13.0, jev-1.14.0\n"), "{}", summary(&run));
    }

    #[test]
    fn a_model_is_no_control_policy() {
        assert!(!summary(&run("offline", &[(Outcome::Passed, Kind::Verified)])).contains("control"));
    }
}
