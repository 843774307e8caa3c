//! All goals and verifiers of a project, linked, with everything that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Args;
use super::fault::{Fault, Severity, Span, in_order, quote};
use super::goal::{GoalFile, restarts};
use super::names::{Found, discover};
use super::problem::Problem;
use super::rows::{Row, Rows};
use super::source::Source;
use super::verifier::VerifierFile;
use super::words::Name;
use super::yaml::{self, Node, Value};

/// A goal with its verifier: one case.
#[derive(Debug, Clone)]
pub struct Goal {
    /// The name of its case.
    pub name: Name,
    /// Its file.
    pub source: Arc<Source>,
    /// What the file says, with the values of its row put in.
    pub file: GoalFile,
    /// The row of its file's `cases:`, where there are any.
    pub row: Option<Row>,
    /// What decides, with the goal's arguments put in.
    pub verifier: Verifier,
    /// The project's root, below which the files lie that it names.
    pub root: PathBuf,
}

/// A verifier with its arguments. As read from its file, one that takes arguments has none yet: see
/// [`bind`](Self::bind).
#[derive(Debug, Clone)]
pub struct Verifier {
    /// Its name.
    pub name: Name,
    /// Its file.
    pub source: Arc<Source>,
    /// What the file says.
    pub file: VerifierFile,
    /// The arguments that have been put in.
    pub args: Args,
}

impl Verifier {
    /// The same verifier with its arguments put in.
    #[must_use]
    pub fn bind(&self, args: Args) -> Self {
        Verifier { file: self.file.with(&args), args, ..self.clone() }
    }
}

impl Goal {
    /// Something wrong with this goal: where a value of its row makes it, it is the row's.
    #[must_use]
    pub fn problem(&self, fault: Fault) -> Problem {
        Problem::new(&self.source, by_row(self.row.as_ref(), fault))
    }

    /// A problem of this goal's verifier: where a value that the goal gives makes it, it is the goal's.
    #[must_use]
    pub fn blamed(&self, problem: Problem) -> Problem {
        let Problem { source, fault } = &problem;
        let mut uses = self.verifier.file.uses.iter().filter(|(span, _)| *span == fault.span);
        let given = self.file.verifier.args.as_ref();
        let Some((name, value)) = uses.find_map(|(_, name)| Some((name, given?.get(name)?))) else { return problem };
        let message = format!("the argument {}: {}", quote(name), fault.message);
        let place = format!("it is put in at {}:{}:{}", source.path().display(), fault.span.line, fault.span.column);
        let blamed = Fault { help: fault.help.clone(), ..Fault::error(value.span, message) };
        self.problem(blamed.help_also(&place))
    }
}

/// The goals and verifiers of a project.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Every name for which there is a goal file, whatever is wrong with it; in order. A file with `cases` has the names of
    /// its rows instead of its own, if they can be told.
    pub names: Vec<Name>,
    /// The goals that can be used, in the order of their names.
    pub goals: Vec<Goal>,
    /// The verifiers that can be used, in the order of their names.
    pub verifiers: Vec<Verifier>,
    /// Everything that is wrong, in the order of files and lines.
    pub problems: Vec<Problem>,
    /// For each name without a goal, the files to blame.
    blame: BTreeMap<Name, BTreeSet<PathBuf>>,
    /// The rows that cases were made of, by the names of the cases, with their files.
    rows: BTreeMap<Name, (PathBuf, Row)>,
}

