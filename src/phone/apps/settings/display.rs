//! Display and what lies below it (mobilerun-api.md 6.4), and Wallpaper & style.

use super::{Facts, choice_dialog, choice_row, page};
use crate::phone::apps::system::BRIGHTNESS;
use crate::phone::page::{Choices, Condition, Glance, Line, Page};
use crate::phone::row::{Row, bar, footer, header, link, radio, slider, switch, two_target};
use crate::phone::rules::{CUSTOM, NEVER, SUNSET};
use crate::phone::view::Icon;

/// In milliseconds, as Android keeps it.
const TIMEOUTS: Choices = &[
    ("15 seconds", 15_000),
    ("30 seconds", 30_000),
    ("1 minute", 60_000),
    ("2 minutes", 120_000),
    ("5 minutes", 300_000),
    ("10 minutes", 600_000),
    ("30 minutes", 1_800_000),
];
const SCHEDULES: Choices =
    &[("None", NEVER), ("Turns on at custom time", CUSTOM), ("Turns on from sunset to sunrise", SUNSET)];
const NIGHT_SCHEDULES: Choices = &[("None", 0), ("Turns on at custom time", 1), ("Turns on from sunset to sunrise", 2)];
pub(super) const COLORS: Choices = &[("Natural", 0), ("Boosted", 1), ("Adaptive", 3)];
const SAVERS: Choices = &[("None", 0), ("Clock", 1), ("Colors", 2)];
/// Minutes of the day.
const EVENINGS: Choices =
    &[("8:00\u{202f}PM", 1200), ("9:00\u{202f}PM", 1260), ("10:00\u{202f}PM", 1320), ("11:00\u{202f}PM", 1380)];
const MORNINGS: Choices =
    &[("5:00\u{202f}AM", 300), ("6:00\u{202f}AM", 360), ("7:00\u{202f}AM", 420), ("8:00\u{202f}AM", 480)];

