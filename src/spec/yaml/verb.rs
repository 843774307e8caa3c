//! One word with or without arguments: how steps and checks are written.

use serde::de::DeserializeOwned;

use super::decode::decode;
use super::node::{Node, Value};
use crate::spec::fault::{Fault, Span, quote};

/// `home`, or `tap: { text: Display }`.
#[derive(Debug, Clone, Copy)]
pub struct Verb<'a> {
    /// The word.
    pub name: &'a str,
    /// Where the word is written.
    pub span: Span,
    /// What follows its colon, if anything does.
    pub args: Option<&'a Node>,
}

/// How a word is written with its arguments: what its mistakes are answered with.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// What stands in an example.
    pub sample: &'static str,
    /// The whole, made of the one value that matters most.
    pub write: fn(&str) -> String,
}

impl Form {
    /// An example of it.
    #[must_use]
    pub fn example(&self) -> String {
        format!("for example `{}`", (self.write)(self.sample))
    }
}

impl<'a> Verb<'a> {
    /// Reads this verb's arguments with `read`; every fault without advice is given the verb's form. A bare value,
    /// `tap: Display`, is answered with the form that holds it.
    ///
    /// # Errors
    /// Those of `read`, or that there is a bare value.
    pub fn read_as<T>(&self, form: &Form, read: impl FnOnce(&Self) -> Result<T, Vec<Fault>>) -> Result<T, Vec<Fault>> {
        if let Some((args, value)) = self.args.and_then(|args| Some((args, args.written()?))) {
            let fault = Fault::error(args.span, format!("expected keys with values, found {}", args.describe()));
            return Err(vec![fault.help(format!("write `{}`", (form.write)(&value)))]);
        }
        read(self).map_err(|faults| faults.into_iter().map(|fault| fault.or_help(|| form.example())).collect())
    }

    /// Reads `node` as a word with or without arguments, whatever the word. `kind` ("step", "check") is for messages.
    ///
    /// # Errors
    /// The node is not a word and not a map of one key.
    pub fn any(node: &'a Node, kind: &str) -> Result<Self, Fault> {
        match &node.value {
            Value::Map(entries) => match entries.as_slice() {
                [(key, args)] => {
                    Ok(Verb { name: &key.text, span: key.span, args: Some(args).filter(|args| !args.is_null()) })
                }
                [] => Err(Fault::error(node.span, format!("an empty {kind}"))),
                [_, (second, _), ..] => {
                    Err(Fault::error(second.span, format!("a {kind} has one key, this is a second one"))
                        .help(format!("begin the next {kind} with `- `, or indent an argument deeper than its {kind}")))
                }
            },
            _ => match node.text() {
                Some(name) => Ok(Verb { name, span: node.span, args: None }),
                None => Err(Fault::error(node.span, format!("expected a {kind}, found {}", node.describe()))),
            },
        }
    }

    /// Reads `node` as one of the `known` words. `kind` ("step", "check") is for messages.
    ///
    /// # Errors
    /// The node is not a word and not a map of one key, or its word is not known.
    pub fn read(node: &'a Node, kind: &str, known: &[&str]) -> Result<Self, Fault> {
        let verb = Verb::any(node, kind)?;
        if known.contains(&verb.name) { Ok(verb) } else { Err(Fault::unknown(verb.span, kind, verb.name, known)) }
    }

    /// The arguments as a `T`.
    ///
    /// # Errors
    /// There are none, or they are not a `T`.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Vec<Fault>> {
        decode(self.arguments().map_err(|fault| vec![fault])?)
    }

    /// The arguments, which must be there.
    ///
    /// # Errors
    /// There are none.
    pub fn arguments(&self) -> Result<&'a Node, Fault> {
        self.args.ok_or_else(|| Fault::error(self.span, format!("{} needs arguments", quote(self.name))))
    }

    /// Makes sure that there are no arguments.
    ///
    /// # Errors
    /// There are some.
    pub fn no_arguments(&self) -> Result<(), Fault> {
        match self.args {
            None => Ok(()),
            Some(args) => Err(Fault::error(args.span, format!("{} takes no arguments", quote(self.name)))),
        }
    }
}
