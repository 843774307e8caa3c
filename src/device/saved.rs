//! A phone that is a file: one screen that never changes.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use async_trait::async_trait;

use super::{Channel, Device, DeviceError, Input, Reading, Transport};
use crate::clock::Clock;
use crate::event::Backend;
use crate::screen::{App, Observation, Size, UiState, saved};

/// The longest file that is read, in bytes. Real dumps have up to a few megabytes.
const MAX_FILE: u64 = 16 << 20;

/// A screen that was saved to a file, as a phone. It shows that screen for ever and refuses every input. Its time is
/// virtual: nothing on it is worth waiting for.
#[derive(Debug, Clone)]
pub struct Saved {
    screen: Observation,
    clock: Clock,
}

impl Saved {
    /// The id that every saved screen has in place of a phone's.
    pub const ID: &str = "saved";

    /// Reads a file; see [`saved`] for what it may hold. `size` is the size of the phone's screen, where it is known.
    ///
    /// # Errors
    /// [`DeviceError::File`] where the file can't be read, [`DeviceError::Saved`] where it holds no screen.
    pub fn open(file: &Path, size: Option<Size>) -> Result<Self, DeviceError> {
        let failed = |source| DeviceError::File { file: file.to_owned(), source };
        Self::read(file, File::open(file).map_err(failed)?, size)
    }

    /// The same from anything that can be read, to be called `name` in messages.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(name: impl Into<PathBuf>, from: impl Read, size: Option<Size>) -> Result<Self, DeviceError> {
        let file = name.into();
        let mut bytes = Vec::new();
        if let Err(source) = from.take(MAX_FILE + 1).read_to_end(&mut bytes) {
            return Err(DeviceError::File { file, source });
        }
        if bytes.len() as u64 > MAX_FILE {
            let source =
                std::io::Error::new(std::io::ErrorKind::FileTooLarge, "longer than 16 MiB, which no screen is");
            return Err(DeviceError::File { file, source });
        }
        let clock = Clock::starting_at(Clock::real().now());
        let observed = |state: UiState| Ok(Observation::from_ui_state(Self::ID, &state, clock.now())?);
        match saved::read(&bytes, size).and_then(observed) {
            Ok(screen) => Ok(Self { screen, clock }),
            Err(source) => Err(DeviceError::Saved { file, source }),
        }
    }

    /// The screen.
    #[must_use]
    pub fn screen(&self) -> &Observation {
        &self.screen
    }

    /// Its time, which begins when it is read from the file.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

#[async_trait]
impl Device for Saved {
    fn id(&self) -> &str {
        Self::ID
    }

    fn backend(&self) -> Backend {
        Backend::Fixture
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        let why = "a saved screen does not say which apps there are".to_owned();
        Err(DeviceError::Unusable { what: "reading the apps".to_owned(), why })
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        let mut screen = self.screen.clone();
        screen.taken_at = self.clock.now();
        Ok(screen)
    }

    async fn send(&self, input: &Input) -> Transport {
        Transport::NotSent { error: format!("a saved screen takes no input ({input}); use a phone for that") }
    }

    async fn read(&self, channel: Channel) -> Reading {
        Reading::Unsupported { why: format!("a saved screen does not hold {channel}") }
    }
}
