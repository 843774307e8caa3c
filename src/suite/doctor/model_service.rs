//! The service behind the model.

use super::{Finding, Patient, answer, clock, impatient, unreachable};
use crate::clock::Clock;
use crate::event::Events;
use crate::http::BaseUrl;
use crate::policy::PolicyError;
use crate::policy::jev::SystemOne;
use crate::suite::ModelChoice;

const SERVICE: &str = "model service";
const CLOCK: &str = "model's clock";

/// Asks for the list of models, which costs nothing. Nothing is asked where another model is meant.
pub(super) async fn check(patient: &Patient<'_>) -> Vec<Finding> {
    if patient.choice.model != ModelChoice::Jev {
        return Vec::new();
    }
    // What is wrong with these is said by their own checks.
    let Some(settings) = patient.settings() else { return Vec::new() };
    let (Ok(base), Ok(key)) = (BaseUrl::parse(settings.typesafe_base_url()), settings.typesafe_key()) else {
        return Vec::new();
    };
    if key.is_none() && !base.is_loopback() {
        return Vec::new();
    }
    let how = answer(&base, key.is_some());
    let options = impatient(SystemOne::options());
    let name = settings.typesafe_model();
    let service = match SystemOne::new(base, key.as_ref(), name, options, Clock::real(), Events::silent()) {
        Ok(service) => service,
        Err(error) => return vec![Finding::error(SERVICE, &error)],
    };
    match service.models().await {
        Ok((models, reached)) => {
            let took = reached.took.as_millis();
            let answer = if models.iter().any(|known| known == name) {
                Finding::ok(SERVICE, format!("answers in {took} ms{how}, and has {name}"))
            } else {
                let found = format!("answers in {took} ms{how}, and does not list the model {name}");
                let advice = format!(
                    "not every name is listed; if runs fail, set TYPESAFE_MODEL to one of {}",
                    models.join(", ")
                );
                Finding::warn(SERVICE, found, advice)
            };
            std::iter::once(answer).chain(clock(CLOCK, &reached, Clock::real().now())).collect()
        }
        Err(error) => {
            let said = error.to_string();
            vec![match error {
                PolicyError::Transport { .. } => {
                    Finding::fail(SERVICE, said.clone(), unreachable("TYPESAFE_BASE_URL", &said))
                }
                _ => Finding::error(SERVICE, &said),
            }]
        }
    }
}
