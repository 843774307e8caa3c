//! All cases of a project, and all that is wrong with its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::select::{Candidate, SelectError, Selection};
use crate::case::{self, Case};
use crate::spec::{self, Loaded, Problem};
use crate::verify::Registry;

/// The cases of a project, in the order of their names.
#[derive(Debug)]
pub struct Cases {
    root: PathBuf,
    loaded: Loaded,
    cases: Vec<Arc<Case>>,
}

/// A file that can't be used, as a test that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Broken {
    /// The name that its case would have, or one made of its path.
    pub(super) name: String,
    /// What is wrong, at its place.
    pub(super) why: String,
}

impl Cases {
    /// Reads `root/goals` and `root/verifiers`, with the verifiers that are written in Rust.
    #[must_use]
    pub fn load(root: &Path, registry: &Registry) -> Self {
        Self::of(root, spec::load(root), registry)
    }

    /// Reads no more than the goal of this name and its verifier, where there is such a goal.
    pub(super) fn load_one(root: &Path, name: &str, registry: &Registry) -> Self {
        Self::of(root, spec::load_only(root, |goal| goal == name), registry)
    }

    fn of(root: &Path, mut loaded: Loaded, registry: &Registry) -> Self {
        let cases = case::compile(&mut loaded, registry).into_iter().map(Arc::new).collect();
        Self { root: root.to_owned(), loaded, cases }
    }

    /// The cases that can be run.
    #[must_use]
    pub fn all(&self) -> &[Arc<Case>] {
        &self.cases
    }

    /// How many verifiers can be used.
    #[must_use]
    pub fn verifiers(&self) -> usize {
        self.loaded.verifiers.len()
    }

    /// Goals and verifiers as read, for what needs a part of a case only.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// Everything that is wrong, in the order of files and lines.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.loaded.problems
    }

    /// Whether there is no goal file at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.loaded.is_empty()
    }

    /// Whether a file can't be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.loaded.has_errors()
    }

    /// The cases that `selection` names.
    ///
    /// # Errors
    /// When a name is nobody's, or nothing is left.
    pub fn select(&self, selection: &Selection) -> Result<Vec<Arc<Case>>, SelectError> {
        let all: Vec<_> = self.cases.iter().map(|case| Candidate { name: case.name(), tags: case.tags() }).collect();
        let chosen = selection.of(&all, &self.root.join("goals"))?;
        Ok(chosen.into_iter().map(|at| Arc::clone(&self.cases[at])).collect())
    }

    /// One entry for each goal that can't be used, and one for each other file with an error.
    pub(super) fn broken(&self) -> Vec<Broken> {
        let mut told: BTreeSet<&Path> = BTreeSet::new();
        let mut broken: BTreeMap<String, Broken> = BTreeMap::new();
        for name in self.loaded.names.iter().map(|name| name.as_str()) {
            if self.cases.iter().any(|case| case.name() == name) {
                continue;
            }
            let why = self.loaded.problems_of(name);
            told.extend(why.iter().map(|problem| problem.file()));
            if !why.is_empty() {
                broken.insert(name.to_owned(), Broken { name: name.to_owned(), why: rendered(&why) });
            }
        }
        let errors = || self.loaded.problems.iter().filter(|problem| problem.is_error());
        let untold: BTreeSet<&Path> = errors().map(Problem::file).filter(|file| !told.contains(file)).collect();
        for file in untold {
            let name =
                free_name(file, |name| broken.contains_key(name) || self.cases.iter().any(|case| case.name() == name));
            let why: Vec<_> = errors().filter(|problem| problem.file() == file).collect();
            broken.insert(name.clone(), Broken { name, why: rendered(&why) });
        }
        broken.into_values().collect()
    }
}

fn rendered(problems: &[&Problem]) -> String {
    problems.iter().map(|problem| problem.render(false)).collect::<Vec<_>>().join("\n\n")
}

/// A name for the test of a file that gives none: its path in the letters that names are made of.
fn free_name(file: &Path, taken: impl Fn(&str) -> bool) -> String {
    let path = file.strip_prefix("goals").unwrap_or(file).with_extension("");
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c.to_ascii_lowercase() } else { '_' };
    let words: Vec<String> =
        path.components().map(|word| word.as_os_str().to_string_lossy().chars().map(plain).collect()).collect();
    let name = words.join("/");
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
}
