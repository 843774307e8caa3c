//! Numbers, lengths of time, times of day and telephone numbers as screens write them, each reduced to one spelling.
//!
//! What can be read in two ways is not read: a text without a unit is no length of time, and a number with a word
//! beside it is no number, since "5 seconds" and "5 minutes" are not alike.

use unicode_normalization::UnicodeNormalization;

/// No number, length or time is written with more characters.
const LONGEST: usize = 60;

/// More digits than this are not told apart by machines that compute.
const DIGITS: usize = 15;

/// The characters as a keyboard has them: wide digits, thin blanks, a true minus.
fn plain(text: &str) -> Result<String, String> {
    if text.chars().count() > LONGEST {
        return Err("it is too long".to_owned());
    }
    let unified = text.nfkc().map(|c| match c {
        '\u{2212}' => '-',
        '\u{2019}' => '\'',
        c => c,
    });
    Ok(unified.collect::<String>().trim().to_lowercase())
}

/// A number as English writes it, perhaps with a sign, with groups of three digits and with a per cent sign:
/// `1,234.50` is `1234.5`.
pub(super) fn number(text: &str) -> Result<String, String> {
    let plain = plain(text)?;
    let wrong = || "it is not a number".to_owned();
    let body = plain.strip_suffix('%').map_or(plain.as_str(), str::trim_end);
    let (negative, body) = match body.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, body.strip_prefix('+').unwrap_or(body)),
    };
    let (whole, fraction) = match body.split_once('.') {
        Some((whole, fraction)) if all_digits(fraction) => (whole, fraction),
        Some(_) => return Err(wrong()),
        None => (body, ""),
    };
    let whole = ungrouped(whole).ok_or_else(wrong)?;
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    if whole.len() + fraction.len() > DIGITS {
        return Err(format!("it has more than {DIGITS} digits"));
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let sign = if negative && (whole, fraction) != ("0", "") { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    Ok(format!("{sign}{whole}{point}{fraction}"))
}

/// The one number that stands in a text, whatever else does: `3` of "You have 3 alarms".
pub(super) fn number_within(text: &str) -> Result<String, String> {
    if let Ok(number) = number(text) {
        return Ok(number);
    }
    let unified: String = text.nfkc().map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | '\'');
    let mut found = Vec::new();
    for word in unified.split(|c: char| !part(c)).filter(|word| word.contains(|c: char| c.is_ascii_digit())) {
        let word = word.trim_end_matches(['.', ',', '-', '+', '\'']).trim_start_matches(['.', ',', '\'']);
        found.push(number(word)?);
    }
    match found.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err("there is no number in it".to_owned()),
        several => Err(format!("there are {} numbers in it", several.len())),
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The digits of a whole number, without the marks between its groups.
fn ungrouped(text: &str) -> Option<String> {
    let Some(mark) = text.chars().find(|c| !c.is_ascii_digit()) else {
        return all_digits(text).then(|| text.to_owned());
    };
    if !matches!(mark, ',' | ' ' | '\'' | '_') {
        return None;
    }
    let mut groups = text.split(mark);
    let first = groups.next().filter(|group| all_digits(group) && group.len() <= 3)?;
    let mut digits = first.to_owned();
    for group in groups {
        digits.push_str(Some(group).filter(|group| all_digits(group) && group.len() == 3)?);
    }
    Some(digits)
}

/// The digits of a text and nothing else: `+49 (30) 123` is `4930123`.
pub(super) fn digits(text: &str) -> Result<String, String> {
    let digits: String = text.nfkc().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { Err("there are no digits in it".to_owned()) } else { Ok(digits) }
}

/// Units of time in English, each with its milliseconds.
const UNITS: [(&[&str], u64); 5] = [
    (&["ms", "millisecond", "milliseconds"], 1),
    (&["s", "sec", "secs", "second", "seconds"], 1_000),
    (&["m", "min", "mins", "minute", "minutes"], 60_000),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600_000),
    (&["d", "day", "days"], 86_400_000),
];

/// A length of time in milliseconds: `5 minutes`, `1 h 5 min`, `90s`, or as a timer shows it, `05:00`, `1:02:03`.
pub(super) fn duration_ms(text: &str) -> Result<u64, String> {
    let plain = plain(text)?;
    let wrong = || "it is not a length of time with its unit".to_owned();
    if plain.contains(':') {
        let fields: Vec<&str> = plain.split(':').collect();
        let valid = |(place, field): (usize, &&str)| {
            all_digits(field) && field.len() <= 4 && (place == 0 || (field.len() == 2 && **field < *"60"))
        };
        if !(2..=3).contains(&fields.len()) || !fields.iter().enumerate().all(valid) {
            return Err(wrong());
        }
        let seconds = fields.iter().try_fold(0_u64, |sum, field| Some(sum * 60 + field.parse::<u64>().ok()?));
        return seconds.map(|seconds| seconds * 1_000).ok_or_else(wrong);
    }
    let mut rest = plain.as_str();
    let mut total = 0_u64;
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u64 = rest[..end].parse().map_err(|_| wrong())?;
        rest = rest[end..].trim_start();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (_, unit) = UNITS.iter().find(|(names, _)| names.contains(&&rest[..end])).ok_or_else(wrong)?;
        if seen.contains(unit) {
            return Err(wrong());
        }
        seen.push(*unit);
        total = number.checked_mul(*unit).and_then(|ms| total.checked_add(ms)).ok_or_else(wrong)?;
        rest = rest[end..].trim_start_matches([' ', ',', '.']);
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    if seen.is_empty() { Err(wrong()) } else { Ok(total) }
}

