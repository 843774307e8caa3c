//! Which phone and which model: the arguments that commands share.

use std::path::Path;

use clap::Args;

use crate::event::{Events, Mode};
use crate::plain::inline;
use crate::settings::Settings;
use crate::suite::{Choice, ChoiceError, DeviceChoice, LookChoice, ModelChoice, SuppliedDevice, Supply, SupplyError};

use super::exit::Exit;
use super::out;

/// The phone.
#[derive(Debug, Args)]
pub(super) struct DeviceArg {
    /// The phone: `simulated`, a fresh embedded one; `simulated=URL`, one that `goalpost phone serve` serves;
    /// `mobilerun` or `mobilerun=ID`, a phone behind the Mobilerun API [default: simulated]
    #[arg(long, value_name = "PHONE")]
    pub(super) device: Option<DeviceChoice>,
    /// Which Android a fresh embedded phone looks like: 11 or 15 [default: 15]
    #[arg(long, value_name = "VERSION")]
    pub(super) look: Option<LookChoice>,
}

impl DeviceArg {
    /// The phone, with a model where one decides.
    pub(super) fn choice(self, mode: Option<Mode>, model: Option<ModelArg>) -> Result<Choice, ChoiceError> {
        let choice = Choice::new(mode, self.device, model.and_then(|model| model.model))?;
        self.look.map_or(Ok(choice.clone()), |look| choice.with_look(look))
    }
}

/// The model.
#[derive(Debug, Args)]
pub(super) struct ModelArg {
    /// What decides: `offline`, the embedded model; `jev`, the System One API; or a control policy that is no agent:
    /// `noop`, `always_done`, `always_blocked`, `random`, `random=SEED` [default: offline]
    #[arg(long, value_name = "MODEL")]
    pub(super) model: Option<ModelChoice>,
}

/// A mode by its word.
pub(super) fn mode(text: &str) -> Result<Mode, String> {
    let known = Mode::ALL.iter().find(|mode| mode.word() == text);
    known.copied().ok_or_else(|| "a mode is replay, simulated or live".to_owned())
}

/// Phone and model by the arguments, with the settings of the current folder where they need any.
pub(super) fn choice(
    mode: Option<Mode>,
    device: DeviceArg,
    model: Option<ModelArg>,
) -> Result<(Choice, Settings), Exit> {
    let choice = device.choice(mode, model).map_err(|error| out::fail(Exit::Usage, &error))?;
    let settings = if choice.needs_settings() {
        Settings::load(Path::new(".")).map_err(|error| out::fail(Exit::Trouble, &error))?
    } else {
        Settings::default()
    };
    if choice.device == DeviceChoice::Mobilerun(None)
        && let ids = settings.device_ids()
        && let [first, others @ ..] = ids.as_slice()
        && !others.is_empty()
    {
        out::note(&format!(
            "MOBILERUN_DEVICE_ID names {} phones, and this version uses the first of them, {}; --device mobilerun=ID names another",
            ids.len(),
            inline(first)
        ));
    }
    Ok((choice, settings))
}

/// What phone and model by the arguments are had from.
pub(super) fn supply(mode: Option<Mode>, device: DeviceArg, model: Option<ModelArg>) -> Result<Supply, Exit> {
    let (choice, settings) = choice(mode, device, model)?;
    Supply::new(choice, settings).map_err(|error| out::fail(exit_of(&error), &error))
}

/// A phone that can be used, had for the command or the verifier `what`.
pub(super) async fn phone(supply: &Supply, what: &str, events: &Events) -> Result<SuppliedDevice, SupplyError> {
    let supplied = supply.device(what, events).await?;
    supplied.device.ready().await?;
    Ok(supplied)
}

/// Some of what keeps a phone from being had is wrong in the arguments.
pub(super) fn exit_of(error: &SupplyError) -> Exit {
    match error {
        SupplyError::Url { .. } | SupplyError::NotServed(_) | SupplyError::NotHere(_) => Exit::Usage,
        _ => Exit::Trouble,
    }
}
