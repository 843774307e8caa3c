//! Information goals: the agent's answer beside what the verifier read.

use crate::event::{Claim, Evidence, Kind, Outcome, Verdict};
use crate::plain::printable;
use crate::screen::text::normalize;
use crate::spec::{AnswerRule, quote};
use crate::verify::VerdictReport;
use crate::verify::values::number_in;

/// Whether an answer is right, by the rule of its goal.
#[must_use]
pub fn agrees(rule: AnswerRule, answer: &str, value: &str) -> bool {
    match rule {
        AnswerRule::Exact => answer == value,
        AnswerRule::Normalized => normalize(answer) == normalize(value),
        AnswerRule::Numeric => matches!((number_in(answer), number_in(value)), (Ok(a), Ok(b)) if a == b),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Evidence;
    use jiff::Timestamp;
    use rstest::rstest;

    #[rstest]
    #[case(AnswerRule::Exact, "15", "15", true)]
    #[case(AnswerRule::Exact, "Wi\u{2011}Fi", "Wi-Fi", false)]
    #[case(AnswerRule::Normalized, " wi-fi", "Wi\u{2011}Fi ", true)]
    #[case(AnswerRule::Normalized, "15", "16", false)]
    #[case(AnswerRule::Numeric, "40 %", "40", true)]
    #[case(AnswerRule::Numeric, "1,000", "1000", true)]
    #[case(AnswerRule::Numeric, "forty", "forty", false)]
    fn an_answer_is_compared_by_the_rule_of_its_goal(
        #[case] rule: AnswerRule,
        #[case] answer: &str,
        #[case] value: &str,
        #[case] agree: bool,
    ) {
        assert_eq!(agrees(rule, answer, value), agree);
        assert_eq!(agrees(rule, value, answer), agree);
    }

    fn read(verdict: Verdict, value: Option<&str>) -> VerdictReport {
        let evidence = Evidence {
            rule: "it is a text".to_owned(),
            verdict,
            read: value.map(str::to_owned),
            normalized: None,
            at: None,
            observation: None,
            when: Timestamp::UNIX_EPOCH,
            because: None,
        };
        VerdictReport { verdict, because: None, evidence: vec![evidence], value: value.map(str::to_owned) }
    }

    #[rstest]
    #[case::right(Some("15"), read(Verdict::Confirmed, Some("15")), Some("15"), Verdict::Confirmed)]
    #[case::wrong(Some("15"), read(Verdict::Confirmed, Some("15")), Some("16"), Verdict::Refuted)]
    #[case::none(Some("15"), read(Verdict::Confirmed, Some("15")), None, Verdict::Refuted)]
    #[case::changed(Some("14"), read(Verdict::Confirmed, Some("15")), Some("15"), Verdict::Inconclusive)]
    #[case::unread_after(Some("15"), read(Verdict::Inconclusive, None), Some("15"), Verdict::Inconclusive)]
    fn a_value_that_changed_or_was_not_read_proves_nothing(
        #[case] before: Option<&str>,
        #[case] after: VerdictReport,
        #[case] answer: Option<&str>,
        #[case] verdict: Verdict,
    ) {
        let report = judged(AnswerRule::Exact, before, &after, answer);
        assert_eq!(report.verdict, verdict);
        assert_eq!(report.evidence[0].verdict, verdict);
    }

    #[test]
    fn only_done_with_the_right_answer_passes() {
        for claim in Claim::ALL {
            for verdict in Verdict::ALL {
                let (outcome, kind) = after_answer(*claim, *verdict);
                let right = (*claim, *verdict) == (Claim::Done, Verdict::Confirmed);
                assert_eq!(outcome == Outcome::Passed, right, "{claim} {verdict}: {kind}");
                assert_eq!(outcome == Outcome::Errored, *verdict == Verdict::Inconclusive, "{claim} {verdict}: {kind}");
            }
        }
    }
}
