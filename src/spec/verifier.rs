//! A verifier file: an independent check of the phone's state.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::args::{Args, Declared, names_in};
use super::fault::{Fault, MAX_FAULTS, Span, in_order, quote, with_forms};
use super::period::Period;
use super::survivors::Survivor;
use super::yaml::{Node, Value, decode};

/// How the parts that are no plain value are written.
const FORMS: [(&str, &str); 2] = [
    ("args", "args: { state: text }"),
    ("survivors", "survivors: [{ mutant: relabelled, reason: the page has one switch }]"),
];

/// A verifier, as its file says it. Steps and check are undecoded: each knows its own form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierFile {
    /// What is true when it confirms, in words.
    pub about: Option<String>,
    /// Steps that bring the evidence on screen.
    pub steps: Vec<Node>,
    /// What decides.
    pub proof: Proof,
    /// How long the state may take to settle.
    pub within: Period,
    /// The arguments it takes.
    pub args: Declared,
    /// The names of arguments that stand in its steps and its check, each with the place of its value.
    pub uses: Vec<(Span, String)>,
    /// Mutants that its proofs leave alive, and why that is right.
    pub survivors: Vec<Survivor>,
}

/// What decides: a check from the file, or code; or, for goals that ask for an answer, what the answer has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// `check:`
    Check(Node),
    /// `rust:`, the name of a registered verifier, and where it is named.
    Rust(String, Span),
    /// `value:`, what an answer is compared with.
    Value(Node),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    #[serde(default)]
    about: Option<String>,
    #[serde(default)]
    steps: Vec<Node>,
    #[serde(default)]
    check: Option<Node>,
    #[serde(default)]
    rust: Option<String>,
    #[serde(default)]
    value: Option<Node>,
    #[serde(default = "default_within")]
    within: Period,
    #[serde(default)]
    args: Declared,
    #[serde(default)]
    survivors: Vec<Survivor>,
}

fn default_within() -> Period {
    Period::seconds(5)
}

impl VerifierFile {
    /// Reads a verifier from the tree of its file.
    ///
    /// # Errors
    /// Everything that is wrong with it, apart from its steps and its check.
    pub fn read(root: &Node) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        if matches!(root.value, Value::Map(_)) {
            faults.extend(contradictions(root));
        }
        match decode::<Keys>(root) {
            Err(found) => faults.extend(with_forms(root, &FORMS, found)),
            Ok(keys) => {
                faults.extend(argument_faults(root, &keys.args));
                let span = root.get("rust").map(|node| node.span).unwrap_or_default();
                let proof = match (keys.check, keys.rust, keys.value) {
                    (Some(check), None, None) => Some(Proof::Check(check)),
                    (None, Some(name), None) => Some(Proof::Rust(name, span)),
                    (None, None, Some(value)) => Some(Proof::Value(value)),
                    _ => None,
                };
                if let (Some(proof), []) = (proof, faults.as_slice()) {
                    let Keys { about, steps, within, args, survivors, .. } = keys;
                    return Ok(VerifierFile { about, steps, proof, within, args, uses: uses(root), survivors });
                }
            }
        }
        Err(in_order(faults))
    }

    /// This verifier with the arguments put where they belong.
    #[must_use]
    pub fn with(&self, args: &Args) -> Self {
        let proof = match &self.proof {
            Proof::Check(check) => Proof::Check(args.fill(check)),
            Proof::Value(value) => Proof::Value(args.fill(value)),
            rust @ Proof::Rust(..) => rust.clone(),
        };
        VerifierFile { steps: self.steps.iter().map(|step| args.fill(step)).collect(), proof, ..self.clone() }
    }
}

/// What decides, of which a verifier has one.
const PROOFS: [&str; 3] = ["check", "rust", "value"];

fn contradictions(root: &Node) -> Vec<Fault> {
    let mut faults = Vec::new();
    let given: Vec<_> = root.entries().iter().filter(|(key, _)| PROOFS.contains(&key.text.as_str())).collect();
    match given.as_slice() {
        [(first, _), (second, _), ..] => {
            let message = format!("a verifier has `{}` or `{}`, not both", first.text, second.text);
            faults.push(Fault::error(second.span, message));
        }
        [] if !root.entries().iter().any(|(key, _)| super::suggest(&key.text, PROOFS).is_some()) => {
            faults.push(Fault::error(root.span, "neither `check` nor `rust` is here").help("say what must be true"));
        }
        _ => {}
    }
    for (key, what) in [("check", "a check"), ("value", "a value")] {
        if let Some(node) = root.get(key).filter(|node| node.is_null()) {
            faults.push(Fault::error(node.span, format!("{what} is missing after `{key}:`")));
        }
    }
    let within = root.get("within").and_then(|node| Some((node.span, node.text()?.parse::<Period>().ok()?)));
    if let Some((span, _)) = within.filter(|(_, within)| !(Period::seconds(1)..=Period::seconds(600)).contains(within))
    {
        faults.push(Fault::error(span, "a verifier settles within 1s to 10m"));
    }
    faults
}

fn uses(root: &Node) -> Vec<(Span, String)> {
    ["steps", "check", "value"].iter().filter_map(|key| root.get(key)).flat_map(names_in).collect()
}

/// Names that are no names, names that are used and not declared, and the reverse.
fn argument_faults(root: &Node, declared: &Declared) -> Vec<Fault> {
    let mut faults = Vec::new();
    let known: Vec<&str> = declared.keys().map(String::as_str).collect();
    let used = uses(root);
    let unknown = used.iter().filter(|(_, name)| !declared.contains_key(name)).take(MAX_FAULTS + 1);
    faults.extend(unknown.map(|(span, name)| {
        Fault::unknown(*span, "argument", name, &known).help_also("write $${ to mean the text ${")
    }));
    let used: BTreeSet<&str> = used.iter().map(|(_, name)| name.as_str()).collect();
    for (key, _) in root.get("args").map(Node::entries).unwrap_or_default() {
        let plain = key.text.starts_with(|c: char| c.is_ascii_lowercase())
            && key.text.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_'));
        if !plain {
            let message = format!("{} is no name for an argument; use a-z, 0-9 and _", quote(&key.text));
            faults.push(Fault::error(key.span, message));
        } else if root.get("rust").is_none() && !used.contains(key.text.as_str()) {
            let message = format!("the argument {} is never used", quote(&key.text));
            faults.push(
                Fault::error(key.span, message)
                    .help(format!("write ${{{}}} in a step, in the check or in the value", key.text)),
            );
        }
    }
    faults
}
