//! One action, from decision to receipt.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value as Json;

use super::effect::Effect;
use super::error::ActError;
use super::gesture;
use super::guard::{Guard, Surroundings};
use super::journal::{Entry, Journal};
use super::settle::settle;
use crate::clock::Clock;
use crate::device::{Device, Executed, Input, Transport};
use crate::event::{Event, Events, Phase, Receipt};
use crate::screen::{Action, App, Global, Observation, freshness};
use crate::secret::{Redactor, Secrets};

/// How often in a row an input may be turned away before the phone counts as failing.
const TURNED_AWAY: u32 = 3;
/// How long a phone may ask us to wait before anything else is sent.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A handle to act on a phone in one phase of a case.
///
/// Handles of the same case, made by [`Act::in_phase`], share what the case must know as a whole: when the last input
/// was sent, which apps were opened, where the home screen is.
pub struct Act {
    device: Arc<dyn Device>,
    clock: Clock,
    events: Events,
    journal: Arc<dyn Journal>,
    guard: Guard,
    case: Arc<Mutex<CaseState>>,
    accepted: usize,
    turned_away: u32,
    unseen: Option<Unseen>,
    secrets: Arc<Secrets>,
    redactor: Redactor,
}

/// What all handles of a case share.
#[derive(Default)]
struct CaseState {
    last_input_at: Option<Timestamp>,
    opened: Vec<String>,
    home: Option<String>,
    installed: Option<Arc<[App]>>,
    /// An input's effect is unknown. From then on the case only looks.
    unknown: bool,
}

/// An accepted input whose effect was not seen yet.
struct Unseen {
    id: String,
    effect: Effect,
}

/// What became of an action. Only `Sent` reached the phone.
#[derive(Debug)]
pub enum Performed {
    /// It was sent and answered 2xx.
    Sent(Sent),
    /// The screen is no longer the one that was decided on. Decide again, on this one.
    Stale {
        /// The screen as it is.
        fresh: Observation,
        /// What differs.
        because: String,
    },
    /// The guard forbids it.
    Refused {
        /// Which rule, and what it met.
        because: String,
    },
    /// The service turned it away for now (409, 429) or could not be reached: it was not carried out. Decide again.
    NotExecuted {
        /// Why.
        because: String,
    },
}

/// An input that was answered 2xx.
#[derive(Debug)]
pub struct Sent {
    /// Its operation id.
    pub id: String,
    /// The input.
    pub input: Input,
    /// What is known of it now. `Dispatched` may still become `VerifiedLate`; the events say so.
    pub receipt: Receipt,
    /// The screen afterwards.
    pub after: Observation,
    /// For typing that replaces a readable field's text: whether exactly that field shows exactly that text.
    pub text_shown: Option<bool>,
}

impl Act {
    /// A handle for a new case.
    #[must_use]
    pub fn new(device: Arc<dyn Device>, clock: Clock, events: Events, journal: Arc<dyn Journal>, guard: Guard) -> Self {
        Self {
            device,
            clock,
            events,
            journal,
            guard,
            case: Arc::default(),
            accepted: 0,
            turned_away: 0,
            unseen: None,
            secrets: Arc::default(),
            redactor: Redactor::default(),
        }
    }

    /// The same handle, with the secrets that steps may type. Neither its events nor its journal have them.
    #[must_use]
    pub fn with_secrets(mut self, secrets: Secrets) -> Self {
        self.redactor = secrets.redactor();
        self.events = self.events.hiding(self.redactor.clone());
        self.secrets = Arc::new(secrets);
        self
    }

    /// A handle for another phase of the same case.
    #[must_use]
    pub fn in_phase(&self, phase: Phase) -> Self {
        Self {
            device: self.device.clone(),
            clock: self.clock.clone(),
            events: self.events.in_phase(phase),
            journal: self.journal.clone(),
            guard: self.guard.clone(),
            case: self.case.clone(),
            accepted: 0,
            turned_away: 0,
            unseen: None,
            secrets: self.secrets.clone(),
            redactor: self.redactor.clone(),
        }
    }

    /// The secrets that steps may type.
    #[must_use]
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// The phone.
    #[must_use]
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// The case's clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The events of this phase.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// How many inputs of this handle were answered 2xx.
    #[must_use]
    pub fn accepted(&self) -> usize {
        self.accepted
    }

