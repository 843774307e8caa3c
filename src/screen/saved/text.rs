//! The references in an attribute value.

use std::borrow::Cow;

/// The value with its references replaced. Dumps hold some that are none: emoji as two halves of a surrogate pair,
/// bare ampersands. The former are joined, half a pair alone becomes U+FFFD, and the latter stay as they are.
pub(super) fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((plain, after)) = rest.split_once('&') {
        text.push_str(plain);
        let Some((first, after_first)) = reference(after) else {
            text.push('&');
            rest = after;
            continue;
        };
        rest = after_first;
        let second = is_high(first).then(|| rest.strip_prefix('&').and_then(reference)).flatten();
        match second.filter(|(second, _)| (0xdc00..0xe000).contains(second)) {
            Some((second, after_second)) => {
                text.push(character(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)));
                rest = after_second;
            }
            None => text.push(character(first)),
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The code that a reference stands for, and what follows it; `text` begins behind the ampersand.
fn reference(text: &str) -> Option<(u32, &str)> {
    // The longest there is has ten characters, as in `&#x10FFFF;`.
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let (name, after) = (text.get(..end)?, text.get(end + 1..)?);
    let code = match name {
        "amp" => '&'.into(),
        "lt" => '<'.into(),
        "gt" => '>'.into(),
        "quot" => '"'.into(),
        "apos" => '\''.into(),
        _ => {
            let number = name.strip_prefix('#')?;
            match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            }
        }
    };
    Some((code, after))
}

fn is_high(code: u32) -> bool {
    (0xd800..0xdc00).contains(&code)
}

fn character(code: u32) -> char {
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Network &amp; internet", "Network & internet")]
    #[case("&lt;b&gt; &quot;x&quot; &apos;y&apos;", "<b> \"x\" 'y'")]
    #[case("one&#10;two&#xA;three", "one\ntwo\nthree")]
    #[case("&#129394;", "🥲")]
    #[case("&#55358;&#56626;!", "🤲!")]
    #[case("&#55358;&#65;", "\u{fffd}A")]
    #[case("&#55358;", "\u{fffd}")]
    #[case("&#56626;", "\u{fffd}")]
    #[case("Q & A; &nbsp; &; &#x; &#99999999999;", "Q & A; &nbsp; &; &#x; &#99999999999;")]
    #[case("&amp;lt;", "&lt;")]
    #[case("ends with &", "ends with &")]
    fn references_are_replaced_and_what_is_none_stays(#[case] value: &str, #[case] text: &str) {
        assert_eq!(unescaped(value), text);
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in any::<String>()) {
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            prop_assert_eq!(unescaped(&escaped), text);
        }

        #[test]
        fn nothing_panics(text in "[&#x;0-9a-fé]{0,30}") {
            let _ = unescaped(&text);
        }
    }
}