/// The same in one spelling: whole seconds, `300s`, or milliseconds where there are some.
pub(super) fn duration(text: &str) -> Result<String, String> {
    let ms = duration_ms(text)?;
    Ok(if ms % 1_000 == 0 { format!("{}s", ms / 1_000) } else { format!("{ms}ms") })
}

/// A time of day in seconds after midnight: `19:30`, `7:30 PM`, `7 p.m.`, `07:30:15`.
pub(super) fn clock_seconds(text: &str) -> Result<u32, String> {
    let plain = plain(text)?;
    let wrong = || "it is not a time of day".to_owned();
    let compact: String = plain.chars().filter(|c| *c != '.' && !c.is_whitespace()).collect();
    let (digits, half) = match compact.strip_suffix('m').map(|rest| (rest.strip_suffix('a'), rest.strip_suffix('p'))) {
        Some((Some(am), _)) => (am, Some(0)),
        Some((_, Some(pm))) => (pm, Some(12)),
        Some(_) => return Err(wrong()),
        None => (plain.as_str(), None),
    };
    let fields: Vec<&str> = digits.split(':').collect();
    let valid = |(place, field): (usize, &&str)| {
        all_digits(field) && (if place == 0 { field.len() <= 2 } else { field.len() == 2 && **field < *"60" })
    };
    let fewest = if half.is_some() { 1 } else { 2 };
    if !(fewest..=3).contains(&fields.len()) || !fields.iter().enumerate().all(valid) {
        return Err(wrong());
    }
    let part = |place: usize| fields.get(place).and_then(|field| field.parse::<u32>().ok()).unwrap_or(0);
    let hour = match (part(0), half) {
        (hour @ 1..=12, Some(half)) => hour % 12 + half,
        (hour @ 0..=23, None) => hour,
        _ => return Err(wrong()),
    };
    Ok(hour * 3600 + part(1) * 60 + part(2))
}

/// The same in one spelling: `19:30`, with seconds where there are some.
pub(super) fn clock(text: &str) -> Result<String, String> {
    let seconds = clock_seconds(text)?;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Ok(if second == 0 { format!("{hour:02}:{minute:02}") } else { format!("{hour:02}:{minute:02}:{second:02}") })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("30", Some("30"))]
    #[case(" 1,234.50 ", Some("1234.5"))]
    #[case("12\u{202f}000", Some("12000"))]
    #[case("1’000’000", Some("1000000"))]
    #[case("-0.0", Some("0"))]
    #[case("\u{2212}5", Some("-5"))]
    #[case("007", Some("7"))]
    #[case("８０ %", Some("80"))]
    #[case("123456789012345", Some("123456789012345"))]
    #[case("1234567890123456", None)]
    #[case("30 seconds", None)]
    #[case("1,5", None)]
    #[case("1.234,5", None)]
    #[case("1,23,456", None)]
    #[case("1 2", None)]
    #[case("7:30", None)]
    #[case("5.", None)]
    #[case("NaN", None)]
    #[case("inf", None)]
    #[case("1e9", None)]
    #[case("null", None)]
    #[case("", None)]
    fn a_number_is_read_in_one_way_or_not_at_all(#[case] text: &str, #[case] read: Option<&str>) {
        assert_eq!(number(text).ok().as_deref(), read);
    }

    #[rstest]
    #[case("You have 3 alarms.", Some("3"))]
    #[case("1,234 steps", Some("1234"))]
    #[case("Battery: 80%", Some("80"))]
    #[case("3 of 10", None)]
    #[case("7:30", None)]
    #[case("none", None)]
    fn the_only_number_of_a_text_is_found(#[case] text: &str, #[case] read: Option<&str>) {
        assert_eq!(number_within(text).ok().as_deref(), read);
    }

    #[rstest]
    #[case("5 minutes", Some("300s"))]
    #[case("5m", Some("300s"))]
    #[case("1 hour, 5 minutes and 2 seconds", Some("3902s"))]
    #[case("1 h 5 min", Some("3900s"))]
    #[case("250ms", Some("250ms"))]
    #[case("05:00", Some("300s"))]
    #[case("1:02:03", Some("3723s"))]
    #[case("5", None)]
    #[case("5 minutes ago", None)]
    #[case("5 s 5 s", None)]
    #[case("5:60", None)]
    #[case("minutes", None)]
    #[case("99999999999999999999 h", None)]
    #[case("", None)]
    fn a_length_of_time_has_its_unit(#[case] text: &str, #[case] read: Option<&str>) {
        assert_eq!(duration(text).ok().as_deref(), read);
    }

    #[rstest]
    #[case("7:30 PM", Some("19:30"))]
    #[case("7:30\u{202f}p.m.", Some("19:30"))]
    #[case("12:00 AM", Some("00:00"))]
    #[case("12:15 pm", Some("12:15"))]
    #[case("7 AM", Some("07:00"))]
    #[case("19:30:00", Some("19:30"))]
    #[case("19:30:05", Some("19:30:05"))]
    #[case("24:00", None)]
    #[case("13:00 PM", None)]
    #[case("7", None)]
    #[case("7:3", None)]
    #[case("m", None)]
    #[case("", None)]
    fn a_time_of_day_is_read_with_both_clocks(#[case] text: &str, #[case] read: Option<&str>) {
        assert_eq!(clock(text).ok().as_deref(), read);
    }
}
