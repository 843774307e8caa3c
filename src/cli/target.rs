//! Which phone and which model: the arguments that commands share.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::event::Mode;
use crate::settings::Settings;
use crate::suite::{Choice, DeviceChoice, ModelChoice, Supply, SupplyError};

use super::exit::Exit;
use super::out;

/// The phone.
#[derive(Debug, Args)]
pub(super) struct DeviceArg {
    /// The phone: `simulated`, a fresh embedded one; `simulated=URL`, one that `goalpost phone serve` serves;
    /// `mobilerun` or `mobilerun=ID`, a phone behind the Mobilerun API [default: simulated]
    #[arg(long, value_name = "PHONE")]
    pub(super) device: Option<DeviceChoice>,
}

/// A file in the place of a phone.
#[derive(Debug, Args)]
pub(super) struct FromArg {
    /// Read no phone, but a screen saved in this file: a reply of the Mobilerun API's ui-state, as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "device")]
    pub(super) from: Option<PathBuf>,
}

/// The model.
#[derive(Debug, Args)]
pub(super) struct ModelArg {
    /// What decides: `offline`, the embedded model; `jev`, the System One API; or a control policy that is no agent:
    /// `noop`, `always_done`, `always_blocked`, `random`, `random=SEED` [default: offline]
    #[arg(long, value_name = "MODEL")]
    pub(super) model: Option<ModelChoice>,
}

/// Phone and model, from the arguments and, for those that need them, the settings of the current folder.
pub(super) fn supply(mode: Option<Mode>, device: DeviceArg, model: Option<ModelArg>) -> Result<Supply, Exit> {
    let choice = Choice::new(mode, device.device, model.and_then(|model| model.model))
        .map_err(|error| out::fail(Exit::Usage, &error))?;
    let settings = if choice.needs_settings() {
        Settings::load(Path::new(".")).map_err(|error| out::fail(Exit::Trouble, &error))?
    } else {
        Settings::default()
    };
    Supply::new(choice, settings).map_err(|error| {
        let wrongly_asked =
            matches!(error, SupplyError::Url { .. } | SupplyError::NotServed(_) | SupplyError::NotHere(_));
        out::fail(if wrongly_asked { Exit::Usage } else { Exit::Trouble }, &error)
    })
}
