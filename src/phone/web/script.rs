//! Scripts: one JavaScript expression of a small kind. There is no JavaScript engine here, and what lies outside of
//! this is refused, never guessed:
//!
//! - `document.title`, `.URL`, `.readyState`, `.body`; `location.href`, `.host`, `.hostname`, `.pathname`, `.search`,
//!   `.hash`, `.protocol`, `.origin`; `window.scrollY`, `.innerHeight`, `.innerWidth`, `.document`, `.location`;
//! - `document.querySelector(S)`, `document.querySelectorAll(S)`, `document.getElementById(ID)`, with selectors of tag,
//!   `#id`, `.class` and `[attribute=value]`; a list has `.length` and `[N]`;
//! - an element's `textContent`, `innerText`, `value`, `checked`, `id`, `className`, `tagName`, `href`, `type`, `name`,
//!   `placeholder`, `getAttribute(NAME)`;
//! - texts with `.length`, `trim()`, `toLowerCase()`, `toUpperCase()`, `includes(T)`, `startsWith(T)`, `endsWith(T)`;
//! - literals, parentheses, `!`, `-`, `typeof`, `+ - * / %`, `< <= > >=`, `=== !== == !=`, `&&`, `||`, `??`, `? :`,
//!   `?.`, `Number(X)`, `String(X)`, `Boolean(X)`;
//! - one assignment to the `value` or `checked` of an element, as the whole script.

use thiserror::Error;

use super::read::{Expression, LONGEST, read};
use super::select::{Selector, attribute};
use super::site::{Document, Element, Kind};
use super::value::{Object, Value};

/// Texts made by a script are no longer than this, in bytes.
const LONGEST_TEXT: usize = 100_000;

/// Why a script has no result.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScriptError {
    /// The browser does not show a page.
    #[error("there is not exactly one visible page: Chrome is not in front, or shows none")]
    NoPage,
    /// It is longer than what is read.
    #[error("the script is longer than {LONGEST} bytes")]
    TooLong,
    /// It is none of the expressions that are understood here.
    #[error(
        "this phone has no JavaScript engine, only a small set of expressions, and cannot read {found:?} at byte {at}"
    )]
    NotSupported {
        /// What stands there.
        found: String,
        /// Where, in bytes from the start.
        at: usize,
    },
    /// Something is asked for that is not known here.
    #[error("this phone has no JavaScript engine, only a small set of expressions, without {0}")]
    Unknown(String),
    /// It throws.
    #[error("TypeError: {0}")]
    Throws(String),
}

/// The page that a script sees.
pub(in crate::phone) struct Page<'a> {
    pub(in crate::phone) document: &'a Document,
    /// What was put into a field; `on` for a check box that is checked.
    pub(in crate::phone) field: &'a dyn Fn(&str) -> String,
    /// CSS pixels that it is scrolled by.
    pub(in crate::phone) scroll: f64,
    /// Width and height of what is seen of it, in CSS pixels.
    pub(in crate::phone) size: (f64, f64),
}

/// What a script comes to.
#[derive(Debug)]
pub(in crate::phone) struct Outcome {
    /// The result, as the service answers it.
    pub(in crate::phone) result: serde_json::Value,
    /// The field that it puts something into, and what.
    pub(in crate::phone) filled: Option<(String, String)>,
}

type Evaluated = Result<Value, ScriptError>;

/// Evaluates a script.
pub(in crate::phone) fn run(script: &str, page: &Page<'_>) -> Result<Outcome, ScriptError> {
    match read(script)? {
        Expression::Assign(target, value) => {
            let Expression::Property { of, name, .. } = *target else {
                return Err(unknown("an assignment to anything but an element's value or checked"));
            };
            let (of, value) = (page.value(&of)?, page.value(&value)?);
            let element = match of {
                Value::Object(Object::Element(number)) => page.element(number)?,
                nothing if nothing.is_nothing() => return Err(throws(&nothing, "set", &name)),
                _ => return Err(unknown("an assignment to anything but an element's value or checked")),
            };
            let text = match (name.as_str(), &element.kind) {
                ("value", Kind::Input(_)) => value.text(),
                ("checked", Kind::Check) => (if value.truthy() { "on" } else { "" }).to_owned(),
                _ => return Err(unknown(&format!("an assignment to {name} of <{}>", element.tag))),
            };
            Ok(Outcome { result: value.json(), filled: Some((element.field(), text)) })
        }
        expression => Ok(Outcome { result: page.value(&expression)?.json(), filled: None }),
    }
}

