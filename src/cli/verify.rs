//! `goalpost verify`

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::from::{FromArg, Seen};
use super::target::{self, DeviceArg};
use super::trace::{self, TraceArg};
use super::{interrupt, out};
use crate::act::{Act, ActError, Guard, InMemory};
use crate::clock::Clock;
use crate::device::Saved;
use crate::event::{Backend, Events, Evidence, Phase, Sink, Verdict};
use crate::plain::{block, inline};
use crate::report::{Narrator, Traces};
use crate::spec::{self, Fault, Span};
use crate::suite::{Supply, SupplyError};
use crate::verify::{CompiledVerifier, Purpose, Registry, VerdictReport, VerifyError};

/// Ask one verifier about the phone as it is
///
/// Runs the verifier's steps and evaluates its check until it settles. No agent, no baseline. Of a saved screen (--from)
/// the check is evaluated once, without steps.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost verify dark-theme-on
  goalpost verify dark-theme-on --device simulated=http://127.0.0.1:8700/v1 --json
  goalpost verify screen-timeout --arg time=\"10 minutes\"
  goalpost verify dark-theme-on --from window_dump.xml

Exit codes:
  0    confirmed
  1    refuted
  2    the arguments or the verifier can't be used
  3    a step's input was sent and nothing is known of its effect
  4    inconclusive, the phone can't be reached, or the file is no screen
  130  interrupted")]
pub(super) struct VerifyArgs {
    /// The verifier: its path below verifiers/, without .yaml
    pub(super) name: String,
    /// A value for an argument that the verifier declares; can be given several times
    #[arg(long, value_name = "K=V", value_parser = pair)]
    pub(super) arg: Vec<(String, String)>,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    from: FromArg,
    #[command(flatten)]
    trace: TraceArg,
    /// Print verdict and evidence as a JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
    pair.map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "an argument is written name=value".to_owned())
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    verdict: Verdict,
    because: Option<&'a str>,
    evidence: &'a [Evidence],
}

pub(super) fn run(args: VerifyArgs, registry: &Registry) -> Exit {
    let json = args.json;
    match ready(args, registry) {
        Ok((verifier, seen, traces)) => {
            let mut sinks: Vec<Arc<dyn Sink>> = vec![Arc::new(Narrator::new(Box::new(std::io::stderr())))];
            sinks.extend(traces.sinks());
            let events = Events::to(sinks, Clock::real());
            let exit = interrupt::until_stopped(async {
                let asked = match &seen {
                    Seen::Phone(supply) => asked(&verifier, supply, &events).await,
                    Seen::Saved(saved) => evaluated(&verifier, saved, &events).await,
                };
                match asked {
                    Ok(report) => told(&report, seen.backend(), json),
                    Err(error) => out::fail(error.exit(), &error),
                }
            });
            trace::finish(&traces, exit)
        }
        Err(exit) => exit,
    }
}

/// Everything that can be wrong is said before the phone is touched.
fn ready(args: VerifyArgs, registry: &Registry) -> Result<(CompiledVerifier, Seen, Traces), Exit> {
    let verifier = named(&args.name, &args.arg, registry)?;
    let seen = Seen::by(args.device, &args.from)?;
    Ok((verifier, seen, args.trace.open()?))
}

