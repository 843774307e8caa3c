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
use crate::spec::{self, Loaded, Node, Problem};
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

/// Compiles everything that was loaded: the cases that can run, in the order of their names. What is wrong joins the
/// problems of `loaded`, and the goals and verifiers that have it go out of use.
///
/// A verifier that no goal uses is compiled by itself, so that its mistakes are told as well. One that takes arguments
/// can't be: what stands for them is known only where it is used.
pub fn compile(loaded: &mut Loaded, registry: &Registry) -> Vec<Case> {
    let unused = |verifier: &&spec::Verifier| {
        verifier.file.args.is_empty() && !loaded.goals.iter().any(|goal| goal.verifier.name == verifier.name)
    };
    let unused: Vec<_> = loaded.verifiers.iter().filter(unused).cloned().collect();
    let goals: Vec<_> = loaded.goals.iter().map(|goal| (goal.name.clone(), Case::compile(goal, registry))).collect();
    for verifier in unused {
        if let Err(problems) = CompiledVerifier::compile(&verifier, registry) {
            loaded.refuse_verifier(&verifier.name, problems.into_iter().map(|problem| problem.fault).collect());
        }
    }
    let mut cases = Vec::new();
    for (name, compiled) in goals {
        match compiled {
            Ok(case) => cases.push(case),
            Err(problems) => {
                problems.into_iter().for_each(|Problem { source, fault }| loaded.refuse(&name, &source, vec![fault]));
            }
        }
    }
    cases
}
