//! A text that a step gives to the phone: as it is written, or a secret of the goal by its name.

use std::fmt;

use serde::Deserialize;

use super::permission::Permission;
use super::runner::Runner;
use super::scope::Scope;
use super::step::Problem;
use crate::plain::printable;
use crate::spec::{Fault, Node, decode, quote, suggest};

/// A text, or the name of a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// The text itself.
    Plain(String),
    /// A secret of the goal, whose value is known when the script runs and stands in no file.
    Secret(String),
}

/// `{ secret: NAME }`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    secret: Node,
}

impl Value {
    /// Reads a text or `{ secret: NAME }`.
    pub(super) fn read(node: &Node, scope: Scope<'_>) -> Result<Self, Vec<Fault>> {
        if node.entries().is_empty() {
            return decode(node).map(Self::Plain);
        }
        let Named { secret } = decode(node)?;
        Self::secret(&secret, scope)
    }

    /// Reads the name of a secret, which the goal has to have.
    pub(super) fn secret(node: &Node, scope: Scope<'_>) -> Result<Self, Vec<Fault>> {
        let name: String = decode(node)?;
        if scope.secrets.iter().any(|secret| secret.name == name) {
            return Ok(Self::Secret(name));
        }
        if scope.permission == Permission::Look {
            let fault = Fault::error(node.span, "secrets belong to goals, and a verifier has none");
            return Err(vec![fault.help("type it in the goal's own steps")]);
        }
        let known: Vec<&str> = scope.secrets.iter().map(|secret| secret.name.as_str()).collect();
        // What stands here may be the secret itself, so that it is repeated only where it is nearly one of the names.
        let help = match suggest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean {}?", quote(near)),
            None if known.is_empty() => {
                "name it in `secrets:`, for example `secrets: { pin: { env: WORK_PIN } }`".into()
            }
            None => format!("known: {}", known.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ")),
        };
        Err(vec![Fault::error(node.span, "the goal has no secret of this name").help(help)])
    }

    /// The name of the secret that it is.
    pub(super) fn secret_name(&self) -> Option<&str> {
        match self {
            Self::Plain(_) => None,
            Self::Secret(name) => Some(name),
        }
    }

    /// The text itself. What is made of a secret goes to the phone and to no message.
    pub(super) fn reveal(&self, runner: &mut Runner<'_>) -> Result<String, Problem> {
        match self {
            Self::Plain(text) => Ok(text.clone()),
            Self::Secret(name) => match runner.act().secrets().get(name) {
                Some(secret) => Ok(secret.reveal().to_owned()),
                None => Err(Problem::Unresolved(format!("the secret {name} has no value in this run"))),
            },
        }
    }

    /// What something else than this is called in a message: in quotes, and nothing of it where this is a secret, for
    /// it may be a part of that.
    pub(super) fn instead(&self, other: &str) -> String {
        match self {
            Self::Plain(_) => format!("\"{}\"", printable(other, 60)),
            Self::Secret(_) => "something else".to_owned(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => write!(f, "\"{}\"", printable(text, 60)),
            Self::Secret(name) => write!(f, "the secret {name}"),
        }
    }
}
