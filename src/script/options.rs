//! What every step that changes the screen understands beside its own arguments.

use serde::Deserialize;

use super::expect::{EFFECT, Expect};
use super::runner::TIMEOUT;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Span, Verb, decode_part};
use std::time::Duration;

/// What [`OPTIONS`] mean.
pub(super) const OPTION_KEYS: &[Key] = &[
    Key::new("timeout", Shape::Period, "How long the step tries to do it, and then waits for its effect.").or("5s"),
    Key::new("verify", EFFECT, "What is to be seen afterwards, in place of the verb's own default."),
    Key::new("mutates", Shape::Truth, "It changes what a verifier may check, and is meant to.").or("false"),
];

/// The keys of [`Options`].
pub(super) const OPTIONS: &[&str] = &["timeout", "verify", "mutates"];

/// The options of a step.
#[derive(Debug, Clone, Default)]
pub(super) struct Options {
    timeout: Option<Duration>,
    /// What is to be seen afterwards; none means the verb's own default.
    pub verify: Option<Expect>,
    /// The step changes what a verifier may check, and is meant to.
    pub mutates: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    timeout: Option<crate::spec::Period>,
    verify: Option<Node>,
    #[serde(default)]
    mutates: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArgs {}

impl Options {
    /// How long the step tries.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(TIMEOUT)
    }

    /// The apps that the options name.
    pub(super) fn apps(&self) -> Vec<&str> {
        self.verify.as_ref().and_then(Expect::app).into_iter().collect()
    }

    /// The options of a verb that has no other arguments.
    pub(super) fn alone(verb: &Verb<'_>) -> Result<Self, Vec<Fault>> {
        let (options, rest) = Self::split(verb, &[])?;
        decode_part::<NoArgs>(&rest, OPTIONS)?;
        Ok(options)
    }

    /// Splits a verb's arguments into its options and the rest. Without arguments all options have their defaults.
    pub(super) fn split(verb: &Verb<'_>, own: &[&str]) -> Result<(Self, Node), Vec<Fault>> {
        let Some(args) = verb.args else {
            return Ok((Self::default(), empty(verb.span)));
        };
        let (options, rest) = args.split(OPTIONS);
        let written: Written = decode_part(&options, own)?;
        let verify = written.verify.as_ref().map(Expect::compile).transpose()?;
        let timeout = written.timeout.map(|period| period.0);
        Ok((Self { timeout, verify, mutates: written.mutates }, rest))
    }
}

fn empty(span: Span) -> Node {
    Node { span, value: crate::spec::yaml::Value::Map(Vec::new()) }
}
