//! Where the phone is, what time zone it is in and what language it speaks: how these are written, and which there are.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use thiserror::Error;

/// The clipboard takes no more characters than this.
pub(super) const LONGEST_CLIP: usize = 100_000;

/// What the phone cannot be set to.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadEnvironment {
    /// No time zone has this name.
    #[error("{0:?} is no time zone: name one of the IANA database, as Europe/Berlin")]
    Zone(String),
    /// It is not shaped as a locale is.
    #[error("{0:?} is no locale: write language and region, as de-DE")]
    Locale(String),
    /// The clipboard does not hold so much.
    #[error("a text of {0} characters is too long for the clipboard, which holds {LONGEST_CLIP}")]
    Clip(usize),
}

/// A place on Earth, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    latitude: f64,
    longitude: f64,
}

// Degrees are finite by construction.
impl Eq for Position {}

impl Position {
    /// Where a new phone is.
    pub const DEFAULT: Self = Self { latitude: 37.422, longitude: -122.084 };

    /// The place at this latitude, from -90 to 90, and longitude, from -180 to 180. None beyond that.
    #[must_use]
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let known = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
        known.then_some(Self { latitude, longitude })
    }

    /// Degrees north.
    #[must_use]
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Degrees east.
    #[must_use]
    pub fn longitude(self) -> f64 {
        self.longitude
    }
}

impl fmt::Display for Position {
    /// As `52.52,13.405`, without loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.latitude, self.longitude)
    }
}

impl FromStr for Position {
    type Err = ();

    fn from_str(written: &str) -> Result<Self, ()> {
        let (latitude, longitude) = written.split_once(',').ok_or(())?;
        let degrees = |text: &str| text.parse::<f64>().map_err(drop);
        Self::new(degrees(latitude)?, degrees(longitude)?).ok_or(())
    }
}

/// The time zone of exactly this name.
///
/// # Errors
/// The database has none.
pub(super) fn zone(name: &str) -> Result<TimeZone, BadEnvironment> {
    let zone = TimeZone::get(name).ok().filter(|zone| zone.iana_name() == Some(name));
    zone.ok_or_else(|| BadEnvironment::Zone(name.to_owned()))
}

/// A locale as the service takes it: two or three letters for a language, maybe four for a script, maybe two for a
/// region, as `de-DE` or `zh-Hans-CN`.
///
/// # Errors
/// It is shaped otherwise.
pub(super) fn locale(name: &str) -> Result<(), BadEnvironment> {
    let all = |part: &str, fits: fn(&u8) -> bool| part.as_bytes().iter().all(fits);
    let script = |part: &&str| {
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        part.len() == 4 && all(first, u8::is_ascii_uppercase) && all(rest, u8::is_ascii_lowercase)
    };
    let mut parts = name.split('-').peekable();
    let language = parts.next().is_some_and(|part| (2..=3).contains(&part.len()) && all(part, u8::is_ascii_lowercase));
    let _ = parts.next_if(script);
    let _ = parts.next_if(|part| part.len() == 2 && all(part, u8::is_ascii_uppercase));
    if language && parts.next().is_none() { Ok(()) } else { Err(BadEnvironment::Locale(name.to_owned())) }
}

/// Languages that Settings offers: name, locale.
pub(super) const LANGUAGES: &[(&str, &str)] = &[
    ("English (United States)", "en-US"),
    ("English (United Kingdom)", "en-GB"),
    ("Deutsch (Deutschland)", "de-DE"),
    ("Espa\u{f1}ol (Espa\u{f1}a)", "es-ES"),
    ("Fran\u{e7}ais (France)", "fr-FR"),
    ("Italiano (Italia)", "it-IT"),
    ("Portugu\u{ea}s (Brasil)", "pt-BR"),
    ("\u{65e5}\u{672c}\u{8a9e} (\u{65e5}\u{672c})", "ja-JP"),
];

/// What a language calls itself; its locale if it is not known.
pub(super) fn language(locale: &str) -> &str {
    LANGUAGES.iter().find(|(_, known)| *known == locale).map_or(locale, |(name, _)| name)
}

