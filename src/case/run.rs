//! One case, from baseline to outcome.

use std::sync::Arc;
use std::time::Duration;

use super::answer;
use super::compile::{Case, Work};
use super::error::CaseError;
use super::message;
use super::neutral::neutral;
use super::outcome::{Found, after_verdict, before_agent, expected_baseline};
use super::referee::Referee;
use crate::act::{Act, ActError, Journal, Performed};
use crate::agent::{Effort, Pursued, pursue};
use crate::clock::Clock;
use crate::device::{Device, Input};
use crate::event::{CaseResult, Claim, Event, Events, Evidence, Kind, Outcome, Phase, Verdict};
use crate::policy::Policy;
use crate::script::{Problem, Runner, Script, ScriptError};
use crate::secret::Secrets;
use crate::verify::{Purpose, VerdictReport};

/// What a case runs on.
pub struct Rig {
    /// The phone.
    pub device: Arc<dyn Device>,
    /// What decides.
    pub policy: Arc<dyn Policy>,
    /// The case's time.
    pub clock: Clock,
    /// Where the case says what happens.
    pub events: Events,
    /// Where intents and receipts are kept.
    pub journal: Arc<dyn Journal>,
    /// The secrets that the case's steps type.
    pub secrets: Secrets,
    /// Who has the last word, if anybody has.
    pub referee: Option<Arc<dyn Referee>>,
}

impl Rig {
    fn objection(&self) -> Option<CaseError> {
        self.referee.as_ref().and_then(|referee| referee.objection()).map(CaseError::Replay)
    }
}

/// What is known so far. Kept beside the run, so that an error on the way does not lose it.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) baseline: Option<VerdictReport>,
    /// How long the baseline's agent worked.
    baseline_agent: Option<Duration>,
    pub(super) pursued: Option<Pursued>,
    effort: Effort,
    inputs: usize,
    pub(super) verdict: Option<VerdictReport>,
    /// What was seen after an input whose effect is unknown.
    glimpse: Vec<Evidence>,
}

/// Runs one case and says what became of it. Every error on the way is an outcome.
pub async fn run(case: &Case, rig: &Rig) -> CaseResult {
    let events = rig.events.of_case(case.name(), rig.clock.clone()).hiding(rig.secrets.redactor());
    events.emit(Event::CaseStarted { goal: case.about().to_owned() });
    let mut progress = Progress::default();
    let act =
        Act::new(rig.device.clone(), rig.clock.clone(), events.clone(), rig.journal.clone(), case.guard().clone())
            .with_secrets(rig.secrets.clone());
    let mut run = Run { case, rig, act: &act, progress: &mut progress };
    let mut ended = run.until_verdict().await;
    if let Some(objection) = rig.objection() {
        ended = Err(objection);
    } else if matches!(&ended, Err(error) if error.kind() == Kind::InputUnknown) {
        // After an input whose effect is unknown nothing more is sent.
        run.look_only().await;
    } else {
        clean_up(case, &act).await;
    }
    let mut result = events.hidden(result(case, ended, progress));
    if let Some(referee) = &rig.referee {
        result = events.hidden(referee.conclude(result, &events));
    }
    events.emit(Event::CaseEnded(result.clone()));
    result
}

struct Run<'a> {
    case: &'a Case,
    rig: &'a Rig,
    act: &'a Act,
    progress: &'a mut Progress,
}

