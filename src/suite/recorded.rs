//! Whether the recordings of a project are those of its cases.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cases::Cases;
use super::stage::fixtures;
use crate::fixture::folder::{self, folder_of};
use crate::fixture::{FixtureError, rerecord};
use crate::spec::{Fault, Problem, Source, Span};

/// What should be looked at: recordings of no case, and, in a project that has recordings, cases whose recording is
/// missing or can't be replayed. All of it warnings, as the cases themselves can be run. Only the headers of recordings
/// are read.
#[must_use]
pub fn recordings(root: &Path, cases: &Cases) -> Vec<Problem> {
    let place = fixtures(root);
    // As goals and verifiers are called: from the project's root.
    let at = |path: &Path, message: String, help: String| {
        let shown = path.strip_prefix(root).unwrap_or(path);
        Problem::new(&Arc::new(Source::new(shown, "")), Fault::warning(Span::default(), message).help(help))
    };
    let recorded = match folder::recorded(&place) {
        Ok(recorded) => recorded,
        Err(error) => return vec![at(&place, error.to_string(), "recordings were not looked at".to_owned())],
    };
    if recorded.is_empty() {
        return Vec::new();
    }
    let known: BTreeSet<PathBuf> = cases.names().map(|name| folder_of(&place, name)).collect();
    let orphans = recorded.iter().filter(|folder| !known.contains(*folder)).map(|folder| {
        let name = folder.strip_prefix(&place).unwrap_or(folder);
        let message = format!("this recording belongs to no case: there is no goal {}", name.display());
        at(folder, message, "delete the folder, or put the goal back".to_owned())
    });
    let unusable = cases.usable().filter(|case| case.not_replayed().is_none()).filter_map(|case| {
        let folder = folder_of(&place, case.name());
        let (message, help) = match folder::glance(&place, case.name()) {
            Ok(header) if header.essence == case.essence() => return None,
            Ok(_) => (
                format!("the goal or the verifier of {} has changed since it was recorded", case.name()),
                rerecord(case.name()),
            ),
            Err(FixtureError::Missing { .. }) => (format!("{} has no recording", case.name()), rerecord(case.name())),
            Err(error) => (error.to_string(), "a replay of this case would be an error".to_owned()),
        };
        Some(at(&folder, message, help))
    });
    let mut problems: Vec<_> = orphans.chain(unusable).collect();
    problems.sort_by(|a, b| a.file().cmp(b.file()));
    problems
}
