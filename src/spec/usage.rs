//! How a goal names its verifier.

use serde::{Deserialize, Deserializer, de};

use super::fault::Span;
use super::words::Name;
use super::yaml::{Node, Value};

/// `verifier: NAME`, or `verifier: {NAME: {arguments}}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierUse {
    /// The verifier.
    pub name: Name,
    /// Where it is named.
    pub span: Span,
    /// The arguments, to be read as the verifier declares them.
    pub args: Option<Node>,
}

impl<'de> Deserialize<'de> for VerifierUse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Node::deserialize(deserializer)?;
        let (name, span, args) = match &node.value {
            Value::Map(entries) => match entries.as_slice() {
                [(key, args)] => (key.text.as_str(), key.span, Some(args.clone()).filter(|args| !args.is_null())),
                _ => {
                    return Err(de::Error::custom(
                        "expected one verifier with its arguments: `{name: {argument: value}}`",
                    ));
                }
            },
            _ => match node.text() {
                Some(name) => (name, node.span, None),
                None => {
                    let message = format!("expected the name of a verifier, found {}", node.describe());
                    return Err(de::Error::custom(message));
                }
            },
        };
        Name::new(name).map(|name| VerifierUse { name, span, args }).map_err(de::Error::custom)
    }
}
