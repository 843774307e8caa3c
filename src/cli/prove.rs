//! `goalpost prove`

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::target::{self, DeviceArg};
use super::{from, interrupt, out, values, verify};
use crate::device::Saved;
use crate::event::{Backend, Mode};
use crate::plain::{counted, inline};
use crate::proof::{Finding, Proof, Proven, prove_saved};
use crate::screen::Size;
use crate::suite::{self, Cases, LeftOut, Selection, Supply, in_ci};
use crate::verify::Registry;

/// Prove that verifiers can fail
///
/// A verifier must refute on its goal's baseline and confirm after the goal's `solution:`, twice, without changing the
/// phone. Then what it read is changed, piece by piece, and it must not confirm any of these mutants. No agent is asked.
/// The last proof of each case is kept in tests/proofs.json, where `goalpost lint` looks.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost prove
  goalpost prove settings/dark-theme goals/launcher --json
  goalpost prove --mode live settings/dark-theme
  goalpost prove dark-theme-on --before light.xml --after dark.xml

Exit codes:
  0    all proven
  1    a verifier failed its proof
  2    the arguments, a goal or a verifier can't be used; nothing was proven
  3    an input was sent and nothing is known of its effect
  4    phone or configuration failed, a goal has no solution, or a solution can't be carried out
  5    nothing was selected
  130  interrupted")]
pub(super) struct ProveArgs {
    /// Cases, folders of cases, or paths of goal files, all by default; with --before and --after the name of a verifier
    #[arg(value_name = "CASE, PATH or VERIFIER", value_parser = values::something("a case or a file"))]
    pub(super) wanted: Vec<OsString>,
    /// A saved screen that the verifier must refute; its steps are skipped
    #[arg(long, value_name = "FILE", requires = "after", conflicts_with_all = ["mode", "device", "look", "jobs"])]
    pub(super) before: Option<PathBuf>,
    /// A saved screen that it must confirm
    #[arg(long, value_name = "FILE", requires = "before")]
    after: Option<PathBuf>,
    /// How large the saved screens are, as in 1080x2400 [default: as the files say]
    #[arg(long, value_name = "WxH", requires = "before", value_parser = from::size)]
    screen: Option<Size>,
    /// With --before and --after: a value for an argument that the verifier declares; can be given several times
    #[arg(long, value_name = "K=V", requires = "before", value_parser = verify::pair)]
    arg: Vec<(String, String)>,
    /// How many are proven at once, where each has a phone of its own [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// `simulated`, or `live`, which means --device mobilerun --model jev [default: simulated]
    #[arg(long, value_name = "MODE", value_parser = target::mode)]
    mode: Option<Mode>,
    #[command(flatten)]
    device: DeviceArg,
    /// Print the proofs as a JSON document; the lines per case go to stderr
    #[arg(long)]
    json: bool,
}

impl ProveArgs {
    pub(super) fn selection(&self) -> Selection {
        Selection { wanted: self.wanted.clone(), ..Selection::default() }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    counts: Counts,
    proofs: &'a [Proof],
    ignored: Vec<Ignored<'a>>,
}

#[derive(Default, Serialize)]
struct Counts {
    proven: usize,
    failed: usize,
    errored: usize,
    ignored: usize,
    killed: usize,
    survived: usize,
}

#[derive(Serialize)]
struct Ignored<'a> {
    name: &'a str,
    because: &'a str,
}

pub(super) fn run(args: ProveArgs, registry: &Registry) -> Exit {
    let json = args.json;
    let done = match (&args.before, &args.after) {
        (Some(before), Some(after)) => on_screens(&args, before, after, registry),
        _ => on_phones(args, registry),
    };
    match done {
        Ok(done) => done.told(json),
        Err(exit) => exit,
    }
}

/// What was proven.
struct Done {
    backend: Backend,
    proofs: Vec<Proof>,
    left_out: Vec<LeftOut>,
    exit: Exit,
}

/// Everything that can be wrong is said before a phone is touched.
fn on_phones(args: ProveArgs, registry: &Registry) -> Result<Done, Exit> {
    let root = Path::new(".");
    let cases = Cases::load(root, registry);
    for problem in cases.problems() {
        out::note(&(problem.render(out::stderr_is_coloured()) + "\n"));
    }
    if cases.has_errors() {
        return Err(out::fail(Exit::Usage, "goals or verifiers can't be used; nothing was proven"));
    }
    let selected = cases.select(&args.selection()).map_err(|error| out::fail(Exit::Nothing, &error))?;
    if args.mode == Some(Mode::Replay) {
        return Err(out::fail(Exit::Usage, "--mode replay: a recording has no solution in it; leave --mode out"));
    }
    let plain = args.device.device.is_none() && args.device.look.is_none() && args.mode != Some(Mode::Live);
    let supply = target::supply(args.mode, args.device, None)?;
    if args.jobs.is_some_and(|jobs| jobs.get() > 1) && !supply.choice().a_phone_per_case() {
        return Err(out::fail(Exit::Usage, "--jobs: cases that share a phone are proven one at a time; leave it out"));
    }
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let backend = supply.backend();
    let (proofs, exit) = proven(selected.cases, supply, jobs, args.json);
    let mut exit = exit.max(exit_of(&proofs));
    // What is kept says the same wherever it is made: what another phone shows is not written there.
    if plain
        && exit != Exit::Interrupted
        && !in_ci(|name| std::env::var_os(name))
        && let Err(error) = suite::keep_proofs(root, &cases, &proofs)
    {
        exit = exit.max(out::fail(Exit::Trouble, &error));
    }
    Ok(Done { backend, proofs, left_out: selected.left_out, exit })
}

