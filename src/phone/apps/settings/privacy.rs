//! Accessibility, Security & privacy, Location, Safety, Accounts.

use super::{Facts, choice_dialog, choice_row, page};
use crate::phone::page::{Choices, Condition, Line, Page};
use crate::phone::row::{bar, footer, header, link, plain, slider, switch, two_target};
use crate::phone::view::Icon;

const LOCKS: Choices = &[("None", 0), ("Swipe", 1)];
const TOUCH_DELAYS: Choices =
    &[("Short (0.5 seconds)", 500), ("Medium (1.0 second)", 1000), ("Long (1.5 seconds)", 1500)];

pub(super) fn facts() -> Facts {
    vec![
        ("talkback", false.into()),
        ("magnification", false.into()),
        ("color_correction", false.into()),
        ("color_inversion", false.into()),
        ("extra_dim", false.into()),
        ("large_pointer", false.into()),
        ("remove_animations", false.into()),
        ("captions", false.into()),
        ("mono_audio", false.into()),
        ("audio_balance", 50.into()),
        ("touch_delay", 500.into()),
        ("screen_lock", 1.into()),
        ("camera_access", true.into()),
        ("microphone_access", true.into()),
        ("clipboard_access", true.into()),
        ("show_passwords", true.into()),
        ("play_protect", true.into()),
        ("location", true.into()),
        ("wifi_scanning", true.into()),
        ("bluetooth_scanning", false.into()),
        ("location_accuracy", true.into()),
        ("emergency_sos", true.into()),
        ("car_crash_detection", false.into()),
        ("earthquake_alerts", true.into()),
        ("sync_automatically", true.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        accessibility(),
        page("settings/talkback", "TalkBack").found_by("screen reader voice blind").row(bar("Use TalkBack", "talkback")),
        page("settings/magnification", "Magnification").row(switch("Magnification shortcut", "magnification")),
        page("settings/color_and_motion", "Color and motion")
            .row(two_target("Color correction", "color_correction", "settings/color_correction").summary(Line::OnOff("color_correction")))
            .row(switch("Color inversion", "color_inversion").found_by("invert negative"))
            .row(switch("Large mouse pointer", "large_pointer"))
            .row(switch("Remove animations", "remove_animations").summary("Reduce movement on the screen")),
        page("settings/color_correction", "Color correction")
            .found_by("color blind grayscale")
            .row(bar("Use color correction", "color_correction")),
        page("settings/extra_dim", "Extra dim").row(bar("Use extra dim", "extra_dim")),
        page("settings/audio", "Audio adjustment")
            .row(switch("Mono audio", "mono_audio").summary("Combine channels when playing audio"))
            .row(slider("Audio balance", "audio_balance", 0, 100)),
        page("settings/captions", "Caption preferences").row(bar("Show captions", "captions")),
        choice_dialog("settings/touch_delay", "Touch & hold delay", "touch_delay", TOUCH_DELAYS),
        page("settings/security", "Security & privacy")
            .row(link("App security", "settings/app_security").summary("Play Protect is on").icon(Icon::Safety))
            .row(link("Device unlock", "settings/device_unlock").summary("Screen lock").icon(Icon::Lock))
            .row(plain("Account security").summary("No account").icon(Icon::Person))
            .row(header("Privacy"))
            .row(link("Privacy controls", "settings/privacy_controls").summary("Camera, microphone, clipboard").icon(Icon::Privacy)),
        page("settings/app_security", "App security").row(switch("Scan apps with Play Protect", "play_protect")),
        page("settings/device_unlock", "Device unlock")
            .row(choice_row("Screen lock", "settings/screen_lock", "screen_lock", LOCKS).found_by("pin pattern password")),
        choice_dialog("settings/screen_lock", "Choose screen lock", "screen_lock", LOCKS),
        page("settings/privacy_controls", "Privacy controls")
            .row(switch("Camera access", "camera_access").summary("For all apps and services"))
            .row(switch("Microphone access", "microphone_access").summary("For all apps and services"))
            .row(switch("Show clipboard access", "clipboard_access").summary("Show a message when apps access text, images, or other content you\u{2019}ve copied"))
            .row(switch("Show passwords", "show_passwords").summary("Display characters briefly as you type")),
        page("settings/location", "Location")
            .found_by("gps position")
            .row(bar("Use location", "location"))
            .row(link("App location permissions", "settings/location_apps").summary(Line::Of(|glance| {
                (if glance.on("location") { "3 of 10 apps have access to location" } else { "Location is off" }).to_owned()
            })))
            .row(link("Location services", "settings/location_services"))
            .row(footer("Location may use sources like GPS, Wi\u{2011}Fi, mobile networks, and sensors to help estimate your device\u{2019}s location.")),
        page("settings/location_apps", "App location permissions")
            .row(header("Allowed only while in use"))
            .row(plain("Camera").icon(Icon::Camera))
            .row(plain("Chrome").icon(Icon::Globe))
            .row(plain("Clock").icon(Icon::Clock)),
        page("settings/location_services", "Location services")
            .row(switch("Location Accuracy", "location_accuracy").works_if(Condition::On("location")))
            .row(switch("Wi\u{2011}Fi scanning", "wifi_scanning").summary("Allow apps and services to scan for Wi\u{2011}Fi networks at any time, even when Wi\u{2011}Fi is off"))
            .row(switch("Bluetooth scanning", "bluetooth_scanning").summary("Allow apps and services to scan for nearby devices at any time, even when Bluetooth is off")),
        page("settings/safety", "Safety & emergency")
            .row(plain("Medical information").summary("Name, blood type, and more"))
            .row(plain("Emergency contacts").summary("Add a contact"))
            .row(two_target("Emergency SOS", "emergency_sos", "settings/emergency_sos").summary(Line::OnOff("emergency_sos")))
            .row(switch("Car crash detection", "car_crash_detection"))
            .row(switch("Earthquake alerts", "earthquake_alerts"))
            .row(link("Wireless emergency alerts", "settings/emergency_alerts")),
        page("settings/emergency_sos", "Emergency SOS")
            .row(bar("Use Emergency SOS", "emergency_sos"))
            .row(footer("Press the power button quickly 5 times or more to start the actions below.")),
        page("settings/accounts", "Passwords & accounts")
            .row(header("Accounts for owner"))
            .row(plain("Add account").icon(Icon::Add))
            .row(switch("Automatically sync app data", "sync_automatically").summary("Let apps refresh data automatically")),
    ]
}

fn accessibility() -> Page {
    page("settings/accessibility", "Accessibility")
        .row(header("Screen reader"))
        .row(link("TalkBack", "settings/talkback").summary(Line::Of(|glance| {
            format!("{} / Speak items on screen", if glance.on("talkback") { "On" } else { "Off" })
        })))
        .row(header("Display"))
        .row(link("Display size and text", "settings/text_size"))
        .row(link("Color and motion", "settings/color_and_motion"))
        .row(
            two_target("Extra dim", "extra_dim", "settings/extra_dim")
                .summary("Dim screen beyond your phone\u{2019}s minimum brightness"),
        )
        .row(switch("Dark theme", "dark_theme").works_if(Condition::Off("battery_saver")))
        .row(link("Magnification", "settings/magnification").summary(Line::Of(|glance| {
            format!("{} / Zoom in on the screen", if glance.on("magnification") { "On" } else { "Off" })
        })))
        .row(header("Interaction controls"))
        .row(choice_row("Touch & hold delay", "settings/touch_delay", "touch_delay", TOUCH_DELAYS))
        .row(switch("Auto-rotate screen", "auto_rotate"))
        .row(link("Vibration & haptics", "settings/vibration").summary(Line::OnOff("vibration")))
        .row(header("Captions"))
        .row(link("Caption preferences", "settings/captions").summary(Line::OnOff("captions")))
        .row(header("Audio"))
        .row(link("Audio adjustment", "settings/audio"))
}
