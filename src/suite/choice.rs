//! Which phone and which model a command means.

use std::str::FromStr;

use super::look::LookChoice;
use crate::event::Mode;
use crate::policy::{Control, UnknownControl};

/// The phone, as `--device` says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceChoice {
    /// `simulated`: the embedded phone, a fresh one per case.
    Simulated,
    /// `simulated=URL`: a phone that `goalpost phone serve` serves on this machine.
    Served(String),
    /// `mobilerun` or `mobilerun=ID`: a phone behind the Mobilerun API.
    Mobilerun(Option<String>),
}

impl FromStr for DeviceChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            None if text == "simulated" => Ok(Self::Simulated),
            None if text == "mobilerun" => Ok(Self::Mobilerun(None)),
            Some(("simulated", url)) if !url.is_empty() => Ok(Self::Served(url.to_owned())),
            Some(("mobilerun", id)) if !id.is_empty() => Ok(Self::Mobilerun(Some(id.to_owned()))),
            _ => Err("a device is simulated, simulated=URL, mobilerun or mobilerun=ID".to_owned()),
        }
    }
}

/// What decides, as `--model` says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelChoice {
    /// `offline`: the model that goalpost embeds.
    Offline,
    /// `jev`: the System One API of the environment.
    Jev,
    /// A policy that is no agent, to try a suite with.
    Control(Control),
}

impl FromStr for ModelChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "offline" => Ok(Self::Offline),
            "jev" => Ok(Self::Jev),
            _ => text.parse().map(Self::Control).map_err(|error| match error {
                UnknownControl::Name(_) => {
                    "a model is offline, jev, noop, always_done, always_blocked, random or random=SEED".to_owned()
                }
                wrong => wrong.to_string(),
            }),
        }
    }
}

impl std::fmt::Display for ModelChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Offline => f.write_str("offline"),
            Self::Jev => f.write_str("jev"),
            Self::Control(control) => control.fmt(f),
        }
    }
}

/// Phone and model together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The phone.
    pub device: DeviceChoice,
    /// What decides.
    pub model: ModelChoice,
    /// What a fresh embedded phone looks like.
    pub look: LookChoice,
}

/// A mode was asked for that does not go with the rest.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The mode implies another phone or model than the one named.
    #[error("--mode {mode} means {implied}, which contradicts {option}; leave one of them out")]
    Contradiction {
        /// The mode.
        mode: Mode,
        /// What it implies.
        implied: &'static str,
        /// The option that says otherwise.
        option: String,
    },
    /// A look was asked for, and the phone is none that is made for it.
    #[error(
        "only a fresh embedded phone is made to look like Android {0}, and {1} looks as it does; leave the look or the \
         phone out (`goalpost phone serve --look {0}` serves one that looks so)"
    )]
    NoLook(LookChoice, &'static str),
    /// A recording is of one case.
    #[error("only `goalpost run` replays recordings: they answer one case and nothing else")]
    NoReplay,
}

impl Choice {
    /// Phone and model as named, else as the mode implies, else simulated and offline. A key in the environment never
    /// makes a difference.
    ///
    /// # Errors
    /// When mode and names contradict each other.
    pub fn new(
        mode: Option<Mode>,
        device: Option<DeviceChoice>,
        model: Option<ModelChoice>,
    ) -> Result<Self, ChoiceError> {
        let implied = match mode {
            Some(Mode::Replay) => return Err(ChoiceError::NoReplay),
            Some(Mode::Live) => (DeviceChoice::Mobilerun(None), ModelChoice::Jev),
            Some(Mode::Simulated) | None => (DeviceChoice::Simulated, ModelChoice::Offline),
        };
        let (device, model) = (device.unwrap_or(implied.0), model.unwrap_or(implied.1));
        let chosen = Self { device, model, look: LookChoice::default() };
        let contradiction = |mode, implied, option| Err(ChoiceError::Contradiction { mode, implied, option });
        match (mode, &chosen.device, &chosen.model) {
            (Some(mode @ Mode::Live), DeviceChoice::Simulated | DeviceChoice::Served(_), _) => {
                contradiction(mode, "--device mobilerun", "--device simulated".to_owned())
            }
            (Some(mode @ Mode::Live), _, model) if *model != ModelChoice::Jev => {
                contradiction(mode, "--model jev", format!("--model {model}"))
            }
            (Some(mode @ Mode::Simulated), DeviceChoice::Mobilerun(_), _) => {
                contradiction(mode, "--device simulated", "--device mobilerun".to_owned())
            }
            (Some(mode @ Mode::Simulated), _, ModelChoice::Jev) => {
                contradiction(mode, "--model offline", "--model jev".to_owned())
            }
            _ => Ok(chosen),
        }
    }

