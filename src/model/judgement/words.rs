//! Words: how text is cut into them, and when two of them count as the same.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

/// The words of a text in order: compatibility forms folded, lower case, hyphens and apostrophes inside words dropped,
/// number words written as digits. Not yet stemmed.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.nfkc() {
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        } else if !is_joint(letter) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words.into_iter().map(|word| digits(&word).map_or(word, str::to_owned)).collect()
}

/// The stems of a text's words, in order.
pub(super) fn stems(text: &str) -> Vec<String> {
    words(text).iter().map(|word| stem(word)).collect()
}

/// Letters that hold the parts of one word together: hyphens, but not dashes, and apostrophes.
fn is_joint(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}')
}

fn digits(word: &str) -> Option<&'static str> {
    Some(match word {
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "fifteen" => "15",
        "twenty" => "20",
        "thirty" => "30",
        "sixty" => "60",
        _ => return None,
    })
}

/// The stem of a word: plural, participle and a final mute e taken off. Crude, but the same for both sides of a
/// comparison, which is all that matters.
pub(super) fn stem(word: &str) -> String {
    if word.chars().count() <= 3 || !word.is_ascii() || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word.to_owned();
    }
    let singular = if let Some(stem) = word.strip_suffix("ies") {
        format!("{stem}y")
    } else if let Some(stem) = ["sses", "shes", "ches", "xes"]
        .iter()
        .find_map(|end| word.strip_suffix(end).map(|stem| format!("{stem}{}", &end[..end.len() - 2])))
    {
        stem
    } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        word[..word.len() - 1].to_owned()
    } else {
        word.to_owned()
    };
    let plain = ["ing", "ed"]
        .iter()
        .find_map(|end| singular.strip_suffix(end).filter(|stem| stem.len() >= 3 && stem.contains(is_vowel)))
        .map_or_else(|| singular.clone(), undoubled);
    match plain.strip_suffix('e') {
        Some(stem) if stem.len() >= 3 => stem.to_owned(),
        _ => plain,
    }
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// "sett" to "set", but "call" stays.
fn undoubled(stem: &str) -> String {
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b] if a == b && matches!(b, b'b' | b'd' | b'g' | b'm' | b'n' | b'p' | b'r' | b't') => {
            stem[..stem.len() - 1].to_owned()
        }
        _ => stem.to_owned(),
    }
}

/// Words that carry no matter of their own.
pub(super) fn is_function_word(word: &str) -> bool {
    const WORDS: [&str; 121] = [
        "a", "about", "after", "all", "also", "am", "an", "and", "any", "anymore", "are", "as", "at", "be", "been",
        "before", "being", "both", "but", "by", "can", "could", "did", "do", "does", "doesnt", "dont", "each", "for",
        "from", "get", "gets", "got", "had", "has", "have", "he", "her", "here", "him", "his", "how", "i", "id", "if",
        "ill", "im", "in", "inside", "into", "is", "it", "its", "itself", "just", "may", "me", "might", "more", "must",
        "my", "need", "needs", "no", "nor", "not", "now", "of", "off", "on", "one", "onto", "or", "other", "our",
        "ours", "out", "please", "shall", "she", "should", "so", "some", "such", "than", "that", "the", "their",
        "them", "then", "there", "these", "they", "this", "those", "to", "too", "under", "until", "up", "us", "very",
        "was", "we", "were", "what", "when", "where", "whether", "which", "who", "whose", "why", "will", "with",
        "within", "wont", "would", "yet", "you", "your",
    ];
    WORDS.contains(&word)
}

/// All text inside a value, in order: strings and numbers, not member names.
pub(super) fn texts(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Array(items) => rest.extend(items.iter().rev()),
            Value::Object(members) => rest.extend(members.values().rev()),
            Value::Null | Value::Bool(_) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn a_hyphenated_word_is_one_word_however_the_hyphen_is_written() {
        assert_eq!(words("Wi\u{2011}Fi, Wi-Fi / WiFi"), ["wifi", "wifi", "wifi"]);
    }

    #[test]
    fn marks_and_spaces_separate_words() {
        assert_eq!(words("OPEN_APP: 8:30\u{200a}AM (ten)"), ["open", "app", "8", "30", "am", "10"]);
    }

    #[rstest]
    #[case("settings", "set")]
    #[case("notifications", "notification")]
    #[case("batteries", "battery")]
    #[case("switches", "switch")]
    #[case("tethering", "tether")]
    #[case("calls", "calling")]
    #[case("themes", "theme")]
    #[case("enabled", "enable")]
    fn simple_inflections_share_a_stem(#[case] a: &str, #[case] b: &str) {
        assert_eq!(stem(a), stem(b));
    }

    #[rstest]
    #[case("status", "statu")]
    #[case("display", "displays2")]
    #[case("bus", "bu")]
    fn other_words_do_not(#[case] a: &str, #[case] b: &str) {
        assert_ne!(stem(a), stem(b));
    }
}
