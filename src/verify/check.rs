//! What every check can do.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;

use super::error::ProbeError;
use super::evaluation::Evaluation;
use super::reads::Reads;

/// One kind of check with its arguments, ready to be computed.
#[async_trait]
pub trait Check: fmt::Debug + Send + Sync {
    /// The rule in words, as evidence quotes it: `switch "Dark theme" in com.android.settings is on`.
    fn rule(&self) -> String;

    /// The apps that it names, by package.
    fn apps(&self) -> Vec<&str> {
        Vec::new()
    }

    /// What it can say at all.
    fn powers(&self) -> Powers;

    /// How long computing it once may take beside reading the phone.
    fn takes(&self) -> Duration {
        Duration::ZERO
    }

    /// Computes it once.
    ///
    /// # Errors
    /// Only what ends the case, such as an input whose effect is unknown. What can't be read makes the evaluation
    /// inconclusive.
    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError>;
}

/// What a check can say, whatever the phone shows. One that can't refute can never prove a baseline, and one that can't
/// confirm can never pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers {
    /// It can say `Confirmed`.
    pub confirm: bool,
    /// It can say `Refuted`.
    pub refute: bool,
}

impl Powers {
    /// Both.
    pub const FULL: Self = Self { confirm: true, refute: true };
    /// It can only confirm.
    pub const CONFIRM: Self = Self { confirm: true, refute: false };
}
