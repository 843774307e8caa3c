//! Keys: whether they are there and can be keys. Whether they are right is for their servers to say.

use super::{Finding, Patient};
use crate::http::BaseUrl;
use crate::settings::SettingsError;
use crate::suite::{DeviceChoice, ModelChoice};

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let Some(settings) = patient.settings() else { return Vec::new() };
    let elsewhere = |url: &str| !BaseUrl::parse(url).is_ok_and(|base| base.is_loopback());
    let phone = matches!(patient.choice.device, DeviceChoice::Mobilerun(_)) && elsewhere(settings.mobilerun_base_url());
    let model = patient.choice.model == ModelChoice::Jev && elsewhere(settings.typesafe_base_url());
    vec![
        finding(
            "phone key",
            "MOBILERUN_API_KEY",
            settings.mobilerun_key().map(|key| key.is_some()),
            phone,
            "--device mobilerun",
        ),
        finding(
            "model key",
            "TYPESAFE_API_KEY",
            settings.typesafe_key().map(|key| key.is_some()),
            model,
            "--model jev",
        ),
    ]
}

fn finding(check: &str, variable: &str, is_set: Result<bool, SettingsError>, needed: bool, by: &str) -> Finding {
    match is_set {
        Err(error) => Finding::error(check, &error),
        Ok(true) => Finding::ok(check, format!("{variable} is set; used with {by} alone")),
        Ok(false) if needed => {
            let advice = "export it, or put it into .env.local, which only you can read";
            Finding::fail(check, format!("{variable} is not set, and {by} needs it"), advice)
        }
        Ok(false) => Finding::ok(check, format!("{variable} is not set; only a service elsewhere needs it ({by})")),
    }
}
