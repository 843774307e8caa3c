//! The embedded phone and the offline model.

use super::Finding;
use crate::event::Events;
use crate::policy::{Situation, TextValues};
use crate::settings::Settings;
use crate::suite::{Choice, DeviceChoice, LookChoice, ModelChoice, Supply};

const PHONE: &str = "embedded phone";
const MODEL: &str = "offline model";

/// Starts both, looks at the phone and asks the model for one decision.
pub(super) async fn check() -> Vec<Finding> {
    let (device, model) = (DeviceChoice::Simulated, ModelChoice::Offline);
    let choice = Choice { device, model, look: LookChoice::default() };
    let supply = match Supply::new(choice, Settings::default()) {
        Ok(supply) => supply,
        Err(error) => return vec![Finding::error(PHONE, &error)],
    };
    let supplied = match supply.rig("doctor", &Events::silent()).await {
        Ok(supplied) => supplied,
        Err(error) => return vec![Finding::error(PHONE, &error)],
    };
    let (device, policy) = (&supplied.rig.device, &supplied.rig.policy);
    let observation = match device.observe().await {
        Ok(observation) => observation,
        Err(error) => return vec![Finding::error(PHONE, &error)],
    };
    let phone = Finding::ok(PHONE, format!("starts, with {} elements on its screen", observation.elements().count()));
    let goal = "Open the Settings app.";
    let situation = Situation {
        goal,
        texts: &TextValues::new(goal, &[]),
        observation: &observation,
        apps: &[],
        history: &[],
        confidence_cutoff: 0.0,
        wants_answer: false,
    };
    let model = match policy.decide(&situation).await {
        Ok(decision) => Finding::ok(MODEL, format!("starts, and decides as {}", decision.model)),
        Err(error) => Finding::error(MODEL, &error),
    };
    vec![phone, model]
}
