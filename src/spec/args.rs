//! The arguments of a verifier: declared by it, given by a goal or on the command line, and put where `${name}` stands.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value as Json;

use super::fault::{Fault, MAX_FAULTS, Span, in_order, quote};
use super::yaml::{Key, Node, Style, Value, decode};

/// What an argument may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgType {
    /// Any text; quotes are not needed.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// What a verifier declares: names and types.
pub type Declared = IndexMap<String, ArgType>;

/// Values for all arguments that a verifier declares, in the order of its declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Args(IndexMap<String, Json>);

impl Args {
    /// Reads the arguments that a goal gives (`given`, at `span`) as the `verifier` declares them.
    ///
    /// # Errors
    /// Every argument that is missing, not known, or of another type.
    pub fn read(verifier: &str, declared: &Declared, given: Option<&Node>, span: Span) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut args = IndexMap::new();
        let known: Vec<&str> = declared.keys().map(String::as_str).collect();
        if let Some(node) = given.filter(|node| !matches!(node.value, Value::Map(_))) {
            let message = format!("expected arguments by name, found {}", node.describe());
            return Err(vec![Fault::error(node.span, message).help(form(verifier, declared))]);
        }
        for (key, node) in given.map(Node::entries).unwrap_or_default() {
            match declared.get(&key.text) {
                None if faults.len() > MAX_FAULTS => {}
                None => faults.push(Fault::unknown(key.span, "argument", &key.text, &known)),
                Some(kind) => match kind.read(node) {
                    Ok(value) => drop(args.insert(key.text.clone(), value)),
                    Err(found) => faults.extend(found),
                },
            }
        }
        let missing = declared.keys().filter(|name| given.is_none_or(|node| node.get(name).is_none()));
        faults.extend(missing.map(|name| {
            let message = format!("the argument {} is missing", quote(name));
            Fault::error(span, message).help(form(verifier, declared))
        }));
        if faults.is_empty() { Ok(Args::ordered(declared, args)) } else { Err(in_order(faults)) }
    }

    /// The values by name.
    pub(super) fn to_json(&self) -> Json {
        Json::Object(self.0.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// Reads arguments written as words, `--arg name=value`.
    ///
    /// # Errors
    /// The first argument that is missing, not known, given twice, or of another type.
    pub fn from_words(declared: &Declared, given: &[(String, String)]) -> Result<Self, String> {
        let known: Vec<&str> = declared.keys().map(String::as_str).collect();
        let mut args = IndexMap::new();
        for (name, text) in given {
            let kind = declared.get(name).ok_or_else(|| match known.as_slice() {
                [] => format!("this verifier takes no argument, so not {}", quote(name)),
                known => format!("unknown argument {}; known: {}", quote(name), known.join(", ")),
            })?;
            let style = if *kind == ArgType::Text { Style::Quoted } else { Style::Plain };
            let node = Node { span: Span::default(), value: Value::Scalar { text: text.clone(), style } };
            let value = kind.read(&node).map_err(|faults| {
                let why = faults.into_iter().next().map(|fault| fault.message).unwrap_or_default();
                format!("the argument {}: {why}", quote(name))
            })?;
            if args.insert(name.clone(), value).is_some() {
                return Err(format!("the argument {} is given twice", quote(name)));
            }
        }
        match declared.keys().find(|name| !args.contains_key(*name)) {
            Some(missing) => Err(format!("the argument {} is missing", quote(missing))),
            None => Ok(Args::ordered(declared, args)),
        }
    }

    /// Two sets of values for what is declared, as unlike as may be: what is wrong with both is wrong with any.
    #[must_use]
    pub fn samples(declared: &Declared) -> [Self; 2] {
        let with = |text: &str, number: u32, flag: bool| {
            let value = |kind: &ArgType| match kind {
                ArgType::Text => Json::from(text),
                ArgType::Number => Json::from(number),
                ArgType::Boolean => Json::from(flag),
            };
            Args(declared.iter().map(|(name, kind)| (name.clone(), value(kind))).collect())
        };
        [with("com.example.app", 1, true), with("on", 1000, false)]
    }

    fn ordered(declared: &Declared, mut args: IndexMap<String, Json>) -> Self {
        Args(declared.keys().filter_map(|name| args.swap_remove_entry(name)).collect())
    }

    /// The value of an argument.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }

    /// All arguments in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// `node` with every `${name}` replaced by its value. A name without a value stays as it is.
    ///
    /// A scalar that is nothing but `${name}` becomes a number or a truth value where the argument is one, quoted or
    /// not.
    #[must_use]
    pub fn fill(&self, node: &Node) -> Node {
        put_in(node, &|name| {
            let value = self.get(name)?;
            Some((shown(value), if value.is_string() { Style::Quoted } else { Style::Plain }))
        })
    }
}

/// A value by its name, as it would be written: its text, and whether that is more than text.
pub(super) type Values<'v> = dyn Fn(&str) -> Option<(String, Style)> + 'v;

/// `node` with every `${name}` replaced by its value; see [`Args::fill`].
pub(super) fn put_in(node: &Node, values: &Values<'_>) -> Node {
    let value = match &node.value {
        Value::Seq(items) => Value::Seq(items.iter().map(|item| put_in(item, values)).collect()),
        Value::Map(entries) => {
            let fill = |(key, value): &(Key, Node)| (key.clone(), put_in(value, values));
            Value::Map(entries.iter().map(fill).collect())
        }
        Value::Scalar { text, style } => put_in_scalar(text, *style, values),
    };
    Node { span: node.span, value }
}

fn put_in_scalar(text: &str, style: Style, values: &Values<'_>) -> Value {
    let parts = parts(text);
    if let [Part::Name(name)] = parts.as_slice()
        && let Some((text, style)) = values(name)
    {
        return Value::Scalar { text, style };
    }
    let fill = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Name(name) => values(name).map_or_else(|| format!("${{{name}}}"), |(text, _)| text),
    };
    Value::Scalar { text: parts.iter().map(fill).collect(), style }
}

