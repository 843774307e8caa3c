//! Network & internet (mobilerun-api.md 6.5).

use super::{Facts, choice_dialog, choice_row, dialog, page};
use crate::phone::act::Act;
use crate::phone::page::{Choices, Condition, Glance, Line, Page};
use crate::phone::row::{Row, action, bar, field, footer, header, link, plain, secret, switch, two_target};
use crate::phone::view::Icon;

/// Networks in reach: name, and whether it needs a password.
const NETWORKS: [(&str, bool); 4] =
    [("AndroidWifi", false), ("Coffee Corner", false), ("Blue House", true), ("Office Guest", true)];
pub(super) const PRIVATE_DNS: Choices = &[("Off", 0), ("Automatic", 1), ("Private DNS provider hostname", 2)];

pub(super) fn facts() -> Facts {
    vec![
        ("wifi", true.into()),
        ("wifi_network", "AndroidWifi".into()),
        ("wifi_saved", 1.into()),
        ("airplane_mode", false.into()),
        ("mobile_data", true.into()),
        ("roaming", false.into()),
        ("hotspot", false.into()),
        ("hotspot_name", "Pixel_4821".into()),
        ("hotspot_password", "sunny-river-42".into()),
        ("hotspot_turn_off", true.into()),
        ("usb_tethering", false.into()),
        ("bluetooth_tethering", false.into()),
        ("data_saver", false.into()),
        ("private_dns", 1.into()),
        ("adaptive_connectivity", true.into()),
        ("adaptive_connectivity_wifi", true.into()),
        ("wifi_wake", true.into()),
        ("public_network_notice", true.into()),
        ("call_waiting", true.into()),
    ]
}

/// "Wi‑Fi" as Android writes it, with a non-breaking hyphen.
pub(super) const WIFI: &str = "Wi\u{2011}Fi";

pub(super) fn pages() -> Vec<Page> {
    vec![
        network(),
        internet(),
        dialog("settings/wifi_password", Line::Of(|glance| glance.place.argument().to_owned()))
            .field("password", "")
            .typing()
            .row(secret("Password", "password"))
            .button("Cancel", Act::Leave)
            .button("Connect", Act::All(vec![Act::PutArgument("wifi_network".into()), Act::Leave])),
        page("settings/network_details", "Network details")
            .rows_of(network_details),
        page("settings/add_network", "Add network")
            .field("name", "")
            .field("password", "")
            .row(field("Network name", "name"))
            .row(secret("Password", "password"))
            .row(action("Save", Act::All(vec![Act::Keep("wifi_network".into(), "name".into()), Act::Leave])).works_if(Condition::Of(|glance| !glance.place.field("name").is_empty()))),
        page("settings/network_preferences", "Network preferences")
            .row(switch(format!("Turn on {WIFI} automatically"), "wifi_wake").summary(format!("{WIFI} will turn back on near high-quality saved networks, like your home network")))
            .row(switch("Notify for public networks", "public_network_notice").summary("Notify when a high-quality public network is available")),
        page("settings/saved_networks", "Saved networks").row(plain("AndroidWifi")),
        page("settings/calls", "Calls & SMS")
            .row(header("Calls"))
            .row(plain("T-Mobile").summary("Calls preference"))
            .row(switch("Call waiting", "call_waiting")),
        page("settings/sims", "SIMs")
            .row(switch("Mobile data", "mobile_data").summary("Access data using mobile network").works_if(Condition::Off("airplane_mode")))
            .row(switch("Roaming", "roaming").summary("Connect to data services when roaming").works_if(Condition::Off("airplane_mode")))
            .row(plain("Preferred network type").summary("5G (recommended)")),
        hotspot(),
        wifi_hotspot(),
        edit("settings/hotspot_name", "Hotspot name", "hotspot_name"),
        edit("settings/hotspot_password", "Hotspot password", "hotspot_password"),
        page("settings/data_saver", "Data Saver")
            .found_by("background traffic")
            .row(bar("Use Data Saver", "data_saver"))
            .row(footer("To help reduce data usage, Data Saver prevents some apps from sending or receiving data in the background.")),
        page("settings/vpn", "VPN").row(footer("No VPNs added")),
        choice_dialog("settings/private_dns", "Select Private DNS Mode", "private_dns", PRIVATE_DNS),
        page("settings/adaptive_connectivity", "Adaptive connectivity")
            .row(bar("Use adaptive connectivity", "adaptive_connectivity"))
            .row(footer("Extends battery life and improves device performance by automatically managing your network connections.")),
    ]
}

fn network() -> Page {
    page("settings/network", "Network & internet")
        .row(
            link("Internet", "settings/internet")
                .summary(Line::Of(connection))
                .icon(Icon::Wifi)
                .found_by("wifi wi-fi wireless network"),
        )
        .row(link("Calls & SMS", "settings/calls").summary("T-Mobile").icon(Icon::Call))
        .row(link("SIMs", "settings/sims").summary("T-Mobile").icon(Icon::Sim).found_by("mobile data cellular roaming"))
        .row(switch("Airplane mode", "airplane_mode").icon(Icon::Airplane).found_by("flight offline"))
        .row(
            link("Hotspot & tethering", "settings/hotspot")
                .summary(Line::Of(|glance| (if glance.on("hotspot") { "On" } else { "Off" }).to_owned()))
                .icon(Icon::Hotspot),
        )
        .row(link("Data Saver", "settings/data_saver").summary(Line::OnOff("data_saver")).icon(Icon::Storage))
        .row(link("VPN", "settings/vpn").summary("None").icon(Icon::Vpn))
        .row(choice_row("Private DNS", "settings/private_dns", "private_dns", PRIVATE_DNS))
        .row(
            two_target("Adaptive connectivity", "adaptive_connectivity", "settings/adaptive_connectivity")
                .summary("Extends battery life and improves device performance by managing your network connections"),
        )
}

