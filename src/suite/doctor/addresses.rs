//! Where the services are.

use super::{Finding, Patient};
use crate::http::BaseUrl;

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let Some(settings) = patient.settings() else { return Vec::new() };
    vec![
        finding("phone address", "MOBILERUN_BASE_URL", settings.mobilerun_base_url()),
        finding("model address", "TYPESAFE_BASE_URL", settings.typesafe_base_url()),
    ]
}

fn finding(check: &str, variable: &str, url: &str) -> Finding {
    match BaseUrl::parse(url) {
        Ok(base) if base.is_plain() => Finding::ok(check, format!("{base}, on this machine")),
        Ok(base) => Finding::ok(check, base.to_string()),
        Err(error) => Finding::fail(check, format!("{variable}: {error}"), format!("set {variable}, or unset it")),
    }
}
