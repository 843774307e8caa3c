//! Request bodies as the service takes them: a flat object whose members are declared here as data. Integers are
//! integers (`261.0` and `"261"` are refused), unknown members are refused, `null` is no value (mobilerun-api 1.1, 7).

use axum::http::{HeaderMap, StatusCode, header};
use serde_json::{Map, Value};

use super::problem::{Flaw, Problem};

/// What a member may hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A JSON integer within these bounds.
    Integer {
        min: i64,
        max: i64,
    },
    /// Any JSON number.
    Number,
    /// A JSON number from minus so much to so much.
    Degrees(f64),
    Boolean,
    Text,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// An object with whatever in it.
    Object,
}

/// Any integer the service's `int` holds.
pub(crate) const INTEGER: Kind = Kind::Integer { min: i64::MIN, max: i64::MAX };

/// One declared member of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
}

pub(crate) const fn required(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: true }
}

pub(crate) const fn optional(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: false }
}

/// What an endpoint reads from the body of a request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// Nothing: a body may be sent and is not looked at.
    Ignored,
    /// A JSON object with these members; without a body the request is refused.
    Object(&'static [Member]),
    /// The same, but no body stands for `{}`.
    Optional(&'static [Member]),
}

/// A body whose members are as declared.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    pub(crate) fn boolean(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    pub(crate) fn object(&self, name: &str) -> Option<&Map<String, Value>> {
        self.0.get(name).and_then(Value::as_object)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }
}

/// Reads `bytes` as `shape` says. Unknown members are refused unless they are `taken`.
///
/// # Errors
///
/// 400 for a missing body or one that is not JSON, 415 for another content type, 422 naming every member that is
/// missing, unknown, of the wrong type or out of range.
pub(crate) fn decode(shape: Shape, headers: &HeaderMap, bytes: &[u8], taken: bool) -> Result<Fields, Problem> {
    let members = match shape {
        Shape::Ignored => return Ok(Fields::default()),
        Shape::Optional(_) if bytes.is_empty() => return Ok(Fields::default()),
        Shape::Object(_) if bytes.is_empty() => return Err(Problem::bad_request("request body is required")),
        Shape::Object(members) | Shape::Optional(members) => members,
    };
    if let Some(kind) = headers.get(header::CONTENT_TYPE) {
        let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let detail = format!("unknown content type: {kind:?}; send application/json");
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
        }
    }
    let value: Value = serde_json::from_slice(bytes).map_err(|error| Problem {
        errors: vec![Flaw::new("body", error.to_string(), None)],
        ..Problem::bad_request("request body is not JSON")
    })?;
    let Value::Object(object) = value else {
        return Err(Problem::invalid(vec![Flaw::new("body", "expected object", Some(value))]));
    };
    let flaws = flaws(members, &object, taken);
    if flaws.is_empty() { Ok(Fields(object)) } else { Err(Problem::invalid(flaws)) }
}

fn flaws(members: &[Member], object: &Map<String, Value>, taken: bool) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for member in members {
        let location = || format!("body.{}", member.name);
        match object.get(member.name) {
            None if member.required => {
                let message = format!("expected required property {} to be present", member.name);
                flaws.push(Flaw::new(location(), message, None));
            }
            None => {}
            Some(value) => {
                if let Err(message) = fits(member.kind, value) {
                    flaws.push(Flaw::new(location(), message, Some(value.clone())));
                }
            }
        }
    }
    for (name, value) in object {
        if !taken && !members.iter().any(|member| member.name == name) {
            flaws.push(Flaw::new(format!("body.{name}"), "unexpected property", Some(value.clone())));
        }
    }
    flaws
}

fn fits(kind: Kind, value: &Value) -> Result<(), String> {
    match kind {
        Kind::Integer { min, max } => match (value.as_i64(), value.is_number()) {
            (Some(n), _) if n < min => Err(format!("expected number >= {min}")),
            (Some(n), _) if n > max => Err(format!("expected number <= {max}")),
            (Some(_), _) => Ok(()),
            (None, true) => Err(format!("cannot unmarshal number {value} into a value of type int")),
            (None, false) => Err("expected integer".into()),
        },
        Kind::Number if value.is_number() => Ok(()),
        Kind::Degrees(most) => match value.as_f64() {
            Some(n) if n < -most => Err(format!("expected number >= -{most}")),
            Some(n) if n > most => Err(format!("expected number <= {most}")),
            Some(_) => Ok(()),
            None => Err("expected number".into()),
        },
        Kind::Number => Err("expected number".into()),
        Kind::Boolean if value.is_boolean() => Ok(()),
        Kind::Boolean => Err("expected boolean".into()),
        Kind::Text if value.is_string() => Ok(()),
        Kind::Text => Err("expected string".into()),
        Kind::Object if value.is_object() => Ok(()),
        Kind::Object => Err("expected object".into()),
        Kind::OneOf(options) if value.as_str().is_some_and(|s| options.contains(&s)) => Ok(()),
        Kind::OneOf(options) => Err(format!("expected value to be one of \"{}\"", options.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const POINT: Shape =
        Shape::Object(&[required("x", INTEGER), required("y", INTEGER), optional("humanize", Kind::Boolean)]);

    fn refusal(body: &str) -> Problem {
        decode(POINT, &HeaderMap::new(), body.as_bytes(), false).unwrap_err()
    }

    #[rstest]
    #[case::whole_float(r#"{"x":1.0,"y":2}"#, "body.x")]
    #[case::exponent(r#"{"x":1e3,"y":2}"#, "body.x")]
    #[case::string(r#"{"x":"1","y":2}"#, "body.x")]
    #[case::null(r#"{"x":1,"y":null}"#, "body.y")]
    #[case::beyond_64_bits(r#"{"x":1,"y":9223372036854775808}"#, "body.y")]
    #[case::missing(r#"{"x":1}"#, "body.y")]
    #[case::unknown(r#"{"x":1,"y":2,"z":3}"#, "body.z")]
    #[case::wrong_option(r#"{"x":1,"y":2,"humanize":"true"}"#, "body.humanize")]
    fn a_flawed_member_is_named_by_its_location(#[case] body: &str, #[case] location: &str) {
        let problem = refusal(body);
        assert_eq!(problem.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(problem.errors.iter().map(|e| e.location.as_str()).collect::<Vec<_>>(), [location]);
    }

    #[test]
    fn every_flaw_is_named_at_once() {
        assert_eq!(refusal(r#"{"x":true,"zoom":2}"#).errors.len(), 3);
    }

    #[rstest]
    #[case::missing("", StatusCode::BAD_REQUEST)]
    #[case::not_json("{x", StatusCode::BAD_REQUEST)]
    #[case::not_utf8("\u{fffd}", StatusCode::BAD_REQUEST)]
    #[case::array("[1]", StatusCode::UNPROCESSABLE_ENTITY)]
    fn a_body_that_is_no_object_is_refused(#[case] body: &str, #[case] status: StatusCode) {
        assert_eq!(refusal(body).status, status);
    }

    #[test]
    fn a_deep_body_is_refused_and_does_not_overflow() {
        assert_eq!(refusal(&"[".repeat(100_000)).status, StatusCode::BAD_REQUEST);
    }

    #[test]
    fn an_optional_body_may_be_left_out() {
        assert!(decode(Shape::Optional(&[]), &HeaderMap::new(), b"", false).is_ok());
    }
}
