//! What follows from what: settings that change others, and schedules.

use jiff::ZonedDateTime;
use jiff::civil::Time;

use super::facts::{Facts, Value};

/// Dark theme is switched by hand alone.
pub(super) const NEVER: i64 = 0;
/// Dark theme goes on and off at custom times.
pub(super) const CUSTOM: i64 = 1;
/// Dark theme is on from sunset to sunrise.
pub(super) const SUNSET: i64 = 2;

/// What else changes when a fact was just given this value.
pub(super) fn consequences(facts: &Facts, key: &str, value: &Value) -> Vec<(&'static str, Value)> {
    let on = matches!(value, Value::Flag(true));
    match key {
        // Airplane mode remembers which radios it turned off, and turns them on again.
        "airplane_mode" if on => vec![
            ("wifi_before_airplane", Value::Flag(facts.on("wifi"))),
            ("bluetooth_before_airplane", Value::Flag(facts.on("bluetooth"))),
            ("wifi", Value::Flag(false)),
            ("bluetooth", Value::Flag(false)),
            ("hotspot", Value::Flag(false)),
        ],
        "airplane_mode" => vec![
            ("wifi", Value::Flag(facts.on("wifi_before_airplane") || facts.on("wifi"))),
            ("bluetooth", Value::Flag(facts.on("bluetooth_before_airplane") || facts.on("bluetooth"))),
        ],
        // A language chosen now is spoken now, whatever waited for the next start.
        "language" => vec![("language_at_restart", "".into())],
        _ => Vec::new(),
    }
}

/// What schedules change between two instants.
pub(super) fn scheduled(facts: &Facts, from: &ZonedDateTime, to: &ZonedDateTime) -> Vec<(&'static str, Value)> {
    let (start, end) = match facts.number("dark_theme_schedule") {
        CUSTOM => (time(facts.number("dark_theme_start")), time(facts.number("dark_theme_end"))),
        SUNSET => (time(19 * 60 + 30), time(6 * 60 + 30)),
        _ => return Vec::new(),
    };
    let last = |at: Time| latest(at, to).filter(|passed| passed > from);
    match (last(start), last(end)) {
        (None, None) => Vec::new(),
        (start, end) => vec![("dark_theme", Value::Flag(start > end))],
    }
}

/// When it was last this time of day.
fn latest(at: Time, now: &ZonedDateTime) -> Option<ZonedDateTime> {
    let today = now.with().time(at).build().ok()?;
    if today <= *now { Some(today) } else { today.yesterday().ok() }
}

fn time(minutes: i64) -> Time {
    let part = |number: i64| i8::try_from(number).unwrap_or_default();
    Time::new(part(minutes.rem_euclid(1440) / 60), part(minutes.rem_euclid(60)), 0, 0).unwrap_or(Time::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> ZonedDateTime {
        format!("{text}+00:00[UTC]").parse().unwrap()
    }

    fn custom() -> Facts {
        Facts::given([
            ("dark_theme_schedule", CUSTOM.into()),
            ("dark_theme_start", (22 * 60).into()),
            ("dark_theme_end", (6 * 60).into()),
        ])
    }

    #[test]
    fn a_custom_schedule_turns_dark_theme_on_at_its_start_and_off_at_its_end() {
        let facts = custom();
        let evening = scheduled(&facts, &at("2026-09-01T21:59:00"), &at("2026-09-01T22:00:30"));
        assert_eq!(evening, [("dark_theme", Value::Flag(true))]);
        let morning = scheduled(&facts, &at("2026-09-01T23:00:00"), &at("2026-09-02T06:30:00"));
        assert_eq!(morning, [("dark_theme", Value::Flag(false))]);
    }

    #[test]
    fn a_schedule_does_nothing_between_its_times() {
        assert_eq!(scheduled(&custom(), &at("2026-09-01T22:01:00"), &at("2026-09-01T23:59:00")), []);
        assert_eq!(scheduled(&Facts::default(), &at("2026-09-01T00:00:00"), &at("2026-09-09T00:00:00")), []);
    }

    #[test]
    fn airplane_mode_turns_the_radios_off_and_on_again_as_they_were() {
        let facts = Facts::given([("wifi", true.into()), ("bluetooth", false.into())]);
        let on = consequences(&facts, "airplane_mode", &true.into());
        assert!(on.contains(&("wifi", false.into())) && on.contains(&("wifi_before_airplane", true.into())));
        let facts = Facts::given([("wifi", false.into()), ("wifi_before_airplane", true.into())]);
        let off = consequences(&facts, "airplane_mode", &false.into());
        assert!(off.contains(&("wifi", true.into())) && off.contains(&("bluetooth", false.into())));
    }
}
