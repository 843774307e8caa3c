//! Runs a script: looks, waits until a step's target stands still, acts, and waits for the effect.

use std::time::Duration;

use jiff::Timestamp;

use super::compiled::Script;
use super::expect::Expect;
use super::permission::Permission;
use super::step::{Problem, ScriptError, Step};
use crate::act::{Act, ActError, Performed, Sent};
use crate::device::Input;
use crate::event::Event;
use crate::screen::{Action, Observation};

/// How long a step tries, unless it says otherwise.
pub const TIMEOUT: Duration = Duration::from_secs(5);
/// How long between two looks.
const EVERY: Duration = Duration::from_millis(100);
/// How long an old screen may still be read after an input.
pub(super) const LAG: Duration = Duration::from_millis(1500);
/// Looks that a step has at least, however slow they are.
const LOOKS: u32 = 3;

/// Runs steps on one phone, one after the other.
pub struct Runner<'a> {
    act: &'a mut Act,
    permission: Permission,
    words: String,
    /// The place of the running step in its list, from 1.
    number: usize,
}

/// What a step makes of one look at the screen.
#[derive(Debug)]
pub enum Choice<T> {
    /// What to do, and what tells it from other things: only the same again in the next look is believed.
    Same(T, String),
    /// What to do at once: it does not depend on the screen.
    AtOnce(T),
    /// Nothing yet, and why.
    NotYet(String),
    /// What must not be done, and what tells it from other things: it is no more believed than what may be done.
    Never(Problem, String),
}

impl<'a> Runner<'a> {
    /// A runner on the phone behind `act`.
    pub fn new(act: &'a mut Act) -> Self {
        Self { act, permission: Permission::default(), words: String::new(), number: 0 }
    }

    /// Runs all steps of `script`, and stops at the first that fails.
    ///
    /// # Errors
    /// Which step failed and why, or that the phone did.
    pub async fn run(&mut self, script: &Script) -> Result<(), ScriptError> {
        self.permission = script.permission();
        for (index, step) in script.steps().enumerate() {
            self.number = index + 1;
            let ended = self.carry_out(step.as_ref()).await;
            self.act.events().emit(Event::Step {
                number: self.number,
                step: self.words.clone(),
                problem: ended.as_ref().err().map(ToString::to_string),
            });
            match ended {
                Ok(()) => {}
                Err(Problem::Act(error)) => return Err(error.into()),
                Err(problem) => {
                    return Err(ScriptError::Step { place: script.place(index), step: self.words.clone(), problem });
                }
            }
        }
        Ok(())
    }

    /// Runs the steps of a part of a step, which is called `part`, and stops at the first that fails.
    ///
    /// # Errors
    /// Why it failed, with its place.
    pub(super) async fn run_part(&mut self, part: &str, script: &Script) -> Result<(), Problem> {
        let outer = self.words.clone();
        let mut ended = Ok(());
        for (index, step) in script.steps().enumerate() {
            ended = self.carry_out(step.as_ref()).await;
            let place = format!("{part} {}: {}", index + 1, self.words);
            self.act.events().emit(Event::Step {
                number: self.number,
                step: place.clone(),
                problem: ended.as_ref().err().map(ToString::to_string),
            });
            ended = ended.map_err(|problem| problem.within(&place));
            if ended.is_err() {
                break;
            }
        }
        self.words = outer;
        ended
    }

    /// Carries one step out.
    ///
    /// # Errors
    /// Why it failed.
    pub async fn carry_out(&mut self, step: &dyn Step) -> Result<(), Problem> {
        self.words = step.words();
        step.run(self).await
    }

    /// The handle to the phone.
    pub fn act(&mut self) -> &mut Act {
        self.act
    }

    /// What the running script may do.
    #[must_use]
    pub fn permission(&self) -> Permission {
        self.permission
    }

