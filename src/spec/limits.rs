//! How far an agent may go.

use serde::{Deserialize, Deserializer, de};

use super::period::Period;

/// `limits:` of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Inputs and waits, 1 to 100.
    #[serde(default = "default_steps", deserialize_with = "steps")]
    pub steps: u32,
    /// Wall time, one second to an hour.
    #[serde(default = "default_time", deserialize_with = "time")]
    pub time: Period,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: default_steps(), time: default_time() }
    }
}

fn default_steps() -> u32 {
    10
}

fn default_time() -> Period {
    Period::seconds(120)
}

fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        steps @ 1..=100 => Ok(steps),
        steps => Err(de::Error::custom(format_args!("a goal takes 1 to 100 steps, not {steps}"))),
    }
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Period, D::Error> {
    let time = Period::deserialize(deserializer)?;
    if (Period::seconds(1)..=Period::seconds(3600)).contains(&time) {
        return Ok(time);
    }
    Err(de::Error::custom(format_args!("a goal takes 1s to 1h, not {time}")))
}