/// Proves them, on threads of their own; this one waits for them and for Ctrl-C.
fn proven(cases: Vec<Arc<crate::case::Case>>, supply: Supply, jobs: NonZeroUsize, json: bool) -> (Vec<Proof>, Exit) {
    let proofs = Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = proofs.clone();
    let exit = interrupt::until_stopped(async move {
        if let Err(error) = supply.check().await {
            return out::fail(Exit::Trouble, &error);
        }
        let told = move |proof: &Proof| {
            let lines = in_words(proof);
            if json {
                out::note(lines.trim_end())
            } else {
                out::result(&lines, Exit::Passed);
            }
        };
        let done = tokio::task::spawn_blocking(move || suite::prove(&cases, &supply, jobs, told));
        match done.await {
            Ok(proofs) => {
                *kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = proofs;
                Exit::Passed
            }
            Err(error) => out::fail(Exit::Trouble, &format!("the proofs were lost: {error}")),
        }
    });
    let proofs = std::mem::take(&mut *proofs.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    (proofs, exit)
}

fn on_screens(args: &ProveArgs, before: &Path, after: &Path, registry: &Registry) -> Result<Done, Exit> {
    let [name] = args.wanted.as_slice() else {
        return Err(out::fail(Exit::Usage, "--before and --after: name the one verifier that is to be proven on them"));
    };
    let verifier = verify::named(&name.to_string_lossy(), &args.arg, registry)?;
    let open = |file| Saved::open(file, args.screen).map(Arc::new).map_err(|error| out::fail(Exit::Trouble, &error));
    let (before, after) = (open(before)?, open(after)?);
    let proof = std::cell::RefCell::new(None);
    let exit = interrupt::until_stopped(async {
        *proof.borrow_mut() = Some(prove_saved(&verifier, &before, &after).await);
        Exit::Passed
    });
    let proofs: Vec<Proof> = proof.into_inner().into_iter().collect();
    for proof in proofs.iter().filter(|_| !args.json) {
        out::result(&in_words(proof), Exit::Passed);
    }
    let exit = exit.max(exit_of(&proofs));
    Ok(Done { backend: Backend::Fixture, proofs, left_out: Vec::new(), exit })
}

fn exit_of(proofs: &[Proof]) -> Exit {
    let of_one = |proof: &Proof| match (proof.outcome, proof.kind) {
        (_, Finding::InputUnknown) => Exit::Unknown,
        (Proven::Errored, _) => Exit::Trouble,
        (Proven::Failed, _) => Exit::Failed,
        (Proven::Proven, _) => Exit::Passed,
    };
    proofs.iter().map(of_one).max().unwrap_or(Exit::Passed)
}

impl Done {
    fn told(self, json: bool) -> Exit {
        let Self { backend, proofs, left_out, exit } = self;
        let exit = match exit {
            Exit::Passed if proofs.is_empty() => out::fail(Exit::Nothing, "no verifier was put to the proof"),
            exit => exit,
        };
        let mut counts = Counts { ignored: left_out.len(), ..Counts::default() };
        for proof in &proofs {
            match proof.outcome {
                Proven::Proven => counts.proven += 1,
                Proven::Failed => counts.failed += 1,
                Proven::Errored => counts.errored += 1,
            }
            counts.killed += proof.killed();
            counts.survived += proof.survivors().count();
        }
        if json {
            let ignored = left_out.iter().map(|left| Ignored { name: &left.name, because: &left.because }).collect();
            return out::json(&Document { version: 1, backend, counts, proofs: &proofs, ignored }, exit);
        }
        let mut text: String = left_out
            .iter()
            .map(|left| format!("ignored  {:<37} {}\n", inline(&left.name), inline(&left.because)))
            .collect();
        text += &format!(
            "{} proven, {} failed, {} errored{}; {} killed, {} survived\n",
            counts.proven,
            counts.failed,
            counts.errored,
            if counts.ignored > 0 { format!(", {} ignored", counts.ignored) } else { String::new() },
            counted(counts.killed, "mutant"),
            counts.survived,
        );
        out::result(&text, exit)
    }
}

/// A line for a proof, and below it what is wrong.
fn in_words(proof: &Proof) -> String {
    let word = match proof.outcome {
        Proven::Proven => "proven",
        Proven::Failed => "FAILED",
        Proven::Errored => "ERROR",
    };
    let says = |verdict: Option<crate::event::Verdict>| verdict.map_or("-".to_owned(), |verdict| verdict.to_string());
    let mutants = match (proof.killed(), proof.survivors().count()) {
        (0, 0) => "-".to_owned(),
        (killed, 0) => format!("{killed} killed"),
        (killed, survived) => format!("{killed} killed, {survived} survived"),
    };
    let (name, before, after) = (inline(&proof.name), says(proof.before), says(proof.after));
    let mut text = format!("{word:<8} {name:<37} {before:<12} {after:<12} {mutants}\n");
    let mut line = |line: String| text += &format!("         {}\n", inline(&line));
    if proof.outcome != Proven::Proven {
        line(proof.message.clone());
    }
    for tried in proof.survivors() {
        let why = tried.allowed.as_deref().map(|reason| format!("; allowed: {reason}")).unwrap_or_default();
        line(format!("survived {}: {}{why}", tried.mutant, tried.of));
        for evidence in tried.evidence.iter().filter(|_| tried.is_a_hole()) {
            let read = evidence.read.as_deref().or(evidence.because.as_deref()).unwrap_or("nothing");
            line(format!("  {}: {} (read: {read})", evidence.verdict, evidence.rule));
        }
    }
    if proof.outcome == Proven::Failed && proof.mutants.is_empty() {
        for evidence in &proof.evidence {
            let read = evidence.read.as_deref().unwrap_or("nothing");
            line(format!("{}: {} (read: {read})", evidence.verdict, evidence.rule));
        }
    }
    text
}
