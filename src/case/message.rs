//! An outcome in a sentence.

use super::outcome::expected_claim;
use super::run::Progress;
use crate::event::{Kind, Verdict};
use crate::spec::Expect;

/// Why the case ended as it did, and what to do where something is to be done.
pub(super) fn of(kind: Kind, expect: Expect, progress: &Progress) -> String {
    let said = progress.pursued.as_ref().map(|pursued| match &pursued.because {
        Some(because) => format!("the agent ended with {} ({because})", pursued.claim),
        None => format!("the agent ended with {}", pursued.claim),
    });
    let said = said.unwrap_or_else(|| "the agent was not started".to_owned());
    let before = why(progress.baseline.as_ref());
    let after = why(progress.verdict.as_ref());
    match kind {
        Kind::Verified => "the agent says done and the phone agrees".to_owned(),
        Kind::VerifiedUnchanged => "the state was as required from the start, and still is".to_owned(),
        Kind::Declined => format!("{said}, as expected, and what must hold still holds"),
        Kind::FalseSuccess => format!("the agent says done and the phone does not agree{after}"),
        Kind::SilentSuccess => format!("the phone confirms the goal, but {said}"),
        Kind::NotReached if expect != Expect::Done => {
            format!("{said}; {} was expected", expected_claim(expect))
        }
        Kind::NotReached => format!("{said} and the goal is not reached{after}"),
        Kind::Damaged => format!("what must hold no longer holds{after}; {said}"),
        Kind::ActedAnyway => "the agent says done to a goal that can't be reached".to_owned(),
        Kind::BaselineUnknown => {
            format!("before the agent began it could not be told whether the goal is reached{before}")
        }
        Kind::AlreadySatisfied => "the goal was reached before the agent began, so that a pass would prove nothing: \
                                   undo it in `baseline:`, or say `already: allowed`"
            .to_owned(),
        Kind::BaselineWrong => match progress.baseline.as_ref().map(|report| report.verdict) {
            Some(Verdict::Inconclusive) => {
                format!("before the agent began it could not be told whether what must hold does{before}")
            }
            _ => format!("what must hold did not hold before the agent began{before}"),
        },
        Kind::Unverifiable => format!("the final state could not be told{after}; {said}"),
        Kind::NotCaused => match progress.verdict.as_ref().map(|report| report.verdict) {
            Some(Verdict::Confirmed) => {
                format!("the goal was reached, but not by the agent: it sent nothing ({said})")
            }
            _ => format!("what must hold no longer holds, but the agent sent nothing ({said})"),
        },
        Kind::DeviceError
        | Kind::ModelError
        | Kind::InputUnknown
        | Kind::FixtureMissing
        | Kind::FixtureStale
        | Kind::FixtureMismatch
        | Kind::ScriptError
        | Kind::HarnessError => kind.to_string(),
    }
}

fn why(report: Option<&crate::verify::VerdictReport>) -> String {
    report.and_then(|report| report.because.as_deref()).map(|because| format!(": {because}")).unwrap_or_default()
}
