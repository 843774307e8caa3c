//! The house rules that a compiler does not hold: which module may use which.
//!
//! [`ARROWS`] is the one place where a dependency between modules is decided. A new arrow is a decision: draw it there,
//! pointing down, or do without.

#![allow(clippy::unwrap_used, reason = "a test that can't read the sources fails")]

#[path = "house/imports.rs"]
mod imports;

use std::collections::BTreeSet;
use std::path::Path;

use imports::{Import, imports};

/// Each module and all that it may use, from the top of the house to its ground. An arrow that nothing uses is an error
/// too, so this is also how the house is.
const ARROWS: &[(&str, &[&str])] = &[
    ("main", &["cli", "verify"]),
    (
        "cli",
        &[
            "suite", "report", "proof", "case", "agent", "verify", "script", "act", "policy", "device", "spec",
            "screen", "phone", "model", "settings", "plain", "clock", "event",
        ],
    ),
    (
        "suite",
        &[
            "report", "proof", "case", "fixture", "verify", "act", "policy", "device", "spec", "phone", "model",
            "settings", "http", "secret", "plain", "clock", "event",
        ],
    ),
    ("report", &["clock", "plain", "event"]),
    ("proof", &["case", "verify", "act", "device", "spec", "screen", "secret", "plain", "clock", "event"]),
    (
        "case",
        &[
            "agent", "verify", "script", "act", "policy", "device", "spec", "screen", "secret", "clock", "plain",
            "event",
        ],
    ),
    ("fixture", &["policy", "http", "secret", "plain", "clock", "event"]),
    ("agent", &["act", "policy", "screen", "plain", "event"]),
    ("verify", &["script", "act", "device", "spec", "screen", "clock", "plain", "event"]),
    ("script", &["act", "device", "spec", "screen", "plain", "event"]),
    ("act", &["device", "screen", "secret", "clock", "event"]),
    ("policy", &["screen", "settings", "http", "secret", "clock", "event"]),
    ("device", &["screen", "settings", "http", "secret", "plain", "clock", "event"]),
    ("spec", &["secret", "plain"]),
    ("screen", &["plain"]),
    ("http", &["secret", "plain", "clock", "event"]),
    ("settings", &["secret"]),
    ("phone", &["serve", "clock"]),
    ("model", &["serve", "clock"]),
    ("event", &["secret", "clock"]),
    ("secret", &["plain"]),
    ("clock", &[]),
    ("plain", &[]),
    ("serve", &[]),
];

fn all_imports() -> Vec<Import> {
    imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

#[test]
fn every_import_is_an_arrow_of_the_house() {
    let wrong: Vec<String> = all_imports()
        .iter()
        .filter(|import| !ARROWS.iter().any(|(from, to)| import.from == *from && to.contains(&import.to.as_str())))
        .map(|import| format!("{}:{}: {} uses {}", import.file, import.line, import.from, import.to))
        .collect();
    assert!(wrong.is_empty(), "not in ARROWS:\n{}", wrong.join("\n"));
}

#[test]
fn every_arrow_of_the_house_is_used() {
    let used: BTreeSet<(String, String)> = all_imports().into_iter().map(|i| (i.from, i.to)).collect();
    let unused: Vec<String> = ARROWS
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| ((*from).to_owned(), (*to).to_owned())))
        .filter(|arrow| !used.contains(arrow))
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect();
    assert!(unused.is_empty(), "in ARROWS, but no source uses it:\n{}", unused.join("\n"));
}

#[test]
fn arrows_point_down() {
    for (row, (from, targets)) in ARROWS.iter().enumerate() {
        for to in *targets {
            let below = ARROWS.iter().position(|(name, _)| name == to);
            assert!(below.is_some_and(|below| below > row), "{from} -> {to} does not point down");
        }
    }
}