/// Time zones that Settings offers: name, IANA name.
pub(super) const ZONES: &[(&str, &str)] = &[
    ("Hawaii-Aleutian Time", "Pacific/Honolulu"),
    ("Alaska Time", "America/Anchorage"),
    ("Pacific Time", "America/Los_Angeles"),
    ("Mountain Time", "America/Denver"),
    ("Central Time", "America/Chicago"),
    ("Eastern Time", "America/New_York"),
    ("Brasilia Time", "America/Sao_Paulo"),
    ("Coordinated Universal Time", "UTC"),
    ("United Kingdom Time", "Europe/London"),
    ("Central European Time", "Europe/Berlin"),
    ("Eastern European Time", "Europe/Athens"),
    ("East Africa Time", "Africa/Nairobi"),
    ("Gulf Standard Time", "Asia/Dubai"),
    ("India Standard Time", "Asia/Kolkata"),
    ("China Standard Time", "Asia/Shanghai"),
    ("Japan Standard Time", "Asia/Tokyo"),
    ("Sydney Time", "Australia/Sydney"),
    ("New Zealand Time", "Pacific/Auckland"),
];

/// A time zone as Settings writes it, with its offset at this instant: `GMT+02:00 Central European Time`.
pub(super) fn zone_line(iana: &str, at: Timestamp) -> String {
    let minutes = zone(iana).map_or(0, |zone| zone.to_offset(at).seconds() / 60);
    let sign = if minutes < 0 { '-' } else { '+' };
    let name = ZONES.iter().find(|(_, known)| *known == iana).map_or(iana, |(name, _)| name);
    format!("GMT{sign}{:02}:{:02} {name}", minutes.abs() / 60, minutes.abs() % 60)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[test]
    fn every_zone_and_language_that_is_offered_exists() {
        assert!(ZONES.iter().all(|(_, iana)| zone(iana).is_ok()));
        assert!(LANGUAGES.iter().all(|(_, tag)| locale(tag).is_ok()));
    }

    #[rstest]
    #[case::summer("Europe/Berlin", "2026-09-01T10:00:00Z", "GMT+02:00 Central European Time")]
    #[case::winter("Europe/Berlin", "2026-12-01T10:00:00Z", "GMT+01:00 Central European Time")]
    #[case::half_an_hour("Asia/Kolkata", "2026-09-01T10:00:00Z", "GMT+05:30 India Standard Time")]
    #[case::west("America/St_Johns", "2026-12-01T10:00:00Z", "GMT-03:30 America/St_Johns")]
    #[case::none("UTC", "2026-09-01T10:00:00Z", "GMT+00:00 Coordinated Universal Time")]
    fn a_zone_is_written_with_its_offset_then(#[case] iana: &str, #[case] at: &str, #[case] line: &str) {
        assert_eq!(zone_line(iana, at.parse().unwrap()), line);
    }

    #[rstest]
    #[case::nothing("")]
    #[case::place("Berlin")]
    #[case::small("europe/berlin")]
    #[case::offset("+02:00")]
    #[case::path("../etc/passwd")]
    #[case::long("Europe/Berlin/Mitte")]
    fn what_is_no_zone_is_refused(#[case] name: &str) {
        assert_eq!(zone(name).unwrap_err(), BadEnvironment::Zone(name.to_owned()));
    }

    #[rstest]
    #[case("de", true)]
    #[case("de-DE", true)]
    #[case("es-419", false)]
    #[case("zh-Hant-TW", true)]
    #[case("", false)]
    #[case("de_DE", false)]
    #[case("DE-de", false)]
    #[case("german", false)]
    #[case("de-DE-x", false)]
    #[case("d\u{e9}-DE", false)]
    fn a_locale_has_a_shape(#[case] name: &str, #[case] is: bool) {
        assert_eq!(locale(name).is_ok(), is);
    }

    proptest! {
        #[test]
        fn a_position_is_read_as_it_is_written(latitude in -90.0..=90.0_f64, longitude in -180.0..=180.0_f64) {
            let position = Position::new(latitude, longitude).unwrap();
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn no_position_lies_beyond_the_poles() {
        assert_eq!([Position::new(90.1, 0.0), Position::new(0.0, -181.0), Position::new(f64::NAN, 0.0)], [None; 3]);
    }
}
