//! From evaluations to a verdict: when is enough known?
//!
//! A screen lags behind its state: after an input the old page may still be read for a second or more, and a switch
//! moves before its setting is written. So a check is computed again and again:
//!
//! - nothing is read within 1.5 s of the last input ([`QUIET`]);
//! - two `Confirmed` in a row, at least 250 ms apart ([`PAUSE`]), are a confirmed verdict;
//! - without them evaluation goes on for the verifier's `within`, counted from the first evaluation. Two `Refuted` at
//!   the end are a refuted verdict. Everything else is inconclusive: unsettled.
//!
//! A baseline does not wait for a change that nobody makes: there any two equal evaluations in a row are the verdict.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::VerifyError;
use super::evaluation::{Evaluation, VerdictReport};
use crate::clock::Clock;
use crate::event::{Event, Events, Verdict};

/// How long after an input a screen is not yet believed.
pub const QUIET: Duration = Duration::from_millis(1500);

/// How far apart two evaluations are at least.
pub const PAUSE: Duration = Duration::from_millis(250);

/// What a verdict is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To prove that the goal is not reached yet.
    Baseline,
    /// To judge what the agent did.
    Verdict,
}

/// What can be evaluated again and again.
#[async_trait]
pub(super) trait Evaluate: Send {
    /// Computes the check once, from fresh reads.
    async fn evaluate(&mut self) -> Result<Evaluation, VerifyError>;

    /// When the phone was last sent an input, by whomever.
    async fn last_input_at(&self) -> Result<Option<Timestamp>, VerifyError>;
}

/// Evaluates until enough is known.
pub(super) async fn settle(
    purpose: Purpose,
    within: Duration,
    clock: &Clock,
    events: &Events,
    check: &mut dyn Evaluate,
) -> Result<VerdictReport, VerifyError> {
    let mut first: Option<Timestamp> = None;
    let mut before: Option<Evaluation> = None;
    loop {
        // A check that scrolls is itself an input, so this is asked each time.
        if let Some(input) = check.last_input_at().await? {
            clock.sleep(QUIET.saturating_sub(clock.since(input))).await;
        }
        let begun = clock.now();
        events.emit(Event::EvaluationStarted);
        let now = check.evaluate().await?;
        events.emit(Event::Evaluated { verdict: now.verdict, counts: true, evidence: now.evidence.clone() });
        let since_first = clock.since(*first.get_or_insert(begun));
        if let Some(verdict) = enough(purpose, before.as_ref(), &now) {
            let because = (verdict != Verdict::Confirmed).then(|| now.reason().map(str::to_owned)).flatten();
            return Ok(VerdictReport { verdict, because, evidence: now.evidence, value: now.value });
        }
        // One evaluation says nothing, however long it took.
        if before.is_some() && since_first + PAUSE > within {
            return Ok(at_the_deadline(before.as_ref(), now, within));
        }
        before = Some(now);
        clock.sleep(PAUSE).await;
    }
}

/// The verdict, if these two evaluations in a row decide it before the deadline.
fn enough(purpose: Purpose, before: Option<&Evaluation>, now: &Evaluation) -> Option<Verdict> {
    let decides = match purpose {
        Purpose::Baseline => true,
        Purpose::Verdict => now.verdict == Verdict::Confirmed,
    };
    // A value that differs from look to look is none yet.
    let same = before.is_some_and(|before| before.verdict == now.verdict && before.value == now.value);
    (decides && same).then_some(now.verdict)
}

