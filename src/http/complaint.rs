//! What an error answer says, in whichever of its many shapes.

use serde_json::Value;

use super::Response;
use crate::plain::{obeyed, unseen};
use crate::secret::Redactor;

/// The longest complaint that is repeated, in characters.
const LONGEST: usize = 300;

/// The longest body of a success that is searched for a complaint, in bytes.
const LONGEST_BODY: usize = 16 << 10;

/// What a server says is wrong, as one line of plain text; the status's own meaning where it says nothing.
///
/// Seen in the wild, and read in this order: a JSON string; `error` as text or with a `message`; `message`; `detail` as
/// text, as an object with `message` or `error_type`, or as a list of `loc`/`msg`; `title`; with the `errors` that
/// problem+json adds. Gateways add HTML, plain text and nothing at all.
pub(super) fn complaint(response: &Response, redactor: &Redactor) -> String {
    let text = String::from_utf8_lossy(&response.body);
    let said = match response.json() {
        Ok(value) => in_json(&value),
        Err(_) if looks_like_html(&text) => in_html(&text),
        Err(_) => Some(text.into_owned()),
    };
    let said = said.map(|said| one_line(&said, redactor)).filter(|said| !said.is_empty());
    said.unwrap_or_else(|| reason(response.status).to_owned())
}

/// What a 2xx answer complains about in its body, if it does.
pub(super) fn hidden_complaint(response: &Response, redactor: &Redactor) -> Option<String> {
    // Screens, pictures and lists are not searched: a complaint is short.
    if response.body.len() > LONGEST_BODY {
        return None;
    }
    let value = response.json().ok()?;
    let object = value.as_object()?;
    let failed = object.get("success") == Some(&Value::Bool(false))
        || object.get("status").and_then(Value::as_str).is_some_and(|status| status.eq_ignore_ascii_case("error"))
        || object.get("status").and_then(Value::as_u64).is_some_and(|status| (400..600).contains(&status));
    let says_error = object.get("error").is_some_and(|error| match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    });
    (failed || says_error).then(|| in_json(&value).map_or_else(|| "error".to_owned(), |said| one_line(&said, redactor)))
}

fn in_json(value: &Value) -> Option<String> {
    let Value::Object(object) = value else {
        return match value {
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        };
    };
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned).filter(|text| !text.is_empty());
    let inner = |key: &str, member: &str| {
        object.get(key).and_then(|inner| inner.get(member)).and_then(Value::as_str).map(str::to_owned)
    };
    let said = text("error")
        .or_else(|| inner("error", "message"))
        .or_else(|| text("message"))
        .or_else(|| text("detail"))
        .or_else(|| inner("detail", "message"))
        .or_else(|| inner("detail", "error_type"))
        .or_else(|| object.get("detail").and_then(Value::as_array).map(|items| list(items)))
        .or_else(|| text("title"))
        .or_else(|| text("error_type"));
    let places =
        object.get("errors").and_then(Value::as_array).map(|items| list(items)).filter(|list| !list.is_empty());
    match (said, places) {
        (Some(said), Some(places)) => Some(format!("{said} ({places})")),
        (said, places) => said.or(places).or_else(|| (!object.is_empty()).then(|| value.to_string())),
    }
}

/// A list of complaints about places in the request, in the two shapes that have them.
fn list(items: &[Value]) -> String {
    let described = items.iter().map(|item| {
        let said = ["msg", "message"].iter().find_map(|key| item.get(key).and_then(Value::as_str));
        let place = match (item.get("location").and_then(Value::as_str), item.get("loc").and_then(Value::as_array)) {
            (Some(location), _) => location.to_owned(),
            (None, Some(path)) => path
                .iter()
                .map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned))
                .skip_while(|part| part == "body")
                .collect::<Vec<_>>()
                .join("."),
            (None, None) => String::new(),
        };
        match said {
            Some(said) if place.is_empty() => said.to_owned(),
            Some(said) => format!("{place}: {said}"),
            None => item.to_string(),
        }
    });
    described.collect::<Vec<_>>().join(", ")
}

fn looks_like_html(text: &str) -> bool {
    let start = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<head")
}

/// The title of a page, which is where gateways say what is wrong; else its text without tags.
fn in_html(page: &str) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    for tag in ["title", "h1"] {
        let open = lower.find(&format!("<{tag}")).and_then(|at| lower[at..].find('>').map(|end| at + end + 1));
        let Some(start) = open else { continue };
        let end = lower[start..].find('<').map_or(page.len(), |end| start + end);
        let title = page[start..end].trim();
        if !title.is_empty() {
            return Some(title.to_owned());
        }
    }
    None
}

/// One line without secrets and control characters, cut to a readable length.
pub(super) fn one_line(text: &str, redactor: &Redactor) -> String {
    // Before anything is cut, because half a key is too much; and after, because what was hidden may have parted one.
    let text = redactor.redact(text);
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().filter(|c| !obeyed(*c) && !unseen(*c)).collect())
        .take(LONGEST)
        .collect();
    let line = words.join(" ");
    let line = redactor.redact(&line);
    if line.chars().count() <= LONGEST {
        return line.into_owned();
    }
    let cut: String = line.chars().take(LONGEST).collect();
    format!("{cut}…")
}

