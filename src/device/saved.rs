//! A screen that was saved to a file, in the place of a phone.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use async_trait::async_trait;

use super::{Device, DeviceError, Input, Transport};
use crate::clock::Clock;
use crate::event::Backend;
use crate::screen::{App, Observation, UiState};

/// The longest file that is read, in bytes; as much as is read of a phone's reply.
const MAX_FILE: u64 = 32 << 20;

/// One saved screen. It always shows the same, has no apps, and takes no input.
#[derive(Debug, Clone)]
pub struct Saved {
    screen: Observation,
}

impl Saved {
    /// The id that every saved screen has.
    pub const ID: &str = "saved";

    /// Reads a file that holds a reply of a phone's `ui-state`, and takes it for a screen seen now.
    ///
    /// # Errors
    /// When the file can't be read, or is no screen.
    pub fn open(file: &Path, clock: &Clock) -> Result<Self, DeviceError> {
        let bytes = read(file).map_err(|source| DeviceError::File { file: file.to_owned(), source })?;
        let state = UiState::parse(&bytes)?.with_screen_repaired();
        Ok(Self { screen: Observation::from_ui_state(Self::ID, &state, clock.now())? })
    }

    /// What it shows.
    #[must_use]
    pub fn screen(&self) -> &Observation {
        &self.screen
    }
}

/// Only regular files: a pipe or a device could block for ever.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let data = std::fs::metadata(file)?;
    if !data.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut bytes = Vec::new();
    if File::open(file)?.take(MAX_FILE + 1).read_to_end(&mut bytes)? as u64 > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it has more than {MAX_FILE} bytes")));
    }
    Ok(bytes)
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
        Ok(Vec::new())
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        Ok(self.screen.clone())
    }

    async fn send(&self, input: &Input) -> Transport {
        Transport::NotSent { error: format!("a saved screen takes no input, so not {input} either") }
    }
}
