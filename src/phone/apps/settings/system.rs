//! System, Languages, Date & time, Tips.

use super::{Facts, dialog, page};
use crate::phone::act::Act;
use crate::phone::environment::{self, LANGUAGES, ZONES};
use crate::phone::page::{Condition, Glance, Line, Page};
use crate::phone::row::{Row, choice, footer, header, link, plain, switch};
use crate::phone::view::Icon;

pub(super) fn facts() -> Facts {
    vec![
        ("language", "en-US".into()),
        ("language_at_restart", "".into()),
        ("automatic_time", true.into()),
        ("automatic_time_zone", true.into()),
        ("time_zone", "UTC".into()),
        ("location_time_zone", false.into()),
        ("twenty_four_hours", false.into()),
        ("quick_tap", false.into()),
        ("lift_to_check_phone", true.into()),
        ("one_handed_mode", false.into()),
        ("flip_to_shhh", false.into()),
        ("double_tap_power_camera", true.into()),
        ("automatic_updates", true.into()),
        ("spell_checker", true.into()),
        ("backup", false.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        page("settings/system", "System")
            .row(
                link("Languages", "settings/languages")
                    .summary("System languages, app languages, regional preferences")
                    .icon(Icon::Language),
            )
            .row(
                link("Keyboard", "settings/keyboard")
                    .summary("On-screen keyboard, physical keyboard, tools")
                    .icon(Icon::Language),
            )
            .row(link("Gestures", "settings/gestures").icon(Icon::Devices))
            .row(link("Date & time", "settings/date_and_time").summary(Line::Of(zone)).icon(Icon::Clock))
            .row(link("Backup", "settings/backup").summary(Line::OnOff("backup")).icon(Icon::Save))
            .row(link("Software updates", "settings/updates").summary("Up to date").icon(Icon::System))
            .row(plain("Reset options").icon(Icon::Clear)),
        page("settings/languages", "Languages")
            .found_by("locale translate")
            .row(link("System languages", "settings/system_languages").summary(Line::Of(language)))
            .row(plain("App languages").summary("Set the language for each app"))
            .row(plain("Regional preferences").summary("Set units and number preferences")),
        dialog("settings/system_languages", "System languages").rows_of(languages).button("Cancel", Act::Leave),
        page("settings/keyboard", "Keyboard")
            .row(plain("On-screen keyboard").summary("Gboard"))
            .row(plain("Physical keyboard").summary("Not connected"))
            .row(switch("Spell checker", "spell_checker")),
        page("settings/gestures", "Gestures")
            .row(switch("Quick Tap to start actions", "quick_tap"))
            .row(switch("Quickly open camera", "double_tap_power_camera").summary("Press the power button twice"))
            .row(switch("Flip to Shhh", "flip_to_shhh").summary("Place your phone face down to turn on Do Not Disturb"))
            .row(switch("Lift to check phone", "lift_to_check_phone"))
            .row(switch("One-handed mode", "one_handed_mode")),
        date_and_time(),
        dialog("settings/time_zone", "Time zone").rows_of(zones).button("Cancel", Act::Leave),
        page("settings/backup", "Backup").row(switch("Back up device data", "backup")),
        page("settings/updates", "Software updates")
            .row(
                plain("Your system is up to date")
                    .summary(Line::Of(|glance| format!("Android {}", glance.facts.text("android_version")))),
            )
            .row(switch("Automatic system updates", "automatic_updates").summary("Apply updates when device restarts")),
        page("settings/tips", "Tips & support")
            .row(footer("Tips and support need an internet account, and there is none on this phone.")),
    ]
}

pub(super) fn zone(glance: &Glance<'_>) -> String {
    environment::zone_line(glance.facts.text("time_zone"), glance.now.timestamp())
}

fn zones(glance: &Glance<'_>) -> Vec<Row> {
    let at = glance.now.timestamp();
    ZONES.iter().map(|(_, iana)| choice(environment::zone_line(iana, at), "time_zone", *iana)).collect()
}

fn language(glance: &Glance<'_>) -> String {
    environment::language(glance.facts.text("language")).to_owned()
}

fn languages(_: &Glance<'_>) -> Vec<Row> {
    LANGUAGES.iter().map(|(name, locale)| choice(*name, "language", *locale)).collect()
}

fn date_and_time() -> Page {
    page("settings/date_and_time", "Date & time")
        .row(switch("Set time automatically", "automatic_time"))
        .row(
            plain("Date")
                .summary(Line::Of(|glance| glance.now.strftime("%B %-d, %Y").to_string()))
                .works_if(Condition::Off("automatic_time")),
        )
        .row(
            plain("Time")
                .summary(Line::Of(|glance| {
                    let format = if glance.on("twenty_four_hours") { "%H:%M" } else { "%-I:%M\u{202f}%p" };
                    glance.now.strftime(format).to_string()
                }))
                .works_if(Condition::Off("automatic_time")),
        )
        .row(header("Time zone"))
        .row(switch("Set time zone automatically", "automatic_time_zone"))
        .row(
            switch("Use location to set time zone", "location_time_zone")
                .summary(Line::Of(|glance| (if glance.on("location") { "" } else { "Location is off" }).to_owned()))
                .works_if(Condition::On("automatic_time_zone")),
        )
        .row(
            link("Time zone", "settings/time_zone")
                .summary(Line::Of(zone))
                .works_if(Condition::Off("automatic_time_zone")),
        )
        .row(header("Time format"))
        .row(switch("Use 24-hour format", "twenty_four_hours").summary(Line::Of(|glance| {
            (if glance.on("twenty_four_hours") { "13:00" } else { "1:00\u{202f}PM" }).to_owned()
        })))
}
