//! A goal file: what the agent is asked, and how it is proven.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::answer::Answer;
use super::fault::{Fault, in_order, quote, suggest, with_forms};
use super::limits::Limits;
use super::secrets::{self, SecretRef};
use super::usage::VerifierUse;
use super::words::{Ask, Package, Tag};
use super::yaml::{Node, Value, decode};

/// Keys that the language has and this version cannot do yet.
const LATER: [&str; 3] = ["repeat", "policy", "latency"];

/// How the parts that are no plain value are written.
const FORMS: [(&str, &str); 7] = [
    ("answer", "answer: { match: normalized }"),
    ("baseline", "baseline: { steps: [home] }"),
    ("start", "start: { steps: [home] }"),
    ("cleanup", "cleanup: { steps: [home] }"),
    ("limits", "limits: { steps: 20, time: 2m }"),
    ("guard", "guard: { apps: [com.android.settings] }"),
    ("replay", "replay: { skip: true, reason: needs a camera }"),
];

/// A goal, as its file says it. Steps are undecoded: each knows its own form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalFile {
    /// What is to be done.
    pub task: Task,
    /// What decides whether it was done.
    pub verifier: VerifierUse,
    /// How the phone is brought into the state in which the goal is not reached.
    pub baseline: Baseline,
    /// What follows the neutral start.
    pub start: Start,
    /// Steps to run at the end.
    pub cleanup: Vec<Node>,
    /// A scripted way to reach the goal, never shown to an agent.
    pub solution: Vec<Node>,
    /// How far the agent may go.
    pub limits: Limits,
    /// The exact values that the agent may type; empty when it may choose from the goal's words.
    pub text: Vec<String>,
    /// Values that are taken out of recordings, by where they are kept.
    pub secrets: Vec<SecretRef>,
    /// How what the agent answers is compared with what the verifier reads, where the goal asks for something.
    pub answer: Option<Answer>,
    /// The claim that is right.
    pub expect: Expect,
    /// Which claims pass when the state is right.
    pub claim: ClaimRule,
    /// Whether the state may be right from the start.
    pub already: Already,
    /// Words to choose cases by.
    pub tags: Vec<Tag>,
    /// What no input may touch.
    pub guard: Option<Guard>,
    /// Why the case is not replayed, if it is not.
    pub replay: Option<Replay>,
}

/// What is to be done, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// `goal:`, for an agent.
    Ask(Ask),
    /// `steps:`, a script without a model.
    Steps(Vec<Node>),
}

/// `baseline:`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Whether the phone is made as new first.
    #[serde(default)]
    pub reset: Option<Reset>,
    /// Steps that set the state up.
    #[serde(default)]
    pub steps: Vec<Node>,
    /// What the agent is asked when the state is still right after the steps.
    #[serde(default)]
    pub goal: Option<Ask>,
}

/// `reset:` of a baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reset {
    /// Everything that the phone knows is forgotten.
    Full,
}

/// `start:`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Repeatable steps after the home screen is shown.
    #[serde(default)]
    pub steps: Vec<Node>,
    /// Apps that are not stopped.
    #[serde(default)]
    pub keep: Vec<Package>,
}

/// `cleanup:`
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cleanup {
    steps: Vec<Node>,
}

/// `expect:`: the claim with which the agent should end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// The goal can be reached.
    #[default]
    Done,
    /// The goal cannot be reached, and the agent should say so.
    Blocked,
    /// The agent lacks something that only a person can give, and should say so.
    NeedsInput,
}

/// `claim:`: which claims pass when the verifier confirms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimRule {
    /// The agent must know that it is done.
    #[default]
    Done,
    /// What the agent says does not matter.
    Any,
}

/// `already:`: what it means that the verifier confirms before the agent has begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Already {
    /// The case proves nothing and is not run.
    #[default]
    Refused,
    /// That is fine; the agent should notice.
    Allowed,
}

/// `guard:`: enforced before anything is sent to the phone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    /// The only apps to be opened and touched; empty means any.
    #[serde(default)]
    pub apps: Vec<Package>,
    /// Labels that are never touched.
    #[serde(default)]
    pub never: Vec<String>,
}

/// `replay:`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// Not replayed offline.
    pub skip: bool,
    /// Why.
    pub reason: String,
}

