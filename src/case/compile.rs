//! From a goal's file to a case that can run: steps and verifier compiled, so that whatever is wrong is said before
//! anything runs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::error::SecretMissing;
use super::outcome::{Demand, expected_baseline};
use crate::act::Guard;
use crate::agent::{Limits, Task};
use crate::event::Verdict;
use crate::policy::TextValues;
use crate::script::{Permission, Scope, Script};
use crate::secret::{Secret, Secrets};
use crate::spec::{self, AnswerRule, Args, Fault, Loaded, Node, Problem, SecretRef, quote};
use crate::verify::{CompiledVerifier, Registry};

/// How long the neutral start may take: it stops a few apps and goes home.
const NEUTRAL: Duration = Duration::from_secs(30);

/// How long a phone may take to be as new.
const RESET: Duration = Duration::from_secs(6 * 60);

/// One goal, ready to run.
#[derive(Debug, Clone)]
pub struct Case {
    name: String,
    tags: Vec<String>,
    demand: Demand,
    answer: Option<AnswerRule>,
    work: Work,
    verifier: Arc<CompiledVerifier>,
    solution: Script,
    resets: bool,
    baseline_steps: Script,
    baseline_task: Option<Task>,
    start_steps: Script,
    keep: Vec<String>,
    cleanup: Script,
    apps: BTreeSet<String>,
    guard: Guard,
    secrets: Vec<SecretRef>,
    /// The secrets that steps type, each with the place of the first that does.
    typed: Vec<(String, SecretRef)>,
    /// The same for its solution.
    typed_by_solution: Vec<(String, SecretRef)>,
    root: PathBuf,
    not_replayed: Option<String>,
    essence: String,
}

/// What reaches the goal.
#[derive(Debug, Clone)]
pub enum Work {
    /// An agent, asked this.
    Goal(Task),
    /// A script: the case is a scripted test and no model is asked.
    Steps(Script),
}

impl Case {
    /// Compiles one goal.
    ///
    /// # Errors
    /// Everything that is wrong with its steps and its verifier.
    pub fn compile(goal: &spec::Goal, registry: &Registry) -> Result<Self, Vec<Problem>> {
        let file = &goal.file;
        let mut problems = Vec::new();
        let mut script = |nodes: &[Node]| {
            let scope = Scope { permission: Permission::Change, root: &goal.root, secrets: &file.secrets };
            let script = Script::compile(nodes, scope).unwrap_or_else(|faults| {
                problems.extend(faults.into_iter().map(|fault| goal.problem(fault)));
                Script::default()
            });
            script.in_file(goal.source.path())
        };
        let baseline_steps = script(&file.baseline.steps);
        let start_steps = script(&file.start.steps);
        let cleanup = script(&file.cleanup);
        let solution = script(&file.solution);
        let limits = Limits { steps: file.limits.steps, time: file.limits.time.0 };
        let task = |ask: &spec::Ask, limits| Task {
            goal: ask.as_str().to_owned(),
            texts: TextValues::new(ask.as_str(), &file.text),
            limits,
            confidence: 0.0,
            preview: false,
            wants_answer: file.answer.is_some(),
        };
        let work = match &file.task {
            spec::Task::Ask(ask) => Work::Goal(task(ask, limits)),
            spec::Task::Steps(nodes) => Work::Steps(script(nodes)),
        };
        let verifier = CompiledVerifier::compile(&goal.verifier, registry)
            .map_err(|more| problems.extend(more.into_iter().map(|problem| goal.blamed(problem))))
            .ok();
        let wants_value = file.answer.is_some();
        if let Some(verifier) = &verifier
            && verifier.reads_a_value() != wants_value
        {
            problems.push(Problem::new(&goal.source, mismatched(goal, wants_value)));
        }
        let reads_a_value = wants_value || verifier.as_ref().is_some_and(CompiledVerifier::reads_a_value);
        if expected_baseline(file.expect) == Verdict::Refuted && !reads_a_value {
            problems.extend(verifier.as_ref().and_then(CompiledVerifier::cannot_refute));
        }
        let scripts = [&baseline_steps, &start_steps, &cleanup, &solution];
        let steps = if let Work::Steps(steps) = &work { Some(steps) } else { None };
        let scripts = || scripts.into_iter().chain(steps);
        let refused = refused_by_guard(goal, scripts(), verifier.as_ref());
        problems.extend(refused.into_iter().map(|fault| goal.problem(fault)));
        let Some(verifier) = verifier.filter(|_| problems.is_empty()) else { return Err(problems) };

        let guard = file.guard.as_ref().map(|guard| Guard {
            apps: guard.apps.iter().map(ToString::to_string).collect(),
            never: guard.never.clone(),
        });
        let guard = guard.unwrap_or_default();
        let mut apps = verifier.apps();
        apps.extend(guard.apps.iter().cloned());
        apps.extend(scripts().flat_map(Script::apps).map(str::to_owned));
        let typed_by_solution = typed(&file.secrets, [&solution].into_iter());
        let typed = typed(&file.secrets, [&baseline_steps, &start_steps, &cleanup].into_iter().chain(steps));
        Ok(Self {
            name: goal.name.to_string(),
            tags: file.tags.iter().map(ToString::to_string).collect(),
            answer: file.answer.map(|answer| answer.rule),
            demand: Demand { expect: file.expect, claim: file.claim, already: file.already },
            baseline_task: file.baseline.goal.as_ref().map(|ask| task(ask, limits)),
            work,
            solution,
            verifier: Arc::new(verifier),
            resets: file.baseline.reset == Some(spec::Reset::Full),
            baseline_steps,
            start_steps,
            keep: file.start.keep.iter().map(ToString::to_string).collect(),
            cleanup,
            apps,
            guard,
            typed,
            typed_by_solution,
            root: goal.root.clone(),
            secrets: file.secrets.clone(),
            not_replayed: file.replay.as_ref().map(|replay| replay.reason.clone()),
            essence: goal.essence(),
        })
    }

