//! `--from`: a saved screen in place of a phone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::out;
use super::target::{self, DeviceArg};
use crate::device::{Device, Saved};
use crate::event::{Backend, Events};
use crate::screen::{Observation, Size};
use crate::suite::{Supply, SupplyError};

/// The file.
#[derive(Debug, Args)]
pub(super) struct FromArg {
    /// Read a screen saved in a file, and no phone: a ui-state reply, a uiautomator dump or an Appium page source; `-`
    /// is stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["device", "look"])]
    from: Option<PathBuf>,
    /// How large the saved screen is, as in 1080x2400 [default: as the file says, else as far as its nodes reach]
    #[arg(long, value_name = "WxH", requires = "from", value_parser = size)]
    screen: Option<Size>,
}

pub(super) fn size(text: &str) -> Result<Size, String> {
    let edge = |text: &str| text.parse().ok().filter(|pixels| (1..=100_000).contains(pixels));
    let size = text.split_once(['x', 'X', '×']).and_then(|(width, height)| Some((edge(width)?, edge(height)?)));
    let (width, height) = size.ok_or_else(|| "a size is written WIDTHxHEIGHT in pixels, as in 1080x2400".to_owned())?;
    Ok(Size { width, height })
}

/// What a command looks at.
pub(super) enum Seen {
    /// A phone.
    Phone(Supply),
    /// A saved screen.
    Saved(Arc<Saved>),
}

impl Seen {
    /// The phone or the file that the arguments name. The file is read at once, the phone is not yet touched.
    pub(super) fn by(device: DeviceArg, from: &FromArg) -> Result<Self, Exit> {
        let Some(file) = &from.from else { return target::supply(None, device, None).map(Self::Phone) };
        let read = if file == Path::new("-") {
            Saved::read("stdin", std::io::stdin().lock(), from.screen)
        } else {
            Saved::open(file, from.screen)
        };
        read.map(|saved| Self::Saved(Arc::new(saved))).map_err(|error| out::fail(Exit::Trouble, &error))
    }

    pub(super) fn backend(&self) -> Backend {
        match self {
            Self::Phone(supply) => supply.backend(),
            Self::Saved(saved) => saved.backend(),
        }
    }

    /// The screen as it is, read for the command `what`.
    pub(super) async fn observe(&self, what: &str) -> Result<Observation, SupplyError> {
        match self {
            Self::Phone(supply) => {
                let supplied = target::phone(supply, what, &Events::silent()).await?;
                Ok(supplied.device.observe().await?)
            }
            Self::Saved(saved) => Ok(saved.screen().clone()),
        }
    }
}