/// The keys of the file, one by one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(default)]
    goal: Option<Ask>,
    #[serde(default)]
    steps: Option<Vec<Node>>,
    verifier: VerifierUse,
    #[serde(default)]
    baseline: Baseline,
    #[serde(default)]
    start: Start,
    #[serde(default)]
    cleanup: Cleanup,
    #[serde(default)]
    solution: Vec<Node>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    text: Vec<String>,
    #[serde(default)]
    secrets: Option<Node>,
    #[serde(default)]
    answer: Option<Answer>,
    #[serde(default)]
    expect: Expect,
    #[serde(default)]
    claim: ClaimRule,
    #[serde(default)]
    already: Already,
    #[serde(default)]
    tags: Vec<Tag>,
    #[serde(default)]
    guard: Option<Guard>,
    #[serde(default)]
    replay: Option<Replay>,
    /// Read apart, before the rest: see `rows`.
    #[serde(default, rename = "cases")]
    _cases: Option<Node>,
}

impl GoalFile {
    /// Reads a goal from the tree of its file, as it is before the values of its `cases` are put in.
    ///
    /// # Errors
    /// Everything that is wrong with it, apart from its steps.
    pub fn read(root: &Node) -> Result<Self, Vec<Fault>> {
        let (later, root) = root.split(&LATER);
        let mut faults: Vec<Fault> = later.entries().iter().map(|(key, _)| Fault::not_yet(key)).collect();
        if matches!(root.value, Value::Map(_)) {
            faults.extend(contradictions(&root));
        }
        match decode::<Keys>(&root) {
            Err(found) => faults.extend(with_forms(&root, &FORMS, found).into_iter().map(|fault| {
                let whole = fault.span == root.span;
                if whole { fault.or_help(|| about_the_whole(&root)) } else { fault }
            })),
            Ok(keys) => {
                if let (Some(task), []) = (keys.task(), faults.as_slice()) {
                    return Ok(keys.into_goal(task));
                }
            }
        }
        Err(in_order(faults))
    }

    /// All steps of the file, in all its parts.
    pub fn steps(&self) -> impl Iterator<Item = &Node> {
        let script = match &self.task {
            Task::Ask(_) => &[],
            Task::Steps(steps) => steps.as_slice(),
        };
        [script, &self.baseline.steps, &self.start.steps, &self.cleanup, &self.solution].into_iter().flatten()
    }
}

impl Keys {
    fn task(&self) -> Option<Task> {
        match (&self.goal, &self.steps) {
            (Some(ask), None) => Some(Task::Ask(ask.clone())),
            (None, Some(steps)) => Some(Task::Steps(steps.clone())),
            _ => None,
        }
    }

    fn into_goal(self, task: Task) -> GoalFile {
        GoalFile {
            task,
            verifier: self.verifier,
            baseline: self.baseline,
            start: self.start,
            cleanup: self.cleanup.steps,
            solution: self.solution,
            limits: self.limits,
            text: self.text,
            secrets: self.secrets.and_then(|node| secrets::read(&node).ok()).unwrap_or_default(),
            answer: self.answer,
            expect: self.expect,
            claim: self.claim,
            already: self.already,
            tags: self.tags,
            guard: self.guard,
            replay: self.replay,
        }
    }
}

/// What to do about a file that is not a map, or has no verifier.
fn about_the_whole(root: &Node) -> String {
    match root.value {
        Value::Map(_) => "name a file below verifiers, such as `verifier: dark-theme-on`".to_owned(),
        _ => "a goal file begins with `goal: `".to_owned(),
    }
}