    /// The case's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the agent is asked, or what a scripted test proves.
    #[must_use]
    pub fn about(&self) -> &str {
        match &self.work {
            Work::Goal(task) => &task.goal,
            Work::Steps(_) => self.verifier.about().unwrap_or("a scripted test"),
        }
    }

    /// The words to choose it by.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// What reaches the goal.
    #[must_use]
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// How an answer is compared, where the goal asks for one.
    #[must_use]
    pub fn answer(&self) -> Option<AnswerRule> {
        self.answer
    }

    /// The steps that are known to reach the goal: its solution, or, without one, those of a scripted test.
    #[must_use]
    pub fn solution(&self) -> Option<&Script> {
        let steps = if let Work::Steps(steps) = &self.work { Some(steps) } else { None };
        Some(&self.solution).filter(|solution| !solution.is_empty()).or(steps)
    }

    /// What its goal demands.
    #[must_use]
    pub fn demand(&self) -> Demand {
        self.demand
    }

    /// Its verifier.
    #[must_use]
    pub fn verifier(&self) -> &CompiledVerifier {
        &self.verifier
    }

    /// How long it may take by its own limits: proving the baseline, perhaps with an agent, the work, the verdict and the
    /// cleanup. Waiting for the phone to be ready comes on top.
    #[must_use]
    pub fn longest(&self) -> Duration {
        let work = match &self.work {
            Work::Goal(task) => task.limits.time,
            Work::Steps(script) => script.longest(),
        };
        let baseline = self.baseline_task.as_ref();
        // The phone is brought to the start before each pursuit, and the verifier is asked after each; once more of both
        // for the baseline.
        let rounds = if baseline.is_some() { 3 } else { 2 };
        let reset = if self.resets { RESET } else { Duration::ZERO };
        reset
            + self.baseline_steps.longest()
            + baseline.map_or(Duration::ZERO, |task| task.limits.time)
            + work
            + rounds * (NEUTRAL + self.start_steps.longest() + self.verifier.longest())
            + self.cleanup.longest()
    }

    /// How long the proof of its verifier may take: as long as a run, with the solution, and the verifier asked twice more.
    #[must_use]
    pub fn longest_proof(&self) -> Duration {
        self.longest() + self.solution.longest() + 2 * self.verifier.longest()
    }

    /// What no input may touch.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// The values that its goal names secret, by where they are kept.
    #[must_use]
    pub fn secrets(&self) -> &[SecretRef] {
        &self.secrets
    }

