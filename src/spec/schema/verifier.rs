//! What a verifier file looks like.

use super::shape::{Key, Names, Shape};

/// The ways to say what must be true: one of these keys is there.
pub(super) const FORMS: [&str; 3] = ["check", "rust", "value"];

/// Whether arguments are put in what stands below a key.
pub(super) fn is_filled(key: &str) -> bool {
    matches!(key, "steps" | "check" | "value")
}

/// The keys; `value` is what [`Language::value`](super::Language) tells.
pub(super) const KEYS: &[Key] = &[
    Key::new("about", Shape::Text, "What is true when it confirms, in words."),
    Key::new("steps", Shape::List(&Shape::Step, 0), "Steps that bring the evidence on screen."),
    Key::new("check", Shape::Check, "What must be true."),
    Key::new("rust", Shape::Text, "In place of `check`: the name of a verifier that is written in Rust."),
    Key::new("value", Shape::Nothing, "In place of `check`: what an answer is compared with."),
    Key::new("within", Shape::Period, "How long the state may take to settle, 1s to 10m.").or("5s"),
    Key::new("args", ARGS, "The arguments that goals give it, to stand where `${name}` does."),
    Key::new("survivors", Shape::List(&SURVIVOR, 0), "Mutants that its proofs leave alive, and why that is right."),
];

const ARGS: Shape = Shape::Named(&Names {
    like: "^[a-z][a-z0-9_]*$",
    value: Shape::Words(&["text", "number", "boolean"]),
    least: 0,
    most: None,
});

const SURVIVOR: Shape = Shape::Map(&[&[
    Key::new("mutant", Shape::Words(MUTANTS), "Which.").needed(),
    Key::new("reason", Shape::Like(r"\S"), "Why it may survive.").needed(),
]]);

const MUTANTS: &[&str] = &[
    "removed",
    "added",
    "flipped",
    "stateless",
    "relabelled",
    "renamed",
    "other_app",
    "unanchored",
    "stale",
    "emptied",
    "changed",
    "null",
    "unreadable",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::spec::schema::known_keys;
    use crate::spec::{Source, VerifierFile, yaml};

    fn known(text: &str) -> BTreeSet<String> {
        let tree = yaml::read(&Source::new("x", text), yaml::Limits::default()).unwrap();
        known_keys(&VerifierFile::read(&tree).unwrap_err())
    }

    #[test]
    fn all_mutants_that_the_parser_knows_are_told() {
        let words = known("check: x\nsurvivors: [{ mutant: no-such-word-xyzzy, reason: x }]\n");
        assert_eq!(words, super::MUTANTS.iter().map(|word| (*word).to_owned()).collect());
    }

    #[test]
    fn all_keys_that_the_parser_knows_are_told() {
        let told: BTreeSet<String> = super::KEYS.iter().map(|key| key.name.to_owned()).collect();
        assert_eq!(known("no-such-key-xyzzy: 1\n"), told);
    }
}
