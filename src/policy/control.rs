//! Control policies: they understand nothing, so a suite that they pass proves nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;

use super::decision::{Chosen, Decision, Situation};
use super::error::PolicyError;
use super::operation::Operation;
use super::options::{Family, NONE, Options};
use super::questions::plain;
use super::{Policy, narrow};

/// A policy without any understanding, by its name: `noop`, `always_done`, `always_blocked`, `random` or `random=SEED`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Only waits.
    Noop,
    /// Says at once that the goal is reached.
    AlwaysDone,
    /// Says at once that the goal cannot be reached.
    AlwaysBlocked,
    /// Chooses an operation by chance, then its target by chance; the same each time for the same seed.
    Random(u64),
}

/// A text that names no control policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownControl {
    /// No control policy has this name.
    #[error("no control policy is called {0:?}: there are noop, always_done, always_blocked, random and random=SEED")]
    Name(String),
    /// What follows `random=` is no seed.
    #[error("a seed is a whole number from 0, such as random=7")]
    Seed,
}

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(name: &str) -> Result<Self, UnknownControl> {
        Ok(match (name, name.strip_prefix("random=")) {
            ("noop", _) => Control::Noop,
            ("always_done", _) => Control::AlwaysDone,
            ("always_blocked", _) => Control::AlwaysBlocked,
            ("random", _) => Control::Random(0),
            (_, Some(seed)) => Control::Random(seed.parse().map_err(|_| UnknownControl::Seed)?),
            _ => return Err(UnknownControl::Name(name.to_owned())),
        })
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Noop => f.write_str("noop"),
            Control::AlwaysDone => f.write_str("always_done"),
            Control::AlwaysBlocked => f.write_str("always_blocked"),
            Control::Random(seed) => write!(f, "random={seed}"),
        }
    }
}

impl Control {
    /// The policy itself, which has decided nothing yet, for a case of this name. Chance falls differently for each case
    /// and the same each time.
    #[must_use]
    pub fn policy(self, case: &str) -> ControlPolicy {
        let seed = if let Control::Random(seed) = self { seed } else { 0 };
        ControlPolicy { control: self, dice: Dice::new(seed ^ fnv1a(case.as_bytes())) }
    }
}

/// A number of a text that is the same in every version and on every machine (FNV-1a).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A [`Control`] at work on one case.
#[derive(Debug)]
pub struct ControlPolicy {
    control: Control,
    dice: Dice,
}

#[async_trait]
impl Policy for ControlPolicy {
    fn name(&self) -> String {
        self.control.to_string()
    }

    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        let name = self.name();
        Ok(match self.control {
            Control::Noop => Decision::plain(&name, Chosen::Wait),
            Control::AlwaysDone => Decision::plain(&name, Chosen::Done),
            Control::AlwaysBlocked => Decision::plain(&name, Chosen::Blocked),
            Control::Random(_) => by_chance(&self.dice, &name, situation),
        })
    }
}

fn by_chance(dice: &Dice, name: &str, situation: &Situation<'_>) -> Decision {
    let apps = narrow(situation.goal, situation.apps);
    let mut options = Options::new(situation.observation, &situation.texts.values, &apps);
    if situation.wants_answer {
        options = options.with_answers(situation.observation);
    }
    let operation = dice.pick(&options.operations()).unwrap_or(Operation::Blocked);
    let Some(family) = Family::of(operation) else {
        let answers = options.answers.filter(|_| operation == Operation::Done).unwrap_or_default();
        let answer = dice.pick(&answers).map(|answer| (*answer).to_owned());
        return Decision { answer, ..Decision::plain(name, plain(operation)) };
    };
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
struct Dice(AtomicU64);

impl Dice {
    /// Dice that fall as the seed says.
    fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }

    fn roll(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut z = self.0.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
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
        for name in ["noop", "always_done", "always_blocked", "random=7"] {
            assert_eq!(name.parse::<Control>().unwrap().policy("a/case").name(), name);
        }
        assert_eq!("random".parse(), Ok(Control::Random(0)));
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_that_exist() {
        let message = "rnadom".parse::<Control>().unwrap_err().to_string();
        assert!(message.contains("rnadom") && message.contains("always_blocked"), "{message}");
        assert_eq!("random=x".parse::<Control>(), Err(UnknownControl::Seed));
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
