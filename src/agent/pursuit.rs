//! One goal, pursued until the loop ends.

use std::time::Duration;

use jiff::Timestamp;
use thiserror::Error;

use super::history::History;
use super::limits::Limits;
use crate::act::{Act, ActError, Performed};
use crate::event::{Claim, Event};
use crate::plain::printable;
use crate::policy::{Chosen, Decision, Policy, PolicyError, Situation, TextValues};
use crate::screen::{Action, Observation};

/// How long the first of several waits takes; each further one takes twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// How long a wait takes at most.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How much waiting in a row there may be.
const WAITING: Duration = Duration::from_secs(15);
/// How many decisions in a row may meet a changed screen.
const UNSTABLE: u32 = 3;

/// What an agent is asked, and within which limits.
#[derive(Debug, Clone)]
pub struct Task {
    /// The goal, in the words of its author.
    pub goal: String,
    /// What may be typed.
    pub texts: TextValues,
    /// How much may be used up.
    pub limits: Limits,
    /// Below this confidence nothing is done; 0 switches the cut-off off.
    pub confidence: f64,
    /// Whether one decision is asked for and none carried out.
    pub preview: bool,
    /// Whether the goal asks for something that is to be said.
    pub wants_answer: bool,
}

/// How a pursuit ended.
#[derive(Debug, Clone)]
pub struct Pursued {
    /// What the agent says.
    pub claim: Claim,
    /// Why, in a sentence, where the claim does not say it all.
    pub because: Option<String>,
    /// What it answers, where the goal wants an answer.
    pub answer: Option<String>,
    /// What it took.
    pub effort: Effort,
    /// The last decision, whether or not it was carried out.
    pub last: Option<LastDecision>,
}

/// What a pursuit took so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Inputs sent and waits.
    pub steps: u32,
    /// Decisions asked for.
    pub decisions: u32,
}

/// The last decision of a pursuit.
#[derive(Debug, Clone, PartialEq)]
pub struct LastDecision {
    /// `TAP`, `DONE` and so on.
    pub operation: String,
    /// The label of what it is to be done to.
    pub target: Option<String>,
    /// The confidence it was taken with.
    pub confidence: Option<f64>,
    /// The model that answered.
    pub model: String,
}

/// A pursuit that ended without a claim.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct Interrupted {
    /// Why.
    #[source]
    pub error: AgentError,
    /// What it had taken until then.
    pub effort: Effort,
}

/// What ends a pursuit without a claim.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The phone, or the way to it, failed.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The model, or the way to it, failed.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

/// The loop's state between two turns.
struct Pursuit<'a> {
    task: &'a Task,
    act: &'a mut Act,
    history: History,
    started: Timestamp,
    effort: Effort,
    waited: Duration,
    waits: u32,
    stale: u32,
    last: Option<LastDecision>,
    answer: Option<String>,
}

/// What a turn leads to.
enum Turn {
    On(Box<Observation>),
    End(Claim, Option<String>),
}

/// Pursues `task` with `policy` on the phone behind `act`.
///
/// # Errors
/// When phone or model fail, or an input's effect is unknown.
pub async fn pursue(task: &Task, policy: &dyn Policy, act: &mut Act) -> Result<Pursued, Interrupted> {
    let mut pursuit = Pursuit {
        started: act.clock().now(),
        task,
        act,
        history: History::default(),
        effort: Effort::default(),
        waited: Duration::ZERO,
        waits: 0,
        stale: 0,
        last: None,
        answer: None,
    };
    match pursuit.until_claim(policy).await {
        Ok((claim, because)) => Ok(pursuit.end(claim, because)),
        Err(error) => Err(Interrupted { error, effort: pursuit.effort }),
    }
}

