//! `goalpost run`

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::target::{self, DeviceArg, ModelArg};
use super::trace::{self, TraceArg};
use super::{interrupt, out, values};
use crate::clock::Clock;
use crate::event::{Event, Events, Mode, Sink};
use crate::report::{Colour, Progress, Results, Traces};
use crate::suite::{self, Cases, Keep, ModeError, Replays, Selected, Selection, Shard, Stage, fixtures, in_ci};
use crate::verify::Registry;

/// Run goals as tests and say which are reached
///
/// Each goal below goals/ is a case: its verifier must refute first, then the agent pursues the goal, then the
/// verifier decides. What the agent says and what the phone says are two columns.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost run
  goalpost run settings/dark-theme goals/launcher
  goalpost run --tag display,toggle --tag app --exclude-tag scroll
  goalpost run --shard 1/3 --json
  goalpost run --look 11 --exclude-tag android-15
  goalpost run --model always_done     (no case may pass, or its verifier proves nothing)
  goalpost run --mode live             (a real phone and a real model, by the environment's keys)
  goalpost run --record settings/dark-theme
  goalpost run --mode replay           (what was recorded: no phone, no model, no waiting)

Exit codes:
  0    all passed
  1    a case failed: the agent's fault
  2    the arguments, a goal or a verifier can't be used; nothing was run
  3    an input was sent and nothing is known of its effect
  4    phone, model or configuration failed, or a case errored otherwise
  5    nothing was selected
  130  interrupted")]
pub(super) struct RunArgs {
    /// Cases, folders of cases, or paths of goal files; all by default
    #[arg(value_name = "CASE or PATH", value_parser = values::something("a case or a file"))]
    wanted: Vec<OsString>,
    /// Only cases with all of these tags; given several times, with the tags of any one
    #[arg(long, value_name = "A,B", value_parser = tags)]
    tag: Vec<Tags>,
    /// No cases with this tag
    #[arg(long, value_name = "T", value_parser = tags)]
    exclude_tag: Vec<Tags>,
    /// Only part I of N of the cases, such as 1/3
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// How many cases run at once, where each has a phone of its own [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
    /// `simulated`; `live`, which means --device mobilerun --model jev; or `replay`, of recordings in tests/fixtures
    /// [default: simulated]
    #[arg(long, value_name = "MODE", value_parser = target::mode)]
    mode: Option<Mode>,
    /// Record what each passing case says and hears into tests/fixtures, to be replayed; refused where CI is set
    #[arg(long)]
    record: bool,
    /// With --record: replace even what was edited by hand, and a recording of a real phone by a simulated one
    #[arg(long, requires = "record")]
    force: bool,
    /// Replay the recording of one case from a server that serves its folder, such as WireMock at http://127.0.0.1:8080
    #[arg(long, value_name = "URL", conflicts_with_all = ["record", "device", "look", "model"])]
    fixture_url: Option<String>,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    model: ModelArg,
    #[command(flatten)]
    trace: TraceArg,
    /// Print the results as a JSON document; the lines per case go to stderr
    #[arg(long)]
    json: bool,
}

/// Tags in one argument.
type Tags = Vec<String>;

fn tags(text: &str) -> Result<Tags, String> {
    let tags: Tags = text.split(',').map(|tag| tag.trim().to_owned()).collect();
    if tags.iter().any(String::is_empty) { Err("tags are words, with commas between".to_owned()) } else { Ok(tags) }
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a number of cases that run at once is a whole number from 1".to_owned())
}

pub(super) fn run(args: RunArgs, registry: &Registry) -> Exit {
    match ready(args, registry) {
        Ok(ready) => ready.go(),
        Err(exit) => exit,
    }
}

impl RunArgs {
    pub(super) fn selection(&self) -> Selection {
        let (wanted, tags, shard) = (self.wanted.clone(), self.tag.clone(), self.shard);
        Selection { wanted, tags, exclude_tags: self.exclude_tag.concat(), shard }
    }
}

/// A run that can begin.
struct Ready {
    selected: Selected,
    stage: Stage,
    jobs: NonZeroUsize,
    traces: Traces,
    json: bool,
}

/// Everything that can be wrong is said before anything is run.
fn ready(args: RunArgs, registry: &Registry) -> Result<Ready, Exit> {
    let cases = Cases::load(Path::new("."), registry);
    for problem in cases.problems() {
        out::note(&(problem.render(out::stderr_is_coloured()) + "\n"));
    }
    if cases.has_errors() {
        return Err(out::fail(Exit::Usage, "goals or verifiers can't be used; nothing was run"));
    }
    let selected = cases.select(&args.selection()).map_err(|error| out::fail(Exit::Nothing, &error))?;
    let stage =
        stage(args.mode, args.record.then_some(args.force), args.fixture_url, (args.device, args.model), &selected)?;
    if args.jobs.is_some_and(|jobs| jobs.get() > 1) && !stage.a_phone_per_case() {
        return Err(out::fail(Exit::Usage, "--jobs: cases that share a phone run one at a time; leave it out"));
    }
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let traces = args.trace.open()?;
    Ok(Ready { selected, stage, jobs, traces, json: args.json })
}

/// What the cases stand on.
fn stage(
    mode: Option<Mode>,
    record: Option<bool>,
    fixture_url: Option<String>,
    (device, model): (DeviceArg, ModelArg),
    selected: &Selected,
) -> Result<Stage, Exit> {
    let usage = |message: &str| Err(out::fail(Exit::Usage, message));
    let replays = Replays::from(fixtures(Path::new(".")));
    if let Some(url) = fixture_url {
        let replays = replays.served_at(&url).map_err(|error| out::fail(Exit::Usage, &error))?;
        if mode.is_some_and(|mode| mode != Mode::Replay) {
            return usage("--fixture-url replays; leave --mode out");
        }
        if selected.cases.len() != 1 {
            return usage("--fixture-url: a server serves the recording of one case; select exactly that one");
        }
        return Ok(Stage::Replay(replays));
    }
    if mode == Some(Mode::Replay) {
        if record.is_some() {
            return usage("--record records a run, and --mode replay is none; leave one of them out");
        }
        if device.device.is_some() || device.look.is_some() || model.model.is_some() {
            return usage("--mode replay: phone and model are the recording; leave --device, --look and --model out");
        }
        return Ok(Stage::Replay(replays));
    }
    let supply = target::supply(mode, device, Some(model))?;
    let Some(force) = record else { return Ok(Stage::Supply(supply)) };
    if in_ci(|name| std::env::var_os(name)) {
        return Err(out::fail(Exit::Usage, &ModeError::RecordedInCi));
    }
    if supply.choice().is_control() {
        return usage("--record: a control policy is not worth recording; leave --model out");
    }
    Ok(Stage::Record(supply, Keep::new(Path::new(".").to_owned(), force)))
}

impl Ready {
    fn go(self) -> Exit {
        let Self { selected, stage, jobs, traces, json } = self;
        let results = Arc::new(Results::default());
        // With --json stdout belongs to the document.
        let (stream, coloured): (Box<dyn std::io::Write + Send>, _) = if json {
            (Box::new(std::io::stderr()), out::stderr_is_coloured())
        } else {
            (Box::new(std::io::stdout()), out::stdout_is_coloured())
        };
        let colour = if coloured { Colour::Always } else { Colour::Never };
        let progress = Arc::new(Progress::new(stream, colour));
        let mut sinks: Vec<Arc<dyn Sink>> = vec![results.clone(), progress.clone()];
        sinks.extend(traces.sinks());
        let events = Events::to(sinks, Clock::real());
        let told = events.clone();
        let exit = interrupt::until_stopped(async {
            if let Err(error) = stage.check().await {
                return out::fail(Exit::Trouble, &error);
            }
            // Cases run on threads of their own; this one waits for them and for Ctrl-C.
            let done = tokio::task::spawn_blocking(move || suite::run(selected, &stage, jobs, &events));
            match done.await {
                Ok(()) => Exit::Passed,
                Err(error) => out::fail(Exit::Trouble, &format!("the run was lost: {error}")),
            }
        });
        if exit == Exit::Interrupted {
            told.emit(Event::RunEnded { counts: results.counts() });
        }
        let exit = match exit.max(Exit::of(&results.cases())) {
            Exit::Passed if results.cases().is_empty() => out::fail(Exit::Nothing, "no case was run"),
            exit => exit,
        };
        // What goes to stderr is not the result.
        let shown = progress.console().finish();
        let exit = if json { exit } else { out::written(shown, exit) };
        let exit = trace::finish(&traces, exit);
        let counts = results.counts();
        if counts.failed + counts.errored > 0 && traces.is_empty() {
            out::note("(--trace FILE keeps every screen, decision and input of a run)");
        }
        match results.json() {
            Ok(text) if json && results.began() => out::result(&text, exit),
            _ => exit,
        }
    }
}
