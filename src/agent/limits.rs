//! How much an agent may use up.

use std::time::Duration;

/// The limits of one pursuit of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Inputs sent and waits together, from 1 to 100.
    pub steps: u32,
    /// Time by the case's clock.
    pub time: Duration,
}

impl Limits {
    /// How many decisions these steps may take: each may be wasted once on a screen that changed, and a few more.
    #[must_use]
    pub fn decisions(self) -> u32 {
        self.steps.saturating_mul(2).saturating_add(4)
    }
}
