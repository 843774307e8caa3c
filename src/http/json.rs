//! Reading JSON that somebody else wrote.

use serde::Deserialize;
use serde_json::Value;

/// Deeper than any reply but a screen, for which `screen` has a parser of its own. A value this deep still fits a
/// thread's stack when it is parsed and when it is dropped.
const DEEPEST: usize = 500;

/// Why bytes are no usable JSON. The bytes themselves are not repeated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// Not JSON.
    #[error("not JSON: {0}")]
    Invalid(#[source] serde_json::Error),
    /// Nested too deep.
    #[error("nested more than {DEEPEST} levels deep")]
    TooDeep,
}

/// Parses JSON.
///
/// Half of a surrogate pair, which screens do contain, is read as U+FFFD: it has no other form in UTF-8. So is any byte
/// that is not UTF-8.
///
/// # Errors
/// When the bytes are not JSON, or are nested beyond reason.
pub fn parse_json(bytes: &[u8]) -> Result<Value, JsonError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if too_deep(text.as_bytes()) {
        return Err(JsonError::TooDeep);
    }
    match parse(text) {
        Err(error) if text.contains("\\u") => parse(&mend_surrogates(text)).map_err(|_| JsonError::Invalid(error)),
        other => other.map_err(JsonError::Invalid),
    }
}

fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Whether brackets outside strings nest beyond [`DEEPEST`].
fn too_deep(bytes: &[u8]) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// Writes U+FFFD for every escaped half of a surrogate pair that stands alone.
fn mend_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let taken = match unit(escape) {
            Some(0xD800..=0xDBFF) if matches!(escape.get(6..).and_then(unit), Some(0xDC00..=0xDFFF)) => {
                out.push_str(&escape[..12]);
                12
            }
            Some(0xD800..=0xDFFF) => {
                out.push_str("\\ufffd");
                6
            }
            // Any other escape is two characters, the second of which may itself be a backslash.
            _ => {
                let end = escape.char_indices().nth(2).map_or(escape.len(), |(end, _)| end);
                out.push_str(&escape[..end]);
                end
            }
        };
        rest = &escape[taken..];
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit of a `\u` and four hex digits that the text begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::json;

    #[rstest]
    #[case::whole_pair(r#""\ud83d\ude00""#, json!("😀"))]
    #[case::first_half(r#""a\ud83d""#, json!("a\u{fffd}"))]
    #[case::second_half(r#""\ude00b""#, json!("\u{fffd}b"))]
    #[case::swapped(r#""\ude00\ud83d\ude00""#, json!("\u{fffd}😀"))]
    #[case::only_looks_like_one(r#""\\ud83d""#, json!("\\ud83d"))]
    #[case::behind_a_backslash(r#""\\\ud83dx""#, json!("\\\u{fffd}x"))]
    #[case::byte_order_mark("\u{feff}{}", json!({}))]
    fn half_surrogates_are_replaced(#[case] text: &str, #[case] expected: Value) {
        assert_eq!(parse_json(text.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(parse_json(b"\"a\xff\"").unwrap(), json!("a\u{fffd}"));
    }

    #[test]
    fn depth_five_hundred_is_read() {
        let text = format!("{}{}", "[".repeat(500), "]".repeat(500));
        assert!(parse_json(text.as_bytes()).is_ok());
    }

    #[rstest]
    #[case::arrays("[")]
    #[case::objects("{\"a\":")]
    fn depth_beyond_reason_is_an_error(#[case] open: &str) {
        assert!(matches!(parse_json(open.repeat(3_000_000).as_bytes()), Err(JsonError::TooDeep)));
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        let text = serde_json::to_string(&"[\"{\\".repeat(3_000)).unwrap();
        assert!(parse_json(text.as_bytes()).is_ok());
    }

    #[rstest]
    #[case("")]
    #[case("{}}")]
    #[case("{\"a\":1")]
    #[case("<html>")]
    #[case(r#""\ud83"#)]
    fn what_is_not_json_is_an_error(#[case] text: &str) {
        assert!(matches!(parse_json(text.as_bytes()), Err(JsonError::Invalid(_))));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = parse_json(&bytes);
        }

        #[test]
        fn any_text_comes_back(text in any::<String>()) {
            let written = serde_json::to_vec(&text).unwrap();
            prop_assert_eq!(parse_json(&written).unwrap(), Value::String(text));
        }

        #[test]
        fn any_mix_of_escapes_in_a_string_is_read(parts in prop::collection::vec(prop::sample::select(
            vec!["\\ud83d", "\\ude00", "\\\\", "\\\"", "\\n", "u", "x", "é"]), 0..12)) {
            let text = format!("\"{}\"", parts.concat());
            prop_assert!(parse_json(text.as_bytes()).is_ok());
        }
    }
}
