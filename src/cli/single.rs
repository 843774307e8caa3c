//! What the commands that send one input by hand have in common.

use std::str::FromStr;
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::target::{self, DeviceArg};
use super::trace::{self, TraceArg};
use super::{interrupt, out};
use crate::act::{Act, ActError, Guard, InMemory};
use crate::clock::Clock;
use crate::event::{Events, Phase, Sink};
use crate::report::{InputReport, Narrator};
use crate::screen::{Point, Query};
use crate::script::{Aim, Gesture, Problem, Runner, Single};
use crate::spec::Period;
use crate::suite::{Supply, SupplyError};

/// On which phone, and what to tell.
#[derive(Debug, Args)]
pub(super) struct SingleArgs {
    /// How long to wait for the target, such as 500ms, 5s or 1m
    #[arg(long, value_name = "TIME", default_value = "5s")]
    timeout: Period,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    trace: TraceArg,
    /// Print the inputs with their receipts as a JSON document
    #[arg(long)]
    json: bool,
}

/// What the help of each of these commands ends with: its examples, and the exit codes, of which the first failure is its
/// own.
pub(super) fn help(not_sent: &str, examples: &[&str]) -> String {
    let examples = examples.join("\n  ");
    format!(
        "\
Examples:
  {examples}

Exit codes:
  0    sent: `verified`, `verified_late` or `dispatched` (accepted, its effect not seen)
  1    {not_sent}
  2    the arguments can't be used
  3    sent, and nothing is known of its effect: look at the phone
  4    the phone refused it, or can't be reached
  130  interrupted"
    )
}

/// A place on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(pub(super) Point);

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok();
        let place = text.split_once(',').and_then(|(x, y)| Some(Point { x: number(x)?, y: number(y)? }));
        place.map(Self).ok_or_else(|| "a place is X,Y in pixels from the top left, such as 540,1200".to_owned())
    }
}

/// A query where only one will do.
pub(super) fn query(text: &str) -> Result<Query, String> {
    match Aim::parse(text)? {
        Aim::Found(query) => Ok(query),
        Aim::Control(_) => Err("`switch:` is for taps; say a text, a label, an id or a role here".to_owned()),
    }
}

/// Why the input was not sent, or is not known to have done anything.
#[derive(Debug, thiserror::Error)]
enum Undone {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Problem(#[from] Problem),
}

impl Undone {
    fn exit(&self) -> Exit {
        match self {
            Self::Problem(Problem::Act(ActError::InputUnknown { .. })) => Exit::Unknown,
            Self::Problem(Problem::Act(_)) | Self::Supply(_) => Exit::Trouble,
            // The target is not there, or is not the only one.
            Self::Problem(_) => Exit::Failed,
        }
    }
}

/// Sends one input and says its receipt.
pub(super) fn run(gesture: Gesture, args: SingleArgs) -> Exit {
    let supply = match target::supply(None, args.device, None) {
        Ok(supply) => supply,
        Err(exit) => return exit,
    };
    let traces = match args.trace.open() {
        Ok(traces) => traces,
        Err(exit) => return exit,
    };
    let report = Arc::new(InputReport::default());
    let mut sinks: Vec<Arc<dyn Sink>> = vec![report.clone(), Arc::new(Narrator::new(Box::new(std::io::stderr())))];
    sinks.extend(traces.sinks());
    let events = Events::to(sinks, Clock::real());
    let single = Single { gesture, timeout: args.timeout.0 };
    let mut error = None;
    let exit = interrupt::until_stopped(async {
        match sent(&single, &supply, &events).await {
            Ok(()) => Exit::Passed,
            Err(undone) => {
                error = Some(undone.to_string());
                out::fail(undone.exit(), &undone)
            }
        }
    });
    let exit = trace::finish(&traces, exit);
    if !args.json {
        return out::result(&report.lines(), exit);
    }
    match report.json(supply.backend(), error.as_deref()) {
        Ok(text) => out::result(&text, exit),
        Err(error) => out::fail(Exit::Trouble, &error),
    }
}

async fn sent(single: &Single, supply: &Supply, events: &Events) -> Result<(), Undone> {
    let supplied = target::phone(supply, "by hand", events).await?;
    let events = events.of_case("by hand", supplied.clock.clone()).in_phase(Phase::Agent);
    let journal = Arc::new(InMemory::default());
    let mut act = Act::new(supplied.device.clone(), supplied.clock.clone(), events, journal, Guard::default());
    Ok(Runner::new(&mut act).carry_out(single).await?)
}