fn at_the_deadline(before: Option<&Evaluation>, now: Evaluation, within: Duration) -> VerdictReport {
    let last_two = (before.map(|e| e.verdict), now.verdict);
    if last_two == (Some(Verdict::Refuted), Verdict::Refuted) {
        let because = now.reason().map(str::to_owned);
        return VerdictReport { verdict: Verdict::Refuted, because, evidence: now.evidence, value: None };
    }
    let said = match last_two {
        (Some(before), now) if before == now => format!("evaluations stayed {now}"),
        (Some(before), now) => format!("the last two evaluations said {before} and {now}"),
        (None, now) => format!("the only evaluation said {now}"),
    };
    let why = now.reason().map(|reason| format!(": {reason}")).unwrap_or_default();
    VerdictReport {
        verdict: Verdict::Inconclusive,
        because: Some(format!("unsettled: within {within:?} {said}{why}")),
        evidence: now.evidence,
        value: None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::event::Verdict::{Confirmed as T, Inconclusive as U, Refuted as F};

    /// Says what it is told to, the last of it for ever, and notes when it was asked.
    struct Scripted {
        clock: Clock,
        says: Vec<Verdict>,
        asked: Vec<Duration>,
        last_input: Option<Timestamp>,
        takes: Duration,
        scrolls: bool,
    }

    #[async_trait]
    impl Evaluate for Scripted {
        async fn evaluate(&mut self) -> Result<Evaluation, VerifyError> {
            self.asked.push(self.clock.since(Timestamp::UNIX_EPOCH));
            self.clock.sleep(self.takes).await;
            if self.scrolls {
                self.last_input = Some(self.clock.now());
            }
            let verdict = if self.says.len() > 1 { self.says.remove(0) } else { self.says[0] };
            Ok(Evaluation::of("scripted", verdict, self.clock.now()).because("so it is"))
        }

        async fn last_input_at(&self) -> Result<Option<Timestamp>, VerifyError> {
            Ok(self.last_input)
        }
    }

    fn scripted(says: &[Verdict]) -> Scripted {
        Scripted {
            clock: Clock::starting_at(Timestamp::UNIX_EPOCH),
            says: says.to_vec(),
            asked: Vec::new(),
            last_input: Some(Timestamp::UNIX_EPOCH),
            takes: Duration::ZERO,
            scrolls: false,
        }
    }

    async fn settled(purpose: Purpose, check: &mut Scripted) -> VerdictReport {
        let clock = check.clock.clone();
        settle(purpose, Duration::from_secs(5), &clock, &Events::silent(), check).await.unwrap()
    }

    #[rstest]
    #[case(&[T], T, 2)]
    #[case(&[F, T], T, 3)]
    #[case(&[U, U, T], T, 4)]
    #[case(&[T, F, T], T, 4)]
    #[case(&[F], F, 21)]
    #[case(&[T, F], F, 21)]
    #[case(&[U], U, 21)]
    #[tokio::test]
    async fn two_confirmed_in_a_row_end_a_verdict_and_nothing_else_does_early(
        #[case] says: &[Verdict],
        #[case] verdict: Verdict,
        #[case] evaluations: usize,
    ) {
        let mut check = scripted(says);
        assert_eq!(settled(Purpose::Verdict, &mut check).await.verdict, verdict);
        assert_eq!(check.asked.len(), evaluations);
    }

    #[rstest]
    #[case(&[T], T, 2)]
    #[case(&[F], F, 2)]
    #[case(&[U], U, 2)]
    #[case(&[U, F], F, 3)]
    #[case(&[T, F], F, 3)]
    #[tokio::test]
    async fn a_baseline_ends_with_the_first_two_equal_evaluations(
        #[case] says: &[Verdict],
        #[case] verdict: Verdict,
        #[case] evaluations: usize,
    ) {
        let mut check = scripted(says);
        assert_eq!(settled(Purpose::Baseline, &mut check).await.verdict, verdict);
        assert_eq!(check.asked.len(), evaluations);
    }

    #[tokio::test]
    async fn nothing_is_read_until_the_last_input_is_old_enough() {
        let mut check = scripted(&[T]);
        settled(Purpose::Verdict, &mut check).await;
        assert_eq!(check.asked, [QUIET, QUIET + PAUSE]);
    }

    #[tokio::test]
    async fn a_phone_that_nobody_touched_is_read_at_once() {
        let mut check = scripted(&[T]);
        check.last_input = None;
        settled(Purpose::Verdict, &mut check).await;
        assert_eq!(check.asked, [Duration::ZERO, PAUSE]);
    }

    #[tokio::test]
    async fn the_deadline_counts_from_the_first_evaluation() {
        let mut check = scripted(&[F]);
        settled(Purpose::Verdict, &mut check).await;
        assert_eq!(check.asked.last(), Some(&(QUIET + Duration::from_secs(5))));
    }

    #[tokio::test]
    async fn a_state_that_changes_to_the_end_is_unsettled() {
        let mut says = vec![F; 20];
        says.push(T);
        let mut check = scripted(&says);
        let report = settled(Purpose::Verdict, &mut check).await;
        assert_eq!(report.verdict, U);
        assert!(report.because.unwrap().starts_with("unsettled"));
    }

    #[tokio::test]
    async fn an_alternating_baseline_is_unsettled() {
        let says: Vec<_> = [T, F].into_iter().cycle().take(40).collect();
        let report = settled(Purpose::Baseline, &mut scripted(&says)).await;
        assert_eq!(report.verdict, U);
    }

    #[rstest]
    #[case(T, 2)]
    #[case(F, 2)]
    #[tokio::test]
    async fn a_check_slower_than_its_deadline_is_still_asked_twice(#[case] says: Verdict, #[case] evaluations: usize) {
        let mut check = scripted(&[says]);
        check.takes = Duration::from_secs(20);
        check.scrolls = true;
        assert_eq!(settled(Purpose::Verdict, &mut check).await.verdict, says);
        assert_eq!(check.asked.len(), evaluations);
    }

    #[tokio::test]
    async fn a_check_that_scrolls_rests_before_it_reads_again() {
        let mut check = scripted(&[T]);
        check.scrolls = true;
        settled(Purpose::Verdict, &mut check).await;
        assert_eq!(check.asked, [QUIET, QUIET * 2]);
    }

    #[tokio::test]
    async fn the_reason_of_the_last_evaluation_is_kept() {
        let report = settled(Purpose::Verdict, &mut scripted(&[F])).await;
        assert_eq!(report.because.as_deref(), Some("so it is"));
    }
}
