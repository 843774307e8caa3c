//! Recording: what a case says to its phone and its model, and hears, is kept in its folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use super::replays::replayed;
use super::run::apart;
use super::stage::fixtures;
use super::supply::{Supplied, Supply, SupplyError};
use crate::case::{self, Case, Referee, Work};
use crate::event::{Backend, CaseResult, Event, Events, Kind, Outcome};
use crate::fixture::folder::{self, Change};
use crate::fixture::{FixtureError, Origin, Recorder, Recording, Redaction, RedactionError, replace};

/// Where recordings are kept, and whether one may replace any other.
#[derive(Debug, Clone)]
pub struct Keep {
    root: PathBuf,
    force: bool,
    redaction: Redaction,
}

/// Why a case is not recorded.
#[derive(Debug, thiserror::Error)]
enum NotKept {
    #[error("{0}")]
    Run(String),
    #[error(transparent)]
    Redaction(#[from] RedactionError),
    #[error(transparent)]
    Fixture(#[from] FixtureError),
    #[error("its replay comes to something else ({0}), so it would prove nothing")]
    Replay(String),
}

impl Keep {
    /// Keeps recordings of the project at `root`, in [`FIXTURES`](super::FIXTURES). Without `force`, one that was edited
    /// by hand is not replaced, and none of a real phone by one of the embedded.
    #[must_use]
    pub fn new(root: PathBuf, force: bool) -> Self {
        Self { root, force, redaction: Redaction::new() }
    }

    /// The same, taking out more than keys, passwords, tokens by their usual names and what a goal calls secret.
    #[must_use]
    pub fn redacting(self, redaction: Redaction) -> Self {
        Self { redaction, ..self }
    }

    /// What is secret in this run: what always is, the keys of phone and model, and what the goal calls so.
    fn redaction(&self, supply: &Supply, case: &Case) -> Result<Redaction, SupplyError> {
        let mut redaction = self.redaction.clone();
        for (name, key) in supply.keys()? {
            redaction = redaction.value(name, key);
        }
        for secret in case.secrets() {
            redaction = redaction.value(&secret.name, secret.read(&self.root, variable)?);
        }
        Ok(redaction)
    }

    pub(super) async fn rig(
        &self,
        supply: &Supply,
        case: &Arc<Case>,
        events: &Events,
    ) -> Result<Supplied, SupplyError> {
        let fixtures = fixtures(&self.root);
        if !self.force {
            may_replace(&fixtures, case.name(), supply.backend())?;
        }
        folder::writable(&fixtures).map_err(SupplyError::Unwritable)?;
        let redaction = self.redaction(supply, case)?;
        redaction.check()?;
        let clock = supply.clock();
        let recorder = Recorder::new(&clock);
        let events = events.and(recorder.clone());
        let secrets = case.read_secrets(variable)?;
        let mut supplied = supply.rig_heard(case.name(), &events, clock, Some(&recorder)).await?;
        let choice = supply.choice();
        let origin = Origin {
            goalpost: env!("CARGO_PKG_VERSION").to_owned(),
            mode: choice.mode(),
            backend: supply.backend(),
            device: supplied.rig.device.id().to_owned(),
            model: matches!(case.work(), Work::Goal(_)).then(|| supplied.rig.policy.name()),
            answered_by: Vec::new(),
            recorded_at: Timestamp::now(),
            began: Timestamp::UNIX_EPOCH,
        };
        supplied.rig.secrets = secrets;
        let keeper = Keeper { recorder, case: case.clone(), fixtures, origin, redaction };
        supplied.rig.referee = Some(Arc::new(keeper));
        Ok(supplied)
    }
}

/// A variable of the environment, as text.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Before anything is run: what lies there already may be worth more than what comes.
fn may_replace(fixtures: &Path, case: &str, backend: Backend) -> Result<(), SupplyError> {
    let there = match folder::inspect(fixtures, case) {
        Ok(there) => there,
        Err(FixtureError::Missing { .. }) => return Ok(()),
        Err(error) => return Err(SupplyError::Replace { why: error.to_string() }),
    };
    if there.origin.backend != Backend::Simulated && backend == Backend::Simulated {
        let why = format!(
            "nothing was run: the recording of {case} is of {}, and this one would be simulated; to have it all the same, {}",
            if there.origin.backend == Backend::Device {
                "a real phone"
            } else {
                "a phone behind a server of this machine"
            },
            replace(case)
        );
        return Err(SupplyError::Replace { why });
    }
    Ok(())
}

/// Hears of one case and keeps it.
struct Keeper {
    recorder: Arc<Recorder>,
    case: Arc<Case>,
    fixtures: PathBuf,
    origin: Origin,
    redaction: Redaction,
}

impl Referee for Keeper {
    fn objection(&self) -> Option<String> {
        None
    }

    /// Only a case that ended as its goal expects replaces a recording. One that did and can't be recorded is an error:
    /// nobody asks for a recording to do without it.
    fn conclude(&self, result: CaseResult, events: &Events) -> CaseResult {
        if result.outcome != Outcome::Passed {
            let message =
                format!("not recorded, because the case {}; an earlier recording stays as it is", result.outcome);
            events.emit(Event::Warning { message });
            return result;
        }
        match self.keep(&result) {
            Ok(recorded) => {
                events.emit(recorded);
                result
            }
            Err(why) => {
                let message = format!("it passed, and can't be recorded: {why}");
                CaseResult { outcome: Outcome::Errored, kind: Kind::HarnessError, message, ..result }
            }
        }
    }
}

impl Keeper {
    fn keep(&self, result: &CaseResult) -> Result<Event, NotKept> {
        let heard = self.recorder.finish().map_err(NotKept::Run)?;
        let origin = Origin { answered_by: heard.answered_by, began: heard.began, ..self.origin.clone() };
        let mut recording = Recording {
            case: self.case.name().to_owned(),
            essence: self.case.essence().to_owned(),
            origin,
            exchanges: heard.exchanges,
        };
        let redacted = self.redaction.apply_to(&mut recording)?;
        let replay = replay(&self.case, recording.clone()).map_err(NotKept::Replay)?;
        if end(result) != end(&replay) {
            let message = if replay.message.is_empty() { String::new() } else { format!(": {}", replay.message) };
            return Err(NotKept::Replay(format!("{} {}{message}", replay.outcome, replay.kind)));
        }
        let exchanges = recording.exchanges.len();
        let written = folder::write(&self.fixtures, &recording, &redacted)?;
        Ok(Event::Recorded {
            path: written.folder.display().to_string(),
            exchanges,
            unchanged: written.change == Change::Unchanged,
        })
    }
}

/// What a recording that was just made replays to. On a thread of its own: this one may be busy with async code.
fn replay(case: &Arc<Case>, recording: Recording) -> Result<CaseResult, String> {
    let case = case.clone();
    let replaying = std::thread::Builder::new().spawn(move || {
        let replayed = async {
            let supplied = replayed(recording, &case, &Events::silent()).await?;
            Ok(case::run(&case, &supplied.rig).await)
        };
        apart(replayed).map_err(|lost| lost.why)
    });
    let replaying = replaying.map_err(|error| format!("no thread could be started: {error}"))?;
    replaying.join().unwrap_or_else(|_| Err("the replay was lost".to_owned()))
}

/// What a replay must end with as the recorded run did.
fn end(result: &CaseResult) -> impl PartialEq {
    (result.outcome, result.kind, result.claim, result.baseline, result.verdict, result.steps, result.decisions)
}
