//! What one evaluation read, kept so that it can be played again.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;

use crate::device::{Channel, Device, DeviceError, Executed, Input, Reading, Transport, Value};
use crate::event::Backend;
use crate::screen::{App, Observation};

/// More than this is not kept: an evaluation reads a screen or a few dozen.
const LONGEST: usize = 2000;

/// What one evaluation read and sent, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Tape {
    pub(super) heard: Vec<Heard>,
}

/// One exchange with the phone.
#[derive(Debug, Clone)]
pub(super) enum Heard {
    /// The screen, or why it could not be read.
    Screen(Result<Observation, String>),
    /// Something other than the screen.
    Channel(Channel, Answer),
    /// A script in the browser.
    Script(String, Executed),
    /// An input.
    Sent,
}

/// What came of reading a channel.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Answer {
    Value(Value),
    Unsupported(String),
    Failed(String),
}

impl Tape {
    /// The screens that were read.
    pub(super) fn screens(&self) -> impl Iterator<Item = &Observation> {
        self.heard.iter().filter_map(|heard| match heard {
            Heard::Screen(Ok(screen)) => Some(screen),
            _ => None,
        })
    }

    /// The channels that were read, each once. What a phone can do at all is no state of it.
    pub(super) fn channels(&self) -> Vec<Channel> {
        let mut channels = Vec::new();
        for heard in &self.heard {
            if let Heard::Channel(channel, _) = heard
                && *channel != Channel::Capabilities
                && !channels.contains(channel)
            {
                channels.push(channel.clone());
            }
        }
        channels
    }

    /// What came of reading a channel, each time.
    pub(super) fn answers<'t>(&'t self, of: &'t Channel) -> impl Iterator<Item = &'t Answer> {
        self.heard.iter().filter_map(move |heard| match heard {
            Heard::Channel(channel, answer) if channel == of => Some(answer),
            _ => None,
        })
    }

    /// Whether a script was run.
    pub(super) fn has_scripts(&self) -> bool {
        self.heard.iter().any(|heard| matches!(heard, Heard::Script(..)))
    }

    /// The same with other screens.
    pub(super) fn with_screens(&self, change: impl Fn(&Observation) -> Observation) -> Self {
        self.with(|heard| {
            if let Heard::Screen(Ok(screen)) = heard {
                *screen = change(screen);
            }
        })
    }

    /// The same with another answer of a channel.
    pub(super) fn with_channel(&self, of: &Channel, change: impl Fn(&Answer) -> Answer) -> Self {
        self.with(|heard| {
            if let Heard::Channel(channel, answer) = heard
                && channel == of
            {
                *answer = change(answer);
            }
        })
    }

    /// The same with other results of scripts.
    pub(super) fn with_scripts(&self, change: impl Fn(&Executed) -> Executed) -> Self {
        self.with(|heard| {
            if let Heard::Script(_, executed) = heard {
                *executed = change(executed);
            }
        })
    }

    fn with(&self, change: impl Fn(&mut Heard)) -> Self {
        let mut other = self.clone();
        other.heard.iter_mut().for_each(change);
        other
    }
}

/// A phone with somebody who can write down what is read from it.
pub(super) struct Taping {
    phone: Arc<dyn Device>,
    tape: Mutex<Option<Tape>>,
}

impl Taping {
    pub(super) fn new(phone: Arc<dyn Device>) -> Self {
        Self { phone, tape: Mutex::default() }
    }

    /// From here on it is written down.
    pub(super) fn begin(&self) {
        *self.tape() = Some(Tape::default());
    }

    /// What was written down, which ends with this; none where it became too long.
    pub(super) fn end(&self) -> Option<Tape> {
        self.tape().take().filter(|tape| tape.heard.len() < LONGEST)
    }

    fn heard(&self, heard: impl FnOnce() -> Heard) {
        if let Some(tape) = self.tape().as_mut()
            && tape.heard.len() < LONGEST
        {
            tape.heard.push(heard());
        }
    }

    fn tape(&self) -> std::sync::MutexGuard<'_, Option<Tape>> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Device for Taping {
    fn id(&self) -> &str {
        self.phone.id()
    }

    fn backend(&self) -> Backend {
        self.phone.backend()
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        self.phone.ready().await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        self.phone.apps().await
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        let screen = self.phone.observe().await;
        self.heard(|| Heard::Screen(screen.as_ref().map(Clone::clone).map_err(ToString::to_string)));
        screen
    }

    async fn send(&self, input: &Input) -> Transport {
        let sent = self.phone.send(input).await;
        self.heard(|| Heard::Sent);
        sent
    }

    async fn execute(&self, script: &str) -> Executed {
        let executed = self.phone.execute(script).await;
        self.heard(|| Heard::Script(script.to_owned(), executed.clone()));
        executed
    }

    async fn read(&self, channel: Channel) -> Reading {
        let reading = self.phone.read(channel.clone()).await;
        self.heard(|| {
            let answer = match &reading {
                Reading::Value(value) => Answer::Value(value.clone()),
                Reading::Unsupported { why } => Answer::Unsupported(why.clone()),
                Reading::Failed(error) => Answer::Failed(error.to_string()),
            };
            Heard::Channel(channel, answer)
        });
        reading
    }
}
