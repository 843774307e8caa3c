//! Environment files.

use std::path::Path;

use super::{Finding, Patient};

const CHECK: &str = "environment files";

pub(super) fn check(patient: &Patient<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Err(error) = &patient.settings {
        findings.push(Finding::error(CHECK, error));
    }
    let there: Vec<&str> = [".env.local", ".env"].into_iter().filter(|name| patient.root.join(name).exists()).collect();
    let open = there.iter().filter(|name| others_can_read(&patient.root.join(name)));
    findings.extend(open.map(|name| {
        let found = format!("others on this machine can read {name}, which may hold keys");
        Finding::warn(CHECK, found, format!("chmod 600 {name}"))
    }));
    if findings.is_empty() {
        let found = if there.is_empty() { "there is none here".to_owned() } else { there.join(" and ") };
        findings.push(Finding::ok(CHECK, found));
    }
    findings
}

#[cfg(unix)]
fn others_can_read(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

/// Elsewhere access is not a matter of mode bits.
#[cfg(not(unix))]
fn others_can_read(_: &Path) -> bool {
    false
}