impl Loaded {
    /// There is not a single goal file.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a file cannot be used.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    fn has_name(&self, name: &str) -> bool {
        self.names.iter().any(|known| known.as_str() == name)
    }

    /// The file whose `cases` make this name.
    pub(super) fn file_of_row(&self, name: &Name) -> Option<PathBuf> {
        self.rows.get(name).map(|(file, _)| file.clone())
    }

    /// The goal of this name.
    pub fn goal(&self, name: &str) -> Option<&Goal> {
        self.goals.iter().find(|goal| goal.name.as_str() == name)
    }

    /// The verifier of this name.
    pub fn verifier(&self, name: &str) -> Option<&Verifier> {
        self.verifiers.iter().find(|verifier| verifier.name.as_str() == name)
    }

    /// Adds what was found wrong when the steps and checks of a goal were decoded. `source` is the goal's file or its
    /// verifier's. With an error among the faults the goal is out of use.
    pub fn refuse(&mut self, goal: &Name, source: &Arc<Source>, faults: Vec<Fault>) {
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            self.goals.retain(|known| known.name != *goal);
            self.blame.entry(goal.clone()).or_default().insert(source.path().to_owned());
        }
        self.report(source, faults);
    }

    /// The same for a verifier by itself, without a goal that uses it; with an error its goals are out of use as well.
    pub fn refuse_verifier(&mut self, verifier: &Name, faults: Vec<Fault>) {
        let Some(source) = self.verifier(verifier.as_str()).map(|known| Arc::clone(&known.source)) else { return };
        if faults.iter().any(|fault| fault.severity == Severity::Error) {
            self.verifiers.retain(|known| known.name != *verifier);
            for goal in self.goals.extract_if(.., |goal| goal.verifier.name == *verifier) {
                self.blame.entry(goal.name).or_default().insert(source.path().to_owned());
            }
        }
        self.report(&source, faults);
    }

    /// Adds problems in their order; what is known already is not said twice.
    fn report(&mut self, source: &Arc<Source>, faults: Vec<Fault>) {
        for problem in faults.into_iter().map(|fault| Problem::new(source, fault)) {
            let place = |problem: &Problem| (problem.file().to_owned(), problem.fault.span);
            let at = self.problems.partition_point(|known| place(known) <= place(&problem));
            if !self.problems[..at]
                .iter()
                .rev()
                .take_while(|known| place(known) == place(&problem))
                .any(|known| known.fault == problem.fault)
            {
                self.problems.insert(at, problem);
            }
        }
    }

    /// Why there is no goal of this name although there is a file for it: errors in its file or in its verifier's.
    pub fn problems_of(&self, name: &str) -> Vec<&Problem> {
        let files = self.blame.iter().find(|(known, _)| known.as_str() == name).map(|(_, files)| files);
        let of_another_row = |problem: &Problem| {
            self.rows.iter().any(|(other, (file, row))| {
                other.as_str() != name && file == problem.file() && row.holds(problem.fault.span)
            })
        };
        let blamed = |problem: &&Problem| {
            let here = files.is_some_and(|files| files.contains(problem.file()));
            problem.is_error() && here && !of_another_row(problem)
        };
        self.problems.iter().filter(blamed).collect()
    }
}

/// Reads all goals below `root/goals` and all verifiers below `root/verifiers`.
pub fn load(root: &Path) -> Loaded {
    let mut loading = Loading::new(root);
    let verifiers = loading.verifiers.keys().cloned().collect::<Vec<_>>();
    let goals = loading.read_goals(None);
    for name in verifiers {
        loading.verifier(&name);
    }
    loading.link(goals);
    loading.warn_of_unused();
    loading.finish()
}

/// Reads only the case that is called `wanted`, with its verifier. For a process that runs one of many cases.
pub fn load_only(root: &Path, wanted: &str) -> Loaded {
    let mut loading = Loading::new(root);
    let goals = loading.read_goals(Some(wanted));
    loading.link(goals);
    loading.finish()
}

/// A verifier's file before and after it is needed.
enum Slot {
    Unread(Found),
    Read(Box<Verifier>),
    /// Its problems are reported; this is its path.
    Broken(PathBuf),
}

/// What a goal file says to one case.
struct Part {
    name: Name,
    row: Option<Row>,
    root: Node,
}

/// A goal whose verifier has not been looked up.
struct Unlinked {
    name: Name,
    source: Arc<Source>,
    file: GoalFile,
    row: Option<Row>,
}

struct Loading {
    goals: Vec<Found>,
    verifiers: BTreeMap<Name, Slot>,
    used: BTreeSet<String>,
    /// There is a goal file that does not tell its verifier.
    blind: bool,
    root: PathBuf,
    loaded: Loaded,
}

impl Loading {
    fn new(root: &Path) -> Self {
        let goals = discover(root, "goals");
        let verifiers = discover(root, "verifiers");
        let names = goals.found.iter().map(|found| found.name.clone()).collect();
        let mut problems: Vec<Problem> = goals.problems.into_iter().chain(verifiers.problems).collect();
        problems.sort_by(|a, b| (a.file(), a.fault.span).cmp(&(b.file(), b.fault.span)));
        let verifiers = verifiers.found.into_iter().map(|found| (found.name.clone(), Slot::Unread(found))).collect();
        let loaded = Loaded { names, problems, ..Loaded::default() };
        Loading { goals: goals.found, verifiers, used: BTreeSet::new(), blind: false, root: root.to_owned(), loaded }
    }