    /// The same with a fresh embedded phone that looks so.
    ///
    /// # Errors
    /// When the phone is another one, which looks as it does.
    pub fn with_look(self, look: LookChoice) -> Result<Self, ChoiceError> {
        match self.device {
            DeviceChoice::Simulated => Ok(Self { look, ..self }),
            DeviceChoice::Served(_) => Err(ChoiceError::NoLook(look, "a served phone")),
            DeviceChoice::Mobilerun(_) => Err(ChoiceError::NoLook(look, "a phone behind the Mobilerun API")),
        }
    }

    /// The mode that results call it.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self.device {
            DeviceChoice::Mobilerun(_) => Mode::Live,
            DeviceChoice::Simulated | DeviceChoice::Served(_) => Mode::Simulated,
        }
    }

    /// Whether keys and addresses of the environment play a part.
    #[must_use]
    pub fn needs_settings(&self) -> bool {
        matches!(self.device, DeviceChoice::Mobilerun(_)) || self.model == ModelChoice::Jev
    }

    /// Whether a policy decides that is no agent.
    #[must_use]
    pub fn is_control(&self) -> bool {
        matches!(self.model, ModelChoice::Control(_))
    }

    /// Whether every case has a phone of its own, so that several can run at once.
    #[must_use]
    pub fn a_phone_per_case(&self) -> bool {
        self.device == DeviceChoice::Simulated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn choice(mode: Option<Mode>, device: &str, model: &str) -> Result<Choice, ChoiceError> {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Choice::new(mode, given(device).map(|d| d.parse().unwrap()), given(model).map(|m| m.parse().unwrap()))
    }

    #[test]
    fn without_a_word_nothing_real_is_touched() {
        let (device, model) = (DeviceChoice::Simulated, ModelChoice::Offline);
        assert_eq!(choice(None, "", ""), Ok(Choice { device, model, look: LookChoice::Android15 }));
    }

    #[rstest]
    #[case::embedded("", true)]
    #[case::served("simulated=http://127.0.0.1:1/v1", false)]
    #[case::real("mobilerun", false)]
    fn only_a_fresh_embedded_phone_has_the_look_that_is_asked_for(#[case] device: &str, #[case] had: bool) {
        let choice = choice(None, device, "").unwrap().with_look("11".parse().unwrap());
        assert_eq!(choice.map(|choice| choice.look == LookChoice::Android11).unwrap_or_default(), had);
    }

    #[rstest]
    #[case(Mode::Live, "", "", "live")]
    #[case(Mode::Live, "mobilerun=a-b", "jev", "live")]
    #[case(Mode::Simulated, "", "random=3", "simulated")]
    #[case(Mode::Simulated, "simulated=http://127.0.0.1:1/v1", "", "simulated")]
    fn a_mode_goes_with_what_it_implies(
        #[case] mode: Mode,
        #[case] device: &str,
        #[case] model: &str,
        #[case] called: &str,
    ) {
        assert_eq!(choice(Some(mode), device, model).unwrap().mode().word(), called);
    }

    #[rstest]
    #[case(Mode::Live, "simulated", "", "--device simulated")]
    #[case(Mode::Live, "", "offline", "--model offline")]
    #[case(Mode::Live, "", "noop", "--model noop")]
    #[case(Mode::Simulated, "mobilerun", "", "--device mobilerun")]
    #[case(Mode::Simulated, "", "jev", "--model jev")]
    fn a_contradicting_pair_names_its_option(
        #[case] mode: Mode,
        #[case] device: &str,
        #[case] model: &str,
        #[case] named: &str,
    ) {
        let error = choice(Some(mode), device, model).unwrap_err().to_string();
        assert!(error.contains(named) && error.contains(&format!("--mode {mode}")), "{error}");
    }

    #[rstest]
    #[case("")]
    #[case("pixel")]
    #[case("simulated=")]
    #[case("mobilerun=")]
    #[case("Simulated")]
    fn a_device_that_is_none_is_refused(#[case] text: &str) {
        assert!(text.parse::<DeviceChoice>().is_err());
    }

    #[rstest]
    #[case("")]
    #[case("gpt")]
    #[case("random=")]
    #[case("random=-1")]
    #[case("noop=3")]
    fn a_model_that_is_none_is_refused(#[case] text: &str) {
        assert!(text.parse::<ModelChoice>().is_err());
    }

    #[rstest]
    #[case("offline")]
    #[case("jev")]
    #[case("noop")]
    #[case("always_done")]
    #[case("always_blocked")]
    #[case("random=7")]
    fn a_model_is_written_as_it_is_named(#[case] text: &str) {
        assert_eq!(text.parse::<ModelChoice>().unwrap().to_string(), text);
    }
}