    /// A fresh look at the screen.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn look(&mut self) -> Result<Observation, Problem> {
        Ok(self.act.observe().await?)
    }

    /// Looks until `choose` settles on something.
    ///
    /// # Errors
    /// The last reason against it when the time is up.
    pub async fn settle_on<T>(
        &mut self,
        deadline: Deadline,
        mut choose: impl FnMut(&Observation) -> Choice<T>,
    ) -> Result<(Observation, T), Problem> {
        let mut before: Option<String> = None;
        let mut looks = 0;
        loop {
            let screen = self.look().await?;
            looks += 1;
            let because = match choose(&screen) {
                Choice::AtOnce(what) => return Ok((screen, what)),
                Choice::Same(what, same) if before.as_ref() == Some(&same) => return Ok((screen, what)),
                Choice::Never(problem, same) if before.as_ref() == Some(&same) => return Err(problem),
                Choice::Same(_, same) | Choice::Never(_, same) => {
                    before = Some(same);
                    "it does not stand still".to_owned()
                }
                Choice::NotYet(because) => {
                    before = None;
                    because
                }
            };
            if looks >= LOOKS && deadline.passed(self) {
                return Err(Problem::Unresolved(because));
            }
            self.pause().await;
        }
    }

    /// Settles on an action and carries it out. A screen that changes in between, or a phone that turns the input away,
    /// costs a new look and a new choice. Gives the screen that was acted on.
    ///
    /// # Errors
    /// When there is nothing to act on in time, or it is forbidden, or the phone fails.
    pub async fn act_on(
        &mut self,
        timeout: Duration,
        mut choose: impl FnMut(&Observation) -> Choice<Action>,
    ) -> Result<(Observation, Sent), Problem> {
        let mut deadline = self.deadline(timeout);
        loop {
            let (screen, action) = self.settle_on(deadline, &mut choose).await?;
            let words = self.words.clone();
            let because = match self.act.perform(&action, &screen, &words).await? {
                Performed::Sent(sent) => return Ok((screen, sent)),
                Performed::Refused { because } => return Err(Problem::Refused(because)),
                Performed::Stale { because, .. } => format!("the screen keeps changing: {because}"),
                Performed::NotExecuted { .. } => {
                    // The service may have asked for a pause, which is not the step's time. How often is up to `act`.
                    deadline = self.deadline(timeout);
                    continue;
                }
            };
            if deadline.passed(self) {
                return Err(Problem::Unresolved(because));
            }
            self.pause().await;
        }
    }

    /// Waits for the effect of what was done on `before`, beginning with the look `after` it.
    ///
    /// # Errors
    /// What was missing when the time was up.
    pub(super) async fn expect(
        &mut self,
        effect: &Expect,
        timeout: Duration,
        before: &Observation,
        after: Observation,
    ) -> Result<(), Problem> {
        self.wait_until(timeout, after, |after| effect.missing(before, after)).await.map(drop)
    }

    /// Stops an app, and waits for it to leave the screen: a lagging picture of its old page must not be taken for the
    /// page that a new start will show.
    ///
    /// # Errors
    /// When the phone fails.
    pub(super) async fn stop(&mut self, package: &str) -> Result<(), Problem> {
        let sent = self.command_as(&Input::StopApp { package: package.to_owned() }, None).await?;
        self.until_gone(package, sent.after).await
    }

    /// Sends a command, in the words of the step.
    ///
    /// # Errors
    /// When it is forbidden or the phone fails.
    pub(super) async fn command(&mut self, command: &Input) -> Result<Sent, Problem> {
        let words = self.words.clone();
        self.command_as(command, Some(&words)).await
    }

    async fn command_as(&mut self, command: &Input, words: Option<&str>) -> Result<Sent, Problem> {
        let words = words.map_or_else(|| command.to_string(), str::to_owned);
        loop {
            match self.act.command(command, &words).await {
                Ok(Performed::Sent(sent)) => return Ok(sent),
                Ok(Performed::Refused { because }) => return Err(Problem::Refused(because)),
                // Turned away; how often is up to `act`.
                Ok(Performed::Stale { .. } | Performed::NotExecuted { .. }) => self.pause().await,
                // What a phone can't do is the step's mistake. One that is gone, or does not know the key, can't be seen.
                Err(ActError::Rejected { because, .. }) => {
                    self.look().await?;
                    return Err(Problem::Unresolved(format!("the phone refuses it: {because}")));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for an app to leave the screen; one that comes back at once is no problem.
    ///
    /// # Errors
    /// When the phone fails.
    pub(super) async fn until_gone(&mut self, package: &str, after: Observation) -> Result<(), Problem> {
        let gone = |screen: &Observation| match screen.foreground() {
            front if front == package => Err(format!("{package} is still in front")),
            _ => Ok(()),
        };
        match self.wait_until(LAG, after, gone).await {
            // Some phones start their home screen or a keyboard's app anew at once; the next step will tell.
            Ok(_) | Err(Problem::Unmet(_)) => Ok(()),
            Err(problem) => Err(problem),
        }
    }

    /// Waits as long as between two looks.
    pub(super) async fn pause(&mut self) {
        self.act.clock().clone().sleep(EVERY).await;
    }

    /// A deadline `timeout` from now.
    #[must_use]
    pub fn deadline(&self, timeout: Duration) -> Deadline {
        Deadline { begun: self.act.clock().now(), timeout }
    }

    /// Looks, beginning with `first`, until `holds` finds nothing missing.
    ///
    /// # Errors
    /// What was missing when the time was up.
    pub async fn wait_until(
        &mut self,
        timeout: Duration,
        first: Observation,
        holds: impl Fn(&Observation) -> Result<(), String>,
    ) -> Result<Observation, Problem> {
        let deadline = self.deadline(timeout);
        let mut screen = first;
        let mut looks = 0;
        loop {
            let Err(missing) = holds(&screen) else { return Ok(screen) };
            looks += 1;
            if looks >= LOOKS && deadline.passed(self) {
                return Err(Problem::Unmet(missing));
            }
            self.pause().await;
            screen = self.look().await?;
        }
    }
}

/// When a step gives up.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    begun: Timestamp,
    timeout: Duration,
}

impl Deadline {
    pub(super) fn passed(self, runner: &Runner<'_>) -> bool {
        runner.act.clock().since(self.begun) >= self.timeout
    }
}
