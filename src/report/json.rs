//! JSON that is safe to look at.

use std::fmt::Write;

use serde::Serialize;

use crate::plain::obeyed;

/// One value as an indented document that ends in a line break.
///
/// # Errors
/// When the value cannot be JSON.
pub fn document<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| safe(&text) + "\n")
}

/// One value on one line that ends in a line break.
///
/// # Errors
/// When the value cannot be JSON.
pub fn line<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|text| safe(&text) + "\n")
}

/// JSON leaves C1 controls and direction marks as they are. Outside of strings they can't stand, so an escape is right
/// wherever one is met.
fn safe(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if obeyed(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string can't fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_reads_back_the_same() {
        let text = "\u{1b}[2J \u{9b}31m \u{202e}abc \u{7f} Wi\u{2011}Fi 😀";
        for json in [line(text).unwrap(), document(text).unwrap()] {
            assert!(!json.trim_end().contains(obeyed), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
