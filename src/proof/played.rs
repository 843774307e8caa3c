//! A phone that is a tape.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use super::tape::{Answer, Heard, Tape};
use crate::clock::Clock;
use crate::device::{Channel, Device, DeviceError, Executed, Input, Reading, Transport};
use crate::event::Backend;
use crate::screen::{App, Observation};

/// A phone that shows what is on a tape. Screens come in their order: an input leads to those after the next input of
/// the tape, and where these are used up the last is shown for ever. Channels and scripts answer in their own order.
/// Nothing on it takes time.
pub(super) struct Played {
    id: String,
    apps: Vec<App>,
    tape: Tape,
    clock: Clock,
    at: Mutex<At>,
}

#[derive(Default)]
struct At {
    /// Where screens go on.
    screen: usize,
    /// How many answers of each kind were given, by what was asked.
    asked: Vec<(Asked, usize)>,
}

#[derive(PartialEq)]
enum Asked {
    Channel(Channel),
    Script(String),
}

impl Asked {
    fn is(&self, heard: &Heard) -> bool {
        match (self, heard) {
            (Self::Channel(one), Heard::Channel(other, _)) => one == other,
            (Self::Script(one), Heard::Script(other, _)) => one == other,
            _ => false,
        }
    }
}

impl Played {
    pub(super) fn new(id: &str, apps: &[App], tape: Tape, clock: Clock) -> Self {
        Self { id: id.to_owned(), apps: apps.to_vec(), tape, clock, at: Mutex::default() }
    }

    /// The next of the exchanges in which this was asked; the last again where there are no more.
    fn next(&self, asked: Asked) -> Option<&Heard> {
        let answers: Vec<&Heard> = self.tape.heard.iter().filter(|heard| asked.is(heard)).collect();
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let known = at.asked.iter().position(|(other, _)| *other == asked);
        let place = known.unwrap_or_else(|| {
            at.asked.push((asked, 0));
            at.asked.len() - 1
        });
        let (_, count) = at.asked.get_mut(place)?;
        let answer = answers.get(*count).or(answers.last()).copied();
        *count += 1;
        answer
    }

    fn screen(&self) -> Option<&Result<Observation, String>> {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = self.tape.heard.get(at.screen..).unwrap_or_default();
        let here = rest.iter().take_while(|heard| !matches!(heard, Heard::Sent));
        let next = here.enumerate().find_map(|(ahead, heard)| match heard {
            Heard::Screen(screen) => Some((ahead, screen)),
            _ => None,
        });
        if let Some((ahead, screen)) = next {
            at.screen += ahead + 1;
            return Some(screen);
        }
        self.tape.heard.get(..at.screen).unwrap_or_default().iter().rev().find_map(|heard| match heard {
            Heard::Screen(screen) => Some(screen),
            _ => None,
        })
    }
}

#[async_trait]
impl Device for Played {
    fn id(&self) -> &str {
        &self.id
    }

    fn backend(&self) -> Backend {
        Backend::Fixture
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(self.apps.clone())
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        let unusable = |why: &str| DeviceError::Unusable { what: "reading the screen".to_owned(), why: why.to_owned() };
        match self.screen() {
            Some(Ok(screen)) => {
                let mut screen = screen.clone();
                screen.taken_at = self.clock.now();
                Ok(screen)
            }
            Some(Err(why)) => Err(unusable(why)),
            None => Err(unusable("this evaluation read no screen")),
        }
    }

    async fn send(&self, _: &Input) -> Transport {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let next = self.tape.heard.iter().skip(at.screen).position(|heard| matches!(heard, Heard::Sent));
        at.screen += next.map_or(0, |ahead| ahead + 1);
        Transport::Accepted { status: 200, cut: false, body_error: None }
    }

    async fn execute(&self, script: &str) -> Executed {
        match self.next(Asked::Script(script.to_owned())) {
            Some(Heard::Script(_, executed)) => executed.clone(),
            _ => Executed {
                transport: Transport::NotSent { error: "this evaluation ran no such script".to_owned() },
                result: None,
            },
        }
    }

    async fn read(&self, channel: Channel) -> Reading {
        match self.next(Asked::Channel(channel.clone())) {
            Some(Heard::Channel(_, Answer::Value(value))) => Reading::Value(value.clone()),
            Some(Heard::Channel(_, Answer::Unsupported(why))) => Reading::Unsupported { why: why.clone() },
            Some(Heard::Channel(_, Answer::Failed(why))) => {
                Reading::Failed(DeviceError::Unusable { what: format!("reading {channel}"), why: why.clone() })
            }
            _ => Reading::Unsupported { why: format!("this evaluation did not read {channel}") },
        }
    }
}
