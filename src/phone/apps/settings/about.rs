//! About phone (mobilerun-api.md 6.5).

use super::{Facts, dialog, page};
use crate::phone::act::Act;
use crate::phone::apps::system::CLIPBOARD;
use crate::phone::layout::COPY;
use crate::phone::page::{Line, Page};
use crate::phone::row::{action, badge, header, link, plain};
use crate::phone::view::Icon;

const BUILD: &str = "AP3A.241105.008";

pub(super) fn facts() -> Facts {
    vec![("device_name", "Pixel 8".into())]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        page("settings/about", "About phone")
            .found_by("device information")
            .row(header("Basic info"))
            .row(link("Device name", "settings/device_name").summary(Line::Fact("device_name")).copied())
            .row(plain("Phone number (sim slot 1)").summary("Unknown").copied())
            .row(header("Legal & regulatory"))
            .row(link("Legal information", "settings/legal"))
            .row(link("Regulatory labels", "settings/regulatory"))
            .row(header("Device details"))
            .row(link("SIM status (sim slot 1)", "settings/sim_status").summary("T-Mobile"))
            .row(link("Model", "settings/model").summary("Pixel 8"))
            .row(plain("EID").summary("89033023426200000000012345678901").copied())
            .row(plain("IMEI (sim slot 1)").summary("358240051111110").copied())
            .row(link("Android version", "settings/android_version").summary(Line::Fact("android_version")))
            .row(header("Device identifiers"))
            .row(plain("IP address").summary(Line::Of(|glance| {
                (if glance.on("wifi") { "fe80::15:b2ff:fe00:0\n10.0.2.16" } else { "Unavailable" }).to_owned()
            })))
            .row(plain("Wi\u{2011}Fi MAC address").summary("To view, choose saved network"))
            .row(plain("Device Wi\u{2011}Fi MAC address").summary("02:15:b2:00:00:00").copied())
            .row(plain("Bluetooth address").summary(Line::Of(|glance| {
                (if glance.on("bluetooth") { "02:15:b2:aa:00:01" } else { "Unavailable" }).to_owned()
            })))
            .row(plain("Up time").summary(Line::Of(|glance| {
                let seconds = glance.uptime.as_secs();
                format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
            })))
            .row(action("Build number", Act::Nothing).summary(BUILD).copied()),
        copy(),
        page("settings/android_version", "Android version")
            .row(badge(Line::Of(|glance| format!("Android {}", glance.facts.text("android_version"))), Icon::System))
            .row(plain("Android version").summary(Line::Fact("android_version")))
            .row(plain("Android security update").summary("November 5, 2024"))
            .row(plain("Google Play system update").summary("October 1, 2024"))
            .row(plain("Baseband version").summary("g5300i-240905-241007-B-12447810"))
            .row(plain("Kernel version").summary("5.4.61-android11-2\n#1 Mon Sep 9 21:14:02 UTC 2024"))
            .row(plain("Build number").summary(BUILD).copied()),
        page("settings/legal", "Legal information")
            .row(plain("Third-party licenses"))
            .row(plain("System WebView licenses"))
            .row(plain("Wallpapers").summary("\u{a9}2024")),
        page("settings/regulatory", "Regulatory labels").row(plain("Model number").summary("GKWS6")),
        page("settings/sim_status", "SIM status")
            .row(plain("Network").summary("T-Mobile"))
            .row(plain("Mobile network state").summary(Line::Of(|glance| {
                (if glance.on("airplane_mode") { "Disconnected" } else { "Connected" }).to_owned()
            })))
            .row(plain("Roaming").summary("Not roaming")),
        page("settings/model", "Model & hardware")
            .row(plain("Model").summary("Pixel 8").copied())
            .row(plain("Serial number").summary("38191FDJH0042Q").copied())
            .row(plain("Hardware version").summary("MP1.0")),
    ]
}

/// What a long press on a value offers.
fn copy() -> Page {
    dialog(COPY, "").row(action("Copy", Act::All(vec![Act::PutArgument(CLIPBOARD.into()), Act::Leave])))
}
