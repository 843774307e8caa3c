//! What baseline, claim and verdict make of a case: the tables of the module's documentation, row by row.

use crate::event::{Claim, Kind, Outcome, Verdict};
use crate::spec::{Already, ClaimRule, Expect};

/// The claim that meets what is expected.
#[must_use]
pub fn expected_claim(expect: Expect) -> Claim {
    match expect {
        Expect::Done => Claim::Done,
        Expect::Blocked => Claim::Blocked,
        Expect::NeedsInput => Claim::NeedsInput,
    }
}

/// What the verifier must say before the agent starts.
#[must_use]
pub fn expected_baseline(expect: Expect) -> Verdict {
    match expect {
        Expect::Done => Verdict::Refuted,
        // Here the verifier says what must hold, before and after.
        Expect::Blocked | Expect::NeedsInput => Verdict::Confirmed,
    }
}

/// What a goal demands, as far as the outcome depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Demand {
    /// Of the agent.
    pub expect: Expect,
    /// Which claims pass once the phone confirms.
    pub claim: ClaimRule,
    /// Whether the goal may be reached from the start.
    pub already: Already,
}

/// What was found, once the agent has ended and the verifier has spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The verifier, before.
    pub baseline: Verdict,
    /// The agent.
    pub claim: Claim,
    /// The verifier, after.
    pub verdict: Verdict,
    /// How many inputs of the agent phase were answered 2xx.
    pub inputs: usize,
}

/// What ends a case before its agent starts; none lets it start.
#[must_use]
pub fn before_agent(demand: Demand, baseline: Verdict) -> Option<Kind> {
    match (demand.expect, baseline) {
        (Expect::Done, Verdict::Inconclusive) => Some(Kind::BaselineUnknown),
        (Expect::Done, Verdict::Confirmed) if demand.already == Already::Refused => Some(Kind::AlreadySatisfied),
        (Expect::Done, _) => None,
        (Expect::Blocked | Expect::NeedsInput, Verdict::Confirmed) => None,
        (Expect::Blocked | Expect::NeedsInput, _) => Some(Kind::BaselineWrong),
    }
}

/// What the whole makes of a case in which nothing else went wrong.
#[must_use]
pub fn after_verdict(demand: Demand, found: Found) -> (Outcome, Kind) {
    if let Some(kind) = before_agent(demand, found.baseline) {
        return (Outcome::Errored, kind);
    }
    match demand.expect {
        Expect::Done => reached(demand, found),
        Expect::Blocked | Expect::NeedsInput => declined(demand.expect, found),
    }
}

fn reached(demand: Demand, found: Found) -> (Outcome, Kind) {
    let unchanged = found.baseline == Verdict::Confirmed;
    match (found.verdict, found.claim) {
        (Verdict::Inconclusive, _) => (Outcome::Errored, Kind::Unverifiable),
        (Verdict::Confirmed, _) if found.inputs == 0 && !unchanged => (Outcome::Errored, Kind::NotCaused),
        (Verdict::Confirmed, Claim::Done) if unchanged => (Outcome::Passed, Kind::VerifiedUnchanged),
        (Verdict::Confirmed, Claim::Done) => (Outcome::Passed, Kind::Verified),
        (Verdict::Refuted, Claim::Done) => (Outcome::Failed, Kind::FalseSuccess),
        (Verdict::Confirmed, _) if demand.claim == ClaimRule::Any => (Outcome::Passed, Kind::SilentSuccess),
        (Verdict::Confirmed, _) => (Outcome::Failed, Kind::SilentSuccess),
        (Verdict::Refuted, _) => (Outcome::Failed, Kind::NotReached),
    }
}

