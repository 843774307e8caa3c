//! Pages as Android 11 has them, in the place of those of Android 15 (mobilerun-api.md 6.1, 6.4, 6.5): other names, flat
//! lists, and last rows that hide behind "Advanced".

use super::display::{COLORS, dark_theme_row, night_light_row, timeout_row};
use super::network::{PRIVATE_DNS, WIFI, connection, networks, wake};
use super::system::zone;
use super::{PACKAGE, choice_row, home, page};
use crate::phone::apps::system::BRIGHTNESS;
use crate::phone::page::{Condition, Line, Page};
use crate::phone::row::{bar, footer, header, link, plain, slider, switch, two_target};
use crate::phone::view::Icon;

/// Puts these pages in the place of those with the same names.
pub(super) fn make(pages: &mut Vec<Page>) {
    let draw = pages.iter().find(|page| page.id == home::ID).map(|page| page.draw);
    let mut older = vec![network(), wifi(), apps(), sound(), display(), security(), system(), languages()];
    older.extend(text_sizes());
    older.extend(draw.map(|draw| home_rows(Page::new(home::ID, "Settings", draw))));
    pages.retain(|page| !GONE.contains(&page.id));
    for older in older {
        match pages.iter_mut().find(|page| page.id == older.id) {
            Some(page) => *page = older,
            None => pages.push(older),
        }
    }
}

/// What nothing leads to here.
const GONE: &[&str] = &["settings/safety", "settings/emergency_sos", "settings/calls"];

fn home_rows(page: Page) -> Page {
    page.of(PACKAGE, "com.android.settings.Settings")
        .row(
            link("Network & internet", "settings/network")
                .summary(format!("{WIFI}, mobile, data usage, and hotspot"))
                .icon(Icon::Wifi),
        )
        .row(link("Connected devices", "settings/devices").summary("Bluetooth, pairing").icon(Icon::Devices))
        .row(link("Apps & notifications", "settings/apps").summary("Recent apps, default apps").icon(Icon::Apps))
        .row(link("Battery", "settings/battery").summary(Line::Percent("battery_level")).icon(Icon::Battery))
        .row(link("Display", "settings/display").summary("Wallpaper, sleep, font size").icon(Icon::Brightness))
        .row(link("Sound", "settings/sound").summary("Volume, vibration, Do Not Disturb").icon(Icon::Volume))
        .row(link("Storage", "settings/storage").summary("42% used - 74.10 GB free").icon(Icon::Storage))
        .row(
            link("Privacy", "settings/privacy_controls")
                .summary("Permissions, account activity, personal data")
                .icon(Icon::Privacy),
        )
        .row(
            link("Location", "settings/location")
                .summary(Line::Of(|glance| {
                    (if glance.on("location") { "On - 3 apps have access to location" } else { "Off" }).to_owned()
                }))
                .icon(Icon::Location),
        )
        .row(link("Security", "settings/security").summary("Screen lock, app security").icon(Icon::Lock))
        .row(link("Accounts", "settings/accounts").summary("No accounts added").icon(Icon::Person))
        .row(
            link("Accessibility", "settings/accessibility")
                .summary("Screen readers, display, interaction controls")
                .icon(Icon::Accessibility),
        )
        .row(link("System", "settings/system").summary("Languages, gestures, time, backup").icon(Icon::Info))
        .row(link("About phone", "settings/about").summary(Line::Fact("device_name")).icon(Icon::System))
        .row(link("Tips & support", "settings/tips").summary("Help articles, phone & chat").icon(Icon::Help))
}

fn network() -> Page {
    page("settings/network", "Network & internet")
        .row(
            two_target(WIFI, "wifi", "settings/internet")
                .summary(Line::Of(|glance| if glance.on("wifi") { connection(glance) } else { "Off".to_owned() }))
                .icon(Icon::Wifi)
                .found_by("wifi wireless network internet"),
        )
        .row(link("Mobile network", "settings/sims").summary("T-Mobile").icon(Icon::Sim).found_by("data roaming"))
        .row(switch("Airplane mode", "airplane_mode").icon(Icon::Airplane).found_by("flight offline"))
        .row(link("Hotspot & tethering", "settings/hotspot").summary(Line::OnOff("hotspot")).icon(Icon::Hotspot))
        .row(link("Data Saver", "settings/data_saver").summary(Line::OnOff("data_saver")).icon(Icon::Storage))
        .advanced()
        .row(link("VPN", "settings/vpn").summary("None").icon(Icon::Vpn))
        .row(choice_row("Private DNS", "settings/private_dns", "private_dns", PRIVATE_DNS))
        .row(
            two_target("Adaptive connectivity", "adaptive_connectivity", "settings/adaptive_connectivity")
                .summary(Line::OnOff("adaptive_connectivity")),
        )
}

fn wifi() -> Page {
    networks(page("settings/internet", WIFI).found_by("wifi wireless").row(bar(format!("Use {WIFI}"), "wifi")))
        .row(link(format!("{WIFI} preferences"), "settings/network_preferences").summary(Line::Of(wake)))
        .row(link("Saved networks", "settings/saved_networks").summary("1 network"))
}

