//! What the cases of a run stand on: a phone and a model, with or without a recording of what is said, or a recording.

use std::path::PathBuf;
use std::sync::Arc;

use super::keep::{Keep, variable};
use super::replays::Replays;
use super::supply::{Supplied, Supply, SupplyError};
use crate::act::{InMemory, Journal};
use crate::case::{Case, Work};
use crate::event::{Backend, Event, Events, Mode};

/// Where the recordings of a project lie, below its root.
pub const FIXTURES: &str = "tests/fixtures";

/// What the cases of a run stand on.
#[derive(Debug, Clone)]
pub enum Stage {
    /// A phone and a model.
    Supply(Supply),
    /// The same, and what is said to them is recorded.
    Record(Supply, Keep),
    /// Recordings.
    Replay(Replays),
}

impl Stage {
    /// What a run of this many cases begins with.
    #[must_use]
    pub fn run_started(&self, cases: usize) -> Event {
        match self {
            Self::Supply(supply) | Self::Record(supply, _) => supply.run_started(cases),
            Self::Replay(_) => Event::RunStarted {
                mode: Mode::Replay,
                backend: Backend::Fixture,
                model: "recorded".to_owned(),
                loopback_model: false,
                cases,
                journal: InMemory::default().place().to_owned(),
            },
        }
    }

    /// Asks what is not this process's own whether it is there, so that nothing is run in vain.
    ///
    /// # Errors
    /// What keeps it from being used.
    pub async fn check(&self) -> Result<(), SupplyError> {
        match self {
            Self::Supply(supply) | Self::Record(supply, _) => supply.check().await,
            Self::Replay(_) => Ok(()),
        }
    }

    /// Whether every case has a phone of its own, so that several can run at once.
    #[must_use]
    pub fn a_phone_per_case(&self) -> bool {
        match self {
            Self::Supply(supply) | Self::Record(supply, _) => supply.choice().a_phone_per_case(),
            Self::Replay(replays) => replays.is_own(),
        }
    }

    /// Why a case is left out here, if it is.
    #[must_use]
    pub fn leaves_out(&self, case: &Case) -> Option<String> {
        let scripted = matches!(case.work(), Work::Steps(_));
        match self {
            Self::Supply(supply) if supply.choice().is_control() && scripted => {
                Some("it is scripted, and is not run under a control policy".to_owned())
            }
            Self::Supply(_) => None,
            Self::Record(..) => {
                case.not_replayed().map(|why| format!("it is not recorded, for it is not replayed: {why}"))
            }
            Self::Replay(_) => case.not_replayed().map(|why| format!("it is not replayed: {why}")),
        }
    }

    /// All that a case runs on.
    ///
    /// # Errors
    /// What keeps it from being had.
    pub async fn rig(&self, case: &Arc<Case>, events: &Events) -> Result<Supplied, SupplyError> {
        match self {
            Self::Supply(supply) => {
                let secrets = case.read_secrets(variable)?;
                let mut supplied = supply.rig(case.name(), events).await?;
                supplied.rig.secrets = secrets;
                Ok(supplied)
            }
            Self::Record(supply, keep) => keep.rig(supply, case, events).await,
            Self::Replay(replays) => replays.rig(case, events).await,
        }
    }
}

/// The folder of the recordings of the project at `root`.
#[must_use]
pub fn fixtures(root: &std::path::Path) -> PathBuf {
    // Messages say it as a person would.
    if root == std::path::Path::new(".") { PathBuf::from(FIXTURES) } else { root.join(FIXTURES) }
}