fn reason(status: u16) -> &'static str {
    match status {
        529 => "Overloaded",
        _ => reqwest::StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or("no explanation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;
    use proptest::prelude::*;
    use rstest::rstest;

    fn answer(status: u16, body: impl Into<bytes::Bytes>) -> Response {
        Response {
            status,
            headers: reqwest::header::HeaderMap::new(),
            body: body.into(),
            cut: None,
            timing: super::super::Timing::default(),
            attempts: 1,
            elapsed: std::time::Duration::ZERO,
        }
    }

    #[rstest]
    #[case::problem(r#"{"$schema":"s","title":"Unprocessable Entity","status":422,"detail":"validation failed","errors":[{"message":"expected integer","location":"body.x","value":261.5}]}"#,
        "validation failed (body.x: expected integer)")]
    #[case::title_alone(r#"{"title":"Conflict","status":409}"#, "Conflict")]
    #[case::detail(r#"{"detail":"Too many choices."}"#, "Too many choices.")]
    #[case::detail_object(
        r#"{"detail":{"error_type":"api_usage_error","message":"Unknown model: X"}}"#,
        "Unknown model: X"
    )]
    #[case::detail_code_alone(r#"{"detail":{"error_type":"max_tokens_exceeded"}}"#, "max_tokens_exceeded")]
    #[case::detail_list(r#"{"detail":[{"type":"missing","loc":["body","questions",3,"criteria"],"msg":"Field required","input":{}},{"msg":"odd"}]}"#,
        "questions.3.criteria: Field required, odd")]
    #[case::message(r#"{"message":"slot limit reached","error_type":"x"}"#, "slot limit reached")]
    #[case::error_text(r#"{"status":"error","error":"Unauthorized"}"#, "Unauthorized")]
    #[case::error_object(r#"{"error":{"message":"upstream","code":502}}"#, "upstream")]
    #[case::text_in_json(r#""not today""#, "not today")]
    #[case::other_json(r#"{"x":1}"#, r#"{"x":1}"#)]
    #[case::html(
        "<!DOCTYPE html>\n<html><head><title>504 Gateway\n Time-out</title></head></html>",
        "504 Gateway Time-out"
    )]
    #[case::html_heading("<html><body><h1 class='x'>Down</h1>", "Down")]
    #[case::html_without_words("<html><body></body></html>", "Bad Gateway")]
    #[case::plain("upstream\r\nconnect error\u{1b}[31m", "upstream connect error [31m")]
    #[case::empty("", "Bad Gateway")]
    #[case::null("null", "Bad Gateway")]
    #[case::empty_object("{}", "Bad Gateway")]
    fn every_shape_of_error_is_read(#[case] body: &'static str, #[case] expected: &str) {
        assert_eq!(complaint(&answer(502, body), &Redactor::default()), expected);
    }

    #[rstest]
    #[case(r#"{"success":false,"message":"no focus"}"#, Some("no focus"))]
    #[case(r#"{"status":"error","error":"no window"}"#, Some("no window"))]
    #[case(r#"{"title":"Conflict","status":409}"#, Some("Conflict"))]
    #[case(r#"{"error":{"code":7}}"#, Some(r#"{"error":{"code":7}}"#))]
    #[case(r#"{"error":null,"message":"done"}"#, None)]
    #[case(r#"{"error":""}"#, None)]
    #[case(r#"{"status":"ok"}"#, None)]
    #[case(r#"{"status":200}"#, None)]
    #[case("", None)]
    #[case("fine", None)]
    #[case("[]", None)]
    fn an_error_inside_a_success_is_found(#[case] body: &'static str, #[case] expected: Option<&str>) {
        assert_eq!(hidden_complaint(&answer(200, body), &Redactor::default()).as_deref(), expected);
    }

    #[rstest]
    #[case::at_the_cut("x".repeat(LONGEST - 4) + "dr_sk_123456789")]
    #[case::parted_by_an_invisible_character("dr_sk_12345\u{200b}6789".to_owned())]
    #[case::in_a_title("<html><title>bad key dr_sk_123456789</title>".to_owned())]
    fn a_key_in_a_complaint_is_masked(#[case] body: String) {
        let said = complaint(&answer(401, body), &Redactor::new(&[Secret::from("dr_sk_123456789")]));
        assert!(!said.contains("dr_s") && !said.contains("6789"), "{said}");
    }

    proptest! {
        #[test]
        fn a_complaint_is_one_short_line_whatever_the_body(
            status in 100_u16..1000, body in prop::collection::vec(any::<u8>(), 0..2000),
        ) {
            let said = complaint(&answer(status, body), &Redactor::default());
            prop_assert!(!said.is_empty() && said.chars().count() <= LONGEST + 1);
            prop_assert!(!said.chars().any(char::is_control));
        }

        #[test]
        fn no_html_panics(body in "<html>(<title>|<h1>|<|>|ß|İ|x){0,12}") {
            let _ = complaint(&answer(500, body), &Redactor::default());
        }
    }
}