    /// The goals of all files, or those of the file that has the one `wanted`.
    fn read_goals(&mut self, wanted: Option<&str>) -> Vec<Unlinked> {
        let goals = std::mem::take(&mut self.goals);
        let has_it = |found: &&Found| match wanted {
            None => true,
            Some(name) if self.loaded.has_name(name) => found.name.as_str() == name,
            Some(name) => name.rsplit_once('/').is_some_and(|(goal, _)| found.name.as_str() == goal),
        };
        let chosen: Vec<&Found> = goals.iter().filter(has_it).collect();
        let mut unlinked = Vec::new();
        for found in chosen {
            let (source, tree) = read_tree(found);
            let verifier = tree.as_ref().ok().and_then(verifier_name);
            self.blind |= verifier.is_none();
            self.used.extend(verifier);
            match tree.and_then(|root| self.divide(found, &root, source.text().len(), &goals)) {
                Ok(parts) => unlinked.extend(self.read_rows(found, &source, parts, wanted)),
                Err(faults) => {
                    self.blame(&found.name, source.path());
                    self.report(&source, faults);
                }
            }
        }
        unlinked
    }

    /// A goal file as one tree for each case, by the names of the cases.
    fn divide(&self, found: &Found, root: &Node, bytes: usize, goals: &[Found]) -> Result<Vec<Part>, Vec<Fault>> {
        let rows = Rows::read(root, bytes).map_err(|mut faults| {
            // What is wrong beside the rows, as far as that can be told without their values.
            let others = GoalFile::read(root).err().unwrap_or_default();
            let news: Vec<_> =
                others.into_iter().filter(|other| faults.iter().all(|fault| fault.span != other.span)).collect();
            faults.extend(news);
            in_order(faults)
        })?;
        let mut faults = Vec::new();
        let mut parts = Vec::new();
        for (row, root) in rows.goals() {
            let name = match &row {
                None => Ok(found.name.clone()),
                Some(row) => row.case(&found.name).and_then(|name| match goals.iter().find(|goal| goal.name == name) {
                    Some(goal) => Err(taken(row, &name, goal)),
                    None => Ok(name),
                }),
            };
            match name {
                Ok(name) => parts.push(Part { name, row, root }),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(parts) } else { Err(in_order(faults)) }
    }

    /// The goals of one file.
    fn read_rows(
        &mut self,
        found: &Found,
        source: &Arc<Source>,
        parts: Vec<Part>,
        wanted: Option<&str>,
    ) -> Vec<Unlinked> {
        let mut unlinked = Vec::new();
        for Part { name, row, root } in parts {
            if let Some(row) = &row {
                self.loaded.names.retain(|known| *known != found.name);
                self.loaded.names.push(name.clone());
                self.loaded.rows.insert(name.clone(), (source.path().to_owned(), row.clone()));
            }
            if wanted.is_some_and(|wanted| wanted != name.as_str()) {
                continue;
            }
            match GoalFile::read(&root) {
                Ok(file) => unlinked.push(Unlinked { name, source: Arc::clone(source), file, row }),
                Err(faults) => {
                    let faults = faults.into_iter().map(|fault| by_row(row.as_ref(), fault)).collect();
                    self.blame(&name, source.path());
                    self.report(source, faults);
                }
            }
        }
        self.loaded.names.sort();
        unlinked
    }

    fn link(&mut self, mut goals: Vec<Unlinked>) {
        goals.sort_by(|a, b| a.name.cmp(&b.name));
        for goal in goals {
            match self.linked(&goal) {
                Ok(verifier) => {
                    let Unlinked { name, source, file, row } = goal;
                    let root = self.root.clone();
                    self.loaded.goals.push(Goal { name, source, file, row, verifier, root });
                }
                Err((path, faults)) => {
                    self.blame(&goal.name, &path);
                    self.report(&goal.source, faults);
                }
            }
        }
    }

    /// The verifier of `goal`, or the file to blame and the faults of the goal's own file.
    fn linked(&mut self, goal: &Unlinked) -> Result<Verifier, (PathBuf, Vec<Fault>)> {
        let usage = &goal.file.verifier;
        let own = |faults: Vec<Fault>| {
            let faults = faults.into_iter().map(|fault| by_row(goal.row.as_ref(), fault)).collect();
            (goal.source.path().to_owned(), faults)
        };
        let verifier = match self.verifier(&usage.name) {
            Some(Slot::Read(verifier)) => verifier,
            Some(Slot::Broken(path)) => return Err((path.clone(), Vec::new())),
            Some(Slot::Unread(_)) | None => {
                let known: Vec<&str> = self.verifiers.keys().map(Name::as_str).collect();
                return Err(own(vec![Fault::unknown(usage.span, "verifier", usage.name.as_str(), &known)]));
            }
        };
        let args =
            Args::read(usage.name.as_str(), &verifier.file.args, usage.args.as_ref(), usage.span).map_err(own)?;
        let bound = verifier.bind(args);
        let faults = kept_and_restarted(goal, &bound);
        if faults.is_empty() { Ok(bound) } else { Err(own(faults)) }
    }

    /// The verifier of this name, read when it is first asked for.
    fn verifier(&mut self, name: &Name) -> Option<&Slot> {
        if let Some(Slot::Unread(found)) = self.verifiers.get(name) {
            let (source, tree) = read_tree(found);
            let slot = match tree.and_then(|root| VerifierFile::read(&root)) {
                Ok(file) => {
                    let verifier = Verifier { name: name.clone(), source, file, args: Args::default() };
                    Slot::Read(Box::new(verifier))
                }
                Err(faults) => {
                    let path = source.path().to_owned();
                    self.report(&source, faults);
                    Slot::Broken(path)
                }
            };
            self.verifiers.insert(name.clone(), slot);
        }
        self.verifiers.get(name)
    }

    fn warn_of_unused(&mut self) {
        if self.blind {
            return;
        }
        let unused: Vec<Arc<Source>> = self
            .verifiers
            .values()
            .filter_map(|slot| match slot {
                Slot::Read(verifier) if !self.used.contains(verifier.name.as_str()) => {
                    Some(Arc::clone(&verifier.source))
                }
                _ => None,
            })
            .collect();
        for source in unused {
            self.report(&source, vec![Fault::warning(Span::default(), "no goal uses this verifier")]);
        }
    }

    fn blame(&mut self, name: &Name, path: &Path) {
        self.loaded.blame.entry(name.clone()).or_default().insert(path.to_owned());
    }

    fn report(&mut self, source: &Arc<Source>, faults: Vec<Fault>) {
        self.loaded.report(source, faults);
    }

    fn finish(mut self) -> Loaded {
        let read = self.verifiers.into_values().filter_map(|slot| match slot {
            Slot::Read(verifier) => Some(*verifier),
            Slot::Unread(_) | Slot::Broken(_) => None,
        });
        self.loaded.verifiers = read.collect();
        self.loaded
    }
}

fn read_tree(found: &Found) -> (Arc<Source>, Result<Node, Vec<Fault>>) {
    let (source, fault) = Source::read(&found.file, &found.path);
    let root = found.file.ancestors().nth(found.path.components().count()).unwrap_or(Path::new(""));
    let source = source.in_project(root);
    let tree = match fault {
        Some(fault) => Err(vec![fault]),
        None => yaml::read(&source, yaml::Limits::default()).map_err(|fault| vec![fault]),
    };
    (Arc::new(source), tree)
}

/// Something wrong with a goal, at the value that makes it.
fn by_row(row: Option<&Row>, fault: Fault) -> Fault {
    row.map_or(fault.clone(), |row| row.blamed(fault))
}

/// A row whose case is called as a goal.
fn taken(row: &Row, name: &Name, goal: &Found) -> Fault {
    let taken = quote(&goal.path.to_string_lossy());
    Fault::error(row.span, format!("the name of this row's case, {}, is taken by {taken}", quote(name.as_str())))
        .help("rename that file, or say `case: NAME` in this row")
}

/// The verifier that a goal names, as far as that can be told from a file with faults.
fn verifier_name(root: &Node) -> Option<String> {
    let node = root.get("verifier")?;
    match &node.value {
        Value::Map(entries) => entries.first().map(|(key, _)| key.text.clone()),
        _ => node.text().map(str::to_owned),
    }
}

/// Apps that the goal keeps running and its verifier starts anew.
fn kept_and_restarted(goal: &Unlinked, verifier: &Verifier) -> Vec<Fault> {
    let keep = &goal.file.start.keep;
    let mut apps = BTreeSet::new();
    for step in &verifier.file.steps {
        restarts(step, &mut |app, _| {
            if keep.iter().any(|kept| kept.as_str() == app) {
                apps.insert(app.to_owned());
            }
        });
    }
    let name = quote(verifier.name.as_str());
    apps.iter()
        .map(|app| {
            let message = format!("`start.keep` keeps {} running, and the verifier {name} starts it anew", quote(app));
            Fault::error(goal.file.verifier.span, message).help("remove `fresh: true` from the verifier's steps")
        })
        .collect()
}
