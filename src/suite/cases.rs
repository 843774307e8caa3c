//! All cases of a project, and all that is wrong with its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;

use super::select::{Candidate, SelectError, Selection};
use crate::case::{self, Case};
use crate::spec::{self, Fault, Loaded, Name, Problem, Proof, Span, quote};
use crate::verify::{Args, Evaluation, Probe, Registry, Verifier};

/// The cases of a project, in the order of their names.
#[derive(Debug)]
pub struct Cases {
    root: PathBuf,
    loaded: Loaded,
    cases: Vec<Arc<Case>>,
    /// Those that only the project's own test binary can judge.
    elsewhere: Vec<Arc<Case>>,
}

/// What a selection comes to.
#[derive(Debug, Clone, Default)]
pub struct Selected {
    /// The cases to run.
    pub cases: Vec<Arc<Case>>,
    /// Those that were selected and can't be run here.
    pub left_out: Vec<LeftOut>,
}

/// A case that is not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Why it is not run.
    pub because: String,
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
    ///
    /// Without a single one, `registry` is that of the plain `goalpost` command, which cannot know what a project's test
    /// binary registers. A `rust:` verifier is then no error: it is warned of, and the cases that need it can be
    /// selected and are not run.
    #[must_use]
    pub fn load(root: &Path, registry: &Registry) -> Self {
        let loaded = spec::load(root);
        if registry.names().next().is_some() {
            return Self::of(root, loaded, registry);
        }
        let names = loaded.verifiers.iter().filter_map(rust_name);
        let registry = names.fold(Registry::new(), |registry, (name, _)| registry.with(name, StandIn));
        let warned: Vec<_> = loaded.verifiers.iter().filter_map(unknown_here).collect();
        let mut all = Self::of(root, loaded, &registry);
        for (verifier, warning) in warned {
            all.loaded.refuse_verifier(&verifier, vec![warning]);
        }
        let loaded = &all.loaded;
        let elsewhere =
            |case: &Arc<Case>| loaded.goal(case.name()).is_some_and(|goal| rust_name(&goal.verifier).is_some());
        (all.elsewhere, all.cases) = std::mem::take(&mut all.cases).into_iter().partition(elsewhere);
        all
    }

    /// The same for the project's own test binary, which knows all Rust verifiers that there are.
    pub(super) fn load_all(root: &Path, registry: &Registry) -> Self {
        Self::of(root, spec::load(root), registry)
    }

    /// Reads no more than the case of this name and its verifier, where there is such a case.
    pub(super) fn load_one(root: &Path, name: &str, registry: &Registry) -> Self {
        Self::of(root, spec::load_only(root, name), registry)
    }

    fn of(root: &Path, mut loaded: Loaded, registry: &Registry) -> Self {
        let cases = case::compile(&mut loaded, registry).into_iter().map(Arc::new).collect();
        Self { root: root.to_owned(), loaded, cases, elsewhere: Vec::new() }
    }

    /// The cases that can be run.
    #[must_use]
    pub fn all(&self) -> &[Arc<Case>] {
        &self.cases
    }

    /// Every name for which there is a goal file, whatever is wrong with it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.loaded.names.iter().map(|name| name.as_str())
    }

    /// The cases that can be run, here or in the project's own test binary.
    pub fn usable(&self) -> impl Iterator<Item = &Arc<Case>> {
        self.cases.iter().chain(&self.elsewhere)
    }

    /// How many goal files can be used, here or in the project's own test binary.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.loaded.goals.iter().map(|goal| goal.source.path()).collect::<BTreeSet<_>>().len()
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
    pub fn select(&self, selection: &Selection) -> Result<Selected, SelectError> {
        let here = self.cases.iter().map(|case| (case, true));
        let mut all: Vec<_> = here.chain(self.elsewhere.iter().map(|case| (case, false))).collect();
        all.sort_by_key(|(case, _)| case.name());
        let candidates: Vec<_> =
            all.iter().map(|(case, _)| Candidate { name: case.name(), tags: case.tags() }).collect();
        let mut selected = Selected::default();
        for (case, here) in selection.of(&candidates, &self.root.join("goals"))?.into_iter().map(|at| all[at]) {
            if here {
                selected.cases.push(Arc::clone(case));
            } else {
                let because = format!("{} lives in your test binary: cargo test", case.verifier().rule());
                selected.left_out.push(LeftOut { name: case.name().to_owned(), because });
            }
        }
        Ok(selected)
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

/// Holds the place of a verifier that is not known here, so that everything around it can be looked at. Never asked.
struct StandIn;

#[async_trait]
impl Verifier for StandIn {
    async fn verify(&self, _: Probe, _: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
        Err("this verifier is not known here".into())
    }
}

/// What a verifier calls its Rust code, and where.
fn rust_name(verifier: &spec::Verifier) -> Option<(&str, Span)> {
    match &verifier.file.proof {
        Proof::Rust(name, span) => Some((name, *span)),
        Proof::Check(_) | Proof::Value(_) => None,
    }
}

/// The warning for a verifier whose code is not here.
fn unknown_here(verifier: &spec::Verifier) -> Option<(Name, Fault)> {
    let (name, span) = rust_name(verifier)?;
    let message = format!("this command does not know the Rust verifier {}", quote(name));
    let help = "it lives in your test binary: `cargo test` runs its goals, `goalpost run` leaves them out";
    Some((verifier.name.clone(), Fault::warning(span, message).help(help)))
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