/// Keys that do not go together, whatever their values.
fn contradictions(root: &Node) -> Vec<Fault> {
    let mut faults = Vec::new();
    match (root.key_span("goal"), root.key_span("steps")) {
        (Some(_), Some(steps)) => faults.push(
            Fault::error(steps, "a file with `goal` cannot have `steps` as well")
                .help("steps that set up the phone belong under `baseline` or `start`"),
        ),
        (None, None) if root.entries().iter().all(|(key, _)| suggest(&key.text, ["goal", "steps"]).is_none()) => {
            faults.push(
                Fault::error(root.span, "neither `goal` nor `steps` is here").help("say what the agent is asked"),
            );
        }
        _ => {}
    }
    if let Some(steps) = root.get("steps").filter(|steps| matches!(&steps.value, Value::Seq(items) if items.is_empty()))
    {
        faults.push(Fault::error(steps.span, "a script needs at least one step"));
    }
    for list in [&["tags"][..], &["text"], &["guard", "never"], &["guard", "apps"], &["start", "keep"]] {
        faults.extend(root.at(list).into_iter().flat_map(blank_or_twice));
    }
    for list in [&["guard", "apps"], &["guard", "never"]] {
        if let Some(list) = root.at(list).filter(|list| matches!(&list.value, Value::Seq(items) if items.is_empty())) {
            faults.push(
                Fault::error(list.span, "an empty list guards nothing").help("leave it out, or list what is meant"),
            );
        }
    }
    let expect = root.get("expect").and_then(Node::text).unwrap_or("done");
    if matches!(expect, "blocked" | "needs_input") {
        let pointless = [("claim", "done"), ("already", "refused")].into_iter().filter_map(|(key, default)| {
            let value = root.get(key)?;
            (value.text() != Some(default))
                .then(|| Fault::error(value.span, format!("`{key}` has no meaning with `expect: {}`", expect)))
        });
        faults.extend(pointless);
        if let (Some(_), Some(value)) = (root.key_span("steps"), root.get("expect")) {
            faults.push(Fault::error(value.span, "a script can only be expected to be done"));
        }
    }
    if root.key_span("answer").is_some() {
        let pointless =
            [("expect", "done"), ("claim", "done"), ("already", "refused")].into_iter().filter_map(|(key, default)| {
                let value = root.get(key)?;
                let message = format!("`{key}` has no meaning with `answer`: nothing but the right answer passes");
                (value.text() != Some(default)).then(|| Fault::error(value.span, message))
            });
        faults.extend(pointless);
        if let Some(goal) = root.at(&["baseline", "goal"]) {
            let message = "with `answer` there is no state to be undone: the verifier reads a value, whichever it is";
            faults.push(Fault::error(goal.span, message));
        }
    }
    if let (None, Some(_)) = (root.key_span("goal"), root.key_span("steps")) {
        let needs_agent = [
            root.key_span("text"),
            root.key_span("answer"),
            root.get("baseline").and_then(|baseline| baseline.key_span("goal")),
        ];
        let message = "this is for an agent; a file with `steps` instead of `goal` has none";
        faults.extend(needs_agent.into_iter().flatten().map(|span| Fault::error(span, message)));
    }
    if let Some(skip) = root.at(&["replay", "skip"]).filter(|skip| skip.text() == Some("false")) {
        faults.push(Fault::error(skip.span, "`replay` is there to be skipped").help("remove `replay`"));
    }
    faults.extend(root.get("secrets").and_then(|secrets| secrets::read(secrets).err()).into_iter().flatten());
    faults.extend(fresh_and_kept(root));
    faults
}

/// Items of a list of texts that say nothing.
fn blank_or_twice(list: &Node) -> Vec<Fault> {
    let mut seen = BTreeSet::new();
    let texts = list.items().iter().filter_map(|item| Some((item.span, item.text()?)));
    texts
        .filter_map(|(span, text)| match text {
            text if text.trim().is_empty() => Some(Fault::error(span, "this is blank")),
            text if !seen.insert(text) => Some(Fault::error(span, format!("{} is here twice", quote(text)))),
            _ => None,
        })
        .collect()
}

/// Steps that start an app anew whose process holds the state under test.
fn fresh_and_kept(root: &Node) -> Vec<Fault> {
    let kept = root.at(&["start", "keep"]).map(Node::items).unwrap_or_default();
    let kept: Vec<&str> = kept.iter().filter_map(Node::text).collect();
    let places: [&[&str]; 5] =
        [&["steps"], &["baseline", "steps"], &["start", "steps"], &["cleanup", "steps"], &["solution"]];
    let mut faults = Vec::new();
    for steps in places.iter().filter_map(|path| root.at(path)) {
        restarts(steps, &mut |app, fresh| {
            if kept.contains(&app) {
                let message = format!("`start.keep` keeps {} running, this starts it anew", quote(app));
                faults.push(Fault::error(fresh.span, message));
            }
        });
    }
    faults
}

/// Calls `found` with every app that something in `node` starts with `fresh: true`.
pub(super) fn restarts<'a>(node: &'a Node, found: &mut impl FnMut(&'a str, &'a Node)) {
    if let (Some(app), Some(fresh)) = (node.get("app").and_then(Node::text), node.get("fresh"))
        && fresh.text() == Some("true")
    {
        found(app, fresh);
    }
    node.items().iter().for_each(|item| restarts(item, found));
    node.entries().iter().for_each(|(_, value)| restarts(value, found));
}