pub(super) fn facts() -> Facts {
    vec![
        ("brightness", 42.into()),
        ("adaptive_brightness", true.into()),
        ("screen_timeout", 30_000.into()),
        ("lock_screen_notifications", true.into()),
        ("lock_screen_device_controls", false.into()),
        ("double_tap_to_check_phone", true.into()),
        ("now_playing", false.into()),
        ("always_show_time_and_info", false.into()),
        ("wake_screen_for_notifications", false.into()),
        ("dark_theme", false.into()),
        ("dark_theme_schedule", NEVER.into()),
        ("dark_theme_start", 1320.into()),
        ("dark_theme_end", 360.into()),
        ("font_size", 100.into()),
        ("display_size", 100.into()),
        ("bold_text", false.into()),
        ("high_contrast_text", false.into()),
        ("colors", 3.into()),
        ("night_light", false.into()),
        ("night_light_schedule", 0.into()),
        ("night_light_intensity", 50.into()),
        ("auto_rotate", false.into()),
        ("smooth_display", true.into()),
        ("screen_attention", false.into()),
        ("screen_saver", false.into()),
        ("screen_saver_choice", 1.into()),
        ("themed_icons", false.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        display(),
        page("settings/adaptive_brightness", "Adaptive brightness")
            .row(bar("Use adaptive brightness", "adaptive_brightness"))
            .row(footer("Your screen brightness will automatically adjust to your environment and activities. You can move the slider manually to help adaptive brightness learn your preferences.")),
        lock_screen(),
        choice_dialog("settings/screen_timeout", "Screen timeout", "screen_timeout", TIMEOUTS),
        dark_theme(),
        choice_dialog("settings/dark_theme_schedule", "Schedule", "dark_theme_schedule", SCHEDULES),
        choice_dialog("settings/dark_theme_start", "Start time", "dark_theme_start", EVENINGS),
        choice_dialog("settings/dark_theme_end", "End time", "dark_theme_end", MORNINGS),
        page("settings/text_size", "Display size and text")
            .found_by("font large small zoom scale bigger")
            .row(slider("Font size", "font_size", 85, 200))
            .row(slider("Display size", "display_size", 85, 150))
            .row(switch("Bold text", "bold_text"))
            .row(switch("High contrast text", "high_contrast_text").summary("Change the text color to black or white. Maximizes contrast with the background.")),
        page("settings/colors", "Colors")
            .row(radio("Natural", "colors", 0))
            .row(radio("Boosted", "colors", 1))
            .row(radio("Adaptive", "colors", 3)),
        page("settings/night_light", "Night Light")
            .found_by("amber tint blue")
            .row(bar("Use Night Light", "night_light"))
            .row(choice_row("Schedule", "settings/night_light_schedule", "night_light_schedule", NIGHT_SCHEDULES))
            .row(slider("Intensity", "night_light_intensity", 0, 100).works_if(Condition::On("night_light")))
            .row(footer("Night Light tints your screen amber. This makes it easier to look at your screen in dim light, and may help you fall asleep.")),
        choice_dialog("settings/night_light_schedule", "Schedule", "night_light_schedule", NIGHT_SCHEDULES),
        page("settings/screen_saver", "Screen saver")
            .found_by("dream daydream")
            .row(bar("Use screen saver", "screen_saver"))
            .row(choice_row("Screen saver", "settings/screen_saver_choice", "screen_saver_choice", SAVERS).works_if(Condition::On("screen_saver"))),
        choice_dialog("settings/screen_saver_choice", "Screen saver", "screen_saver_choice", SAVERS),
        page("settings/wallpaper", "Wallpaper & style")
            .row(switch("Dark theme", "dark_theme").works_if(Condition::Off("battery_saver")))
            .row(switch("Themed icons", "themed_icons").summary("Beta")),
    ]
}

fn display() -> Page {
    page("settings/display", "Display")
        .row(header("Brightness"))
        .row(link("Brightness level", BRIGHTNESS).summary(Line::Percent("brightness")).found_by("dim screen light"))
        .row(
            two_target("Adaptive brightness", "adaptive_brightness", "settings/adaptive_brightness")
                .summary(Line::OnOff("adaptive_brightness")),
        )
        .row(header("Lock display"))
        .row(link("Lock screen", "settings/lock_screen").summary("Show all notification content"))
        .row(timeout_row())
        .row(header("Appearance"))
        .row(dark_theme_row())
        .row(link("Display size and text", "settings/text_size"))
        .row(header("Color"))
        .row(choice_row("Colors", "settings/colors", "colors", COLORS))
        .row(night_light_row())
        .row(header("Other display controls"))
        .row(switch("Auto-rotate screen", "auto_rotate").found_by("orientation rotation turn landscape"))
        .row(
            switch("Smooth Display", "smooth_display")
                .summary("Automatically raises the refresh rate for some content. Increases battery usage."),
        )
        .row(switch("Screen attention", "screen_attention").summary("Keeps the screen on while you look at it"))
        .row(link("Screen saver", "settings/screen_saver").summary(Line::OnOff("screen_saver")))
}

pub(super) fn timeout_row() -> Row {
    link("Screen timeout", "settings/screen_timeout")
        .summary(Line::Of(|glance| format!("After {} of inactivity", glance.chosen("screen_timeout", TIMEOUTS))))
        .found_by("sleep inactivity turn off")
}

pub(super) fn dark_theme_row() -> Row {
    two_target("Dark theme", "dark_theme", "settings/dark_theme")
        .summary(Line::Of(dark_theme_state))
        .works_if(Condition::Off("battery_saver"))
}

fn dark_theme_state(glance: &Glance<'_>) -> String {
    if glance.on("battery_saver") {
        return "Temporarily disabled due to Battery Saver".to_owned();
    }
    let (state, other, when) = if glance.on("dark_theme") { ("On", "off", "sunrise") } else { ("Off", "on", "sunset") };
    let at = match other {
        "off" => glance.chosen("dark_theme_end", MORNINGS),
        _ => glance.chosen("dark_theme_start", EVENINGS),
    };
    match glance.number("dark_theme_schedule") {
        NEVER => state.to_owned(),
        CUSTOM => format!("{state} / Will turn {other} automatically at {at}"),
        _ => format!("{state} / Will turn {other} automatically at {when}"),
    }
}

pub(super) fn night_light_row() -> Row {
    two_target("Night Light", "night_light", "settings/night_light").summary(Line::Of(|glance| {
        let on = glance.on("night_light");
        let state = if on { "On" } else { "Off" };
        match (glance.number("night_light_schedule"), on) {
            (0, true) => format!("{state} / Will never turn off automatically"),
            (0, false) => format!("{state} / Will never turn on automatically"),
            (1, true) => format!("{state} / Will turn off automatically at 6:00\u{202f}AM"),
            (1, false) => format!("{state} / Will turn on automatically at 10:00\u{202f}PM"),
            (_, true) => format!("{state} / Will turn off automatically at sunrise"),
            (_, false) => format!("{state} / Will turn on automatically at sunset"),
        }
    }))
}

fn lock_screen() -> Page {
    page("settings/lock_screen", "Lock screen")
        .row(header("What to show"))
        .row(switch("Show sensitive content on lock screen", "lock_screen_notifications"))
        .row(
            switch("Use device controls", "lock_screen_device_controls")
                .summary("Control external devices without unlocking your phone if allowed by the device controls app"),
        )
        .row(switch("Now Playing", "now_playing"))
        .row(header("When to show"))
        .row(switch("Tap to check phone", "double_tap_to_check_phone"))
        .row(switch("Always show time and info", "always_show_time_and_info").summary("Increased battery usage"))
        .row(switch("Wake screen for notifications", "wake_screen_for_notifications"))
}

fn dark_theme() -> Page {
    page("settings/dark_theme", "Dark theme")
        .found_by("night mode black")
        .row(bar("Use Dark theme", "dark_theme").works_if(Condition::Off("battery_saver")))
        .row(
            choice_row("Schedule", "settings/dark_theme_schedule", "dark_theme_schedule", SCHEDULES)
                .works_if(Condition::Off("battery_saver")),
        )
        .row(
            choice_row("Start time", "settings/dark_theme_start", "dark_theme_start", EVENINGS)
                .shown_if(Condition::Of(|glance| glance.number("dark_theme_schedule") == CUSTOM)),
        )
        .row(
            choice_row("End time", "settings/dark_theme_end", "dark_theme_end", MORNINGS)
                .shown_if(Condition::Of(|glance| glance.number("dark_theme_schedule") == CUSTOM)),
        )
        .row(
            footer("Dark theme uses a black background to help keep your battery alive longer on some screens. Dark theme schedules wait to turn on until your screen is off.")
                .icon(Icon::Info),
        )
}
