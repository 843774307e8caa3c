//! What a goal file looks like.

use super::shape::{Key, Names, Shape};
use crate::spec::rows;

/// Names as `words::Name` takes them.
const NAME: Shape = Shape::Like(r"^\s*[a-z0-9_][a-z0-9_-]*(/[a-z0-9_][a-z0-9_-]*)*\s*$");
/// A text of which something can be seen.
const SAID: Shape = Shape::Like(r"\S");
/// Names of the values of a row.
const VALUE: &str = "^[a-z][a-z0-9_]*$";

const STEPS: Shape = Shape::List(&Shape::Step, 0);

/// The ways to say what is to be done: one of these keys is there.
pub(super) const FORMS: [&str; 2] = ["goal", "steps"];

/// Whether values of `cases` are put in what stands below a key.
pub(super) fn is_filled(key: &str) -> bool {
    rows::FILLED.contains(&key)
}

pub(super) const KEYS: &[Key] = &[
    Key::new("goal", SAID, "What the agent is asked, in a person's words."),
    Key::new("steps", Shape::List(&Shape::Step, 1), "A scripted test, in place of `goal`."),
    Key::new("verifier", VERIFIER, "What decides: a file below verifiers, with its arguments.").needed(),
    Key::new("baseline", BASELINE, "How the phone is brought into the state in which the goal is not reached."),
    Key::new("start", START, "What follows the neutral start."),
    Key::new("cleanup", Shape::Map(&[&[Key::new("steps", STEPS, "The steps.").needed()]]), "What is done at the end."),
    Key::new("solution", STEPS, "A scripted way to reach the goal, to prove the verifier with. No agent sees it."),
    Key::new("limits", LIMITS, "How far the agent may go."),
    Key::new("text", Shape::List(&SAID, 0), "The exact values that the agent may type."),
    Key::new("secrets", SECRETS, "Values that stand in no file, by where they are kept."),
    Key::new(
        "answer",
        ANSWER,
        "The goal asks for something: how what the agent answers is compared with the verifier's `value`.",
    ),
    Key::new("expect", Shape::Words(&["done", "blocked", "needs_input"]), "The claim that is right.").or("done"),
    Key::new("claim", Shape::Words(&["done", "any"]), "Which claims pass when the state is right.").or("done"),
    Key::new("already", Shape::Words(&["refused", "allowed"]), "Whether the state may be right from the start.")
        .or("refused"),
    Key::new("tags", Shape::List(&Shape::Like(r"^\s*[a-z0-9_-]{1,64}\s*$"), 0), "Words to choose cases by."),
    Key::new("guard", GUARD, "What no input may touch."),
    Key::new("replay", REPLAY, "Why it is not replayed offline."),
    Key::new("cases", CASES, "One test for each row, whose values stand where `${key}` does."),
];

const VERIFIER: Shape = Shape::Any(&[
    NAME,
    Shape::Named(&Names {
        like: r"^[a-z0-9_][a-z0-9_/-]*$",
        value: Shape::Maybe(&Shape::Named(&Names { like: VALUE, value: Shape::Text, least: 0, most: None })),
        least: 1,
        most: Some(1),
    }),
]);

const ANSWER: Shape = Shape::Map(&[&[Key::new(
    "match",
    Shape::Words(&["exact", "normalized", "numeric"]),
    "When two answers are the same.",
)
.or("normalized")]]);

const BASELINE: Shape = Shape::Map(&[&[
    Key::new("reset", Shape::Words(&["full"]), "The phone is made as new first. Not every phone can."),
    Key::new("steps", STEPS, "Steps that set the state up."),
    Key::new("goal", SAID, "What the agent is asked when the state is still right after the steps."),
]]);

const START: Shape = Shape::Map(&[&[
    Key::new("steps", STEPS, "Repeatable steps after the home screen is shown."),
    Key::new("keep", Shape::List(&Shape::Package, 0), "Apps that are not stopped."),
]]);

const LIMITS: Shape = Shape::Map(&[&[
    Key::new("steps", Shape::Whole(1, 100), "Inputs and waits.").or("10"),
    Key::new("time", Shape::Period, "Time, one second to an hour.").or("2m"),
]]);

const SECRETS: Shape = Shape::Named(&Names {
    like: "^[a-z0-9]+([_-][a-z0-9]+)*$",
    value: Shape::Any(&[
        Shape::Map(&[&[Key::new(
            "env",
            Shape::Like("^[A-Za-z_][A-Za-z0-9_]*$"),
            "The environment variable that holds it.",
        )
        .needed()]]),
        Shape::Map(&[&[Key::new(
            "file",
            Shape::Like(r"^[^/]"),
            "The file that holds it, below the project's folder.",
        )
        .needed()]]),
    ]),
    least: 1,
    most: None,
});

const GUARD: Shape = Shape::Map(&[&[
    Key::new("apps", Shape::List(&Shape::Package, 1), "The only apps to be opened and touched."),
    Key::new("never", Shape::List(&SAID, 1), "Labels that are never touched."),
]]);

const REPLAY: Shape = Shape::Map(&[&[
    Key::new("skip", Shape::Truth, "Not replayed.").needed(),
    Key::new("reason", Shape::Text, "Why.").needed(),
]]);

const CASES: Shape = Shape::List(&Shape::Named(&Names { like: VALUE, value: Shape::Text, least: 1, most: None }), 1);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::spec::schema::known_keys;
    use crate::spec::{GoalFile, Source, yaml};

    #[test]
    fn all_keys_that_the_parser_knows_are_told() {
        let source = Source::new("x", "no-such-key-xyzzy: 1\n");
        let faults = GoalFile::read(&yaml::read(&source, yaml::Limits::default()).unwrap()).unwrap_err();
        let told: BTreeSet<String> = super::KEYS.iter().map(|key| key.name.to_owned()).collect();
        assert_eq!(known_keys(&faults), told);
    }
}
