//! Connected devices and Bluetooth (mobilerun-api.md 6.5).

use super::network::edit;
use super::{Facts, page};
use crate::phone::act::Act;
use crate::phone::page::{Condition, Line, Page};
use crate::phone::row::{action, bar, footer, header, link, plain, switch};
use crate::phone::view::Icon;

pub(super) fn facts() -> Facts {
    vec![
        ("bluetooth", true.into()),
        ("nfc", true.into()),
        ("nfc_unlock", false.into()),
        ("printing_default", true.into()),
        ("nearby_sharing", false.into()),
        ("headset_connected", false.into()),
        ("chromebook", false.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        page("settings/devices", "Connected devices")
            .row(link("Pair new device", "settings/pair").icon(Icon::Add).summary(Line::Of(|glance| {
                (if glance.on("bluetooth") { "" } else { "Bluetooth will turn on to pair" }).to_owned()
            })))
            .row(header("Saved devices"))
            .row(
                action("Living Room Speaker", Act::Toggle("headset_connected".into()))
                    .summary(Line::Of(|glance| {
                        let text = match (glance.on("bluetooth"), glance.on("headset_connected")) {
                            (true, true) => "Active",
                            (true, false) => "Saved",
                            _ => "Bluetooth is off",
                        };
                        text.to_owned()
                    }))
                    .icon(Icon::Music)
                    .works_if(Condition::On("bluetooth")),
            )
            .row(
                link("Connection preferences", "settings/connection_preferences")
                    .summary("Bluetooth, Android Auto, driving mode, NFC"),
            ),
        page("settings/pair", "Pair new device")
            .row(link("Device name", "settings/device_name").summary(Line::Fact("device_name")))
            .row(header("Available devices"))
            .row(plain("Searching\u{2026}")),
        page("settings/connection_preferences", "Connection preferences")
            .row(link("Bluetooth", "settings/bluetooth").summary(Line::OnOff("bluetooth")).icon(Icon::Bluetooth))
            .row(link("NFC", "settings/nfc").summary(Line::OnOff("nfc")).icon(Icon::Devices))
            .row(switch("Quick Share", "nearby_sharing").icon(Icon::Devices).summary("Share with devices around you"))
            .row(switch("Chromebook", "chromebook").icon(Icon::Devices).summary("Connect your phone to a Chromebook")),
        page("settings/bluetooth", "Bluetooth")
            .found_by("wireless headset pair")
            .row(bar("Use Bluetooth", "bluetooth"))
            .row(
                link("Device name", "settings/device_name")
                    .summary(Line::Fact("device_name"))
                    .shown_if(Condition::On("bluetooth")),
            )
            .row(link("Pair new device", "settings/pair").icon(Icon::Add).shown_if(Condition::On("bluetooth")))
            .row(footer("When Bluetooth is on, your device can communicate with other nearby Bluetooth devices.")),
        page("settings/nfc", "NFC").found_by("contactless tap pay").row(bar("Use NFC", "nfc")).row(
            switch("Require device unlock for NFC", "nfc_unlock")
                .summary("Allow NFC use only when screen is unlocked")
                .works_if(Condition::On("nfc")),
        ),
        edit("settings/device_name", "Device name", "device_name"),
    ]
}
