//! `goalpost agent`

use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::target::{self, DeviceArg, ModelArg};
use super::trace::{self, TraceArg};
use super::{interrupt, out, values};
use crate::act::{Act, ActError, Guard};
use crate::agent::{AgentError, Limits, Pursued, Task, pursue};
use crate::case::Rig;
use crate::clock::Clock;
use crate::event::{Claim, Events, Phase, Sink};
use crate::plain::inline;
use crate::policy::TextValues;
use crate::report::{AgentReport, Narrator};
use crate::spec::{self, Ask};

/// Let an agent pursue a goal; by default, show only what it would do first
///
/// Reads the screen, asks the model for one decision and shows it. With --execute the agent goes on until it says that
/// it is done, gives up, or has used up its steps. Nothing verifies what it says: that is what `goalpost run` is for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost agent \"Turn on dark theme in Android Settings.\"
  goalpost agent \"Turn on dark theme in Android Settings.\" --execute --steps 20
  goalpost agent \"Change the device name to Workbench in About phone.\" --text Workbench --execute
  goalpost agent \"Open the display settings.\" --model jev --device mobilerun=DEVICE-ID

Exit codes:
  0    the agent says that it is done; or, without --execute, the decision was shown
  1    it ended otherwise: blocked, out of steps, ...
  2    the arguments can't be used
  3    an input was sent and nothing is known of its effect
  4    phone, model or configuration failed
  130  interrupted")]
pub(super) struct AgentArgs {
    /// What the agent is asked, in a sentence
    #[arg(value_parser = Ask::new)]
    goal: Ask,
    /// Act, instead of showing one decision
    #[arg(long)]
    execute: bool,
    /// How many inputs and waits there may be
    #[arg(long, value_name = "N", default_value_t = spec::Limits::default().steps, value_parser = values::whole("a number of steps", 1_u32..=100))]
    steps: u32,
    /// An exact text that the agent may type; can be given several times. Without it, what may be typed are words of
    /// the goal
    #[arg(long, value_name = "V", value_parser = value)]
    text: Vec<String>,
    /// The goal asks for something: who is done has to say what it is, as a text of the screen
    #[arg(long)]
    answer: bool,
    /// Do nothing that is decided with less confidence than this, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    model: ModelArg,
    #[command(flatten)]
    trace: TraceArg,
    /// Print what was decided and done as a JSON document
    #[arg(long)]
    json: bool,
}

fn value(text: &str) -> Result<String, String> {
    const LONGEST: usize = 10_000;
    match text.chars().count() {
        _ if text.trim().is_empty() => Err("there is no text in it to be typed".to_owned()),
        0..=LONGEST => Ok(text.to_owned()),
        count => Err(format!("a text has at most {LONGEST} characters, this one has {count}")),
    }
}

fn confidence(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|x| (0.0..=1.0).contains(x)).ok_or_else(|| "a confidence is a number from 0 to 1".to_owned())
}

pub(super) fn run(args: AgentArgs) -> Exit {
    let supply = match target::supply(None, args.device, Some(args.model)) {
        Ok(supply) => supply,
        Err(exit) => return exit,
    };
    let traces = match args.trace.open() {
        Ok(traces) => traces,
        Err(exit) => return exit,
    };
    let task = Task {
        texts: TextValues::new(args.goal.as_str(), &args.text),
        goal: args.goal.as_str().to_owned(),
        limits: Limits { steps: args.steps, time: spec::Limits::default().time.0 },
        confidence: args.confidence,
        preview: !args.execute,
        wants_answer: args.answer,
    };
    let report = Arc::new(AgentReport::default());
    let narrator = Arc::new(Narrator::new(Box::new(std::io::stderr())));
    let mut sinks: Vec<Arc<dyn Sink>> = vec![report.clone(), narrator];
    sinks.extend(traces.sinks());
    let events = Events::to(sinks, Clock::real());
    events.emit(supply.run_started(1));
    let mut said = String::new();
    let exit = interrupt::until_stopped(async {
        // A model that can't be asked is said before the phone is looked at.
        let supplied = async {
            supply.check().await?;
            supply.rig("agent", &events).await
        };
        let supplied = match supplied.await {
            Ok(supplied) => supplied,
            Err(error) => {
                report.broke(&error.to_string());
                return out::fail(Exit::Trouble, &error);
            }
        };
        match pursued(&task, &supplied.rig).await {
            Ok(pursued) => {
                said = sentence(&pursued);
                if matches!(pursued.claim, Claim::Done | Claim::Preview) { Exit::Passed } else { Exit::Failed }
            }
            Err(error) => {
                report.broke(&error.to_string());
                let unknown = matches!(error, AgentError::Act(ActError::InputUnknown { .. }));
                out::fail(if unknown { Exit::Unknown } else { Exit::Trouble }, &error)
            }
        }
    });
    let exit = trace::finish(&traces, exit);
    if !args.json {
        return if said.is_empty() { exit } else { out::result(&said, exit) };
    }
    match report.json(supply.backend(), &supply.choice().model.to_string()) {
        Ok(text) => out::result(&text, exit),
        Err(error) => out::fail(Exit::Trouble, &error),
    }
}

async fn pursued(task: &Task, rig: &Rig) -> Result<Pursued, AgentError> {
    rig.device.ready().await.map_err(ActError::from)?;
    let events = rig.events.of_case("agent", rig.clock.clone()).in_phase(Phase::Agent);
    let guard = Guard::default();
    let mut act = Act::new(rig.device.clone(), rig.clock.clone(), events, rig.journal.clone(), guard);
    let pursued = pursue(task, rig.policy.as_ref(), &mut act).await;
    pursued.map_err(|interrupted| interrupted.error)
}

/// The result for a person.
fn sentence(pursued: &Pursued) -> String {
    let decided = pursued.last.as_ref().map_or_else(String::new, |last| {
        let target = last.target.as_deref().map(|target| format!(" {target:?}")).unwrap_or_default();
        let confidence = last.confidence.map(|c| format!(" with confidence {c:.2}")).unwrap_or_default();
        format!("{}{target}{confidence}", last.operation)
    });
    let because = pursued.because.as_deref().map(|because| format!(": {because}")).unwrap_or_default();
    let text = match pursued.claim {
        Claim::Preview => format!("would do {decided}; nothing was sent (--execute acts)"),
        claim => {
            let (steps, decisions) = (pursued.effort.steps, pursued.effort.decisions);
            let answer = pursued.answer.as_deref().map(|answer| format!(": {answer:?}")).unwrap_or_default();
            format!("{claim}{because}{answer} (steps {steps}, decisions {decisions}, last {decided})")
        }
    };
    inline(&text).into_owned() + "\n"
}
