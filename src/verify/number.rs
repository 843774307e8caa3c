//! Numbers as phones write them.

/// The only number in a text, whatever stands around it: 40 in `40 %`, 1000 in `1,000 m`, 3.5 in `3,5 GB`. None where
/// there is no number, or more than one.
///
/// A comma or point before three digits groups them where it could do so (`1,000`, `12.345.678`); a single one with any
/// other number of digits after it is the decimal mark. Spaces that group digits are read as well.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    let letters: Vec<char> = text.chars().map(digit).collect();
    let is_space = |c: char| matches!(c, '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}');
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut runs: Vec<String> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !is_digit(at) {
            at += 1;
            continue;
        }
        let begun = at;
        while is_digit(at)
            || (letters.get(at).is_some_and(|c| matches!(c, ',' | '.' | '\'' | '’') || is_space(*c))
                && is_digit(at + 1))
        {
            at += 1;
        }
        let negative = begun.checked_sub(1).is_some_and(|before| {
            matches!(letters[before], '-' | '\u{2212}')
                && !begun.checked_sub(2).is_some_and(|at| letters[at].is_alphanumeric())
        });
        let digits: String = letters[begun..at].iter().filter(|c| !is_space(**c) && !matches!(c, '\'' | '’')).collect();
        runs.push(if negative { format!("-{digits}") } else { digits });
    }
    let [run] = runs.as_slice() else { return None };
    plain(run)?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Digits of any script as those that Rust reads.
fn digit(c: char) -> char {
    use unicode_normalization::char::is_combining_mark;
    if c.is_ascii() || is_combining_mark(c) {
        return c;
    }
    // Full-width and Arabic digits are what phones show beside these.
    let value = match u32::from(c) {
        point @ 0xff10..=0xff19 => point - 0xff10,
        point @ 0x0660..=0x0669 => point - 0x0660,
        point @ 0x06f0..=0x06f9 => point - 0x06f0,
        point @ 0x0966..=0x096f => point - 0x0966,
        _ => return c,
    };
    char::from_digit(value, 10).unwrap_or(c)
}

/// With a point before the decimals and nothing between other digits; none where the marks make no number.
fn plain(run: &str) -> Option<String> {
    let marks: Vec<(usize, char)> = run.char_indices().filter(|(_, c)| matches!(c, ',' | '.')).collect();
    let (Some((_, first)), Some((last_at, last))) = (marks.first(), marks.last()) else { return Some(run.to_owned()) };
    let bare = |text: &str| text.replace([',', '.'], "");
    // `0,125` is a fraction: nothing begins with a group of one zero.
    let leads = !run.trim_start_matches('-').starts_with('0');
    let groups = |text: &str, mark: char| {
        let mut parts = text.trim_start_matches('-').split(mark);
        let head = parts.next().unwrap_or_default();
        (1..=3).contains(&head.len()) && parts.all(|part| part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    match marks.iter().filter(|(_, mark)| mark == last).count() {
        // One mark after others of the other kind: `1.234,5`.
        1 if first != last => {
            let (whole, decimals) = (run.get(..*last_at)?, run.get(last_at + 1..)?);
            groups(whole, *first).then(|| format!("{}.{decimals}", bare(whole)))
        }
        1 if leads && groups(run, *last) => Some(bare(run)),
        1 => Some(run.replace(',', ".")),
        _ if first == last && groups(run, *last) => Some(bare(run)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("40 %", 40.0)]
    #[case("5 minutes", 5.0)]
    #[case("Battery 85", 85.0)]
    #[case("1,000", 1000.0)]
    #[case("1.000", 1000.0)]
    #[case("12.345.678", 12_345_678.0)]
    #[case("1,234.5", 1234.5)]
    #[case("1.234,5", 1234.5)]
    #[case("3,5 GB", 3.5)]
    #[case("0,125", 0.125)]
    #[case("0.125", 0.125)]
    #[case("-7 °C", -7.0)]
    #[case("\u{2212}7", -7.0)]
    #[case("10\u{202f}000 m", 10_000.0)]
    #[case("\u{664}\u{662}", 42.0)]
    #[case("１２", 12.0)]
    fn a_number_is_read_whatever_stands_around_it(#[case] text: &str, #[case] is: f64) {
        assert_eq!(number(text), Some(is));
    }

    #[rstest]
    #[case("")]
    #[case("none")]
    #[case("5 of 7")]
    #[case("8:30")]
    #[case("10.0.2.16")]
    #[case("1,23,456.7.8")]
    fn what_is_no_single_number_is_none(#[case] text: &str) {
        assert_eq!(number(text), None);
    }

    proptest! {
        #[test]
        fn every_number_is_read_back(n in -1_000_000_000_i64..1_000_000_000) {
            prop_assert_eq!(number(&n.to_string()), Some(n as f64));
        }

        #[test]
        fn nothing_makes_it_panic(text in ".{0,40}") {
            let _ = number(&text);
        }
    }
}