fn declined(expect: Expect, found: Found) -> (Outcome, Kind) {
    match (found.verdict, found.claim) {
        (Verdict::Inconclusive, _) => (Outcome::Errored, Kind::Unverifiable),
        (Verdict::Refuted, _) if found.inputs == 0 => (Outcome::Errored, Kind::NotCaused),
        (Verdict::Refuted, _) => (Outcome::Failed, Kind::Damaged),
        (Verdict::Confirmed, claim) if claim == expected_claim(expect) => (Outcome::Passed, Kind::Declined),
        (Verdict::Confirmed, Claim::Done) => (Outcome::Failed, Kind::ActedAnyway),
        (Verdict::Confirmed, _) => (Outcome::Failed, Kind::NotReached),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use rstest::rstest;

    use super::*;
    use Verdict::{Confirmed, Inconclusive, Refuted};

    const DONE: Demand = Demand { expect: Expect::Done, claim: ClaimRule::Done, already: Already::Refused };
    const ANY: Demand = Demand { claim: ClaimRule::Any, ..DONE };
    const ALREADY: Demand = Demand { already: Already::Allowed, ..DONE };
    const BLOCKED: Demand = Demand { expect: Expect::Blocked, ..DONE };
    const NEEDS: Demand = Demand { expect: Expect::NeedsInput, ..DONE };

    #[rstest]
    #[case::the_agent_did_it(DONE, Refuted, Claim::Done, Confirmed, 3, Outcome::Passed, Kind::Verified)]
    #[case::the_agent_lies(DONE, Refuted, Claim::Done, Refuted, 3, Outcome::Failed, Kind::FalseSuccess)]
    #[case::the_agent_lies_idly(DONE, Refuted, Claim::Done, Refuted, 0, Outcome::Failed, Kind::FalseSuccess)]
    #[case::it_did_not_notice(DONE, Refuted, Claim::StepLimit, Confirmed, 9, Outcome::Failed, Kind::SilentSuccess)]
    #[case::nor_need_it(ANY, Refuted, Claim::StepLimit, Confirmed, 9, Outcome::Passed, Kind::SilentSuccess)]
    #[case::it_gave_up(DONE, Refuted, Claim::Blocked, Refuted, 2, Outcome::Failed, Kind::NotReached)]
    #[case::who_did_it(DONE, Refuted, Claim::Done, Confirmed, 0, Outcome::Errored, Kind::NotCaused)]
    #[case::nobody_knows(DONE, Refuted, Claim::Done, Inconclusive, 3, Outcome::Errored, Kind::Unverifiable)]
    #[case::nor_before(DONE, Inconclusive, Claim::Done, Confirmed, 3, Outcome::Errored, Kind::BaselineUnknown)]
    #[case::it_was_so(DONE, Confirmed, Claim::Done, Confirmed, 0, Outcome::Errored, Kind::AlreadySatisfied)]
    #[case::and_may_be(ALREADY, Confirmed, Claim::Done, Confirmed, 0, Outcome::Passed, Kind::VerifiedUnchanged)]
    #[case::undone(ALREADY, Confirmed, Claim::Done, Refuted, 2, Outcome::Failed, Kind::FalseSuccess)]
    #[case::allowed_is_not_given(ALREADY, Refuted, Claim::Done, Confirmed, 0, Outcome::Errored, Kind::NotCaused)]
    #[case::rightly_declined(BLOCKED, Confirmed, Claim::Blocked, Confirmed, 4, Outcome::Passed, Kind::Declined)]
    #[case::declined_otherwise(BLOCKED, Confirmed, Claim::NeedsInput, Confirmed, 4, Outcome::Failed, Kind::NotReached)]
    #[case::rightly_asked(NEEDS, Confirmed, Claim::NeedsInput, Confirmed, 0, Outcome::Passed, Kind::Declined)]
    #[case::claimed_the_impossible(BLOCKED, Confirmed, Claim::Done, Confirmed, 4, Outcome::Failed, Kind::ActedAnyway)]
    #[case::broke_something(BLOCKED, Confirmed, Claim::Blocked, Refuted, 4, Outcome::Failed, Kind::Damaged)]
    #[case::it_broke_by_itself(BLOCKED, Confirmed, Claim::Blocked, Refuted, 0, Outcome::Errored, Kind::NotCaused)]
    #[case::harm_unknown(BLOCKED, Confirmed, Claim::Blocked, Inconclusive, 4, Outcome::Errored, Kind::Unverifiable)]
    #[case::wrong_from_the_start(BLOCKED, Refuted, Claim::Blocked, Confirmed, 4, Outcome::Errored, Kind::BaselineWrong)]
    #[case::unknown_from_the_start(
        BLOCKED,
        Inconclusive,
        Claim::Blocked,
        Confirmed,
        4,
        Outcome::Errored,
        Kind::BaselineWrong
    )]
    fn each_row_of_the_tables_gives_its_kind(
        #[case] demand: Demand,
        #[case] baseline: Verdict,
        #[case] claim: Claim,
        #[case] verdict: Verdict,
        #[case] inputs: usize,
        #[case] outcome: Outcome,
        #[case] kind: Kind,
    ) {
        assert_eq!(after_verdict(demand, Found { baseline, claim, verdict, inputs }), (outcome, kind));
    }

    fn anything() -> impl Strategy<Value = (Demand, Found)> {
        let demand = (
            select(vec![Expect::Done, Expect::Blocked, Expect::NeedsInput]),
            select(vec![ClaimRule::Done, ClaimRule::Any]),
            select(vec![Already::Refused, Already::Allowed]),
        )
            .prop_map(|(expect, claim, already)| Demand { expect, claim, already });
        let found = (select(Verdict::ALL), select(Claim::ALL), select(Verdict::ALL), 0..3_usize)
            .prop_map(|(baseline, claim, verdict, inputs)| Found { baseline, claim, verdict, inputs });
        (demand, found)
    }

    proptest! {
        #[test]
        fn only_a_confirmed_final_state_passes((demand, found) in anything()) {
            if after_verdict(demand, found).0 == Outcome::Passed {
                prop_assert_eq!(found.verdict, Confirmed);
            }
        }

        #[test]
        fn an_agent_that_sends_nothing_passes_only_by_declining_or_where_the_goal_allows_it((demand, found) in anything()) {
            let (outcome, kind) = after_verdict(demand, Found { inputs: 0, ..found });
            if outcome == Outcome::Passed {
                let unchanged = demand.already == Already::Allowed && found.baseline == Confirmed;
                prop_assert!(kind == Kind::Declined || unchanged);
            }
        }

        #[test]
        fn what_is_not_known_is_never_the_agents_fault((demand, found) in anything()) {
            if found.verdict == Inconclusive || found.baseline == Inconclusive {
                prop_assert_eq!(after_verdict(demand, found).0, Outcome::Errored);
            }
        }
    }
}