impl Pursuit<'_> {
    async fn until_claim(&mut self, policy: &dyn Policy) -> Result<(Claim, Option<String>), AgentError> {
        let mut screen = self.act.observe().await?;
        loop {
            match self.turn(policy, screen).await? {
                Turn::On(next) => screen = *next,
                Turn::End(claim, because) => return Ok((claim, because)),
            }
        }
    }

    async fn turn(&mut self, policy: &dyn Policy, screen: Observation) -> Result<Turn, AgentError> {
        if self.out_of_time() {
            return Ok(Turn::End(Claim::TimeLimit, None));
        }
        if self.effort.decisions >= self.task.limits.decisions() {
            return Ok(Turn::End(Claim::DecisionLimit, None));
        }
        let decision = self.decide(policy, &screen).await?;
        if self.out_of_time() {
            return Ok(Turn::End(Claim::TimeLimit, Some("the last decision came after the time was up".to_owned())));
        }
        let ended = match &decision.choice {
            Chosen::Done => Some((Claim::Done, None)),
            Chosen::Blocked => Some((Claim::Blocked, None)),
            Chosen::NeedsInput { why } => Some((Claim::NeedsInput, Some(why.clone()))),
            Chosen::Uncertain => Some((Claim::Uncertain, Some(uncertain(&decision, self.task.confidence)))),
            Chosen::Act(_) | Chosen::Wait if self.task.preview => Some((Claim::Preview, None)),
            Chosen::Act(_) | Chosen::Wait if self.effort.steps >= self.task.limits.steps => {
                Some((Claim::StepLimit, None))
            }
            Chosen::Act(_) | Chosen::Wait => None,
        };
        if let Some((claim, because)) = ended {
            self.answer = decision.answer.filter(|_| claim == Claim::Done);
            return Ok(Turn::End(claim, because));
        }
        match decision.choice.clone() {
            Chosen::Act(action) => self.carry_out(&decision, action, screen).await,
            _ => self.wait(&decision, screen).await,
        }
    }

    async fn decide(&mut self, policy: &dyn Policy, screen: &Observation) -> Result<Decision, AgentError> {
        let apps = self.act.installed().await?;
        self.effort.decisions += 1;
        let situation = Situation {
            goal: &self.task.goal,
            texts: &self.task.texts,
            observation: screen,
            apps: &apps,
            history: self.history.past(),
            confidence_cutoff: self.task.confidence,
            wants_answer: self.task.wants_answer,
        };
        let decision = policy.decide(&situation).await?;
        let events = self.act.events();
        if !decision.pruned.is_empty() {
            events.emit(Event::Pruned {
                what: decision.pruned.iter().filter_map(|pruned| serde_json::to_value(pruned).ok()).collect(),
            });
        }
        let last = LastDecision {
            operation: decision.operation.to_string(),
            target: decision.target.as_deref().map(short),
            confidence: decision.confidence,
            model: decision.model.clone(),
        };
        events.emit(Event::Decided {
            operation: last.operation.clone(),
            target: last.target.clone(),
            confidence: last.confidence,
            model: last.model.clone(),
            request_id: decision.request_id.clone(),
            took_ms: (decision.timing.attempts > 0).then(|| millis(decision.timing.total)),
        });
        self.last = Some(last);
        Ok(decision)
    }

    async fn carry_out(
        &mut self,
        decision: &Decision,
        action: Action,
        screen: Observation,
    ) -> Result<Turn, AgentError> {
        if self.history.repeats(&action, &screen) {
            let because = "the same action was already carried out on this very screen".to_owned();
            return Ok(Turn::End(Claim::Stuck, Some(because)));
        }
        self.waited = Duration::ZERO;
        self.waits = 0;
        let words = in_words(decision);
        match self.act.perform(&action, &screen, &words).await? {
            Performed::Sent(sent) => {
                self.stale = 0;
                self.effort.steps += 1;
                self.history.sent(decision, action, &screen, &sent.after);
                if sent.text_shown == Some(false) {
                    let because = "the field does not show the text that was typed".to_owned();
                    return Ok(Turn::End(Claim::InputUnverified, Some(because)));
                }
                Ok(Turn::On(Box::new(sent.after)))
            }
            Performed::Stale { fresh, because } => {
                self.stale += 1;
                if self.stale >= UNSTABLE {
                    return Ok(Turn::End(Claim::UnstableScreen, Some(because)));
                }
                Ok(Turn::On(Box::new(fresh)))
            }
            Performed::Refused { because } => Ok(Turn::End(Claim::Refused, Some(because))),
            Performed::NotExecuted { .. } => Ok(Turn::On(Box::new(self.act.observe().await?))),
        }
    }

    async fn wait(&mut self, decision: &Decision, screen: Observation) -> Result<Turn, AgentError> {
        let left = WAITING.saturating_sub(self.waited);
        if left.is_zero() {
            return Ok(Turn::End(Claim::LoadingTimeout, None));
        }
        let pause = FIRST_WAIT.saturating_mul(1 << self.waits.min(10)).min(LONGEST_WAIT).min(left);
        self.act.clock().sleep(pause).await;
        self.act.events().emit(Event::Waited { ms: millis(pause) });
        self.waited += pause;
        self.waits += 1;
        self.effort.steps += 1;
        self.stale = 0;
        let after = self.act.observe().await?;
        self.history.waited(decision, &screen, &after);
        Ok(Turn::On(Box::new(after)))
    }

    fn out_of_time(&self) -> bool {
        self.act.clock().since(self.started) >= self.task.limits.time
    }

    fn end(self, claim: Claim, because: Option<String>) -> Pursued {
        let Effort { steps, decisions } = self.effort;
        let answer = self.answer;
        self.act.events().emit(Event::Claimed {
            claim,
            because: because.clone(),
            answer: answer.clone(),
            steps,
            decisions,
        });
        Pursued { claim, because, answer, effort: self.effort, last: self.last }
    }
}

fn in_words(decision: &Decision) -> String {
    match &decision.target {
        Some(target) => format!("{} \"{}\"", decision.operation, short(target)),
        None => decision.operation.to_string(),
    }
}

/// A label for a person. That of a scrolling region is made of all that it shows.
fn short(label: &str) -> String {
    printable(label, 80)
}

fn uncertain(decision: &Decision, cutoff: f64) -> String {
    match decision.confidence {
        Some(confidence) => format!("confidence {confidence:.2} is below the cut-off {cutoff:.2}"),
        None => format!("there is no confidence to compare with the cut-off {cutoff:.2}"),
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