impl Run<'_> {
    /// Up to and including the verdict; the outcome so far, where nothing went wrong on the way.
    async fn until_verdict(&mut self) -> Result<(Outcome, Kind), CaseError> {
        self.rig.device.ready().await?;
        let demand = self.case.demand();
        let baseline = self.baseline().await?;
        let rule = self.case.answer();
        let over = if rule.is_some() { answer::before_agent(baseline) } else { before_agent(demand, baseline) };
        if let Some(kind) = over {
            return Ok((Outcome::Errored, kind));
        }
        let claim = self.agent().await?;
        let mut report = self.case.verifier().ask(self.enter(Phase::Verify), Purpose::Verdict).await?;
        if let Some(rule) = rule {
            let before = self.progress.baseline.as_ref().and_then(|report| report.value.as_deref());
            let answer = self.progress.pursued.as_ref().and_then(|pursued| pursued.answer.as_deref());
            report = answer::judged(rule, before, &report, answer);
        }
        let verdict = report.verdict;
        self.progress.verdict = Some(report);
        if rule.is_some() {
            return Ok(answer::after_answer(claim, verdict));
        }
        Ok(after_verdict(demand, Found { baseline, claim, verdict, inputs: self.progress.inputs }))
    }

    async fn baseline(&mut self) -> Result<Verdict, CaseError> {
        let Prepared { report, agent } = baseline(self.case, self.rig.policy.as_ref(), self.act).await?;
        let verdict = report.verdict;
        self.progress.baseline_agent = agent;
        self.progress.baseline = Some(report);
        Ok(verdict)
    }

    async fn agent(&mut self) -> Result<Claim, CaseError> {
        start(self.case, &mut self.enter(Phase::Start)).await?;
        let mut act = self.enter(Phase::Agent);
        let ended = match self.case.work() {
            Work::Goal(task) => pursue(task, self.rig.policy.as_ref(), &mut act).await.map_err(|interrupted| {
                self.progress.effort = interrupted.effort;
                CaseError::from(interrupted.error)
            }),
            Work::Steps(script) => scripted(script, &mut act).await,
        };
        self.progress.inputs = act.accepted();
        let pursued = ended?;
        self.progress.effort = pursued.effort;
        let claim = pursued.claim;
        self.progress.pursued = Some(pursued);
        Ok(claim)
    }

    /// What the screen shows after an input whose effect is unknown: evidence, and no verdict.
    async fn look_only(&mut self) {
        let act = self.enter(Phase::Verify);
        if let Ok(seen) = self.case.verifier().glance(act).await {
            self.progress.glimpse = seen.evidence;
        }
    }

    fn enter(&self, phase: Phase) -> Act {
        enter(self.act, phase)
    }
}

/// A handle for a phase that begins.
fn enter(act: &Act, phase: Phase) -> Act {
    let act = act.in_phase(phase);
    act.events().emit(Event::PhaseStarted { phase });
    act
}

/// Brings the phone into the state that the goal starts from, and asks the verifier whether the goal is reached there.
///
/// # Errors
/// Whatever ends a case before its agent.
pub async fn baseline(case: &Case, policy: &dyn Policy, act: &Act) -> Result<Prepared, CaseError> {
    let judge =
        || async { Ok::<_, CaseError>(case.verifier().ask(act.in_phase(Phase::Baseline), Purpose::Baseline).await?) };
    let mut preparing = enter(act, Phase::Baseline);
    if case.resets() {
        reset(&mut preparing).await?;
    }
    follow("baseline", case.baseline_steps(), &mut preparing).await?;
    start(case, &mut preparing).await?;
    drop(preparing);
    let report = judge().await?;
    let is_right =
        matches!(report.verdict, Verdict::Inconclusive) || report.verdict == expected_baseline(case.demand().expect);
    let Some(task) = case.baseline_task().filter(|_| !is_right) else { return Ok(Prepared { report, agent: None }) };
    start(case, &mut act.in_phase(Phase::Baseline)).await?;
    let mut preparing = enter(act, Phase::BaselineAgent);
    let begun = act.clock().now();
    pursue(task, policy, &mut preparing).await.map_err(|interrupted| interrupted.error)?;
    let agent = Some(act.clock().since(begun));
    drop(preparing);
    drop(enter(act, Phase::Baseline));
    Ok(Prepared { report: judge().await?, agent })
}

/// The phone as the goal starts from it.
#[derive(Debug)]
pub struct Prepared {
    /// What the verifier says there.
    pub report: VerdictReport,
    /// How long an agent worked on the baseline's own goal, if one did.
    pub agent: Option<Duration>,
}