fn unknown(what: &str) -> ScriptError {
    ScriptError::Unknown(what.to_owned())
}

fn throws(of: &Value, what: &str, name: &str) -> ScriptError {
    let doing = if what == "set" { "setting" } else { "reading" };
    ScriptError::Throws(format!("Cannot {what} properties of {} ({doing} '{name}')", of.text()))
}

impl Page<'_> {
    fn value(&self, expression: &Expression) -> Evaluated {
        match expression {
            Expression::Literal(value) => Ok(value.clone()),
            Expression::Name(name) => match name.as_str() {
                "document" => Ok(Value::Object(Object::Document)),
                "window" | "self" | "globalThis" => Ok(Value::Object(Object::Window)),
                "location" => Ok(Value::Object(Object::Location)),
                "scrollY" | "innerHeight" | "innerWidth" => self.property(&Value::Object(Object::Window), name),
                _ => Err(unknown(&format!("{name:?}"))),
            },
            Expression::Property { of, name, may } => match self.value(of)? {
                nothing if nothing.is_nothing() && *may => Ok(Value::Undefined),
                nothing if nothing.is_nothing() => Err(throws(&nothing, "read", name)),
                of => self.property(&of, name),
            },
            Expression::Member { of, index } => match (self.value(of)?, self.value(index)?) {
                (Value::Object(Object::List(list)), Value::Number(number)) => {
                    let at = list.iter().enumerate().find(|(at, _)| *at as f64 == number).map(|(_, element)| *element);
                    Ok(at.map_or(Value::Undefined, |element| Value::Object(Object::Element(element))))
                }
                (nothing, _) if nothing.is_nothing() => Err(throws(&nothing, "read", "0")),
                _ => Err(unknown("members of anything but lists of elements")),
            },
            Expression::Call { what, arguments } => self.call(what, arguments),
            Expression::Unary(sign, operand) => {
                let value = self.value(operand)?;
                Ok(match *sign {
                    "!" => Value::Flag(!value.truthy()),
                    "-" => Value::Number(-value.number()),
                    "+" => Value::Number(value.number()),
                    _ => Value::Text(kind_of(&value).to_owned()),
                })
            }
            Expression::Binary(sign, left, right) => self.binary(sign, left, right),
            Expression::Choice(condition, yes, no) => {
                self.value(if self.value(condition)?.truthy() { yes } else { no })
            }
            Expression::Assign(..) => Err(unknown("assignments within an expression")),
        }
    }

    fn binary(&self, sign: &str, left: &Expression, right: &Expression) -> Evaluated {
        let left = self.value(left)?;
        let short = match sign {
            "&&" => !left.truthy(),
            "||" => left.truthy(),
            "??" => !left.is_nothing(),
            _ => false,
        };
        if short {
            return Ok(left);
        }
        let right = self.value(right)?;
        let (a, b) = (left.number(), right.number());
        let texts = match (&left, &right) {
            (Value::Text(a), Value::Text(b)) => Some((a, b)),
            _ => None,
        };
        Ok(match sign {
            "&&" | "||" | "??" => right,
            "===" => Value::Flag(left == right),
            "!==" => Value::Flag(left != right),
            "==" => Value::Flag(left.equals(&right)),
            "!=" => Value::Flag(!left.equals(&right)),
            "<" => Value::Flag(texts.map_or(a < b, |(a, b)| a < b)),
            ">" => Value::Flag(texts.map_or(a > b, |(a, b)| a > b)),
            "<=" => Value::Flag(texts.map_or(a <= b, |(a, b)| a <= b)),
            ">=" => Value::Flag(texts.map_or(a >= b, |(a, b)| a >= b)),
            "+" if matches!(left, Value::Text(_) | Value::Object(_))
                || matches!(right, Value::Text(_) | Value::Object(_)) =>
            {
                let text = left.text() + &right.text();
                if text.len() > LONGEST_TEXT {
                    return Err(unknown("texts of such a length"));
                }
                Value::Text(text)
            }
            "+" => Value::Number(a + b),
            "-" => Value::Number(a - b),
            "*" => Value::Number(a * b),
            "/" => Value::Number(a / b),
            _ => Value::Number(a % b),
        })
    }

    fn property(&self, of: &Value, name: &str) -> Evaluated {
        let text = |text: &str| Ok(Value::Text(text.to_owned()));
        match of {
            Value::Object(Object::Document) => match name {
                "title" => text(&self.document.title),
                "URL" | "documentURI" => text(&self.document.address),
                "readyState" => text("complete"),
                "location" => Ok(Value::Object(Object::Location)),
                "body" => Ok(Value::Object(Object::Body)),
                _ => Err(unknown(&format!("document.{name}"))),
            },
            Value::Object(Object::Window) => match name {
                "document" => Ok(Value::Object(Object::Document)),
                "location" => Ok(Value::Object(Object::Location)),
                "scrollY" | "pageYOffset" => Ok(Value::Number(self.scroll)),
                "innerWidth" => Ok(Value::Number(self.size.0)),
                "innerHeight" => Ok(Value::Number(self.size.1)),
                _ => Err(unknown(&format!("window.{name}"))),
            },
            Value::Object(Object::Location) => self.location(name),
            Value::Object(Object::Body) => match name {
                "textContent" => Ok(Value::Text(self.document.elements.iter().map(|e| e.text.as_str()).collect())),
                "innerText" => {
                    let shown = self.document.elements.iter().map(|element| element.text.as_str());
                    Ok(Value::Text(shown.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")))
                }
                _ => Err(unknown(&format!("document.body.{name}"))),
            },
            Value::Object(Object::List(list)) if name == "length" => Ok(Value::Number(list.len() as f64)),
            Value::Object(Object::Element(number)) => self.of_element(self.element(*number)?, name),
            Value::Text(text) if name == "length" => Ok(Value::Number(text.encode_utf16().count() as f64)),
            _ => Err(unknown(&format!("{name:?} of {}", kind_of(of)))),
        }
    }

    fn location(&self, name: &str) -> Evaluated {
        let Ok(url) = url::Url::parse(&self.document.address) else { return Err(unknown("such an address")) };
        let host = url.host_str().unwrap_or_default();
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let led = |sign: &str, part: Option<&str>| {
            part.filter(|part| !part.is_empty()).map(|part| format!("{sign}{part}")).unwrap_or_default()
        };
        Ok(Value::Text(match name {
            "href" => self.document.address.clone(),
            "host" => format!("{host}{port}"),
            "hostname" => host.to_owned(),
            "pathname" => url.path().to_owned(),
            "search" => led("?", url.query()),
            "hash" => led("#", url.fragment()),
            "protocol" => format!("{}:", url.scheme()),
            "origin" => format!("{}://{host}{port}", url.scheme()),
            _ => return Err(unknown(&format!("location.{name}"))),
        }))
    }

    fn element(&self, number: usize) -> Result<&Element, ScriptError> {
        self.document.elements.get(number).ok_or_else(|| unknown("such an element"))
    }

    fn of_element(&self, element: &Element, name: &str) -> Evaluated {
        let of = |name: &str| Value::Text(attribute(element, name).unwrap_or_default());
        Ok(match name {
            "textContent" | "innerText" if element.kind == Kind::Check => Value::Text(String::new()),
            "textContent" | "innerText" => Value::Text(element.text.clone()),
            "value" if element.kind == Kind::Check => Value::Text("on".to_owned()),
            "value" if matches!(element.kind, Kind::Input(_)) => Value::Text((self.field)(&element.field())),
            "checked" if element.kind == Kind::Check => Value::Flag((self.field)(&element.field()) == "on"),
            "checked" if matches!(element.kind, Kind::Input(_)) => Value::Flag(false),
            "id" => of("id"),
            "className" => of("class"),
            "tagName" | "nodeName" => Value::Text(element.tag.to_ascii_uppercase()),
            "href" if element.tag == "a" => of("href"),
            "type" | "name" | "placeholder" if element.tag == "input" => of(name),
            // Other elements have no such property, and a property that is not there is undefined.
            "value" | "checked" | "href" | "placeholder" => Value::Undefined,
            _ => return Err(unknown(&format!("{name:?} of an element"))),
        })
    }

    fn call(&self, what: &Expression, arguments: &[Expression]) -> Evaluated {
        let given = arguments.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>, _>>()?;
        let first = given.first().cloned().unwrap_or(Value::Undefined);
        let (of, name, may) = match what {
            Expression::Property { of, name, may } => (self.value(of)?, name, *may),
            Expression::Name(name) => {
                return match name.as_str() {
                    "Number" => Ok(Value::Number(first.number())),
                    "String" => Ok(Value::Text(first.text())),
                    "Boolean" => Ok(Value::Flag(first.truthy())),
                    _ => Err(unknown(&format!("{name}()"))),
                };
            }
            _ => return Err(unknown("calls of what is no name")),
        };
        if of.is_nothing() {
            return if may { Ok(Value::Undefined) } else { Err(throws(&of, "read", name)) };
        }
        match (&of, name.as_str()) {
            (Value::Object(Object::Document), "querySelector" | "querySelectorAll") => {
                let written = first.text();
                let selector = Selector::read(&written).ok_or_else(|| unknown(&format!("the selector {written:?}")))?;
                let elements = self.document.elements.iter().enumerate();
                let mut found = elements.filter(|(_, element)| selector.fits(element)).map(|(number, _)| number);
                Ok(if name == "querySelector" {
                    found.next().map_or(Value::Null, |number| Value::Object(Object::Element(number)))
                } else {
                    Value::Object(Object::List(found.collect()))
                })
            }
            (Value::Object(Object::Document), "getElementById") => {
                let id = first.text();
                let found = self.document.elements.iter().position(|element| !id.is_empty() && element.id == id);
                Ok(found.map_or(Value::Null, |number| Value::Object(Object::Element(number))))
            }
            (Value::Object(Object::Element(number)), "getAttribute") => {
                Ok(attribute(self.element(*number)?, &first.text()).map_or(Value::Null, Value::Text))
            }
            (Value::Text(text), "trim") => Ok(Value::Text(text.trim().to_owned())),
            (Value::Text(text), "toLowerCase") => Ok(Value::Text(text.to_lowercase())),
            (Value::Text(text), "toUpperCase") => Ok(Value::Text(text.to_uppercase())),
            (Value::Text(text), "includes") => Ok(Value::Flag(text.contains(&first.text()))),
            (Value::Text(text), "startsWith") => Ok(Value::Flag(text.starts_with(&first.text()))),
            (Value::Text(text), "endsWith") => Ok(Value::Flag(text.ends_with(&first.text()))),
            _ => Err(unknown(&format!("{name}() of {}", kind_of(&of)))),
        }
    }
}

/// What `typeof` says.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Flag(_) => "boolean",
        Value::Number(_) => "number",
        Value::Text(_) => "string",
        Value::Null | Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::phone::facts::Facts;
    use crate::phone::web::document;

    fn asked(address: &str, script: &str) -> Result<Outcome, ScriptError> {
        let document = document(address, &Facts::given(crate::phone::web::facts()), true);
        let field = |name: &str| match name {
            "web:name" => "Ada".to_owned(),
            "web:news" => "on".to_owned(),
            _ => String::new(),
        };
        run(script, &Page { document: &document, field: &field, scroll: 120.0, size: (411.0, 780.0) })
    }

    fn form(script: &str) -> Result<Outcome, ScriptError> {
        asked("https://example.com/form?a=1#top", script)
    }

    #[rstest]
    #[case::title("document.title", json!("Sign up"))]
    #[case::address("location.href", json!("https://example.com/form?a=1#top"))]
    #[case::parts("location.pathname + location.search + window.location.hash", json!("/form?a=1#top"))]
    #[case::text("document.querySelector('#submit').textContent", json!("Submit"))]
    #[case::value("document.querySelector(\"input[name='name']\").value", json!("Ada"))]
    #[case::checked("document.getElementById('news').checked", json!(true))]
    #[case::count("document.querySelectorAll('input').length", json!(3))]
    #[case::member("document.querySelectorAll('input')[1].id", json!("email"))]
    #[case::nothing_there("document.querySelector('#none')", json!(null))]
    #[case::guarded("document.querySelector('#none') && document.querySelector('#none').value", json!(null))]
    #[case::perhaps("document.querySelector('#none')?.value ?? 'none'", json!("none"))]
    #[case::equal("document.querySelector('#name').value === 'Ada' && !false", json!(true))]
    #[case::loose("'1' == 1 && null == undefined && '1' !== 1", json!(true))]
    #[case::choice("window.scrollY > 100 ? 'below' : \"above\"", json!("below"))]
    #[case::sums("1 + 2 * 3 - 4 / 2", json!(5))]
    #[case::texts("'a' + 1 + `b`", json!("a1b"))]
    #[case::words("document.title.toLowerCase().includes('sign')", json!(true))]
    #[case::undefined("undefined", json!(null))]
    #[case::no_number("Number('x')", json!("NaN"))]
    #[case::infinite("-1 / 0", json!("-Infinity"))]
    #[case::minus_zero("-0", json!("-0"))]
    #[case::an_element("document.querySelector('#name')", json!({}))]
    #[case::kind("typeof document.title", json!("string"))]
    #[case::end("document.title;", json!("Sign up"))]
    fn an_expression_has_the_result_that_a_browser_gives(#[case] script: &str, #[case] expected: Json) {
        assert_eq!(form(script).unwrap().result, expected);
    }

    #[rstest]
    #[case::statements("var a = 1; a")]
    #[case::function("(() => 1)()")]
    #[case::fetch("fetch('/x')")]
    #[case::unknown_property("document.cookie")]
    #[case::unknown_selector("document.querySelector('p > a')")]
    #[case::template("`${document.title}`")]
    #[case::object("({a: 1})")]
    #[case::list("[1, 2]")]
    #[case::regex("/a/.test('a')")]
    #[case::assignment("document.title = 'x'")]
    #[case::nothing("")]
    #[case::open("document.querySelector('a")]
    #[case::hex("0x10")]
    fn what_needs_an_engine_is_refused_and_never_guessed(#[case] script: &str) {
        let error = form(script).unwrap_err();
        assert!(error.to_string().contains("no JavaScript engine"), "{error}");
    }

    #[test]
    fn reading_from_nothing_throws_as_in_a_browser() {
        let error = form("document.querySelector('#none').value").unwrap_err();
        assert_eq!(error, ScriptError::Throws("Cannot read properties of null (reading 'value')".to_owned()));
    }

    #[test]
    fn a_field_is_filled_by_an_assignment() {
        let outcome = form("document.querySelector('#email').value = 'a@b.c'").unwrap();
        assert_eq!(outcome.filled, Some(("web:email".to_owned(), "a@b.c".to_owned())));
        assert_eq!(outcome.result, json!("a@b.c"));
        let outcome = form("document.querySelector('#news').checked = false").unwrap();
        assert_eq!(outcome.filled, Some(("web:news".to_owned(), String::new())));
    }

    #[test]
    fn what_nests_too_deep_or_is_too_long_is_refused() {
        for script in ["(".repeat(5_000), "!".repeat(5_000), "1+".repeat(4_000), "a.b".repeat(3_000)] {
            assert!(form(&script).is_err());
        }
        assert_eq!(form(&"1".repeat(LONGEST + 1)).unwrap_err(), ScriptError::TooLong);
    }

    proptest! {
        #[test]
        fn no_script_breaks_it(script in "(document|location|window|\\.|title|querySelector|\\(|\\)|'|#a|\\[|\\]|=|!|&&|\\?|:|-|1| |é|\\\\){0,24}") {
            let _ = form(&script);
        }
    }
}
