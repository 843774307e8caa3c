//! A JSON reader without recursion, for bodies that phones send.
//!
//! Accessibility trees can be ten thousand levels deep and hold half a surrogate pair where an app cut a string in
//! two. A recursive reader overflows the stack on the first, while reading or while dropping, and a strict one refuses
//! the second. This one keeps a document as one flat list in document order, each entry knowing where it ends.

use std::borrow::Cow;

use super::error::ScreenError;
use super::ui_state::{MAX_DEPTH, MAX_NODES};

/// A whole document, flat.
#[derive(Debug)]
pub(super) struct Document<'a> {
    entries: Vec<Entry<'a>>,
}

#[derive(Debug)]
struct Entry<'a> {
    /// Member name; empty in arrays and at the top.
    key: Cow<'a, str>,
    value: Token<'a>,
    /// One past the last entry inside this one.
    end: usize,
}

#[derive(Debug)]
enum Token<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Cow<'a, str>),
    Array,
    Object,
}

/// A value inside a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'d> {
    document: &'d Document<'d>,
    index: usize,
}

impl<'a> Document<'a> {
    /// Reads one document.
    pub(super) fn parse(text: &'a str) -> Result<Self, ScreenError> {
        Reader { text, at: 0, entries: Vec::new(), open: Vec::new() }.document()
    }

    pub(super) fn root(&self) -> Value<'_> {
        Value { document: self, index: 0 }
    }
}

impl<'d> Value<'d> {
    fn token(self) -> &'d Token<'d> {
        self.document.entries.get(self.index).map_or(&Token::Null, |entry| &entry.value)
    }

    pub(super) fn is_object(self) -> bool {
        matches!(self.token(), Token::Object)
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self.token(), Token::Text(_))
    }

    pub(super) fn as_bool(self) -> Option<bool> {
        if let Token::Bool(value) = self.token() { Some(*value) } else { None }
    }

    pub(super) fn as_str(self) -> Option<&'d str> {
        if let Token::Text(text) = self.token() { Some(text) } else { None }
    }

    /// An integer, also where it is spelt `10.0`.
    pub(super) fn as_integer(self) -> Option<i64> {
        match *self.token() {
            Token::Int(value) => Some(value),
            // Above 2^53 a float no longer says which integer it is.
            Token::Float(value) if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 => Some(value as i64),
            _ => None,
        }
    }

    /// Any finite number, rounded down.
    pub(super) fn as_pixels(self) -> Option<i64> {
        match *self.token() {
            Token::Int(value) => Some(value),
            // `as` saturates.
            Token::Float(value) if value.is_finite() => Some(value.floor() as i64),
            _ => None,
        }
    }

    /// The items of an array or the members of an object, in order; nothing for other values.
    pub(super) fn children(self) -> impl Iterator<Item = (&'d str, Value<'d>)> {
        let entries = &self.document.entries;
        let (mut next, end) = match self.token() {
            Token::Array | Token::Object => (self.index + 1, entries.get(self.index).map_or(0, |entry| entry.end)),
            _ => (0, 0),
        };
        std::iter::from_fn(move || {
            let index = next;
            let entry = entries.get(index).filter(|_| index < end)?;
            next = entry.end;
            Some((entry.key.as_ref(), Value { document: self.document, index }))
        })
    }

    /// A member of an object; the last one where its name is repeated.
    pub(super) fn get(self, key: &str) -> Option<Value<'d>> {
        if !self.is_object() {
            return None;
        }
        self.children().filter(|(name, _)| *name == key).last().map(|(_, value)| value)
    }
}

/// Containers within containers that are read. A level of a tree is two, its node and the list it stands in.
const MOST_OPEN: usize = 2 * MAX_DEPTH + 64;

