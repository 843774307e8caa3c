//! What `cargo test` runs on.

use std::ffi::OsString;

use super::look::LookChoice;
use crate::event::Mode;
use crate::policy::Control;

/// The environment variable that chooses.
const MODE: &str = "GOALPOST_MODE";
/// The environment variable that asks for a recording.
const RECORD: &str = "GOALPOST_RECORD";
/// The environment variable that names a control policy.
const CONTROL: &str = "GOALPOST_MODEL";

/// What the tests are to run on, as the environment says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Where phone and model come from.
    pub mode: Mode,
    /// Whether what is said is recorded.
    pub record: Option<Record>,
    /// A control policy in the place of the model, to try the suite with.
    pub control: Option<Control>,
    /// What the embedded phone looks like.
    pub look: Option<LookChoice>,
}

/// That a run is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Whether a recording may be replaced that was edited by hand, or one of a real phone by one of the embedded.
    pub force: bool,
}

/// The environment variable that says what the embedded phone looks like.
const LOOK: &str = "GOALPOST_LOOK";

/// The environment asks for what can't be had.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModeError {
    /// Not a mode.
    #[error("{MODE} is {0:?}, which is no mode; set it to replay, simulated or live, or unset it")]
    Unknown(OsString),
    /// Not a control policy.
    #[error(
        "{CONTROL} is {0:?}; set it to a control policy (noop, always_done, always_blocked, random or random=SEED), or unset it"
    )]
    NoControl(OsString),
    /// Not a word about recording.
    #[error(
        "{RECORD} is {0:?}; set it to 1, or to force (replaces what was edited by hand or is of a real phone), or unset it"
    )]
    NoRecord(OsString),
    /// What is recorded is a run, not a replay.
    #[error("{RECORD} is set and {MODE} is replay; a replay can't be recorded: unset one of them")]
    RecordedReplay,
    /// A control policy is no agent.
    #[error("{RECORD} and {CONTROL} are set, and a control policy is not worth recording: unset one of them")]
    RecordedControl,
    /// A recording answers no other policy.
    #[error(
        "{CONTROL} is set and {MODE} is replay, but a recording answers only the agent that was recorded; set {MODE}=simulated, or unset one of them"
    )]
    ReplayedControl,
    /// A control policy never touches a real phone.
    #[error("{CONTROL} is set, and a control policy is no agent for a real phone; unset it, or set {MODE}=simulated")]
    LiveControl,
    /// What CI records nobody has looked at.
    #[error(
        "recording is refused where CI is set: record on a machine of your own, look at the difference and commit it"
    )]
    RecordedInCi,
    /// Not a look.
    #[error("{LOOK} is {0:?}; set it to 11 or 15, or unset it")]
    NoLook(OsString),
    /// A recording looks as it does.
    #[error(
        "{LOOK} is set and {MODE} is replay, but a recording looks as it does; set {MODE}=simulated, or unset one of them"
    )]
    ReplayedLook,
}

impl Plan {
    /// What the environment says: `GOALPOST_MODE`, else live where the feature `live` is on, else replay, or simulated
    /// where there is something that can't be replayed (a recording to be made, a control policy, a look).
    ///
    /// Commands do not ask here: what a command touches is said by its arguments alone.
    ///
    /// # Errors
    /// When the environment asks for what does not go together.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>, live_by_default: bool) -> Result<Self, ModeError> {
        let asked = match variable(MODE).filter(|value| !value.is_empty()) {
            None => None,
            Some(word) => match word.to_str() {
                Some("replay") => Some(Mode::Replay),
                Some("simulated") => Some(Mode::Simulated),
                Some("live") => Some(Mode::Live),
                _ => return Err(ModeError::Unknown(word)),
            },
        };
        let record = record(&variable)?;
        let control = control(&variable)?;
        let look = look(&variable)?;
        let new = record.is_some() || control.is_some() || look.is_some();
        let otherwise = if new { Mode::Simulated } else { Mode::Replay };
        let mode = asked.unwrap_or(if live_by_default { Mode::Live } else { otherwise });
        match (mode, record, control) {
            (_, Some(_), Some(_)) => Err(ModeError::RecordedControl),
            (Mode::Replay, Some(_), _) => Err(ModeError::RecordedReplay),
            (Mode::Replay, _, Some(_)) => Err(ModeError::ReplayedControl),
            (Mode::Replay, ..) if look.is_some() => Err(ModeError::ReplayedLook),
            (Mode::Live, _, Some(_)) => Err(ModeError::LiveControl),
            (_, Some(_), None) if in_ci(&variable) => Err(ModeError::RecordedInCi),
            _ => Ok(Self { mode, record, control, look }),
        }
    }
}

