//! Values of scripts, with JavaScript's rules as far as they are needed here.

use serde_json::{Value as Json, json};

/// A value of a script.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Undefined,
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    Object(Object),
}

/// Something on the page, or the page itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Object {
    Document,
    Window,
    Location,
    Body,
    /// The element of this number.
    Element(usize),
    /// Elements by their numbers.
    List(Vec<usize>),
}

impl Value {
    pub(super) fn truthy(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Flag(on) => *on,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::Object(_) => true,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Undefined | Self::Null)
    }

    pub(super) fn number(&self) -> f64 {
        match self {
            Self::Undefined | Self::Object(_) => f64::NAN,
            Self::Null => 0.0,
            Self::Flag(on) => f64::from(u8::from(*on)),
            Self::Number(number) => *number,
            Self::Text(text) if text.trim().is_empty() => 0.0,
            Self::Text(text) => text.trim().parse().unwrap_or(f64::NAN),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Undefined => "undefined".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Flag(on) => on.to_string(),
            Self::Number(number) => written(*number),
            Self::Text(text) => text.clone(),
            Self::Object(_) => "[object Object]".to_owned(),
        }
    }

    /// `==`
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            _ if self.is_nothing() || other.is_nothing() => self.is_nothing() && other.is_nothing(),
            (Self::Flag(_) | Self::Number(_), Self::Flag(_) | Self::Number(_) | Self::Text(_))
            | (Self::Text(_), Self::Flag(_) | Self::Number(_)) => {
                let (a, b) = (self.number(), other.number());
                a.partial_cmp(&b) == Some(std::cmp::Ordering::Equal)
            }
            _ => self == other,
        }
    }

    /// What the service answers: `undefined` is `null`, numbers that JSON cannot write are texts, objects are empty.
    pub(super) fn json(&self) -> Json {
        match self {
            Self::Undefined | Self::Null => Json::Null,
            Self::Flag(on) => json!(on),
            Self::Number(number) if !number.is_finite() => json!(written(*number)),
            Self::Number(number) if *number == 0.0 && number.is_sign_negative() => json!("-0"),
            Self::Number(number) => whole(*number).map_or_else(|| json!(number), |whole| json!(whole)),
            Self::Text(text) => json!(text),
            Self::Object(_) => json!({}),
        }
    }
}

fn whole(number: f64) -> Option<i64> {
    #[allow(clippy::cast_possible_truncation)] // Within the range of whole numbers that are exact.
    (number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0).then_some(number as i64)
}

fn written(number: f64) -> String {
    match number {
        _ if number.is_nan() => "NaN".to_owned(),
        _ if number.is_infinite() => (if number > 0.0 { "Infinity" } else { "-Infinity" }).to_owned(),
        _ => whole(number).map_or_else(|| number.to_string(), |whole| whole.to_string()),
    }
}