/// The verifier of this name with these values for its arguments.
pub(super) fn named(name: &str, arg: &[(String, String)], registry: &Registry) -> Result<CompiledVerifier, Exit> {
    let wrong = |why: &str| out::fail(Exit::Usage, why);
    let loaded = spec::load(Path::new("."));
    let Some(verifier) = loaded.verifier(name) else {
        let file = Path::new("verifiers").join(name);
        let mut faulty =
            loaded.problems.iter().filter(|p| p.is_error() && p.file().with_extension("") == file).peekable();
        if faulty.peek().is_none() {
            let known: Vec<&str> = loaded.verifiers.iter().map(|known| known.name.as_str()).collect();
            let fault = Fault::unknown(Span::default(), "verifier", name, &known);
            let help = fault.help.map(|help| format!(" ({help})")).unwrap_or_default();
            return Err(wrong(&format!("{}{help}", fault.message)));
        }
        faulty.for_each(|problem| out::note(&(problem.render(out::stderr_is_coloured()) + "\n")));
        return Err(wrong("the verifier can't be used"));
    };
    let words = spec::Args::from_words(&verifier.file.args, arg).map_err(|why| wrong(&why))?;
    CompiledVerifier::compile(&verifier.bind(words), registry).map_err(|problems| {
        problems.iter().for_each(|problem| out::note(&(problem.render(out::stderr_is_coloured()) + "\n")));
        // The places are those where the values were put in.
        wrong(match arg {
            [] => "the verifier can't be used",
            _ => "the verifier can't be used with these values of --arg; give others (`goalpost lint` looks at the file itself)",
        })
    })
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
enum Unasked {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Device(#[from] crate::device::DeviceError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl Unasked {
    fn exit(&self) -> Exit {
        match self {
            Self::Verify(VerifyError::Act(ActError::InputUnknown { .. })) => Exit::Unknown,
            _ => Exit::Trouble,
        }
    }
}

async fn asked(verifier: &CompiledVerifier, supply: &Supply, events: &Events) -> Result<VerdictReport, Unasked> {
    let supplied = target::phone(supply, verifier.name(), events).await?;
    let events = events.of_case(verifier.name(), supplied.clock.clone()).in_phase(Phase::Verify);
    let journal = Arc::new(InMemory::default());
    let act = Act::new(supplied.device.clone(), supplied.clock.clone(), events, journal, Guard::default());
    Ok(verifier.ask(act, Purpose::Verdict).await?)
}

/// A saved screen can neither be walked to nor settle: its check is evaluated once, as it is.
async fn evaluated(verifier: &CompiledVerifier, saved: &Arc<Saved>, events: &Events) -> Result<VerdictReport, Unasked> {
    let clock = saved.clock().clone();
    let events = events.of_case(verifier.name(), clock.clone()).in_phase(Phase::Verify);
    let act = Act::new(saved.clone(), clock, events, Arc::new(InMemory::default()), Guard::default());
    let seen = verifier.glance(act).await?;
    let because = (seen.verdict != Verdict::Confirmed).then(|| seen.reason().map(str::to_owned)).flatten();
    Ok(VerdictReport { verdict: seen.verdict, because, evidence: seen.evidence, value: seen.value })
}

fn told(report: &VerdictReport, backend: Backend, json: bool) -> Exit {
    let exit = match report.verdict {
        Verdict::Confirmed => Exit::Passed,
        Verdict::Refuted => Exit::Failed,
        Verdict::Inconclusive => Exit::Trouble,
    };
    if json {
        let (because, evidence) = (report.because.as_deref(), report.evidence.as_slice());
        return out::json(&Document { version: 1, backend, verdict: report.verdict, because, evidence }, exit);
    }
    out::result(&in_words(report), exit)
}

/// The verdict, and on what it rests: what was read stands below its rule. A rule that says otherwise than the whole
/// has its own word.
fn in_words(report: &VerdictReport) -> String {
    let mut text = report.verdict.to_string();
    if let [only] = report.evidence.as_slice() {
        text += &format!(": {}", inline(&only.rule));
    }
    text.push('\n');
    for line in report.because.iter().flat_map(|because| because.lines()) {
        text += &format!("  {}\n", block(line));
    }
    for evidence in &report.evidence {
        if report.evidence.len() > 1 {
            text += &format!("  {}: {}\n", evidence.verdict, inline(&evidence.rule));
        }
        if let Some(read) = &evidence.read {
            let at = evidence.at.as_deref().map(|at| format!(", at {at}")).unwrap_or_default();
            text += &format!("  read: {}\n", inline(&format!("{read}{at}")));
        }
    }
    text
}