    /// The values of its secrets: files below the project's root, variables as `variable` has them. Asked before anything is
    /// sent. One that no step types need not be to be had; where it is, it is kept out of all that is told as well.
    ///
    /// # Errors
    /// The first that is not to be had, with the place of the step that types it.
    pub fn read_secrets(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Secrets, SecretMissing> {
        self.typed.iter().map(|typed| self.read_typed(typed, &variable)).chain(self.read_others(&variable)).collect()
    }

    /// The same for a proof, which carries out the solution as well.
    ///
    /// # Errors
    /// As for [`read_secrets`](Self::read_secrets).
    pub fn read_secrets_to_prove(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Secrets, SecretMissing> {
        let typed = self.typed.iter().chain(&self.typed_by_solution);
        typed.map(|typed| self.read_typed(typed, &variable)).chain(self.read_others(&variable)).collect()
    }

    /// Those that are there to be had and that no step types.
    fn read_others(
        &self,
        variable: &impl Fn(&str) -> Option<String>,
    ) -> impl Iterator<Item = Result<(String, Secret), SecretMissing>> {
        let typed = |secret: &&SecretRef| {
            !self.typed.iter().chain(&self.typed_by_solution).any(|(_, typed)| typed.name == secret.name)
        };
        let others = self.secrets.iter().filter(typed);
        others.filter_map(move |secret| Some(Ok((secret.name.clone(), secret.read(&self.root, variable).ok()?))))
    }

    fn read_typed(
        &self,
        (place, secret): &(String, SecretRef),
        variable: &impl Fn(&str) -> Option<String>,
    ) -> Result<(String, Secret), SecretMissing> {
        let missing = |source| SecretMissing { place: place.clone(), source };
        secret.read(&self.root, variable).map(|value| (secret.name.clone(), value)).map_err(missing)
    }

    /// The same with what stands for each in a recording, for a run that has to do without the values.
    #[must_use]
    pub fn secrets_as(&self, stand_in: impl Fn(&str) -> String) -> Secrets {
        self.typed.iter().map(|(_, secret)| (secret.name.clone(), Secret::new(stand_in(&secret.name)))).collect()
    }

    /// Why it is not replayed offline, if it is not.
    #[must_use]
    pub fn not_replayed(&self) -> Option<&str> {
        self.not_replayed.as_deref()
    }

    /// What of its goal and its verifier a recording depends on, as a hash.
    #[must_use]
    pub fn essence(&self) -> &str {
        &self.essence
    }

    /// Whether the phone is made as new first.
    pub(super) fn resets(&self) -> bool {
        self.resets
    }

    pub(super) fn baseline_steps(&self) -> &Script {
        &self.baseline_steps
    }

    pub(super) fn baseline_task(&self) -> Option<&Task> {
        self.baseline_task.as_ref()
    }

    pub(super) fn start_steps(&self) -> &Script {
        &self.start_steps
    }

    pub(super) fn cleanup(&self) -> &Script {
        &self.cleanup
    }

    /// Every app that the goal, its guard and its verifier name.
    pub(super) fn apps(&self) -> &BTreeSet<String> {
        &self.apps
    }

    /// Whether an app is left running by the neutral start.
    pub(super) fn keeps(&self, app: &str) -> bool {
        self.keep.iter().any(|kept| kept == app)
    }
}

/// The secrets that these scripts type, each once, with the place of the step.
fn typed<'a>(known: &[SecretRef], scripts: impl Iterator<Item = &'a Script>) -> Vec<(String, SecretRef)> {
    let mut typed: Vec<(String, SecretRef)> = Vec::new();
    for (place, name) in scripts.flat_map(Script::secrets) {
        let secret = known.iter().find(|secret| secret.name == name);
        let is_new = !typed.iter().any(|(_, secret)| secret.name == name);
        typed.extend(secret.filter(|_| is_new).map(|secret| (place, secret.clone())));
    }
    typed
}

/// Whether a goal's guard keeps its case from acting in an app.
fn is_beyond(goal: &spec::Goal, app: &str) -> bool {
    let listed = goal.file.guard.as_ref().map(|guard| guard.apps.as_slice()).unwrap_or_default();
    !listed.is_empty() && listed.iter().all(|known| known.as_str() != app)
}

/// Steps that the goal's own guard would refuse: they open an app that it does not list.
fn refused_by_guard<'a>(
    goal: &spec::Goal,
    scripts: impl Iterator<Item = &'a Script>,
    verifier: Option<&CompiledVerifier>,
) -> Vec<Fault> {
    let own = scripts
        .flat_map(Script::opened)
        .filter(|(_, app)| is_beyond(goal, app))
        .map(|(span, app)| Fault::error(span, format!("this opens {app}, which `guard.apps` does not list")));
    let opened: BTreeSet<&str> = verifier.into_iter().flat_map(CompiledVerifier::opens).collect();
    let verifiers = opened.into_iter().filter(|app| is_beyond(goal, app)).map(|app| {
        let name = quote(goal.verifier.name.as_str());
        let message = format!(
            "the verifier {name} opens {app}, which `guard.apps` does not list, and the guard binds verifiers too"
        );
        Fault::error(goal.file.verifier.span, message)
    });
    own.chain(verifiers).map(|fault| fault.help("add it to `guard.apps`")).collect()
}

