//! Replays: phone and model are a recording.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;

use super::supply::{Supplied, SupplyError, own};
use crate::act::InMemory;
use crate::case::{Case, Referee, Rig};
use crate::clock::Clock;
use crate::device::DeviceError;
use crate::device::mobilerun::Mobilerun;
use crate::event::{Backend, CaseResult, Event, Events, Kind, Outcome, RecordedFrom};
use crate::fixture::{FixtureError, Origin, Player, Recording, Replay, folder, placeholder};
use crate::http::{BaseUrl, Client, Options, Request};
use crate::policy::jev::{Jev, SystemOne};
use crate::policy::{Decision, Policy, PolicyError, Situation};

/// The recordings of a project, replayed.
#[derive(Debug, Clone)]
pub struct Replays {
    fixtures: PathBuf,
    /// A server that serves the recording of the one case that is run, such as WireMock.
    served: Option<BaseUrl>,
}

impl Replays {
    /// From the folder of recordings, each served by a server of its own.
    #[must_use]
    pub fn from(fixtures: PathBuf) -> Self {
        Self { fixtures, served: None }
    }

    /// The same, served by WireMock or what else serves the folder of the case. It is told nothing of the run, so it
    /// can't say where the run leaves the recording; its own list of unmatched requests does.
    ///
    /// # Errors
    /// When the URL is none, or of another machine.
    pub fn served_at(self, url: &str) -> Result<Self, SupplyError> {
        let wrong = |why: String| SupplyError::FixtureUrl { url: url.to_owned(), why };
        let served = BaseUrl::parse(url).map_err(|error| wrong(error.to_string()))?;
        if !served.is_loopback() {
            return Err(wrong("recordings are served on this machine, such as at http://127.0.0.1:8080".to_owned()));
        }
        Ok(Self { served: Some(served), ..self })
    }

    /// Whether each case has a server of its own.
    pub(super) fn is_own(&self) -> bool {
        self.served.is_none()
    }

    /// All that a case runs on.
    pub(super) async fn rig(&self, case: &Case, events: &Events) -> Result<Supplied, SupplyError> {
        let recording = folder::read(&self.fixtures, case.name())?;
        if recording.essence != case.essence() {
            let path = folder::folder_of(&self.fixtures, case.name());
            return Err(FixtureError::Stale { path, case: case.name().to_owned() }.into());
        }
        match &self.served {
            None => replayed(recording, case, events).await,
            Some(url) => {
                let origin = recording.origin;
                let clock = Clock::starting_at(origin.began);
                is_wiremock(url, &clock).await?;
                let rig = rig(&origin, url, clock, case, events)?;
                let referee = Replayed { player: None, from: from(&origin) };
                Ok(Supplied::on(Rig { referee: Some(Arc::new(referee)), ..rig }, None))
            }
        }
    }
}

/// Makes sure that a recording is served, and that it is no phone that would be sent inputs.
async fn is_wiremock(url: &BaseUrl, clock: &Clock) -> Result<(), SupplyError> {
    let wrong = |why: String| SupplyError::FixtureUrl { url: url.to_string(), why };
    let client = Client::new(url.clone(), None, Options::default(), clock.clone(), Events::silent());
    let client = client.map_err(|error| wrong(error.to_string()))?;
    let answer = client.read(Request::get(["__admin", "scenarios"])).await.map_err(|error| wrong(error.to_string()))?;
    if answer.is_success() {
        return Ok(());
    }
    let why = format!("it is no WireMock: GET /__admin/scenarios is answered {}, and nothing was sent", answer.status);
    Err(wrong(why))
}

/// What a case runs on to replay `recording`, by a server of its own.
///
/// # Errors
/// When the clients can't be set up.
pub async fn replayed(recording: Recording, case: &Case, events: &Events) -> Result<Supplied, SupplyError> {
    let origin = recording.origin.clone();
    let replay = Replay::start(recording).await;
    let player = replay.player().clone();
    let events = events.and(player.clone());
    let url = own(&replay.url())?;
    let rig = rig(&origin, &url, player.clock().clone(), case, &events)?;
    let rig = Rig { referee: Some(Arc::new(Replayed { player: Some(player), from: from(&origin) })), ..rig };
    Ok(Supplied::on(rig, Some(replay)))
}

/// The ordinary clients, pointed at a recording: device, model and what they are called come from there.
fn rig(origin: &Origin, url: &BaseUrl, clock: Clock, case: &Case, events: &Events) -> Result<Rig, SupplyError> {
    let told = events.of_case(case.name(), clock.clone());
    let phone = own(&format!("{url}/v1"))?;
    let account = Mobilerun::new(phone, None, Options::default(), clock.clone(), told.clone());
    let account = account.map_err(DeviceError::from)?.as_backend(Backend::Fixture);
    let policy: Arc<dyn Policy> = match &origin.model {
        Some(model) => {
            Arc::new(Jev::new(SystemOne::new(url.clone(), None, model, SystemOne::options(), clock.clone(), told)?))
        }
        None => Arc::new(NoModel),
    };
    let device = Arc::new(account.device(&origin.device));
    Ok(Rig {
        device,
        policy,
        clock,
        events: events.clone(),
        journal: Arc::new(InMemory::default()),
        secrets: case.secrets_as(placeholder),
        referee: None,
    })
}

fn from(origin: &Origin) -> RecordedFrom {
    RecordedFrom {
        mode: origin.mode,
        backend: origin.backend,
        models: origin.answered_by.clone(),
        at: origin.recorded_at,
    }
}

/// The recording of a scripted case has no model.
struct NoModel;

#[async_trait]
impl Policy for NoModel {
    fn name(&self) -> String {
        "none".to_owned()
    }

    async fn decide(&self, _: &Situation<'_>) -> Result<Decision, PolicyError> {
        let what = "this case was recorded without a model, and now asks one".to_owned();
        Err(PolicyError::Configuration { what })
    }
}

/// Has the last word on a replayed case.
struct Replayed {
    /// None where another server replays, which can't be asked.
    player: Option<Arc<Player>>,
    from: RecordedFrom,
}

impl Referee for Replayed {
    fn objection(&self) -> Option<String> {
        self.player.as_ref().and_then(|player| player.objection())
    }

    fn conclude(&self, result: CaseResult, events: &Events) -> CaseResult {
        let result = CaseResult { recorded: Some(self.from.clone()), ..result };
        let Some(player) = &self.player else { return result };
        if let Some(message) = player.drift() {
            events.emit(Event::Warning { message });
        }
        if let Some(message) = player.objection() {
            return CaseResult { outcome: Outcome::Errored, kind: Kind::FixtureMismatch, message, ..result };
        }
        match player.left_over() {
            None => result,
            // A case that could not go on has its own reason for what is left over.
            Some(left) if result.outcome == Outcome::Errored => {
                CaseResult { message: format!("{}; {left}", result.message), ..result }
            }
            Some(message) => CaseResult { outcome: Outcome::Errored, kind: Kind::FixtureMismatch, message, ..result },
        }
    }
}