/// Makes the phone as new, and waits for it to come back.
async fn reset(act: &mut Act) -> Result<(), CaseError> {
    loop {
        match act.command(&Input::Reset, &Input::Reset.to_string()).await {
            Ok(Performed::Sent(_)) => return Ok(()),
            Ok(Performed::Refused { because }) => return Err(CaseError::Reset(because)),
            // Ends: the third input that is turned away in a row is an error.
            Ok(Performed::NotExecuted { .. } | Performed::Stale { .. }) => {}
            // What a phone can't do is the goal's mistake. One that is gone, or does not know the key, can't be seen.
            Err(ActError::Rejected { because, .. }) => {
                act.observe().await?;
                return Err(CaseError::Reset(because));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// The state in which the baseline is proven and the agent starts. What the start steps bring about is there for both, so
/// that it never counts as the agent's doing.
///
/// # Errors
/// Whatever ends a case before its agent.
pub async fn start(case: &Case, act: &mut Act) -> Result<(), CaseError> {
    neutral(case, act).await?;
    follow("start", case.start_steps(), act).await
}

/// Runs a list of the goal's steps, to be called `part` where one fails.
///
/// # Errors
/// The step that failed, or what ends every case.
pub async fn follow(part: &'static str, script: &Script, act: &mut Act) -> Result<(), CaseError> {
    Runner::new(act).run(script).await.map_err(|source| CaseError::Script { part, source })
}

/// A scripted test: its steps are the agent. A step that was done and whose effect is not seen is the claim; one that
/// could not be done is an error of the goal's own file.
async fn scripted(script: &Script, act: &mut Act) -> Result<Pursued, CaseError> {
    let (claim, because) = match Runner::new(act).run(script).await {
        Ok(()) => (Claim::Done, None),
        Err(unmet @ ScriptError::Step { problem: Problem::Unmet(_), .. }) => {
            (Claim::ScriptFailed, Some(unmet.to_string()))
        }
        Err(source) => return Err(CaseError::Script { part: "steps", source }),
    };
    let steps = u32::try_from(act.accepted()).unwrap_or(u32::MAX);
    act.events().emit(Event::Claimed { claim, because: because.clone(), answer: None, steps, decisions: 0 });
    Ok(Pursued { claim, because, answer: None, effort: Effort { steps, decisions: 0 }, last: None })
}

/// Cleanup is shown and changes nothing, however it ends.
pub async fn clean_up(case: &Case, act: &Act) {
    if case.cleanup().is_empty() {
        return;
    }
    let mut act = act.in_phase(Phase::Cleanup);
    act.events().emit(Event::PhaseStarted { phase: Phase::Cleanup });
    if let Err(error) = Runner::new(&mut act).run(case.cleanup()).await {
        act.events().emit(Event::Warning { message: format!("cleanup failed, which changes nothing: {error}") });
    }
}

fn result(case: &Case, ended: Result<(Outcome, Kind), CaseError>, progress: Progress) -> CaseResult {
    let expect = case.demand().expect;
    let (outcome, kind, message) = match ended {
        Ok((outcome, kind)) => (outcome, kind, message::of(kind, expect, &progress)),
        Err(error) => (Outcome::Errored, error.kind(), error.to_string()),
    };
    let baseline = progress.baseline.as_ref().map(|report| report.verdict);
    let verdict = progress.verdict.as_ref().map(|report| report.verdict);
    let reported = progress.verdict.or(progress.baseline).map(|report| report.evidence).unwrap_or_default();
    let evidence = if progress.glimpse.is_empty() { reported } else { progress.glimpse };
    CaseResult {
        name: case.name().to_owned(),
        outcome,
        kind,
        claim: progress.pursued.as_ref().map(|pursued| pursued.claim),
        answer: progress.pursued.as_ref().and_then(|pursued| pursued.answer.clone()),
        baseline,
        verdict,
        steps: progress.effort.steps,
        decisions: progress.effort.decisions,
        baseline_agent_ms: progress.baseline_agent.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
        evidence,
        message,
        recorded: None,
    }
}