/// What the phone is connected by.
pub(super) fn connection(glance: &Glance<'_>) -> String {
    let network = glance.facts.text("wifi_network");
    match () {
        () if glance.on("wifi") && !network.is_empty() => network.to_owned(),
        () if glance.on("airplane_mode") => "Airplane mode is on".to_owned(),
        () if glance.on("mobile_data") => "T-Mobile".to_owned(),
        () if glance.on("wifi") => "Networks available".to_owned(),
        () => "Not connected".to_owned(),
    }
}

fn internet() -> Page {
    let page = page("settings/internet", "Internet")
        .found_by("wifi wi-fi wireless network")
        .row(
            plain("T-Mobile")
                .summary(Line::Of(|glance| {
                    let text = match (glance.on("airplane_mode"), glance.on("mobile_data"), glance.on("wifi")) {
                        (true, ..) => "Airplane mode is on",
                        (_, false, _) => "Mobile data is off",
                        (.., true) => "Available",
                        _ => "Connected / 5G",
                    };
                    text.to_owned()
                }))
                .icon(Icon::Sim),
        )
        .row(switch(WIFI, "wifi").found_by("wifi wireless"));
    networks(page)
        .row(link("Network preferences", "settings/network_preferences").summary(Line::Of(wake)))
        .row(link("Saved networks", "settings/saved_networks").summary("1 network"))
}

/// When Wi-Fi comes back by itself.
pub(super) fn wake(glance: &Glance<'_>) -> String {
    let state = if glance.on("wifi_wake") { "turns" } else { "doesn\u{2019}t turn" };
    format!("{WIFI} {state} back on automatically")
}

/// A page with the networks in reach on it.
pub(super) fn networks(page: Page) -> Page {
    let page = NETWORKS.iter().fold(page, |page, (name, locked)| page.row(network_row(name, *locked)));
    page.row(link("Add network", "settings/add_network").icon(Icon::Add).shown_if(Condition::On("wifi")))
}

/// A network: a tap shows its details if it is connected, else asks for its password or connects.
fn network_row(name: &'static str, locked: bool) -> Row {
    const FACT: &str = "wifi_network";
    let join = if locked {
        Act::Go(format!("settings/wifi_password?{name}").into())
    } else {
        Act::Put(FACT.into(), name.into())
    };
    let details = Act::Go("settings/network_details".into());
    let safe = if locked { "Secure network" } else { "Open network" };
    let described = |state: &str| format!("{name},{state}Wifi signal full.,{safe}").into();
    action(name, Act::IfText(FACT.into(), name, Box::new(details), Box::new(join)))
        .summary(Line::IfText(FACT, name, "Connected".into(), if locked { "Secured" } else { "" }.into()))
        .description(Line::IfText(FACT, name, described("Connected,"), described("")))
        .icon(Icon::Wifi)
        .shown_if(Condition::On("wifi"))
}

fn network_details(glance: &Glance<'_>) -> Vec<Row> {
    vec![
        plain(glance.facts.text("wifi_network").to_owned()).summary("Connected").icon(Icon::Wifi),
        plain("Signal strength").summary("Excellent"),
        plain("Frequency").summary("5 GHz"),
        plain("Security").summary("None"),
    ]
}

fn hotspot() -> Page {
    page("settings/hotspot", "Hotspot & tethering")
        .found_by("share internet")
        .row(
            two_target(format!("{WIFI} hotspot"), "hotspot", "settings/wifi_hotspot")
                .summary(Line::Of(|glance| {
                    if glance.on("hotspot") {
                        format!("{} is active", glance.facts.text("hotspot_name"))
                    } else {
                        "Not sharing internet or content with other devices".to_owned()
                    }
                }))
                .works_if(Condition::Off("airplane_mode")),
        )
        .row(
            switch("USB tethering", "usb_tethering")
                .summary("Share phone\u{2019}s internet connection via USB")
                .works_if(Condition::Of(|_| false)),
        )
        .row(
            switch("Bluetooth tethering", "bluetooth_tethering")
                .summary("Share phone\u{2019}s internet connection via Bluetooth")
                .works_if(Condition::On("bluetooth")),
        )
        .row(footer(
            "Use hotspot and tethering to provide internet to other devices through your mobile data connection.",
        ))
}

fn wifi_hotspot() -> Page {
    page("settings/wifi_hotspot", format!("{WIFI} hotspot"))
        .row(bar(format!("Use {WIFI} hotspot"), "hotspot").works_if(Condition::Off("airplane_mode")))
        .row(link("Hotspot name", "settings/hotspot_name").summary(Line::Fact("hotspot_name")))
        .row(plain("Security").summary("WPA2/WPA3-Personal"))
        .row(link("Hotspot password", "settings/hotspot_password").summary("••••••••••••••"))
        .row(switch("Turn off hotspot automatically", "hotspot_turn_off").summary("When no devices are connected"))
}

/// A dialog to edit a text in.
pub(super) fn edit(id: &'static str, title: &'static str, fact: &'static str) -> Page {
    dialog(id, title)
        .field("edit", Line::Fact(fact))
        .typing()
        .row(field("", "edit"))
        .button("Cancel", Act::Leave)
        .button("OK", Act::All(vec![Act::Keep(fact.into(), "edit".into()), Act::Leave]))
}
