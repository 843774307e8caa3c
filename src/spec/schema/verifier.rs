//! What a verifier file looks like.

use super::shape::{Key, Names, Shape};

/// The ways to say what must be true: one of these keys is there.
pub(super) const FORMS: [&str; 2] = ["check", "rust"];

/// Whether arguments are put in what stands below a key.
pub(super) fn is_filled(key: &str) -> bool {
    matches!(key, "steps" | "check")
}

pub(super) const KEYS: &[Key] = &[
    Key::new("about", Shape::Text, "What is true when it confirms, in words."),
    Key::new("steps", Shape::List(&Shape::Step, 0), "Steps that bring the evidence on screen."),
    Key::new("check", Shape::Check, "What must be true."),
    Key::new("rust", Shape::Text, "In place of `check`: the name of a verifier that is written in Rust."),
    Key::new("within", Shape::Period, "How long the state may take to settle, 1s to 10m.").or("5s"),
    Key::new("args", ARGS, "The arguments that goals give it, to stand where `${name}` does."),
];

const ARGS: Shape = Shape::Named(&Names {
    like: "^[a-z][a-z0-9_]*$",
    value: Shape::Words(&["text", "number", "boolean"]),
    least: 0,
    most: None,
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::spec::schema::known_keys;
    use crate::spec::{Source, VerifierFile, yaml};

    #[test]
    fn all_keys_that_the_parser_knows_are_told() {
        let source = Source::new("x", "no-such-key-xyzzy: 1\n");
        let faults = VerifierFile::read(&yaml::read(&source, yaml::Limits::default()).unwrap()).unwrap_err();
        let told: BTreeSet<String> = super::KEYS.iter().map(|key| key.name.to_owned()).collect();
        assert_eq!(known_keys(&faults), told);
    }
}
