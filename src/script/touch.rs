//! Touching one thing: waiting until it stands still, getting at it, and touching it.

use std::time::Duration;

use super::region::Region;
use super::runner::{Choice, LAG, Runner};
use super::step::Problem;
use super::target::{describe, identity};
use crate::act::Sent;
use crate::device::Input;
use crate::screen::touch::is_reachable;
use crate::screen::{Action, Element, Global, Observation};

/// A finger on one thing: what it does there, made of the thing's path, and how long the thing is looked for.
pub(super) struct Finger {
    pub gesture: fn(String) -> Action,
    pub timeout: Duration,
}

impl Finger {
    /// Touches what `find` finds, unless something `forbids` it. A keyboard that covers it is closed first by a step
    /// back, once: another that comes up is the app's own doing, and the step fails. Gives the screen that was touched.
    ///
    /// # Errors
    /// It is not there, not alone, must not be touched, or stays covered.
    pub(super) async fn touch(
        &self,
        runner: &mut Runner<'_>,
        find: impl Fn(&Observation) -> Result<&Element, String> + Send + Sync,
        forbids: impl Fn(&Observation, &Element) -> Option<Problem> + Send + Sync,
    ) -> Result<(Observation, Sent), Problem> {
        let choose = |screen: &Observation, uncovers: bool| {
            let target = match find(screen) {
                Ok(target) => target,
                Err(because) => return Choice::NotYet(format!("{because}{}", further(screen))),
            };
            match forbids(screen, target) {
                Some(problem) => Choice::Never(problem, identity(target)),
                None => self.choose(screen, target, uncovers),
            }
        };
        let (before, sent) = runner.act_on(self.timeout, |screen| choose(screen, true)).await?;
        if sent.input != (Input::Global { action: Global::Back }) {
            return Ok((before, sent));
        }
        let gone = |screen: &Observation| match screen.keyboard {
            Some(_) => Err("the keyboard stays".to_owned()),
            None => Ok(()),
        };
        match runner.wait_until(LAG, sent.after, gone).await {
            // What comes next tells that it is still covered.
            Ok(_) | Err(Problem::Unmet(_)) => {}
            Err(problem) => return Err(problem),
        }
        runner.act_on(self.timeout, |screen| choose(screen, false)).await
    }

    fn choose(&self, screen: &Observation, target: &Element, uncovers: bool) -> Choice<Action> {
        if is_reachable(screen, target) {
            return Choice::Same((self.gesture)(target.id.clone()), identity(target));
        }
        // A step back without a keyboard would leave the page.
        match uncovers && screen.keyboard.is_some() {
            true => Choice::Same(Action::Global { name: Global::Back }, format!("covered {}", identity(target))),
            false => Choice::NotYet(format!("the keyboard covers {}", describe(screen, target))),
        }
    }
}

/// What to do where something may be further down.
fn further(screen: &Observation) -> &'static str {
    match Region::Main.on(screen) {
        Ok(_) => "; the page scrolls: a step `scroll_to` before this one brings on the screen what lies further down",
        Err(_) => "",
    }
}