/// Apps that a verifier names and the goal's guard does not: it may look at them, and do nothing there.
fn beyond_guard(goal: &spec::Goal, verifier: &CompiledVerifier) -> Vec<Fault> {
    let name = quote(goal.verifier.name.as_str());
    let beyond = verifier.apps().into_iter().filter(|app| is_beyond(goal, app));
    beyond
        .map(|app| {
            let message = format!(
                "the verifier {name} looks at {app}, which `guard.apps` does not list: its steps can do nothing there"
            );
            let fault = Fault::warning(goal.file.verifier.span, message);
            fault.help("add it to `guard.apps` unless it only looks")
        })
        .collect()
}

/// A goal that asks for something, with a verifier that judges a state; or the reverse.
fn mismatched(goal: &spec::Goal, wants_value: bool) -> Fault {
    let name = quote(goal.verifier.name.as_str());
    let span = goal.file.verifier.span;
    if wants_value {
        Fault::error(span, format!("the verifier {name} reads no value that an answer could be compared with"))
            .help("give it `value: { of: QUERY, is: text }` instead of `check`, or remove `answer`")
    } else {
        Fault::error(span, format!("the verifier {name} reads a value, which only a goal with `answer` asks for"))
            .help("add `answer: { match: normalized }`, or give the verifier a `check`")
    }
}

/// What is wrong with a verifier, whatever its arguments are.
fn wrong_by_itself(verifier: &spec::Verifier, registry: &Registry) -> Vec<Fault> {
    let faults = |args| match CompiledVerifier::compile(&verifier.bind(args), registry) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.into_iter().map(|problem| problem.fault).collect::<Vec<_>>(),
    };
    let [one, other] = Args::samples(&verifier.file.args);
    let (mut wrong, always) = (faults(one), faults(other));
    let is_an_argument = |fault: &Fault| verifier.file.uses.iter().any(|(span, _)| *span == fault.span);
    wrong.retain(|fault| always.contains(fault) && !is_an_argument(fault));
    wrong
}

/// Compiles everything that was loaded: the cases that can run, in the order of their names. What is wrong joins the
/// problems of `loaded`, and the goals and verifiers that have it go out of use.
///
/// Each verifier is compiled by itself as well, so that the mistakes of one that no goal uses are told, and no goal is
/// blamed for what is wrong with its verifier.
pub fn compile(loaded: &mut Loaded, registry: &Registry) -> Vec<Case> {
    let goals: Vec<_> = loaded.goals.iter().map(|goal| (goal.clone(), Case::compile(goal, registry))).collect();
    for verifier in loaded.verifiers.clone() {
        loaded.refuse_verifier(&verifier.name, wrong_by_itself(&verifier, registry));
    }
    let mut cases = Vec::new();
    for (goal, compiled) in goals {
        match compiled {
            Ok(case) => {
                let warnings = beyond_guard(&goal, case.verifier()).into_iter().map(|fault| goal.problem(fault).fault);
                loaded.refuse(&goal.name, &goal.source, warnings.collect());
                cases.push(case);
            }
            Err(problems) => {
                problems
                    .into_iter()
                    .for_each(|Problem { source, fault }| loaded.refuse(&goal.name, &source, vec![fault]));
            }
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longest(goal: &str) -> Duration {
        let project = tempfile::tempdir().unwrap();
        for (file, text) in
            [("goals/a.yaml", goal), ("verifiers/v.yaml", "check: { foreground: { app: a.b } }\nwithin: 5s\n")]
        {
            let path = project.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let mut loaded = spec::load(project.path());
        let cases = compile(&mut loaded, &Registry::new());
        cases.first().unwrap_or_else(|| panic!("{:?}", loaded.problems)).longest()
    }

    #[test]
    fn all_that_a_case_may_do_counts_towards_the_longest_it_may_take() {
        let plain = longest("goal: Go.\nverifier: v\nlimits: { time: 1m }\n");
        assert!(plain > Duration::from_secs(60 + 2 * 5), "{plain:?}");
        for (more, seconds) in [
            ("baseline: { goal: Go back. }", 60),
            ("baseline: { reset: full }", 300),
            ("baseline: { steps: [wait: { time: 4m }] }", 240),
            ("start: { steps: [wait: { time: 4m }] }", 2 * 240),
            ("cleanup: { steps: [wait: { time: 4m }] }", 240),
        ] {
            let with_more = longest(&format!("goal: Go.\nverifier: v\nlimits: {{ time: 1m }}\n{more}\n"));
            assert!(with_more >= plain + Duration::from_secs(seconds), "{more}: {with_more:?}");
        }
    }
}
