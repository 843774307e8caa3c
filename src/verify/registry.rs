//! Verifiers written in Rust.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;

use super::evaluation::Evaluation;
use super::probe::Probe;
use crate::spec::Args;

/// A check written in Rust. Closures implement it:
///
/// ```
/// use goalpost::event::Verdict;
/// use goalpost::verify::{Args, Evaluation, Probe, Registry};
///
/// let registry = Registry::new().with("home-screen", |probe: Probe, _args: Args| async move {
///     let screen = probe.observe().await?;
///     let package = screen.foreground();
///     let verdict = if package.contains("launcher") { Verdict::Confirmed } else { Verdict::Refuted };
///     Ok(Evaluation::of("the home screen is in front", verdict, probe.now()).read(package))
/// });
/// assert!(registry.get("home-screen").is_some());
/// ```
///
/// It is computed several times until it settles, as every check is; each time it reads afresh. A panic, an error or a
/// hang is an error of its case alone.
#[async_trait]
pub trait Verifier: Send + Sync {
    /// Computes the check once.
    ///
    /// # Errors
    /// Whatever keeps it from answering. A state that can't be told is no error: it is
    /// [`Inconclusive`](crate::event::Verdict::Inconclusive).
    async fn verify(&self, probe: Probe, args: Args) -> Result<Evaluation, Box<dyn Error + Send + Sync>>;
}

#[async_trait]
impl<F, Fut> Verifier for F
where
    F: Fn(Probe, Args) -> Fut + Send + Sync,
    Fut: Future<Output = Result<Evaluation, Box<dyn Error + Send + Sync>>> + Send,
{
    async fn verify(&self, probe: Probe, args: Args) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        self(probe, args).await
    }
}

/// Rust verifiers by the names that verifier files call them by (`rust: NAME`). Cheap to clone.
#[derive(Clone, Default)]
pub struct Registry {
    verifiers: BTreeMap<String, Arc<dyn Verifier>>,
}

impl Registry {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one; of two with the same name the later counts.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, verifier: impl Verifier + 'static) -> Self {
        self.verifiers.insert(name.into(), Arc::new(verifier));
        self
    }

    /// The one of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Verifier>> {
        self.verifiers.get(name)
    }

    /// All names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.verifiers.keys().map(String::as_str)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.verifiers.keys()).finish()
    }
}