/// Values that are read, so that a short body can't take memory without measure. A node of a tree is about thirty.
const MOST_VALUES: usize = 32 * MAX_NODES;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    entries: Vec<Entry<'a>>,
    /// The containers that are still open, outermost first.
    open: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn document(mut self) -> Result<Document<'a>, ScreenError> {
        self.value(Cow::Borrowed(""))?;
        while let Some(&container) = self.open.last() {
            let is_object = matches!(self.entries.get(container).map(|entry| &entry.value), Some(Token::Object));
            let is_first = self.entries.len() == container + 1;
            self.space();
            if self.take(if is_object { b'}' } else { b']' }) {
                self.open.pop();
                let end = self.entries.len();
                if let Some(entry) = self.entries.get_mut(container) {
                    entry.end = end;
                }
                continue;
            }
            if !is_first && !self.take(b',') {
                return Err(self.fail("a comma or the end of a list"));
            }
            self.space();
            let key = if is_object { self.key()? } else { Cow::Borrowed("") };
            self.value(key)?;
        }
        self.space();
        if self.at == self.text.len() { Ok(Document { entries: self.entries }) } else { Err(self.fail("the end")) }
    }

    fn key(&mut self) -> Result<Cow<'a, str>, ScreenError> {
        if !self.take(b'"') {
            return Err(self.fail("a member name"));
        }
        let key = self.string()?;
        self.space();
        if self.take(b':') { Ok(key) } else { Err(self.fail("a colon")) }
    }

    /// Reads a scalar, or opens a container.
    fn value(&mut self, key: Cow<'a, str>) -> Result<(), ScreenError> {
        self.space();
        let value = match self.peek() {
            Some(b'{') => Token::Object,
            Some(b'[') => Token::Array,
            Some(b'"') => {
                self.at += 1;
                Token::Text(self.string()?)
            }
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        let index = self.entries.len();
        if index >= MOST_VALUES {
            return Err(ScreenError::TooLarge { what: "more than 6400000 values" });
        }
        if matches!(value, Token::Object | Token::Array) {
            if self.open.len() >= MOST_OPEN {
                return Err(ScreenError::TooLarge { what: "more than 16384 levels" });
            }
            self.at += 1;
            self.open.push(index);
        }
        self.entries.push(Entry { key, value, end: index + 1 });
        Ok(())
    }

    fn word(&mut self) -> Result<Token<'a>, ScreenError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, token) in [("null", Token::Null), ("true", Token::Bool(true)), ("false", Token::Bool(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(token);
            }
        }
        Err(self.fail("a value"))
    }

    fn number(&mut self) -> Result<Token<'a>, ScreenError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = self.text.get(start..self.at).unwrap_or_default();
        if let Ok(value) = digits.parse() {
            return Ok(Token::Int(value));
        }
        digits.parse().map(Token::Float).map_err(|_| self.fail("a number"))
    }

    /// The rest of a string whose opening quote has been read.
    fn string(&mut self) -> Result<Cow<'a, str>, ScreenError> {
        let mut owned = String::new();
        let mut start = self.at;
        loop {
            let Some(byte) = self.peek() else { return Err(self.fail("the end of a string")) };
            // Quotes and backslashes are ASCII: every cut below falls between characters.
            let plain = self.text.get(start..self.at).unwrap_or_default();
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(if owned.is_empty() { Cow::Borrowed(plain) } else { Cow::Owned(owned + plain) });
                }
                b'\\' => {
                    owned.push_str(plain);
                    self.at += 1;
                    owned.push(self.escape()?);
                    start = self.at;
                }
                0..=0x1f => return Err(self.fail("no bare control character in a string")),
                _ => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<char, ScreenError> {
        let Some(byte) = self.peek() else { return Err(self.fail("an escape")) };
        self.at += 1;
        Ok(match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                if (0xd800..0xdc00).contains(&first) && self.text.get(self.at..).is_some_and(|r| r.starts_with("\\u")) {
                    let back = self.at;
                    self.at += 2;
                    let second = self.hex()?;
                    if (0xdc00..0xe000).contains(&second) {
                        let scalar = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                        return Ok(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    // The second escape stands for itself.
                    self.at = back;
                }
                // Half a pair is no character.
                char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.fail("a known escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, ScreenError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).ok_or_else(|| self.fail("four hex digits"))?;
        self.at += 4;
        Ok(value)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn fail(&self, expected: &'static str) -> ScreenError {
        ScreenError::NotJson { offset: self.at, expected }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tree(value: Value<'_>) -> serde_json::Value {
        match value.token() {
            Token::Null => serde_json::Value::Null,
            Token::Bool(b) => (*b).into(),
            Token::Int(i) => (*i).into(),
            Token::Float(f) => (*f).into(),
            Token::Text(t) => t.to_string().into(),
            Token::Array => value.children().map(|(_, v)| tree(v)).collect(),
            Token::Object => {
                serde_json::Value::Object(value.children().map(|(k, v)| (k.to_owned(), tree(v))).collect())
            }
        }
    }

    fn any_json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<String>().prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
                prop::collection::btree_map(any::<String>(), inner, 0..8)
                    .prop_map(|m| serde_json::Value::Object(m.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn reads_what_serde_json_writes(json in any_json()) {
            for text in [json.to_string(), serde_json::to_string_pretty(&json).unwrap()] {
                let document = Document::parse(&text).unwrap();
                prop_assert_eq!(tree(document.root()), json.clone());
            }
        }

        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = Document::parse(&text);
        }

        #[test]
        fn never_panics_on_almost_json(text in r#"[\[\]{},:"\\u0-9a-f. -]{0,40}"#) {
            let _ = Document::parse(&text);
        }
    }

    #[test]
    fn half_a_surrogate_pair_becomes_the_replacement_character() {
        for (json, text) in [
            (r#""a\ud83cb""#, "a\u{fffd}b"),
            (r#""\udf89""#, "\u{fffd}"),
            (r#""\ud83c\ud83c\udf89""#, "\u{fffd}🎉"),
            (r#""\ud83cA""#, "\u{fffd}A"),
            (r#""\ud83c\n""#, "\u{fffd}\n"),
        ] {
            assert_eq!(Document::parse(json).unwrap().root().as_str(), Some(text), "{json}");
        }
    }

    #[test]
    fn the_last_of_repeated_members_counts() {
        assert_eq!(Document::parse(r#"{"a":1,"a":2}"#).unwrap().root().get("a").unwrap().as_integer(), Some(2));
    }

    #[test]
    fn cut_and_doubled_documents_are_refused() {
        for text in [
            "",
            "{",
            "[1",
            "[1,",
            "{\"a\"",
            "{\"a\":",
            "\"a",
            "1 2",
            "[1,]",
            "{,}",
            "[,1]",
            "nul",
            "\"\\u12\"",
            "]",
            "--",
        ] {
            assert!(Document::parse(text).is_err(), "{text}");
        }
    }
}
