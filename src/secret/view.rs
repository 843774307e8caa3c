//! A text as it reads once escapes are resolved.

use memchr::memchr2;

/// Bytes read out of a text, each with the place in the text where the token begins that stands for it.
pub(super) struct View {
    pub(super) bytes: Vec<u8>,
    /// One longer than `bytes`: the last is the end of the text.
    starts: Vec<usize>,
}

/// A way in which text carries other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// Backslashes, as within a JSON string.
    Json,
    /// `%41`, as within a URL.
    Percent,
    /// The same with `+` for a space, as within a form.
    Form,
}

impl Escape {
    /// The text with its escapes resolved; none where there are none. What only looks like an escape stays as it is.
    pub(super) fn resolve(self, text: &[u8]) -> Option<View> {
        let (sign, other) = match self {
            Self::Json => (b'\\', b'\\'),
            Self::Percent => (b'%', b'%'),
            Self::Form => (b'%', b'+'),
        };
        let next = |from: usize| memchr2(sign, other, text.get(from..)?).map(|at| from + at);
        // A look that costs little: most texts have no escapes.
        next(0)?;
        let mut view = View { bytes: Vec::with_capacity(text.len()), starts: Vec::with_capacity(text.len() + 1) };
        let (mut at, mut found) = (0, false);
        while at < text.len() {
            // As far as nothing looks like an escape.
            let plain = next(at).unwrap_or(text.len());
            view.bytes.extend_from_slice(&text[at..plain]);
            view.starts.extend(at..plain);
            let Some(&byte) = text.get(plain) else { break };
            let token = match self {
                Self::Json => json(&text[plain..]),
                Self::Form if byte == b'+' => Some((1, Char::Byte(b' '))),
                Self::Percent | Self::Form => percent(&text[plain..]),
            };
            let (length, char) = token.unwrap_or((1, Char::Byte(byte)));
            found |= token.is_some();
            let mut utf8 = [0; 4];
            let bytes = match &char {
                Char::Byte(byte) => std::slice::from_ref(byte),
                Char::Char(char) => char.encode_utf8(&mut utf8).as_bytes(),
            };
            view.bytes.extend_from_slice(bytes);
            view.starts.extend(std::iter::repeat_n(plain, bytes.len()));
            at = plain + length;
        }
        view.starts.push(text.len());
        found.then_some(view)
    }
}

impl View {
    /// Where these bytes of the view, at least one, stand in the text: whole tokens.
    pub(super) fn range_of(&self, start: usize, end: usize) -> (usize, usize) {
        let place = |at: usize| self.starts.get(at).or(self.starts.last()).copied().unwrap_or_default();
        let last = place(end.saturating_sub(1));
        let next = self.starts.get(end..).and_then(|rest| rest.iter().find(|start| **start > last));
        (place(start), next.copied().unwrap_or_else(|| place(usize::MAX)))
    }

    /// The same view, of the text that `outer` is a view of.
    pub(super) fn seen_through(mut self, outer: &View) -> View {
        for start in &mut self.starts {
            *start = outer.starts.get(*start).or(outer.starts.last()).copied().unwrap_or_default();
        }
        self
    }
}

#[derive(Clone, Copy)]
enum Char {
    Byte(u8),
    Char(char),
}

/// How long the escape is that the text begins with, and what it stands for.
fn json(text: &[u8]) -> Option<(usize, Char)> {
    if text.first() != Some(&b'\\') {
        return None;
    }
    let byte = match text.get(1)? {
        byte @ (b'"' | b'\\' | b'/') => *byte,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => {
            let first = unit(text)?;
            if let Some(char) = char::from_u32(first) {
                return Some((6, Char::Char(char)));
            }
            let pair = [u16::try_from(first).ok()?, u16::try_from(text.get(6..).and_then(unit)?).ok()?];
            let char = char::decode_utf16(pair).next()?.ok()?;
            return Some((12, Char::Char(char)));
        }
        _ => return None,
    };
    Some((2, Char::Byte(byte)))
}

/// The number of a `\u` escape that the text begins with.
fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?))
}

fn percent(text: &[u8]) -> Option<(usize, Char)> {
    let [b'%', high, low, ..] = text else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
    Some((3, Char::Byte(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::json(Escape::Json, r#"a\"b\\c\/d\n\u0041\u00e9\ud83d\ude00"#, "a\"b\\c/d\nA\u{e9}\u{1f600}")]
    #[case::no_json(Escape::Json, r"\x\u12\ud83d\", r"\x\u12\ud83d\")]
    #[case::percent(Escape::Percent, "a%2Fb%c3%A9+%4", "a/b\u{e9}+%4")]
    #[case::form(Escape::Form, "a+b%2B%zz", "a b+%zz")]
    fn escapes_are_resolved_and_what_only_looks_like_one_stays(
        #[case] escape: Escape,
        #[case] text: &str,
        #[case] expected: &str,
    ) {
        match escape.resolve(text.as_bytes()) {
            Some(view) => assert_eq!(std::str::from_utf8(&view.bytes).unwrap(), expected),
            None => assert_eq!(text, expected),
        }
    }

    #[test]
    fn a_place_is_whole_tokens_of_the_text() {
        let text = br"x\u00e9y\nz";
        let view = Escape::Json.resolve(text).unwrap();
        assert_eq!(view.range_of(1, 3), (1, 7), "both bytes of one character");
        assert_eq!(view.range_of(1, 2), (1, 7), "half a character");
        assert_eq!(view.range_of(3, 6), (7, 11));
        let outer = Escape::Percent.resolve(br"%78\u00e9").unwrap();
        let inner = Escape::Json.resolve(&outer.bytes).unwrap().seen_through(&outer);
        assert_eq!((inner.range_of(0, 1), inner.range_of(1, 3)), ((0, 3), (3, 9)));
    }
}
