//! The error of decoding: what serde says, kept as data until its place is known.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::plain::printable;
use crate::spec::fault::{Fault, Span, quote};

/// Why a node is not the wanted type.
#[derive(Debug)]
pub(super) struct Error {
    /// The place, once a node has claimed the error.
    span: Option<Span>,
    /// Which entry of which list or map it lies in, innermost first.
    pub(super) path: Vec<usize>,
    pub(super) kind: Kind,
}

/// The different ways to be wrong.
#[derive(Debug)]
pub(super) enum Kind {
    UnknownKey { name: String, known: &'static [&'static str] },
    UnknownWord { name: String, known: &'static [&'static str] },
    MissingKey(&'static str),
    Other { message: String, help: Option<String> },
}

impl Error {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Error { span: Some(span), ..Error::from(Kind::Other { message: message.into(), help: None }) }
    }

    pub(super) fn help(mut self, advice: impl Into<String>) -> Self {
        if let Kind::Other { help, .. } = &mut self.kind {
            *help = Some(advice.into());
        }
        self
    }

    /// The innermost node that sees the error gives it its place.
    pub(super) fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }

    /// The error lies in entry `index` of the list or map that is being read.
    pub(super) fn within(mut self, index: usize) -> Self {
        self.path.push(index);
        self
    }

    /// The fault to show; `others` are keys of the same map that are read elsewhere.
    pub(super) fn fault(&self, others: &[&str]) -> Fault {
        let span = self.span.unwrap_or_default();
        match &self.kind {
            Kind::UnknownKey { name, known } => Fault::unknown(span, "key", name, &[*known, others].concat()),
            Kind::UnknownWord { name, known } => Fault::unknown(span, "word", name, known),
            Kind::MissingKey(key) => Fault::error(span, format!("the key {} is missing", quote(key))),
            Kind::Other { message, help } => Fault { help: help.clone(), ..Fault::error(span, message) },
        }
    }
}

impl From<Kind> for Error {
    fn from(kind: Kind) -> Self {
        Error { span: None, path: Vec::new(), kind }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault(&[]).fmt(f)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Kind::Other { message: printable(&message.to_string(), 400), help: None }.into()
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(value) => format!("`{value}`"),
            Unexpected::Unsigned(value) => format!("`{value}`"),
            Unexpected::Signed(value) => format!("`{value}`"),
            Unexpected::Float(value) => format!("`{value}`"),
            Unexpected::Str(text) => quote(text),
            Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "keys with values".to_owned(),
            other => other.to_string(),
        };
        Error::custom(format_args!("expected {}, found {found}", plainly(expected)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::invalid_type(found, expected)
    }

    fn invalid_length(count: usize, expected: &dyn Expected) -> Self {
        Error::custom(format_args!("expected {}, found {count}", plainly(expected)))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Kind::UnknownKey { name: name.to_owned(), known }.into()
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Kind::UnknownWord { name: name.to_owned(), known }.into()
    }

    fn missing_field(key: &'static str) -> Self {
        Kind::MissingKey(key).into()
    }

    fn duplicate_field(key: &'static str) -> Self {
        Error::custom(format_args!("the key {} appears twice", quote(key)))
    }
}

/// serde's words for a type in the words of somebody who writes goals.
fn plainly(expected: &dyn Expected) -> String {
    let words = expected.to_string();
    match words.as_str() {
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" => "a whole number from 0 to 65535".to_owned(),
        "u32" => "a whole number from 0 to 4294967295".to_owned(),
        "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number in range".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "keys with values".to_owned(),
        words if words.starts_with("struct ") => "keys with values".to_owned(),
        _ => words,
    }
}