/// Whether this is a machine of CI, by the variable that all CI systems set.
pub fn in_ci(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

fn record(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<Record>, ModeError> {
    let Some(asked) = variable(RECORD) else { return Ok(None) };
    match asked.to_str() {
        // Empty or `0` is how a variable is switched off where it can't be unset.
        Some("" | "0") => Ok(None),
        Some("1") => Ok(Some(Record { force: false })),
        Some("force") => Ok(Some(Record { force: true })),
        _ => Err(ModeError::NoRecord(asked)),
    }
}

fn control(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<Control>, ModeError> {
    let Some(asked) = variable(CONTROL).filter(|value| !value.is_empty()) else { return Ok(None) };
    asked.to_str().and_then(|name| name.parse().ok()).map(Some).ok_or(ModeError::NoControl(asked))
}

fn look(variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<LookChoice>, ModeError> {
    let Some(asked) = variable(LOOK).filter(|value| !value.is_empty()) else { return Ok(None) };
    asked.to_str().and_then(|name| name.parse().ok()).map(Some).ok_or(ModeError::NoLook(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn plan(pairs: &'static [(&str, &str)], live: bool) -> Result<Plan, ModeError> {
        let variable = |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        Plan::of(variable, live)
    }

    #[rstest]
    #[case(&[], false, Mode::Replay)]
    #[case(&[], true, Mode::Live)]
    #[case(&[("GOALPOST_MODE", "")], false, Mode::Replay)]
    #[case(&[("GOALPOST_MODE", "replay")], true, Mode::Replay)]
    #[case(&[("GOALPOST_MODE", "simulated")], true, Mode::Simulated)]
    #[case(&[("GOALPOST_MODE", "live")], false, Mode::Live)]
    #[case(&[("GOALPOST_RECORD", "0")], false, Mode::Replay)]
    #[case(&[("GOALPOST_RECORD", "1")], false, Mode::Simulated)]
    #[case(&[("GOALPOST_RECORD", "1")], true, Mode::Live)]
    #[case(&[("GOALPOST_RECORD", "force"), ("GOALPOST_MODE", "live")], false, Mode::Live)]
    #[case(&[("GOALPOST_RECORD", "1"), ("CI", "false")], false, Mode::Simulated)]
    #[case(&[("GOALPOST_MODEL", "noop")], false, Mode::Simulated)]
    #[case(&[("GOALPOST_LOOK", "11")], false, Mode::Simulated)]
    #[case(&[("CI", "true")], false, Mode::Replay)]
    fn the_variable_wins_over_the_feature_and_the_feature_over_replay(
        #[case] environment: &'static [(&'static str, &'static str)],
        #[case] live: bool,
        #[case] expected: Mode,
    ) {
        assert_eq!(plan(environment, live).map(|plan| plan.mode), Ok(expected));
    }

    #[rstest]
    #[case(&[("GOALPOST_MODE", "Live")], ModeError::Unknown("Live".into()))]
    #[case(&[("GOALPOST_RECORD", "yes")], ModeError::NoRecord("yes".into()))]
    #[case(&[("GOALPOST_RECORD", "1"), ("GOALPOST_MODE", "replay")], ModeError::RecordedReplay)]
    #[case(&[("GOALPOST_RECORD", "1"), ("CI", "true")], ModeError::RecordedInCi)]
    #[case(&[("GOALPOST_RECORD", "1"), ("GOALPOST_MODEL", "noop")], ModeError::RecordedControl)]
    #[case(&[("GOALPOST_MODEL", "noop"), ("GOALPOST_MODE", "replay")], ModeError::ReplayedControl)]
    #[case(&[("GOALPOST_MODEL", "noop"), ("GOALPOST_MODE", "live")], ModeError::LiveControl)]
    #[case(&[("GOALPOST_MODEL", "jev")], ModeError::NoControl("jev".into()))]
    #[case(&[("GOALPOST_LOOK", "14")], ModeError::NoLook("14".into()))]
    #[case(&[("GOALPOST_LOOK", "11"), ("GOALPOST_MODE", "replay")], ModeError::ReplayedLook)]
    fn what_does_not_go_together_is_refused(
        #[case] environment: &'static [(&'static str, &'static str)],
        #[case] expected: ModeError,
    ) {
        assert_eq!(plan(environment, false), Err(expected));
    }

    #[test]
    fn a_control_policy_can_have_a_seed_and_a_recording_can_be_forced() {
        assert_eq!(plan(&[("GOALPOST_MODEL", "random=7")], false).unwrap().control, Some(Control::Random(7)));
        assert_eq!(plan(&[("GOALPOST_RECORD", "force")], false).unwrap().record, Some(Record { force: true }));
    }
}
