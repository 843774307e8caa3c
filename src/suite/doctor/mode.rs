//! What the environment makes of `cargo test`.

use super::Finding;
use crate::suite::mode::mode;

const CHECK: &str = "test mode";

pub(super) fn check() -> Vec<Finding> {
    vec![match mode(|name| std::env::var_os(name), cfg!(feature = "live")) {
        Ok(mode) => Finding::ok(CHECK, format!("cargo test runs {mode}; commands ask their arguments alone")),
        Err(error) => Finding::error(CHECK, &error),
    }]
}
