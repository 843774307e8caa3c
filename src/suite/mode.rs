//! Which mode `cargo test` runs in.

use std::ffi::OsString;

use super::look::LookChoice;
use crate::event::Mode;
use crate::policy::Control;

/// The environment variable that chooses.
const MODE: &str = "GOALPOST_MODE";
/// The environment variable that asks for a recording.
const RECORD: &str = "GOALPOST_RECORD";
/// The environment variable that names a control policy.
pub(super) const CONTROL: &str = "GOALPOST_MODEL";

/// The environment variable that says what the embedded phone looks like.
const LOOK: &str = "GOALPOST_LOOK";

/// The environment asks for what can't be had.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModeError {
    /// Not a mode.
    #[error("{MODE} is {0:?}, which is no mode; set it to simulated or live, or unset it")]
    Unknown(OsString),
    /// A mode that this version does not have.
    #[error(
        "{MODE} is replay, but this version of goalpost can't replay recorded fixtures yet; \
         set it to simulated (an embedded phone and an offline model) or live, or unset it"
    )]
    NoReplay,
    /// Not a control policy.
    #[error(
        "{CONTROL} is {0:?}; set it to a control policy (noop, always_done, always_blocked, random or random=SEED), or unset it"
    )]
    NoControl(OsString),
    /// Not a look.
    #[error("{LOOK} is {0:?}; set it to 11 or 15, or unset it")]
    NoLook(OsString),
    /// Recording, which this version does not have.
    #[error("{RECORD} is set, but this version of goalpost can't record fixtures yet; unset it")]
    NoRecord,
}

/// The mode of a run of tests: what `GOALPOST_MODE` says, else live where the feature `live` is on, else simulated.
///
/// Commands do not ask here: what a command touches is said by its arguments alone.
///
/// # Errors
/// When the environment asks for something else.
pub fn mode(variable: impl Fn(&str) -> Option<OsString>, live_by_default: bool) -> Result<Mode, ModeError> {
    // Empty or `0` is how a variable is switched off where it can't be unset.
    if variable(RECORD).is_some_and(|value| !value.is_empty() && value != "0") {
        return Err(ModeError::NoRecord);
    }
    let Some(asked) = variable(MODE).filter(|value| !value.is_empty()) else {
        return Ok(if live_by_default { Mode::Live } else { Mode::Simulated });
    };
    match asked.to_str() {
        Some("simulated") => Ok(Mode::Simulated),
        Some("live") => Ok(Mode::Live),
        Some("replay") => Err(ModeError::NoReplay),
        _ => Err(ModeError::Unknown(asked)),
    }
}

/// The control policy that a run of tests is to try the suite with: what `GOALPOST_MODEL` says.
pub(super) fn control(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<Control>, ModeError> {
    let Some(asked) = variable(CONTROL).filter(|value| !value.is_empty()) else { return Ok(None) };
    asked.to_str().and_then(|name| name.parse().ok()).map(Some).ok_or(ModeError::NoControl(asked))
}

/// What the embedded phone of a run of tests looks like: what `GOALPOST_LOOK` says.
pub(super) fn look(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<LookChoice>, ModeError> {
    let Some(asked) = variable(LOOK).filter(|value| !value.is_empty()) else { return Ok(None) };
    asked.to_str().and_then(|name| name.parse().ok()).map(Some).ok_or(ModeError::NoLook(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn with(pairs: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<OsString> {
        move |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
    }

    #[rstest]
    #[case(&[], false, Ok(Mode::Simulated))]
    #[case(&[], true, Ok(Mode::Live))]
    #[case(&[("GOALPOST_MODE", "simulated")], true, Ok(Mode::Simulated))]
    #[case(&[("GOALPOST_MODE", "live")], false, Ok(Mode::Live))]
    #[case(&[("GOALPOST_MODE", "")], false, Ok(Mode::Simulated))]
    #[case(&[("GOALPOST_MODE", "replay")], false, Err(ModeError::NoReplay))]
    #[case(&[("GOALPOST_MODE", "Live")], false, Err(ModeError::Unknown("Live".into())))]
    #[case(&[("GOALPOST_RECORD", "1")], false, Err(ModeError::NoRecord))]
    #[case(&[("GOALPOST_RECORD", "0")], false, Ok(Mode::Simulated))]
    fn the_variable_wins_over_the_feature(
        #[case] environment: &'static [(&'static str, &'static str)],
        #[case] live: bool,
        #[case] expected: Result<Mode, ModeError>,
    ) {
        assert_eq!(mode(with(environment), live), expected);
    }

    #[rstest]
    #[case(&[], Ok(None))]
    #[case(&[("GOALPOST_MODEL", "")], Ok(None))]
    #[case(&[("GOALPOST_MODEL", "random=7")], Ok(Some(Control::Random(7))))]
    #[case(&[("GOALPOST_MODEL", "jev")], Err(ModeError::NoControl("jev".into())))]
    fn only_a_control_policy_can_be_named(
        #[case] environment: &'static [(&'static str, &'static str)],
        #[case] expected: Result<Option<Control>, ModeError>,
    ) {
        assert_eq!(control(with(environment)), expected);
    }

    #[rstest]
    #[case(&[], Ok(None))]
    #[case(&[("GOALPOST_LOOK", "")], Ok(None))]
    #[case(&[("GOALPOST_LOOK", "11")], Ok(Some(LookChoice::Android11)))]
    #[case(&[("GOALPOST_LOOK", "14")], Err(ModeError::NoLook("14".into())))]
    fn only_a_look_that_there_is_can_be_named(
        #[case] environment: &'static [(&'static str, &'static str)],
        #[case] expected: Result<Option<LookChoice>, ModeError>,
    ) {
        assert_eq!(look(with(environment)), expected);
    }
}