impl ArgType {
    /// What stands for a value of it in a form.
    fn word(self) -> &'static str {
        match self {
            ArgType::Text => "TEXT",
            ArgType::Number => "NUMBER",
            ArgType::Boolean => "true or false",
        }
    }

    fn read(self, node: &Node) -> Result<Json, Vec<Fault>> {
        Ok(match self {
            ArgType::Text => Json::String(decode(node)?),
            ArgType::Boolean => Json::Bool(decode(node)?),
            ArgType::Number => match decode::<i64>(node) {
                Ok(whole) => Json::from(whole),
                Err(_) => Json::from(decode::<f64>(node)?),
            },
        })
    }
}

/// How a goal names a verifier with its arguments.
fn form(verifier: &str, declared: &Declared) -> String {
    if declared.is_empty() {
        return format!("{} takes no arguments: write `verifier: {verifier}`", quote(verifier));
    }
    let args: Vec<String> = declared.iter().map(|(name, kind)| format!("{name}: {}", kind.word())).collect();
    format!("write `verifier: {{ {verifier}: {{ {} }} }}`", args.join(", "))
}

fn shown(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The names that stand in `node` as `${name}`, each with the place of the scalar it stands in.
pub(super) fn names_in(node: &Node) -> Vec<(Span, String)> {
    match &node.value {
        Value::Seq(items) => items.iter().flat_map(names_in).collect(),
        Value::Map(entries) => entries.iter().flat_map(|(_, value)| names_in(value)).collect(),
        Value::Scalar { text, .. } => parts(text)
            .into_iter()
            .filter_map(|part| match part {
                Part::Name(name) => Some((node.span, name.to_owned())),
                Part::Text(_) => None,
            })
            .collect(),
    }
}

enum Part<'a> {
    Text(&'a str),
    Name(&'a str),
}

/// Splits at `${name}`; `$${` is a `${` that is meant as text.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        if rest[..at].ends_with('$') {
            parts.push(Part::Text(&rest[..at - 1]));
            parts.push(Part::Text("${"));
            rest = &rest[at + 2..];
            continue;
        }
        let Some(end) = rest[at..].find('}') else { break };
        parts.push(Part::Text(&rest[..at]));
        parts.push(Part::Name(&rest[at + 2..at + end]));
        rest = &rest[at + end + 1..];
    }
    parts.push(Part::Text(rest));
    parts.retain(|part| !matches!(part, Part::Text("")));
    parts
}
