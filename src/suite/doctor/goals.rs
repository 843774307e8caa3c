//! Goals and verifiers.

use super::{Finding, Patient};
use crate::plain::counted;
use crate::suite::Cases;

const CHECK: &str = "goals";

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let cases = Cases::load(patient.root, patient.registry);
    let errors = cases.problems().iter().filter(|problem| problem.is_error()).count();
    let warnings = cases.problems().len() - errors;
    let advice = "`goalpost lint` shows each at its place";
    vec![match (errors, warnings) {
        (1.., _) => Finding::fail(
            CHECK,
            format!("{} and {} in goals/ and verifiers/", counted(errors, "error"), counted(warnings, "warning")),
            advice,
        ),
        _ if cases.is_empty() => {
            Finding::warn(CHECK, "there is none below goals/", "`goalpost new goal NAME` writes one")
        }
        (0, 1..) => Finding::warn(CHECK, format!("{} in goals/ and verifiers/", counted(warnings, "warning")), advice),
        (0, 0) => Finding::ok(
            CHECK,
            format!(
                "{} and {} can be used",
                counted(cases.all().len(), "case"),
                counted(cases.verifiers(), "verifier")
            ),
        ),
    }]
}
