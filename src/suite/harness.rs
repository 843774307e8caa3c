//! The suite as tests of `cargo test` and `cargo nextest run`.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};

use super::cases::{Broken, Cases};
use super::choice::{Choice, ChoiceError, ModelChoice};
use super::keep::Keep;
use super::mode::{ModeError, Plan};
use super::replays::Replays;
use super::run;
use super::stage::{Stage, fixtures};
use super::supply::{Supply, SupplyError};
use crate::case::Case;
use crate::clock::Clock;
use crate::event::{CaseResult, Counts, Event, Events, Mode, Outcome, Sink};
use crate::plain::{block, inline};
use crate::report::{Banner, Decisions, OUT, TraceError, Traces};
use crate::settings::{Settings, SettingsError};
use crate::verify::Registry;

/// Runs the goals of the package in the current folder as tests: one per case, called by its name, and one that fails
/// per file that can't be used. `registry` holds the verifiers that are written in Rust.
///
/// A package needs this much in `tests/goals.rs`, with `harness = false` in its manifest:
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     goalpost::suite::main(goalpost::verify::Registry::new())
/// }
/// ```
///
/// The arguments are those of every Rust test: one filter, `--exact`, `--skip`, `--list`, `--test-threads`. The
/// environment says the rest:
///
/// | variable | meaning |
/// |---|---|
/// | `GOALPOST_MODE` | `replay` (of recordings in `tests/fixtures`; as is), `simulated` (an embedded phone and an offline model) or `live` (as is with the feature `live`) |
/// | `GOALPOST_RECORD` | `1` records what passing cases say and hear into `tests/fixtures`, simulated or live; refused where `CI` is set. `force` replaces even what was edited by hand, and recordings of real phones by simulated ones |
/// | `GOALPOST_MODEL` | a control policy in the place of the model, to try the suite itself: `noop`, `always_done`, `always_blocked`, `random` or `random=SEED`. Under the first three a test that passes proves nothing, unless its goal expects to be blocked or allows to be reached already. Scripted goals are ignored then; not with a live run |
/// | `GOALPOST_LOOK` | which Android the embedded phone looks like, `11` or `15`; 15 without it |
/// | `GOALPOST_OUT` | a folder in which the run writes its trace, in a new file |
/// | `MOBILERUN_...`, `TYPESAFE_...` | see [`settings`](crate::settings); looked at in a live run only |
///
/// A live run does its cases one at a time, and is refused under nextest, whose processes know nothing of each other.
#[must_use]
pub fn main(registry: Registry) -> ExitCode {
    let filters = filters(std::env::args_os().skip(1));
    let run = if filters > 1 {
        Err(Refusal::Filters(filters))
    } else {
        tests(Arguments::from_args(), Path::new("."), &registry)
    };
    match run {
        Ok(code) => code,
        Err(refusal) => {
            // Such a line is what nextest puts in its report.
            eprintln!("Error: {}", block(&refusal.to_string()));
            ExitCode::from(refusal.code())
        }
    }
}

/// How many filters there are among the arguments of a test binary.
fn filters(args: impl Iterator<Item = OsString>) -> usize {
    const WITH_VALUE: [&str; 6] = ["--test-threads", "--logfile", "--skip", "--color", "--format", "-Z"];
    let (mut count, mut value, mut only_filters) = (0, false, false);
    for arg in args {
        let arg = arg.to_string_lossy();
        if only_filters || !(value || arg.starts_with('-')) {
            count += 1;
        }
        only_filters |= arg == "--" && !value;
        value = !value && WITH_VALUE.contains(&arg.as_ref());
    }
    count
}

