//! A verifier, ready to be asked.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use jiff::Timestamp;

use super::check::{Check, Powers};
use super::checks::value;
use super::error::{ProbeError, VerifyError};
use super::evaluation::{Evaluation, VerdictReport};
use super::kinds::{self, Context};
use super::probe::Probe;
use super::reads::Reads;
use super::registry::{Registry, Verifier};
use super::settle::{Evaluate, Purpose, settle};
use crate::act::{Act, ActError};
use crate::event::{Event, Verdict};
use crate::plain::of_panic;
use crate::script::{Permission, Script, longest};
use crate::spec::{self, Args, Fault, Problem, Proof, Source, Span, Survivor};

/// A verifier with its arguments, ready to be asked any number of times.
#[derive(Debug, Clone)]
pub struct CompiledVerifier {
    name: String,
    about: Option<String>,
    steps: Script,
    decides: Decides,
    within: Duration,
    reads_a_value: bool,
    once: Duration,
    survivors: Vec<Survivor>,
    source: Arc<Source>,
    span: Span,
}

/// What decides.
#[derive(Clone)]
enum Decides {
    Check(Arc<dyn Check>),
    Rust { name: String, verifier: Arc<dyn Verifier>, args: Args },
}

impl std::fmt::Debug for Decides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Check(check) => check.fmt(f),
            Self::Rust { name, args, .. } => f.debug_struct("Rust").field("name", name).field("args", args).finish(),
        }
    }
}

impl CompiledVerifier {
    /// Reads the steps and the check of a verifier whose arguments are put in, and looks up its Rust code.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its place in the file.
    pub fn compile(verifier: &spec::Verifier, registry: &Registry) -> Result<Self, Vec<Problem>> {
        let file = &verifier.file;
        let mut faults = Vec::new();
        let steps = Script::compile(&file.steps, Permission::Look).map_err(|more| faults.extend(more)).ok();
        let steps = steps.map(|steps| steps.in_file(verifier.source.path()));
        let context = Context { depth: 0, root: verifier.source.root(), args: &verifier.args };
        let decides = match &file.proof {
            Proof::Check(node) => kinds::compile(node, &context).map(|check| (Decides::Check(check.into()), node.span)),
            Proof::Value(node) => value::compile(node).map(|check| (Decides::Check(check.into()), node.span)),
            Proof::Rust(name, span) => match registry.get(name) {
                Some(code) => {
                    let (name, verifier, args) = (name.clone(), code.clone(), verifier.args.clone());
                    Ok((Decides::Rust { name, verifier, args }, *span))
                }
                None => Err(vec![unregistered(*span, name, registry)]),
            },
        };
        let decides = decides.map_err(|more| faults.extend(more)).ok();
        if let Some((Decides::Check(check), span)) = &decides
            && !check.powers().confirm
        {
            faults.push(
                Fault::error(*span, "this check can never confirm: not finding something proves nothing by itself")
                    .help("add `on: { ... }`, a query for something that only this page shows"),
            );
        }
        let takes = match &decides {
            Some((Decides::Check(check), _)) => check.takes(),
            _ => Duration::ZERO,
        };
        let problems: Vec<Problem> = faults.into_iter().map(|fault| Problem::new(&verifier.source, fault)).collect();
        match (steps, decides) {
            (Some(steps), Some((decides, span))) if problems.is_empty() => Ok(Self {
                name: verifier.name.to_string(),
                about: file.about.clone(),
                steps,
                decides,
                within: file.within.0,
                reads_a_value: matches!(file.proof, Proof::Value(_)),
                once: match &file.proof {
                    Proof::Check(node) | Proof::Value(node) => longest::of_check(node) + takes,
                    Proof::Rust(..) => Duration::ZERO,
                },
                survivors: file.survivors.clone(),
                source: verifier.source.clone(),
                span,
            }),
            _ => Err(problems),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is true when it confirms, in words.
    #[must_use]
    pub fn about(&self) -> Option<&str> {
        self.about.as_deref()
    }

    /// Whether it reads a value for goals that ask for one, instead of judging a state.
    #[must_use]
    pub fn reads_a_value(&self) -> bool {
        self.reads_a_value
    }

    /// How long the state may take to settle.
    #[must_use]
    pub fn within(&self) -> Duration {
        self.within
    }

    /// How long it may take to be asked, by the limits of its steps, of its check and its own. Rust code has no limit and
    /// counts as if it took no time.
    #[must_use]
    pub fn longest(&self) -> Duration {
        // Two evaluations are made at least, and the last may begin when the time is all but up.
        self.steps.longest() + self.within + 2 * self.once
    }

    /// The apps that its steps and its check name, by package.
    #[must_use]
    pub fn apps(&self) -> BTreeSet<String> {
        let check = match &self.decides {
            Decides::Check(check) => check.apps(),
            Decides::Rust { .. } => Vec::new(),
        };
        self.steps.apps().chain(check).map(str::to_owned).collect()
    }

    /// The mutants that its proofs leave alive, and why that is right.
    #[must_use]
    pub fn survivors(&self) -> &[Survivor] {
        &self.survivors
    }

    /// The apps that its steps open, by package.
    pub fn opens(&self) -> impl Iterator<Item = &str> {
        self.steps.opened().map(|(_, app)| app)
    }

    /// The rule in words.
    #[must_use]
    pub fn rule(&self) -> String {
        match &self.decides {
            Decides::Check(check) => check.rule(),
            Decides::Rust { name, .. } => format!("the Rust verifier {name}"),
        }
    }

    /// What is wrong with it for a goal whose baseline it has to refute.
    #[must_use]
    pub fn cannot_refute(&self) -> Option<Problem> {
        let powers = match &self.decides {
            Decides::Check(check) => check.powers(),
            Decides::Rust { .. } => Powers::FULL,
        };
        (!powers.refute).then(|| {
            let message = "this check can never refute, so that no baseline can be proven: not finding something proves \
                           nothing by itself";
            let fault = Fault::error(self.span, message)
                .help("add `on: { ... }`, a query for something that only this page shows");
            Problem::new(&self.source, fault)
        })
    }

    /// Asks it: runs its steps once, on a probe of its own over `act`, and evaluates its check until it settles.
    ///
    /// A step that fails makes the verdict inconclusive. Dropping the future ends the probe.
    ///
    /// # Errors
    /// The phone fails, an input's effect is unknown, or Rust code fails or panics.
    pub async fn ask(&self, act: Act, purpose: Purpose) -> Result<VerdictReport, VerifyError> {
        let (probe, lease) = Probe::lease(act);
        let report = self.report(&probe, purpose).await;
        drop(lease);
        let report = report?;
        probe.events().emit(Event::VerdictReached {
            verdict: report.verdict,
            because: report.because.clone(),
            evidence: report.evidence.clone(),
        });
        Ok(report)
    }

    /// Evaluates its check once, on whatever is on the screen: evidence where nothing may be sent any more. One
    /// evaluation is no verdict, so what it says is for a reader and decides nothing. A check that would have to send
    /// something, to scroll a list, and is not let is inconclusive.
    ///
    /// # Errors
    /// The phone fails, or Rust code fails or panics.
    pub async fn glance(&self, act: Act) -> Result<Evaluation, VerifyError> {
        let (probe, _lease) = Probe::lease(act);
        let evaluation = match (Asked { decides: &self.decides, probe: &probe }).evaluate().await {
            Err(VerifyError::Act(
                error @ (ActError::Rejected { .. } | ActError::TurnedAway { .. } | ActError::AfterUnknown { .. }),
            )) => Evaluation::of(self.rule(), Verdict::Inconclusive, probe.now()).because(error.to_string()),
            evaluated => evaluated?,
        };
        let evidence = evaluation.evidence.clone();
        probe.events().emit(Event::Evaluated { verdict: evaluation.verdict, counts: false, evidence });
        Ok(evaluation)
    }

    async fn report(&self, probe: &Probe, purpose: Purpose) -> Result<VerdictReport, VerifyError> {
        if let Some(because) = self.prepare(probe).await? {
            let evidence = Evaluation::of(self.rule(), Verdict::Inconclusive, probe.now()).because(&because);
            let verdict = Verdict::Inconclusive;
            return Ok(VerdictReport { verdict, because: Some(because), evidence: evidence.evidence, value: None });
        }
        let mut asked = Asked { decides: &self.decides, probe };
        settle(purpose, self.within, probe.clock(), probe.events(), &mut asked).await
    }

    /// Runs its steps. What is given is the one that failed, and why.
    async fn prepare(&self, probe: &Probe) -> Result<Option<String>, VerifyError> {
        match probe.run(&self.steps).await {
            Ok(()) => Ok(None),
            Err(error) => error.unless_inconclusive().map(Some),
        }
    }
}

fn unregistered(span: Span, name: &str, registry: &Registry) -> Fault {
    let known: Vec<&str> = registry.names().collect();
    let fault = Fault::unknown(span, "Rust verifier", name, &known);
    if known.is_empty() {
        return fault.help(
            "the plain `goalpost` command knows none: run such goals with `cargo test`, or make a command of your own \
             with `goalpost::cli::main(registry)`",
        );
    }
    fault
}

/// A check on a probe.
struct Asked<'a> {
    decides: &'a Decides,
    probe: &'a Probe,
}

#[async_trait]
impl Evaluate for Asked<'_> {
    async fn evaluate(&mut self) -> Result<Evaluation, VerifyError> {
        match self.decides {
            Decides::Check(check) => evaluated(check.as_ref(), self.probe).await,
            Decides::Rust { name, verifier, args } => run(name, verifier.as_ref(), self.probe, args).await,
        }
    }

