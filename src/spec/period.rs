//! A length of time, as people write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de};

use super::fault::quote;

/// A length of time: `250ms`, `5s`, `2m`, `1h`, or several of these together (`1m30s`). At most a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(pub Duration);

/// The longest period that is accepted.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

impl Period {
    /// A period of whole seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Period(Duration::from_secs(seconds))
    }
}

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{} is not a length of time; write one like 250ms, 5s, 2m or 1m30s", quote(text));
        let mut total = Duration::ZERO;
        let mut rest = text;
        while !rest.is_empty() {
            let unit = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
            let number: u64 = rest[..unit].parse().map_err(|_| wrong())?;
            let end = rest[unit..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |at| unit + at);
            let millis = match &rest[unit..end] {
                "ms" => 1,
                "s" => 1_000,
                "m" => 60_000,
                "h" => 3_600_000,
                _ => return Err(wrong()),
            };
            total = total.saturating_add(Duration::from_millis(number.saturating_mul(millis)));
            rest = &rest[end..];
        }
        match total {
            _ if text.is_empty() => Err(wrong()),
            total if total > LONGEST => Err(format!("{} is longer than a day", quote(text))),
            total => Ok(Period(total)),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let parts = [
            (millis / 3_600_000, "h"),
            (millis / 60_000 % 60, "m"),
            (millis / 1_000 % 60, "s"),
            (millis % 1_000, "ms"),
        ];
        if millis == 0 {
            return f.write_str("0s");
        }
        parts.iter().filter(|(number, _)| *number > 0).try_for_each(|(number, unit)| write!(f, "{number}{unit}"))
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("250ms", 250)]
    #[case("5s", 5_000)]
    #[case("2m", 120_000)]
    #[case("1h", 3_600_000)]
    #[case("1m30s", 90_000)]
    #[case("0s", 0)]
    fn a_period_is_read_and_written_alike(#[case] text: &str, #[case] millis: u64) {
        let period: Period = text.parse().unwrap();
        assert_eq!(period.0, Duration::from_millis(millis));
        assert_eq!(period.to_string(), text);
    }

    #[rstest]
    #[case("")]
    #[case("5")]
    #[case("s")]
    #[case("5 s")]
    #[case("-5s")]
    #[case("1.5s")]
    #[case("5sec")]
    #[case("5é")]
    #[case("99999999999999999999s")]
    #[case("18446744073709551615h")]
    #[case("25h")]
    fn anything_else_is_refused(#[case] text: &str) {
        assert!(text.parse::<Period>().is_err());
    }
}
