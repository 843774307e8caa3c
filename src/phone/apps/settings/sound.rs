//! Sound & vibration, Battery, Storage.

use super::{Facts, choice_dialog, choice_row, page};
use crate::phone::page::{Choices, Condition, Line, Page};
use crate::phone::row::{bar, footer, header, link, plain, slider, switch, two_target};
use crate::phone::view::Icon;

const RINGTONES: Choices = &[("None", 0), ("Your New Adventure", 1), ("Beats", 2), ("Dance Party", 3), ("Zen", 4)];

pub(super) fn facts() -> Facts {
    vec![
        ("media_volume", 40.into()),
        ("call_volume", 60.into()),
        ("ring_volume", 70.into()),
        ("notification_volume", 70.into()),
        ("alarm_volume", 80.into()),
        ("do_not_disturb", false.into()),
        ("do_not_disturb_repeat_callers", true.into()),
        ("ringtone", 1.into()),
        ("notification_sound", 2.into()),
        ("vibration", true.into()),
        ("touch_feedback", true.into()),
        ("dial_pad_tones", true.into()),
        ("screen_locking_sound", true.into()),
        ("charging_sounds", true.into()),
        ("tap_sounds", true.into()),
        ("live_caption", false.into()),
        ("battery_level", 87.into()),
        ("battery_saver", false.into()),
        ("adaptive_battery", true.into()),
        ("battery_percentage", false.into()),
        ("adaptive_charging", true.into()),
        ("smart_storage", false.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        sound(),
        page("settings/do_not_disturb", "Do Not Disturb")
            .found_by("silent quiet dnd modes mute")
            .row(bar("Use Do Not Disturb", "do_not_disturb"))
            .row(header("What can interrupt"))
            .row(switch("Allow repeat callers", "do_not_disturb_repeat_callers").summary("If the same person calls a second time within 15 minutes")),
        choice_dialog("settings/ringtone", "Phone ringtone", "ringtone", RINGTONES),
        choice_dialog("settings/notification_sound", "Default notification sound", "notification_sound", RINGTONES),
        page("settings/vibration", "Vibration & haptics")
            .row(bar("Use vibration & haptics", "vibration"))
            .row(switch("Touch feedback", "touch_feedback").works_if(Condition::On("vibration"))),
        page("settings/live_caption", "Live Caption").row(bar("Use Live Caption", "live_caption")),
        page("settings/battery", "Battery")
            .row(plain(Line::Percent("battery_level")).summary("About 1 day, 4 hr left"))
            .row(link("Battery usage", "settings/battery_usage").summary("View usage for past 24 hr"))
            .row(link("Battery Saver", "settings/battery_saver").summary(Line::OnOff("battery_saver")))
            .row(link("Adaptive preferences", "settings/adaptive_battery").summary("Adaptive Charging, Adaptive Battery").found_by("adaptive charging"))
            .row(switch("Battery percentage", "battery_percentage").summary("Show battery percentage in status bar")),
        page("settings/battery_usage", "Battery usage")
            .row(header("Battery usage since last full charge"))
            .row(plain("Screen").summary("38%").icon(Icon::Display))
            .row(plain("Mobile network").summary("11%").icon(Icon::Sim))
            .row(plain("Settings").summary("2%").icon(Icon::Gear)),
        page("settings/battery_saver", "Battery Saver")
            .found_by("power saving energy low")
            .row(bar("Use Battery Saver", "battery_saver"))
            .row(footer("Battery Saver limits or turns off background activity, some visual effects, certain features, and some network connections.")),
        page("settings/adaptive_battery", "Adaptive preferences")
            .row(switch("Adaptive Charging", "adaptive_charging").summary("Charges your device based on your usage"))
            .row(switch("Adaptive Battery", "adaptive_battery").summary("Extends battery life based on your phone use")),
        page("settings/storage", "Storage")
            .row(plain("54 GB used").summary("128 GB total"))
            .row(two_target("Smart Storage", "smart_storage", "settings/smart_storage").summary(Line::OnOff("smart_storage")))
            .row(plain("Apps").summary("11 GB").icon(Icon::Apps))
            .row(plain("Images").summary("6.2 GB").icon(Icon::Camera))
            .row(plain("Videos").summary("14 GB").icon(Icon::Camera))
            .row(plain("Audio").summary("1.1 GB").icon(Icon::Music))
            .row(plain("Documents & other").summary("3.0 GB").icon(Icon::File))
            .row(plain("System").summary("18 GB").icon(Icon::System))
            .row(plain("Trash").summary("0 B").icon(Icon::Delete)),
        page("settings/smart_storage", "Smart Storage")
            .row(bar("Use Smart Storage", "smart_storage"))
            .row(footer("Smart Storage automatically removes backed up photos & videos older than 60 days when your storage is less than 25% free.")),
    ]
}

fn sound() -> Page {
    page("settings/sound", "Sound & vibration")
        .found_by("volume ringtone loud quiet")
        .row(slider("Media volume", "media_volume", 0, 100).icon(Icon::Music))
        .row(slider("Call volume", "call_volume", 0, 100).icon(Icon::Call))
        .row(slider("Ring volume", "ring_volume", 0, 100).icon(Icon::Bell))
        .row(slider("Notification volume", "notification_volume", 0, 100).icon(Icon::Bell))
        .row(slider("Alarm volume", "alarm_volume", 0, 100).icon(Icon::Clock))
        .row(link("Do Not Disturb", "settings/do_not_disturb").summary(Line::OnOff("do_not_disturb")))
        .row(choice_row("Phone ringtone", "settings/ringtone", "ringtone", RINGTONES))
        .row(two_target("Live Caption", "live_caption", "settings/live_caption").summary(Line::Of(|glance| {
            (if glance.on("live_caption") { "On" } else { "Off / Automatically caption speech" }).to_owned()
        })))
        .row(choice_row("Default notification sound", "settings/notification_sound", "notification_sound", RINGTONES))
        .row(link("Vibration & haptics", "settings/vibration").summary(Line::OnOff("vibration")))
        .row(switch("Dial pad tones", "dial_pad_tones"))
        .row(switch("Screen locking sound", "screen_locking_sound"))
        .row(switch("Charging sounds and vibration", "charging_sounds"))
        .row(switch("Tap & click sounds", "tap_sounds"))
}