    async fn last_input_at(&self) -> Result<Option<Timestamp>, VerifyError> {
        match self.probe.last_input_at().await {
            Ok(at) => Ok(at),
            Err(error) => error.unless_inconclusive().map(|_| None),
        }
    }
}

/// Computes a check once.
async fn evaluated(check: &dyn Check, probe: &Probe) -> Result<Evaluation, VerifyError> {
    match check.evaluate(&Reads::new(probe)).await {
        Ok(evaluation) => Ok(evaluation),
        Err(error) => {
            let because = error.unless_inconclusive()?;
            Ok(Evaluation::of(check.rule(), Verdict::Inconclusive, probe.now()).because(because))
        }
    }
}

/// Runs a person's code, which may do anything.
async fn run(name: &str, verifier: &dyn Verifier, probe: &Probe, args: &Args) -> Result<Evaluation, VerifyError> {
    // The call itself may panic before there is a future.
    let call = async { verifier.verify(probe.clone(), args.clone()).await };
    match AssertUnwindSafe(call).catch_unwind().await {
        Ok(Ok(evaluation)) => Ok(evaluation),
        Ok(Err(source)) => match source.downcast::<ProbeError>() {
            // Its navigation may have failed, as that of any verifier may.
            Ok(error) => {
                let because = error.unless_inconclusive()?;
                Ok(Evaluation::of(format!("the Rust verifier {name}"), Verdict::Inconclusive, probe.now())
                    .because(because))
            }
            Err(source) => Err(VerifyError::Failed { name: name.to_owned(), source }),
        },
        Err(panic) => Err(VerifyError::Panicked { name: name.to_owned(), message: of_panic(panic.as_ref()) }),
    }
}