fn apps() -> Page {
    page("settings/apps", "Apps & notifications")
        .row(
            link("See all apps", "settings/all_apps")
                .summary(Line::Of(|glance| {
                    format!("{} apps", glance.apps.iter().filter(|app| app.start.is_some()).count())
                }))
                .icon(Icon::Apps),
        )
        .row(link("Notifications", "settings/notifications").summary("Notification history, bubbles").icon(Icon::Bell))
        .advanced()
        .row(link("Default apps", "settings/default_apps").summary("Chrome, Phone, and Messages"))
        .row(link("Unused apps", "settings/unused_apps").summary("0 unused apps"))
        .row(link("Wireless emergency alerts", "settings/emergency_alerts"))
        .row(link("Special app access", "settings/special_access").summary("1 app can use unrestricted data"))
}

fn sound() -> Page {
    page("settings/sound", "Sound")
        .found_by("volume ringtone loud quiet")
        .row(slider("Media volume", "media_volume", 0, 100).icon(Icon::Music))
        .row(slider("Call volume", "call_volume", 0, 100).icon(Icon::Call))
        .row(slider("Ring & notification volume", "ring_volume", 0, 100).icon(Icon::Bell))
        .row(slider("Alarm volume", "alarm_volume", 0, 100).icon(Icon::Clock))
        .row(link("Vibration & haptics", "settings/vibration").summary(Line::OnOff("vibration")))
        .row(link("Do Not Disturb", "settings/do_not_disturb").summary(Line::OnOff("do_not_disturb")))
        .row(two_target("Live Caption", "live_caption", "settings/live_caption").summary(Line::OnOff("live_caption")))
        .row(link("Phone ringtone", "settings/ringtone").summary("Your New Adventure"))
        .advanced()
        .row(link("Default notification sound", "settings/notification_sound").summary("Beats"))
        .row(switch("Dial pad tones", "dial_pad_tones"))
        .row(switch("Screen locking sounds", "screen_locking_sound"))
        .row(switch("Charging sounds and vibration", "charging_sounds"))
        .row(switch("Touch sounds", "tap_sounds"))
}

fn display() -> Page {
    page("settings/display", "Display")
        .row(link("Brightness level", BRIGHTNESS).summary(Line::Percent("brightness")).found_by("dim screen light"))
        .row(dark_theme_row())
        .row(night_light_row())
        .row(
            two_target("Adaptive brightness", "adaptive_brightness", "settings/adaptive_brightness")
                .summary(Line::OnOff("adaptive_brightness")),
        )
        .row(link("Styles & wallpapers", "settings/wallpaper"))
        .advanced()
        .row(timeout_row())
        .row(switch("Auto-rotate screen", "auto_rotate").found_by("orientation rotation turn landscape"))
        .row(choice_row("Colors", "settings/colors", "colors", COLORS))
        .row(link("Font size", "settings/font_size").summary("Default"))
        .row(link("Display size", "settings/display_size").summary("Default"))
        .row(switch("Smooth Display", "smooth_display").summary("Increases battery usage"))
        .row(switch("Screen attention", "screen_attention").summary("Keeps the screen on while you look at it"))
        .row(link("Screen saver", "settings/screen_saver").summary(Line::OnOff("screen_saver")))
        .row(link("Lock screen display", "settings/lock_screen").summary("Show all notification content"))
}

fn text_sizes() -> [Page; 2] {
    let size = |id, title: &'static str, fact, most| {
        page(id, title)
            .row(slider(title, fact, 85, most))
            .row(footer("Make the text or items on your screen smaller or larger with the slider above."))
    };
    [
        size("settings/font_size", "Font size", "font_size", 200),
        size("settings/display_size", "Display size", "display_size", 150),
    ]
}

fn security() -> Page {
    page("settings/security", "Security")
        .row(header("Security status"))
        .row(link("Google Play Protect", "settings/app_security").summary("Play Protect is on").icon(Icon::Safety))
        .row(header("Device security"))
        .row(link("Screen lock", "settings/device_unlock").summary("Swipe"))
        .advanced()
        .row(plain("Device admin apps").summary("No active apps"))
        .row(plain("SIM card lock"))
        .row(plain("Trust agents").works_if(Condition::Of(|_| false)).summary("To use, first set a screen lock"))
}

fn system() -> Page {
    page("settings/system", "System")
        .row(
            link("Languages & input", "settings/languages_and_input")
                .summary("Gboard, spell checker, languages")
                .icon(Icon::Language),
        )
        .row(link("Gestures", "settings/gestures").icon(Icon::Devices))
        .row(link("Date & time", "settings/date_and_time").summary(Line::Of(zone)).icon(Icon::Clock))
        .row(link("Backup", "settings/backup").summary(Line::OnOff("backup")).icon(Icon::Save))
        .advanced()
        .row(link("System update", "settings/updates").summary("Up to date").icon(Icon::System))
        .row(plain("Reset options").icon(Icon::Clear))
}

fn languages() -> Page {
    page("settings/languages_and_input", "Languages & input")
        .row(link("Languages", "settings/languages").found_by("locale translate"))
        .row(header("Keyboards"))
        .row(link("On-screen keyboard", "settings/keyboard").summary("Gboard"))
        .row(plain("Physical keyboard").summary("Not connected"))
}