/// The tests can't be run at all.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    /// libtest-mimic would wait for ever.
    #[error("--test-threads 0 would run nothing and never end; name at least 1, or leave it out")]
    NoThreads,
    /// A suite that is empty by mistake must not be green.
    #[error("there are no goals: no YAML file below {}", .0.display())]
    NoGoals(PathBuf),
    /// libtest-mimic would speak of an unexpected argument.
    #[error("{0} filters are given, and the tests of goals take one; name a part that all wanted names share")]
    Filters(usize),
    /// libtest-mimic would panic.
    #[error("--logfile {path}: {source}")]
    Logfile { path: String, source: std::io::Error },
    #[error(transparent)]
    Mode(#[from] ModeError),
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    #[error(
        "live cases share a phone and run one at a time, but nextest starts a process for each and several at once; \
         use cargo test, or set GOALPOST_MODE=simulated"
    )]
    LiveUnderNextest,
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("a live run is not possible: {0}\nTo run the tests without a phone and keys, set GOALPOST_MODE=replay")]
    Live(#[source] SupplyError),
    #[error(transparent)]
    Supply(SupplyError),
    #[error("{OUT}: {0}")]
    Trace(#[from] TraceError),
    #[error("no runtime can be started: {0}")]
    Runtime(#[from] std::io::Error),
}

impl Refusal {
    /// As the command's exit codes: 2 for what was asked for wrongly, 4 for what could not be had.
    fn code(&self) -> u8 {
        match self {
            Self::NoThreads
            | Self::Filters(_)
            | Self::NoGoals(_)
            | Self::Logfile { .. }
            | Self::Mode(_)
            | Self::Choice(_)
            | Self::LiveUnderNextest => 2,
            Self::Settings(_) | Self::Live(_) | Self::Supply(_) | Self::Trace(_) | Self::Runtime(_) => 4,
        }
    }
}

/// What trials run on.
struct Ground {
    stage: Stage,
    events: Events,
    traces: Traces,
    decisions: Arc<Decisions>,
    counts: Mutex<Counts>,
}

fn tests(mut args: Arguments, root: &Path, registry: &Registry) -> Result<ExitCode, Refusal> {
    if args.test_threads == Some(0) {
        return Err(Refusal::NoThreads);
    }
    if let Some(path) = &args.logfile {
        File::create(path).map_err(|source| Refusal::Logfile { path: path.clone(), source })?;
    }
    let plan = Plan::of(|name| std::env::var_os(name), cfg!(feature = "live"))?;
    let mode = plan.mode;
    if mode == Mode::Live && std::env::var_os("NEXTEST").is_some() {
        return Err(Refusal::LiveUnderNextest);
    }
    let cases = load(&args, root, registry);
    let broken = cases.broken();
    let runs = cases.all().iter().filter(|case| is_run(&args, case.name())).count();
    if cases.all().is_empty() && broken.is_empty() && !args.list {
        return Err(Refusal::NoGoals(root.join("goals")));
    }
    if args.list || runs == 0 {
        let listed = cases.all().iter().map(|case| Trial::test(case.name(), || Ok(())));
        let trials = listed.chain(broken.into_iter().map(failing)).collect();
        return Ok(libtest_mimic::run(&args, trials).exit_code());
    }
    let ground = Arc::new(Ground::new(plan, root)?);
    if mode == Mode::Live {
        args.test_threads = Some(1);
    }
    ground.events.emit(ground.stage.run_started(runs));
    let trials = cases.all().iter().map(|case| trial(Arc::clone(case), Arc::clone(&ground)));
    let trials = trials.chain(broken.into_iter().map(failing)).collect();
    let conclusion = libtest_mimic::run(&args, trials);
    let counts = *ground.counts.lock().unwrap_or_else(PoisonError::into_inner);
    ground.events.emit(Event::RunEnded { counts });
    if counts.failed + counts.errored > 0 && ground.traces.is_empty() {
        eprintln!("goalpost: {OUT}=DIR keeps every screen, decision and input of a run");
    }
    if let Some(error) = ground.traces.finish().into_iter().next() {
        return Err(error.into());
    }
    Ok(conclusion.exit_code())
}

/// All cases, or only the one that is asked for by its full name: nextest starts a process for each.
fn load(args: &Arguments, root: &Path, registry: &Registry) -> Cases {
    if let (true, false, Some(name)) = (args.exact, args.list, &args.filter) {
        let one = Cases::load_one(root, name, registry);
        if one.all().iter().any(|case| case.name() == name) {
            return one;
        }
    }
    Cases::load_all(root, registry)
}

fn is_run(args: &Arguments, name: &str) -> bool {
    let like_it = Trial::test(name, || Ok(()));
    !args.is_filtered_out(&like_it) && !args.is_ignored(&like_it)
}

impl Ground {
    fn new(plan: Plan, root: &Path) -> Result<Self, Refusal> {
        let stage = stage(plan, root)?;
        let traces = Traces::of_environment()?;
        let decisions = Arc::new(Decisions::default());
        let mut sinks: Vec<Arc<dyn Sink>> = vec![Arc::new(Banner), decisions.clone()];
        sinks.extend(traces.sinks());
        let events = Events::to(sinks, Clock::real());
        Ok(Self { stage, events, traces, decisions, counts: Mutex::default() })
    }
}

/// What the cases stand on. What is not this process's own is asked whether it is there.
fn stage(plan: Plan, root: &Path) -> Result<Stage, Refusal> {
    let Plan { mode, record, control, look } = plan;
    if mode == Mode::Replay {
        return Ok(Stage::Replay(Replays::from(fixtures(root))));
    }
    let choice = Choice::new(Some(mode), None, control.map(ModelChoice::Control))?;
    let choice = look.map_or(Ok(choice.clone()), |look| choice.with_look(look))?;
    let settings = if choice.needs_settings() { Settings::load(Path::new("."))? } else { Settings::default() };
    let wrong = if mode == Mode::Live { Refusal::Live } else { Refusal::Supply };
    let supply = Supply::new(choice, settings).map_err(wrong)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(supply.check()).map_err(wrong)?;
    Ok(match record {
        Some(record) => Stage::Record(supply, Keep::new(root.to_owned(), record.force)),
        None => Stage::Supply(supply),
    })
}

fn trial(case: Arc<Case>, ground: Arc<Ground>) -> Trial {
    let left_out = ground.stage.leaves_out(&case).is_some();
    let trial = Trial::test(case.name().to_owned(), move || {
        let result = run::run_one(&case, &ground.stage, &ground.events);
        ground.counts.lock().unwrap_or_else(PoisonError::into_inner).add(result.outcome);
        match result.outcome {
            Outcome::Passed => Ok(()),
            Outcome::Failed | Outcome::Errored => {
                Err(failed(&result.name, &told(&result, &ground.decisions.tell(&result))))
            }
        }
    });
    trial.with_ignored_flag(left_out)
}

fn failing(broken: Broken) -> Trial {
    Trial::test(broken.name.clone(), move || Err(failed(&broken.name, &broken.why)))
}

/// A failure, said once more on stderr in the form that nextest looks for.
fn failed(name: &str, why: &str) -> Failed {
    let first = why.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    eprintln!("Error: {name}: {}", inline(first));
    Failed::from(block(why).into_owned())
}

/// `failed false_success: the agent says done, the phone says refuted`, and why.
fn told(result: &CaseResult, why: &[String]) -> String {
    let claim = result.claim.map_or("nothing", |claim| claim.word());
    let verdict = result.verdict.or(result.baseline).map_or("nothing", |verdict| verdict.word());
    let first = match (claim, verdict) {
        ("nothing", "nothing") => format!("{} {}", result.outcome, result.kind),
        _ => format!("{} {}: the agent says {claim}, the phone says {verdict}", result.outcome, result.kind),
    };
    std::iter::once(first).chain(why.iter().cloned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Claim, Kind, Verdict};
    use rstest::rstest;

    #[test]
    fn a_failure_names_claim_and_verdict_apart() {
        let result = CaseResult {
            name: "a/b".to_owned(),
            outcome: Outcome::Failed,
            kind: Kind::FalseSuccess,
            claim: Some(Claim::Done),
            answer: None,
            baseline: Some(Verdict::Refuted),
            verdict: Some(Verdict::Refuted),
            steps: 0,
            decisions: 0,
            baseline_agent_ms: None,
            evidence: Vec::new(),
            message: "the switch is off".to_owned(),
            recorded: None,
        };
        assert_eq!(
            told(&result, &Decisions::default().tell(&result)),
            "failed false_success: the agent says done, the phone says refuted\nthe switch is off"
        );
    }

    #[rstest]
    #[case(&["dark"], 1)]
    #[case(&["dark", "moon"], 2)]
    #[case(&["--skip", "a", "dark", "--exact"], 1)]
    #[case(&["--skip=a", "--test-threads", "2", "-q", "dark", "--", "moon"], 2)]
    #[case(&["--logfile", "x", "--list"], 0)]
    fn filters_are_told_from_values_of_options(#[case] args: &[&str], #[case] count: usize) {
        assert_eq!(filters(args.iter().map(OsString::from)), count);
    }

    #[test]
    fn a_failing_file_shows_no_escape_codes() {
        let shown = failed("x", "\u{1b}[31mred");
        assert_eq!(shown.message(), Some("\\u{1b}[31mred"));
    }
}
