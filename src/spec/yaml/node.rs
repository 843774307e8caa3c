//! The tree of one file.

use std::cell::RefCell;

use serde::de::{Deserialize, Deserializer, Visitor};

use crate::plain::printable;
use crate::spec::fault::Span;

/// A value and its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where it is written. What an alias stands for keeps the place where it was written first.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// The three shapes of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text, with quotes and escapes resolved. An absent value is the empty plain scalar.
    Scalar {
        /// The text itself.
        text: String,
        /// How it was written.
        style: Style,
    },
    /// A list.
    Seq(Vec<Node>),
    /// Keys and values in the order of the file; no key appears twice.
    Map(Vec<(Key, Node)>),
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes: may be text, a number, true or false, or nothing.
    Plain,
    /// In quotes or as a block (`|`, `>`): always text.
    Quoted,
}

/// The key of a map entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Where it is written.
    pub span: Span,
    /// Its text, without control characters.
    pub text: String,
}

impl Node {
    /// The value under `key`, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// Where `key` is written, if this is a map that has it.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|(key, _)| key.span)
    }

    /// The value reached through maps by following `path`.
    pub fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The items, if this is a list; else nothing.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Seq(items) => items,
            _ => &[],
        }
    }

    /// The entries, if this is a map; else nothing.
    pub fn entries(&self) -> &[(Key, Node)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The text, if this is a scalar that is not absent or null.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } if !self.is_null() => Some(text),
            _ => None,
        }
    }

    /// Nothing was written, or an unquoted `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, style: Style::Plain }
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// A map split in two: the entries with these keys, and all others. For anything but a map the first is empty.
    ///
    /// For a verb whose arguments are a query *and* some options of its own: each half is decoded as its own type.
    pub fn split(&self, keys: &[&str]) -> (Node, Node) {
        match &self.value {
            Value::Map(entries) => {
                let (named, others) = entries.iter().cloned().partition(|(key, _)| keys.contains(&key.text.as_str()));
                (
                    Node { span: self.span, value: Value::Map(named) },
                    Node { span: self.span, value: Value::Map(others) },
                )
            }
            _ => (Node { span: self.span, value: Value::Map(Vec::new()) }, self.clone()),
        }
    }

    /// What this is, for a message: "a list", "the text `x`".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Seq(_) => "a list".to_owned(),
            Value::Map(_) => "keys with values".to_owned(),
            Value::Scalar { .. } if self.is_null() => "nothing".to_owned(),
            Value::Scalar { text, style: Style::Plain } => format!("`{}`", printable(text, 40)),
            Value::Scalar { text, style: Style::Quoted } => format!("the quoted text \"{}\"", printable(text, 40)),
        }
    }

    /// The text of a scalar as it is to be written inside braces.
    pub fn written(&self) -> Option<String> {
        let text = self.text()?;
        let special = |c: char| ":#{}[],&*!|>'\"%@`\\".contains(c) || c.is_control();
        Some(if text.contains(special) { format!("{:?}", printable(text, 60)) } else { printable(text, 60) })
    }

    fn entry(&self, key: &str) -> Option<&(Key, Node)> {
        self.entries().iter().find(|(known, _)| known.text == key)
    }
}

/// The name by which a [`Node`] asks its deserializer for itself, as it is.
pub(super) const AS_IT_IS: &str = "$goalpost::spec::Node";

thread_local! {
    /// Hands a node through serde's data model, which has no place for one: put there and taken away within one call.
    static HANDED: RefCell<Option<Node>> = const { RefCell::new(None) };
}

/// Puts `node` where [`Node`]'s visitor finds it.
pub(super) fn hand_over(node: &Node) {
    HANDED.set(Some(node.clone()));
}

/// A field of type `Node` takes whatever is there, undecoded, with its place. Works only inside
/// [`decode`](super::decode).
impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Take;
        impl Visitor<'_> for Take {
            type Value = Node;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a node of a YAML file")
            }
            fn visit_unit<E: serde::de::Error>(self) -> Result<Node, E> {
                HANDED.take().ok_or_else(|| E::custom("a node is read from YAML files only"))
            }
        }
        deserializer.deserialize_newtype_struct(AS_IT_IS, Take)
    }
}
