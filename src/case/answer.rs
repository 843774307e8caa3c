//! Information goals: the agent's answer beside what the verifier read.

use crate::event::{Claim, Evidence, Kind, Outcome, Verdict};
use crate::plain::printable;
use crate::screen::text::normalize;
use crate::spec::{AnswerRule, quote};
use crate::verify::{VerdictReport, number};

/// Whether an answer is right, by the rule of its goal.
#[must_use]
pub fn agrees(rule: AnswerRule, answer: &str, value: &str) -> bool {
    match rule {
        AnswerRule::Exact => answer == value,
        AnswerRule::Normalized => normalize(answer) == normalize(value),
        AnswerRule::Numeric => matches!((number(answer), number(value)), (Some(a), Some(b)) if a == b),
    }
}

/// What the verifier says after the agent has ended: the value is compared with what it was before, and with the answer.
/// What it can't read, or what has changed meanwhile, can't be told.
pub(super) fn judged(
    rule: AnswerRule,
    before: Option<&str>,
    after: &VerdictReport,
    answer: Option<&str>,
) -> VerdictReport {
    let mut report = after.clone();
    let (Verdict::Confirmed, Some(value)) = (after.verdict, after.value.as_deref()) else { return report };
    let (verdict, because) = match answer {
        _ if before != Some(value) => {
            let was = before.map_or_else(|| "unknown".to_owned(), |before| quote(&printable(before, 200)));
            (Verdict::Inconclusive, format!("it was {was} before, and is {} now", quote(&printable(value, 200))))
        }
        None => (Verdict::Refuted, "there is no answer".to_owned()),
        Some(answer) if agrees(rule, answer, value) => {
            (Verdict::Confirmed, format!("the answer is {}", quote(&printable(answer, 200))))
        }
        Some(answer) => (Verdict::Refuted, format!("the answer is {}", quote(&printable(answer, 200)))),
    };
    let turn = |evidence: &mut Evidence| {
        evidence.verdict = verdict;
        evidence.because = Some(because.clone());
    };
    report.evidence.iter_mut().for_each(turn);
    (report.verdict, report.because) = (verdict, Some(because));
    report
}

/// What ends the case of an information goal before its agent starts.
pub(super) fn before_agent(baseline: Verdict) -> Option<Kind> {
    (baseline != Verdict::Confirmed).then_some(Kind::BaselineUnknown)
}

/// What the whole makes of it.
#[must_use]
pub fn after_answer(claim: Claim, verdict: Verdict) -> (Outcome, Kind) {
    match (verdict, claim) {
        (Verdict::Inconclusive, _) => (Outcome::Errored, Kind::Unverifiable),
        (Verdict::Confirmed, Claim::Done) => (Outcome::Passed, Kind::Verified),
        (Verdict::Refuted, Claim::Done) => (Outcome::Failed, Kind::FalseSuccess),
        (Verdict::Confirmed | Verdict::Refuted, _) => (Outcome::Failed, Kind::NotReached),
    }
}