    /// Whether the last input was accepted and its effect is still to be seen. Looking again may show it.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.unseen.is_some()
    }

    /// When the case's last input was answered, whoever sent it.
    #[must_use]
    pub fn last_input_at(&self) -> Option<Timestamp> {
        self.shared().last_input_at
    }

    /// The apps that the case has opened or has seen in front, in that order, each once; the home screen is none.
    #[must_use]
    pub fn opened(&self) -> Vec<String> {
        self.shared().opened.clone()
    }

    /// The package of the home screen, once a press of home has shown it.
    #[must_use]
    pub fn home(&self) -> Option<String> {
        self.shared().home.clone()
    }

    /// The phone's own list of apps, read once a case.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn installed(&self) -> Result<Arc<[App]>, ActError> {
        if let Some(apps) = self.shared().installed.clone() {
            return Ok(apps);
        }
        let apps: Arc<[App]> = self.device.apps().await?.into();
        self.shared().installed = Some(apps.clone());
        Ok(apps)
    }

    /// A fresh look at the screen.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn observe(&mut self) -> Result<Observation, ActError> {
        let screen = self.device.observe().await?;
        self.saw(&screen);
        Ok(screen)
    }

    /// Carries out `action`, decided on the screen `on`. `what` says it in words, for the journal and the events.
    ///
    /// # Errors
    /// When the phone fails, refuses for good, or leaves the effect unknown: the case ends there.
    pub async fn perform(&mut self, action: &Action, on: &Observation, what: &str) -> Result<Performed, ActError> {
        let fresh = if let Action::OpenApp { package } = action {
            if !self.installed().await?.iter().any(|app| app.package == *package) {
                return Err(ActError::NotInstalled { operation: what.to_owned(), package: package.clone() });
            }
            on.clone()
        } else {
            self.observe().await?
        };
        if let Err(change) = freshness::check(on, &fresh, action) {
            return Ok(self.stale(fresh, change.to_string()));
        }
        let installed = if self.guard.apps.is_empty() { Arc::from([]) } else { self.installed().await? };
        let home = self.home();
        let surroundings = Surroundings { home: home.as_deref(), installed: &installed };
        if let Some(because) = self.guard.forbids(action, &fresh, surroundings) {
            return Ok(self.refused(because));
        }
        let action = reprojected(action, on, &fresh);
        let input = match gesture::input(&action, &fresh) {
            Ok(input) => input,
            Err(because) => return Ok(self.stale(fresh, because)),
        };
        self.send(&input, what, Some((&action, &fresh))).await
    }

    /// Sends a command: an input that is aimed at no screen, so that there is nothing to be fresh about. After
    /// [`Input::Reset`] it waits for the phone to come back.
    ///
    /// # Errors
    /// As for [`Act::perform`].
    pub async fn command(&mut self, command: &Input, what: &str) -> Result<Performed, ActError> {
        if let Some(because) = self.guard.forbids_command(command) {
            return Ok(self.refused(because));
        }
        self.send(command, what, None).await
    }

    /// Evaluates a script in the browser's page, once, and gives what it evaluated to. It is kept in the journal as
    /// every input is; but it is there to read, so that the phone need not come to rest after it, and a result that is
    /// not known is nothing but that.
    ///
    /// # Errors
    /// When the journal fails, an earlier input's effect is unknown, or the screen that the guard needs can't be read.
    pub async fn execute(&mut self, script: &str, what: &str) -> Result<Result<Json, String>, ActError> {
        if self.guard != Guard::default() {
            let screen = self.observe().await?;
            if let Some(because) = self.guard.forbids_script(&screen) {
                self.refused(because.clone());
                return Ok(Err(format!("the guard forbids it: {because}")));
            }
        }
        let id = self.intend(&Input::Script { script: script.to_owned() }, what)?;
        let Executed { transport, result } = self.device.execute(script).await;
        self.events.emit(answered(&id, &transport));
        let kept = self.keep(&Entry::Outcome { id: id.clone(), transport: transport.clone() }, what);
        let (receipt, result) = match (transport, result) {
            (Transport::Accepted { .. }, Some(result)) => (Receipt::Verified, Ok(result)),
            (Transport::Accepted { body_error, .. }, None) => {
                let why = body_error.unwrap_or_else(|| "the answer holds no result".to_owned());
                (Receipt::Dispatched, Err(why))
            }
            (Transport::Rejected { error, .. }, _) => (Receipt::Rejected, Err(error)),
            (Transport::NotSent { error }, _) => (Receipt::NotSent, Err(error)),
            (Transport::Unknown { error, .. }, _) => (Receipt::Unknown, Err(format!("its result is unknown: {error}"))),
        };
        self.receipt(id, receipt, None);
        kept?;
        Ok(result)
    }

    /// Makes the last receipt final. Called when the handle has done its last.
    pub fn finish(&mut self) {
        if let Some(unseen) = self.unseen.take() {
            self.receipt(unseen.id, Receipt::Dispatched, Some(format!("not seen: {}", unseen.effect.words())));
        }
    }

    /// Writes down what is about to be sent, and gives its operation id. From here on it is sent or unknown.
    fn intend(&mut self, input: &Input, what: &str) -> Result<String, ActError> {
        if self.shared().unknown {
            return Err(ActError::AfterUnknown { operation: what.to_owned() });
        }
        self.finish();
        let id = uuid::Uuid::new_v4().to_string();
        let intent = Entry::Intent {
            id: id.clone(),
            device: self.device.id().to_owned(),
            operation: what.to_owned(),
            input: input.clone(),
        };
        self.keep(&intent, what)?;
        self.events.emit(Event::InputIntended {
            id: id.clone(),
            operation: what.to_owned(),
            input: serde_json::to_value(input).unwrap_or_default(),
        });
        Ok(id)
    }

    async fn send(
        &mut self,
        input: &Input,
        what: &str,
        seen: Option<(&Action, &Observation)>,
    ) -> Result<Performed, ActError> {
        let id = self.intend(input, what)?;
        let transport = self.device.send(input).await;
        self.shared().last_input_at = Some(self.clock.now());
        // Told before it is kept: a journal that fails now must not hide what just happened.
        self.events.emit(answered(&id, &transport));
        let kept = self.keep(&Entry::Outcome { id: id.clone(), transport: transport.clone() }, what);

        match transport {
            Transport::Accepted { cut, body_error, .. } => {
                kept?;
                self.accepted += 1;
                self.turned_away = 0;
                if let Input::OpenApp { package } = input {
                    self.note_opened(package);
                }
                self.confirm(id, input, seen, cut || body_error.is_some()).await
            }
            Transport::Unknown { error, .. } => {
                self.shared().unknown = true;
                self.receipt(id.clone(), Receipt::Unknown, None);
                Err(ActError::InputUnknown { id, operation: what.to_owned(), because: error })
            }
            Transport::Rejected { status: status @ (409 | 429), error, retry_after } => {
                self.receipt(id, Receipt::Rejected, None);
                kept?;
                self.turn_away(what, format!("{status}: {error}"))?;
                // Only what was asked for: a 409 without a time has its own pace in the next look at the screen.
                self.clock.sleep(retry_after.unwrap_or_default().min(LONGEST_WAIT)).await;
                Ok(Performed::NotExecuted { because: error })
            }
            Transport::Rejected { error, .. } => {
                self.receipt(id, Receipt::Rejected, None);
                Err(ActError::Rejected { operation: what.to_owned(), because: error })
            }
            Transport::NotSent { error } => {
                self.receipt(id, Receipt::NotSent, None);
                kept?;
                self.turn_away(what, error.clone())?;
                Ok(Performed::NotExecuted { because: error })
            }
        }
    }

    /// Looks at what became of an accepted input.
    async fn confirm(
        &mut self,
        id: String,
        input: &Input,
        seen: Option<(&Action, &Observation)>,
        doubtful: bool,
    ) -> Result<Performed, ActError> {
        let Some((action, before)) = seen else {
            let receipt = Receipt::Dispatched;
            self.receipt(id.clone(), receipt, None);
            if *input == Input::Reset {
                self.device.ready().await?;
                *self.shared() = CaseState { last_input_at: Some(self.clock.now()), ..CaseState::default() };
            }
            let after = self.observe().await?;
            return Ok(Performed::Sent(Sent { id, input: input.clone(), receipt, after, text_shown: None }));
        };
        let effect = Effect::of(action, before, self.home());
        let settled = match settle(self.device.as_ref(), &self.clock, action, before, &effect).await {
            Ok(settled) => settled,
            Err(error) => {
                self.receipt(id, Receipt::Dispatched, Some("the phone could not be read afterwards".to_owned()));
                return Err(error);
            }
        };
        self.saw(&settled.after);
        // A screen that lags shows the old app still, which must not replace a home screen that is known.
        let left = settled.after.foreground() != before.foreground();
        if matches!(action, Action::Global { name: Global::Home })
            && !settled.after.foreground().is_empty()
            && (left || self.home().is_none())
        {
            let home = settled.after.foreground().to_owned();
            let mut shared = self.shared();
            shared.opened.retain(|app| *app != home);
            shared.home = Some(home);
        }
        let receipt = match (settled.effect, doubtful) {
            (true, false) => {
                self.receipt(id.clone(), Receipt::Verified, Some(effect.words()));
                Receipt::Verified
            }
            (_, true) => {
                self.receipt(
                    id.clone(),
                    Receipt::Dispatched,
                    Some("the answer's body was cut or held an error".into()),
                );
                Receipt::Dispatched
            }
            (false, false) => {
                self.unseen = Some(Unseen { id: id.clone(), effect });
                Receipt::Dispatched
            }
        };
        Ok(Performed::Sent(Sent {
            id,
            input: input.clone(),
            receipt,
            after: settled.after,
            text_shown: settled.text_shown,
        }))
    }

    /// Every screen that is seen may show a late effect, and tells which app is in front.
    fn saw(&mut self, screen: &Observation) {
        self.events.emit(Event::Observed {
            fingerprint: screen.fingerprint.clone(),
            package: screen.foreground().to_owned(),
            elements: screen.elements().count(),
        });
        if self.unseen.as_ref().is_some_and(|unseen| unseen.effect.shown_by(screen))
            && let Some(unseen) = self.unseen.take()
        {
            self.receipt(unseen.id, Receipt::VerifiedLate, Some(unseen.effect.words()));
        }
        self.note_opened(screen.foreground());
    }

    fn note_opened(&self, package: &str) {
        let mut shared = self.shared();
        if !package.is_empty()
            && shared.home.as_deref() != Some(package)
            && !shared.opened.iter().any(|app| app == package)
        {
            shared.opened.push(package.to_owned());
        }
    }

    fn stale(&self, fresh: Observation, because: String) -> Performed {
        self.events.emit(Event::Stale { because: because.clone() });
        Performed::Stale { fresh, because }
    }

    fn refused(&self, because: String) -> Performed {
        self.events.emit(Event::Refused { because: because.clone() });
        Performed::Refused { because }
    }

    fn turn_away(&mut self, what: &str, because: String) -> Result<(), ActError> {
        self.turned_away += 1;
        if self.turned_away < TURNED_AWAY {
            return Ok(());
        }
        Err(ActError::TurnedAway { operation: what.to_owned(), because, times: TURNED_AWAY })
    }

    fn receipt(&self, id: String, receipt: Receipt, effect: Option<String>) {
        // A receipt that can't be kept leaves the outcome, which was.
        if let Err(error) = self.journal.append(&Entry::Receipt { id: id.clone(), receipt }) {
            let message = format!("the journal ({}) could not keep a receipt: {error}", self.journal.place());
            self.events.emit(Event::Warning { message });
        }
        self.events.emit(Event::InputReceipt { id, receipt, effect });
    }

    fn keep(&self, entry: &Entry, what: &str) -> Result<(), ActError> {
        self.journal.append(&entry.without(&self.redactor)).map_err(|source| ActError::Journal {
            place: self.journal.place().to_owned(),
            operation: what.to_owned(),
            source,
        })
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, CaseState> {
        self.case.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Act {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A scroll keeps its place in a region that has moved meanwhile.
fn reprojected(action: &Action, on: &Observation, fresh: &Observation) -> Action {
    if let Action::Swipe(swipe) = action
        && let Some(region) = &swipe.region_id
        && let (Some(was), Some(is)) = (on.element(region), fresh.element(region))
    {
        return Action::Swipe(swipe.reprojected(was.bounds, is.bounds));
    }
    action.clone()
}

fn answered(id: &str, transport: &Transport) -> Event {
    let (status, problem) = match transport {
        Transport::Accepted { status, cut: true, .. } => (Some(*status), Some("the answer's body was cut".to_owned())),
        Transport::Accepted { status, body_error, .. } => (Some(*status), body_error.clone()),
        Transport::Rejected { status, error, .. } => (Some(*status), Some(error.clone())),
        Transport::NotSent { error } => (None, Some(error.clone())),
        Transport::Unknown { status, error } => (*status, Some(error.clone())),
    };
    Event::InputAnswered { id: id.to_owned(), status, problem }
}
