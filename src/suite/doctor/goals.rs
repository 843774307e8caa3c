//! Goals and verifiers.

use super::{Finding, Patient};
use crate::suite::Cases;

const CHECK: &str = "goals";

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let cases = Cases::load(patient.root, patient.registry);
    let errors = cases.problems().iter().filter(|problem| problem.is_error()).count();
    let warnings = cases.problems().len() - errors;
    let advice = "`goalpost lint` shows each at its place";
    vec![match (errors, warnings) {
        (1.., _) => {
            Finding::fail(CHECK, format!("{errors} errors and {warnings} warnings in goals/ and verifiers/"), advice)
        }
        _ if cases.is_empty() => {
            Finding::warn(CHECK, "there is none below goals/", "`goalpost new goal NAME` writes one")
        }
        (0, 1..) => Finding::warn(CHECK, format!("{warnings} warnings in goals/ and verifiers/"), advice),
        (0, 0) => {
            Finding::ok(CHECK, format!("{} cases and {} verifiers can be used", cases.all().len(), cases.verifiers()))
        }
    }]
}
