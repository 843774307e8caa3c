//! `goalpost screenshot`

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::target::{self, DeviceArg};
use super::{interrupt, out};
use crate::device::{Channel, DeviceError, Reading, Value};
use crate::event::Events;
use crate::suite::{Supply, SupplyError};

/// Save a picture of the screen
///
/// As the phone's service sends it, which is PNG everywhere known. Without a file, or with `-`, the picture goes to
/// stdout, where that is no terminal.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost screenshot screen.png --device simulated=http://127.0.0.1:8700/v1
  goalpost screenshot screen.png --force
  goalpost screenshot | file -

Exit codes:
  0    saved
  2    the arguments can't be used, or the file exists already
  4    the phone can't be read, or the file can't be written
  130  interrupted")]
pub(super) struct ScreenshotArgs {
    /// The file to write
    file: Option<PathBuf>,
    /// Write over the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    device: DeviceArg,
}

pub(super) fn run(args: ScreenshotArgs) -> Exit {
    let file = args.file.filter(|file| file != Path::new("-"));
    // Said before the phone is asked; what happens meanwhile is noticed when the file is opened.
    match &file {
        None if out::stdout_is_a_terminal() => {
            return out::fail(Exit::Usage, "a picture is nothing for a terminal; name a file");
        }
        Some(file) if !args.force && fs::symlink_metadata(file).is_ok() => {
            return out::fail(Exit::Usage, &exists(file));
        }
        _ => {}
    }
    let supply = match target::supply(None, args.device, None) {
        Ok(supply) => supply,
        Err(exit) => return exit,
    };
    interrupt::until_stopped(async {
        let picture = match taken(&supply).await {
            Ok(picture) => picture,
            Err(error) => return out::fail(Exit::Trouble, &error),
        };
        let Some(file) = file else { return out::bytes(&picture, Exit::Passed) };
        match written(&file, &picture, args.force) {
            Ok(()) => {
                out::note(&format!("{} bytes are in {}", picture.len(), file.display()));
                Exit::Passed
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => out::fail(Exit::Usage, &exists(&file)),
            Err(error) => out::fail(Exit::Trouble, &format!("{} can't be written: {error}", file.display())),
        }
    })
}

fn exists(file: &Path) -> String {
    format!("{} exists already; name another file, or say --force", file.display())
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
enum NotTaken {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error("{0}")]
    Unsupported(String),
}

async fn taken(supply: &Supply) -> Result<Vec<u8>, NotTaken> {
    let supplied = target::phone(supply, "screenshot", &Events::silent()).await?;
    match supplied.device.read(Channel::Screenshot).await {
        Reading::Value(Value::Bytes(bytes)) => Ok(bytes.to_vec()),
        Reading::Value(Value::Json(_)) => Err(NotTaken::Unsupported("what the phone sent is no picture".to_owned())),
        Reading::Unsupported { why } => Err(NotTaken::Unsupported(why)),
        Reading::Failed(error) => Err(error.into()),
    }
}

fn written(file: &Path, picture: &[u8], force: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    options.open(file)?.write_all(picture)
}
