//! What of a goal and its verifier a recording depends on.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::answer::AnswerRule;
use super::goal::{Already, ClaimRule, Expect, Reset, Task};
use super::load::Goal;
use super::verifier::Proof;
use super::yaml::{Node, Value};

impl Goal {
    /// A hash over everything in the goal and its verifier that makes a difference to what is sent to phone and model, or
    /// to the verdict. How a file is written makes none: comments, the order of keys, quotes; nor do tags, solutions and
    /// descriptions. Code of Rust verifiers is not seen; its name and arguments are.
    #[must_use]
    pub fn essence(&self) -> String {
        let (goal, verifier) = (&self.file, &self.verifier.file);
        let task = match &goal.task {
            Task::Ask(ask) => json!({ "goal": ask.as_str() }),
            Task::Steps(steps) => json!({ "steps": nodes(steps) }),
        };
        let proof = match &verifier.proof {
            Proof::Check(check) => json!({ "check": node(check) }),
            Proof::Value(value) => json!({ "value": node(value) }),
            Proof::Rust(name, _) => json!({ "rust": name, "args": self.verifier.args.to_json() }),
        };
        let guard = goal.guard.as_ref().map(|guard| {
            let apps: Vec<_> = guard.apps.iter().map(ToString::to_string).collect();
            json!({ "apps": apps, "never": guard.never })
        });
        let keep: Vec<_> = goal.start.keep.iter().map(ToString::to_string).collect();
        // Where a secret is kept makes no difference, and its value is never looked at here.
        let secrets: BTreeSet<_> = goal.secrets.iter().map(|secret| secret.name.as_str()).collect();
        let mut baseline = json!({
            "steps": nodes(&goal.baseline.steps),
            "goal": goal.baseline.goal.as_ref().map(|ask| ask.as_str()),
        });
        if let Some(Reset::Full) = goal.baseline.reset {
            baseline["reset"] = json!("full");
        }
        let mut essence = json!({
            "task": task,
            "baseline": baseline,
            "start": { "steps": nodes(&goal.start.steps), "keep": keep },
            "cleanup": nodes(&goal.cleanup),
            "limits": { "steps": goal.limits.steps, "time_ms": millis(goal.limits.time.0) },
            "text": goal.text,
            "secrets": secrets,
            "expect": match goal.expect { Expect::Done => "done", Expect::Blocked => "blocked", Expect::NeedsInput => "needs_input" },
            "claim": match goal.claim { ClaimRule::Done => "done", ClaimRule::Any => "any" },
            "already": match goal.already { Already::Refused => "refused", Already::Allowed => "allowed" },
            "guard": guard,
            "verifier": { "steps": nodes(&verifier.steps), "proof": proof, "within_ms": millis(verifier.within.0) },
        });
        // What most goals do not have makes no difference to them.
        if let Some(answer) = goal.answer {
            essence["answer"] = json!(match answer.rule {
                AnswerRule::Exact => "exact",
                AnswerRule::Normalized => "normalized",
                AnswerRule::Numeric => "numeric",
            });
        }
        crate::plain::hex(&Sha256::digest(essence.to_string()))
    }
}

fn millis(period: std::time::Duration) -> u64 {
    u64::try_from(period.as_millis()).unwrap_or(u64::MAX)
}

fn nodes(nodes: &[Node]) -> Vec<Json> {
    nodes.iter().map(node).collect()
}

/// The node as its meaning has it: keys in order, scalars as text, however they are quoted.
fn node(of: &Node) -> Json {
    match &of.value {
        Value::Scalar { text, .. } => Json::String(text.clone()),
        Value::Seq(items) => Json::Array(nodes(items)),
        Value::Map(entries) => {
            let mut entries: Vec<_> = entries.iter().map(|(key, value)| (key.text.clone(), node(value))).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries.into_iter().collect::<Map<_, _>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::spec;

    const GOAL: &str = "goal: Go.\nverifier: v\n";
    const VERIFIER: &str = "check: { foreground: { app: a.b } }\n";

    fn essence(goal: &str, verifier: &str) -> String {
        let project = tempfile::tempdir().unwrap();
        for (file, text) in [("goals/a.yaml", goal), ("verifiers/v.yaml", verifier)] {
            let path = project.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let loaded = spec::load(project.path());
        loaded.goals.first().unwrap_or_else(|| panic!("{:?}", loaded.problems)).essence()
    }

    #[rstest]
    #[case("# why\nverifier: v\ngoal: 'Go.'\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\ntags: [x]\nsolution: [home]\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nlimits: { steps: 10, time: 120s }\n", VERIFIER)]
    #[case(GOAL, "about: A thing.\ncheck:\n  foreground:\n    app: \"a.b\"\nwithin: 5000ms\n")]
    fn how_it_is_written_makes_no_difference(#[case] goal: &str, #[case] verifier: &str) {
        assert_eq!(essence(goal, verifier), essence(GOAL, VERIFIER));
    }

    #[test]
    fn where_a_secret_is_kept_makes_no_difference() {
        let with = |secrets: &str| essence(&format!("{GOAL}secrets: {secrets}\n"), VERIFIER);
        let one = with("{ pin: { env: PIN }, card: { file: a.txt } }");
        assert_eq!(one, with("{ card: { env: CARD }, pin: { env: WORK_PIN } }"));
        assert_ne!(one, with("{ pin: { env: PIN } }"));
    }

    #[rstest]
    #[case("goal: Go away.\nverifier: v\n", VERIFIER)]
    #[case("steps: [home]\nverifier: v\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nbaseline: { steps: [home] }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nbaseline: { goal: Go back. }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nbaseline: { reset: full }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nstart: { steps: [home] }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nstart: { keep: [a.b] }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\ncleanup: { steps: [home] }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nlimits: { steps: 9 }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nlimits: { time: 1m }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\ntext: [x]\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nsecrets: { pin: { env: PIN } }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nexpect: blocked\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nclaim: any\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nalready: allowed\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nguard: { apps: [a.b] }\n", VERIFIER)]
    #[case("goal: Go.\nverifier: v\nguard: { never: [x] }\n", VERIFIER)]
    #[case(GOAL, "check: { foreground: { app: a.c } }\n")]
    #[case(GOAL, "steps: [home]\ncheck: { foreground: { app: a.b } }\n")]
    #[case(GOAL, "check: { foreground: { app: a.b } }\nwithin: 6s\n")]
    fn what_makes_a_difference_to_traffic_or_verdict_is_seen(#[case] goal: &str, #[case] verifier: &str) {
        assert_ne!(essence(goal, verifier), essence(GOAL, VERIFIER));
    }
}
