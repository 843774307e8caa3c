//! Control policies: they understand nothing, so a suite that they pass proves nothing.

use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;

use super::decision::{Chosen, Decision, Situation};
use super::error::PolicyError;
use super::operation::Operation;
use super::options::{Family, NONE, Options};
use super::questions::plain;
use super::{Policy, narrow};

/// A policy without any understanding.
#[derive(Debug)]
pub enum Control {
    /// Only waits.
    Noop,
    /// Says at once that the goal is reached.
    AlwaysDone,
    /// Says at once that the goal cannot be reached.
    AlwaysBlocked,
    /// Chooses an operation by chance, then its target by chance; the same each time for the same seed.
    Random(Dice),
}

/// A name that no control policy has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no control policy is called {name:?}: there are noop, always_done, always_blocked, random and random:SEED")]
pub struct UnknownControl {
    /// The name.
    pub name: String,
}

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(name: &str) -> Result<Self, UnknownControl> {
        let unknown = || UnknownControl { name: name.to_owned() };
        Ok(match name {
            "noop" => Control::Noop,
            "always_done" => Control::AlwaysDone,
            "always_blocked" => Control::AlwaysBlocked,
            "random" => Control::Random(Dice::new(0)),
            _ => {
                let seed = name.strip_prefix("random:").ok_or_else(unknown)?;
                Control::Random(Dice::new(seed.parse().map_err(|_| unknown())?))
            }
        })
    }
}

#[async_trait]
impl Policy for Control {
    fn name(&self) -> String {
        match self {
            Control::Noop => "noop".to_owned(),
            Control::AlwaysDone => "always_done".to_owned(),
            Control::AlwaysBlocked => "always_blocked".to_owned(),
            Control::Random(dice) => format!("random:{}", dice.seed),
        }
    }

    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        let name = self.name();
        Ok(match self {
            Control::Noop => Decision::plain(&name, Chosen::Wait),
            Control::AlwaysDone => Decision::plain(&name, Chosen::Done),
            Control::AlwaysBlocked => Decision::plain(&name, Chosen::Blocked),
            Control::Random(dice) => by_chance(dice, &name, situation),
        })
    }
}

fn by_chance(dice: &Dice, name: &str, situation: &Situation<'_>) -> Decision {
    let apps = narrow(situation.goal, situation.apps);
    let options = Options::new(situation.observation, &situation.texts.values, &apps);
    let operation = dice.pick(&options.operations()).unwrap_or(Operation::Blocked);
    let Some(family) = Family::of(operation) else { return Decision::plain(name, plain(operation)) };
    let keys: Vec<String> = options.keys(family).into_iter().filter(|key| key != NONE).collect();
    match dice.pick(&keys).and_then(|key| options.action(operation, &key)) {
        Some((action, target)) => {
            Decision { operation, target: Some(target), ..Decision::plain(name, Chosen::Act(action)) }
        }
        None => Decision::plain(name, Chosen::Wait),
    }
}

/// Pseudo-random numbers (SplitMix64), good enough to choose by and always the same for one seed.
#[derive(Debug)]
pub struct Dice {
    seed: u64,
    state: AtomicU64,
}

impl Dice {
    /// Dice that fall as the seed says.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, state: AtomicU64::new(seed) }
    }

    fn roll(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut z = self.state.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of them; nothing where there is none.
    fn pick<T: Clone>(&self, from: &[T]) -> Option<T> {
        let count = u64::try_from(from.len()).ok().filter(|count| *count > 0)?;
        from.get(usize::try_from(self.roll() % count).ok()?).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_policy_is_known_by_its_name() {
        for name in ["noop", "always_done", "always_blocked", "random:7"] {
            assert_eq!(name.parse::<Control>().unwrap().name(), name);
        }
        assert_eq!("random".parse::<Control>().unwrap().name(), "random:0");
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_that_exist() {
        let message = "rnadom".parse::<Control>().unwrap_err().to_string();
        assert!(message.contains("rnadom") && message.contains("always_blocked"), "{message}");
        assert!("random:x".parse::<Control>().is_err());
    }

    #[test]
    fn the_same_seed_rolls_the_same_and_another_seed_does_not() {
        let rolls = |seed| {
            let dice = Dice::new(seed);
            (0..20).map(|_| dice.roll()).collect::<Vec<_>>()
        };
        assert_eq!(rolls(7), rolls(7));
        assert_ne!(rolls(7), rolls(8));
    }
}
