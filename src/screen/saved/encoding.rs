//! From bytes to text.
//!
//! The bytes decide, not what the XML declaration claims: a dump that PowerShell redirected to a file is UTF-16 and
//! still declares UTF-8.

use std::borrow::Cow;

use super::error::{SavedError, shortened};

/// The text of a file in UTF-8 or UTF-16. What is no character in it becomes U+FFFD.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SavedError> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Err(SavedError::Encoding { encoding: "UTF-32".to_owned() }),
        [0xff, 0xfe, rest @ ..] => Ok(utf16(rest, u16::from_le_bytes).into()),
        [0xfe, 0xff, rest @ ..] => Ok(utf16(rest, u16::from_be_bytes).into()),
        // Without a mark. Every format begins with an ASCII character.
        [first, 0, ..] if *first != 0 => Ok(utf16(bytes, u16::from_le_bytes).into()),
        [0, second, ..] if *second != 0 => Ok(utf16(bytes, u16::from_be_bytes).into()),
        _ => utf8(bytes),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let text =
        char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.chain((!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER)).collect()
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, SavedError> {
    let text = String::from_utf8_lossy(bytes);
    // Nothing was replaced, so the declaration is right or does not matter.
    if matches!(text, Cow::Borrowed(_)) {
        return Ok(text);
    }
    match declared(&text).filter(|name| !name.to_ascii_uppercase().starts_with("UTF")) {
        Some(encoding) => Err(SavedError::Encoding { encoding: shortened(encoding) }),
        None => Ok(text),
    }
}

/// The encoding that an XML declaration names.
fn declared(text: &str) -> Option<&str> {
    let declaration = text.split_once("<?xml")?.1.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value.split(quote).nth(1)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn units(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[rstest]
    #[case::plain("<a/> é 🎉".as_bytes().to_vec())]
    #[case::little_endian(units("\u{feff}<a/> é 🎉", u16::to_le_bytes))]
    #[case::big_endian(units("\u{feff}<a/> é 🎉", u16::to_be_bytes))]
    #[case::little_endian_without_a_mark(units("<a/> é 🎉", u16::to_le_bytes))]
    #[case::big_endian_without_a_mark(units("<a/> é 🎉", u16::to_be_bytes))]
    fn the_bytes_tell_the_encoding(#[case] bytes: Vec<u8>) {
        assert_eq!(decode(&bytes).unwrap(), "<a/> é 🎉");
    }

    #[test]
    fn what_is_no_character_becomes_the_replacement_character() {
        assert_eq!(decode(b"<a b='\xe4'/>").unwrap(), "<a b='\u{fffd}'/>");
        assert_eq!(decode(&[0xff, 0xfe, b'<', 0, 0x3c, 0xd8, b'x']).unwrap(), "<\u{fffd}\u{fffd}");
    }

    #[rstest]
    #[case(b"<?xml version='1.0' encoding='windows-1252'?><a b='\xe4'/>", "\"windows-1252\"")]
    #[case(b"<?xml version=\"1.0\" encoding = \"GBK\"?><a b='\xe4'/>", "\"GBK\"")]
    #[case(b"\xff\xfe\0\0<\0\0\0", "UTF-32")]
    fn another_encoding_is_named(#[case] bytes: &[u8], #[case] named: &str) {
        assert_eq!(decode(bytes), Err(SavedError::Encoding { encoding: named.to_owned() }));
    }

    #[test]
    fn a_declaration_does_not_matter_where_the_bytes_are_fine() {
        assert!(decode("<?xml version='1.0' encoding='UTF-16'?><a b='ä'/>".as_bytes()).is_ok());
    }
}
