//! From a goal's file to a case that can run: steps and verifier compiled, so that whatever is wrong is said before
//! anything runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::outcome::{Demand, expected_baseline};
use crate::act::Guard;
use crate::agent::{Limits, Task};
use crate::event::Verdict;
use crate::policy::TextValues;
use crate::script::{Permission, Script};
use crate::spec::{self, Loaded, Node, Problem, Severity};
use crate::verify::{CompiledVerifier, Registry};

/// One goal, ready to run.
#[derive(Debug, Clone)]
pub struct Case {
    name: String,
    tags: Vec<String>,
    demand: Demand,
    work: Work,
    verifier: Arc<CompiledVerifier>,
    baseline_steps: Script,
    baseline_task: Option<Task>,
    start_steps: Script,
    keep: Vec<String>,
    cleanup: Script,
    apps: BTreeSet<String>,
    guard: Guard,
    not_replayed: Option<String>,
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
            Script::compile(nodes, Permission::Change).unwrap_or_else(|faults| {
                problems.extend(faults.into_iter().map(|fault| Problem::new(&goal.source, fault)));
                Script::default()
            })
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
        };
        let work = match &file.task {
            spec::Task::Ask(ask) => Work::Goal(task(ask, limits)),
            spec::Task::Steps(nodes) => Work::Steps(script(nodes)),
        };
        let verifier = CompiledVerifier::compile(&goal.verifier, registry).map_err(|more| problems.extend(more)).ok();
        if expected_baseline(file.expect) == Verdict::Refuted {
            problems.extend(verifier.as_ref().and_then(CompiledVerifier::cannot_refute));
        }
        let Some(verifier) = verifier.filter(|_| problems.is_empty()) else { return Err(problems) };

        let guard = file.guard.as_ref().map(|guard| Guard {
            apps: guard.apps.iter().map(ToString::to_string).collect(),
            never: guard.never.clone(),
        });
        let guard = guard.unwrap_or_default();
        let mut apps = verifier.apps();
        apps.extend(guard.apps.iter().cloned());
        let scripts = [&baseline_steps, &start_steps, &cleanup, &solution];
        let steps = if let Work::Steps(steps) = &work { Some(steps) } else { None };
        apps.extend(scripts.into_iter().chain(steps).flat_map(Script::apps).map(str::to_owned));
        Ok(Self {
            name: goal.name.to_string(),
            tags: file.tags.iter().map(ToString::to_string).collect(),
            demand: Demand { expect: file.expect, claim: file.claim, already: file.already },
            baseline_task: file.baseline.goal.as_ref().map(|ask| task(ask, limits)),
            work,
            verifier: Arc::new(verifier),
            baseline_steps,
            start_steps,
            keep: file.start.keep.iter().map(ToString::to_string).collect(),
            cleanup,
            apps,
            guard,
            not_replayed: file.replay.as_ref().map(|replay| replay.reason.clone()),
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

    /// What no input may touch.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Why it is not replayed offline, if it is not.
    #[must_use]
    pub fn not_replayed(&self) -> Option<&str> {
        self.not_replayed.as_deref()
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

/// What became of one goal of a project.
#[derive(Debug)]
pub struct Compiled {
    /// The cases that can run, in the order of their names.
    pub cases: Vec<Case>,
    /// Everything that is wrong, the files' own problems first.
    pub problems: Vec<Problem>,
}

impl Compiled {
    /// Whether a file cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.fault.severity == Severity::Error)
    }
}

/// Compiles everything that was loaded. A verifier that several goals use has its problems told once.
#[must_use]
pub fn compile(loaded: &Loaded, registry: &Registry) -> Compiled {
    let mut problems: Vec<Problem> = loaded.problems.clone();
    let mut cases = Vec::new();
    for goal in &loaded.goals {
        match Case::compile(goal, registry) {
            Ok(case) => cases.push(case),
            Err(more) => {
                for problem in more {
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
            }
        }
    }
    Compiled { cases, problems }
}
