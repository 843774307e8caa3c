//! What the environment makes of `cargo test`.

use super::Finding;
use crate::suite::mode::Plan;

const CHECK: &str = "test mode";

pub(super) fn check() -> Vec<Finding> {
    vec![match Plan::of(|name| std::env::var_os(name), cfg!(feature = "live")) {
        Ok(Plan { mode, record, .. }) => {
            let recording = if record.is_some() { " and records it" } else { "" };
            Finding::ok(CHECK, format!("cargo test runs {mode}{recording}; commands ask their arguments alone"))
        }
        Err(error) => Finding::error(CHECK, &error),
    }]
}
