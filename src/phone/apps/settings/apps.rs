//! Apps, app info, Notifications.

use super::{Facts, PACKAGE, dialog, page};
use crate::phone::act::Act;
use crate::phone::apps;
use crate::phone::page::{Glance, Line, Page};
use crate::phone::row::{Row, badge, bar, buttons, footer, header, link, plain, switch};
use crate::phone::view::Icon;

pub(super) fn facts() -> Facts {
    vec![
        ("notification_history", false.into()),
        ("notification_bubbles", true.into()),
        ("notification_dots", true.into()),
        ("notification_snooze", false.into()),
        ("notification_cooldown", true.into()),
        ("enhanced_notifications", true.into()),
        ("emergency_alerts", true.into()),
        ("extreme_threats", true.into()),
        ("test_alerts", false.into()),
        ("unused_apps_paused", true.into()),
    ]
}

pub(super) fn pages() -> Vec<Page> {
    vec![
        page("settings/apps", "Apps")
            .row(
                link("All apps", "settings/all_apps")
                    .summary(Line::Of(|glance| format!("See all {} apps", listed(glance).count())))
                    .icon(Icon::Apps),
            )
            .row(link("Default apps", "settings/default_apps").summary("Chrome, Phone, and Messages").icon(Icon::Check))
            .row(link("Unused apps", "settings/unused_apps").summary("0 unused apps"))
            .row(link("Special app access", "settings/special_access").summary("1 app can use unrestricted data")),
        page("settings/all_apps", "All apps").rows_of(all_apps),
        page("settings/app", "App info").rows_of(app_info),
        dialog("settings/force_stop", "Force stop?")
            .row(footer("If you force stop an app, it may misbehave."))
            .button("Cancel", Act::Leave)
            .button("OK", Act::All(vec![Act::Leave, Act::StopArgument])),
        Page {
            package: "com.google.android.packageinstaller",
            ..dialog("settings/uninstall", Line::Of(argument_label))
                .row(footer("Do you want to uninstall this app?"))
                .button("Cancel", Act::Leave)
                .button("OK", Act::All(vec![Act::Leave, Act::DeleteArgument, Act::Leave]))
        },
        page("settings/app_notifications", "App notifications").rows_of(app_notifications),
        page("settings/default_apps", "Default apps")
            .row(plain("Browser app").summary("Chrome").icon(Icon::Globe))
            .row(plain("Phone app").summary("Phone").icon(Icon::Call))
            .row(plain("SMS app").summary("Messages").icon(Icon::Message))
            .row(plain("Home app").summary("Pixel Launcher").icon(Icon::Home)),
        page("settings/unused_apps", "Unused apps").row(footer("No unused apps")),
        page("settings/special_access", "Special app access")
            .row(plain("All files access"))
            .row(plain("Display over other apps"))
            .row(plain("Unrestricted data").summary("1 app can use unrestricted data when Data Saver is on")),
        page("settings/notifications", "Notifications")
            .row(header("Manage"))
            .row(link("App notifications", "settings/all_apps").summary("Control notifications from individual apps"))
            .row(
                link("Notification history", "settings/notification_history")
                    .summary("Show recent and snoozed notifications"),
            )
            .row(header("Conversations"))
            .row(switch("Bubbles", "notification_bubbles").summary("Conversations can appear as floating icons"))
            .row(header("General"))
            .row(link("Do Not Disturb", "settings/do_not_disturb").summary(Line::OnOff("do_not_disturb")))
            .row(link("Wireless emergency alerts", "settings/emergency_alerts"))
            .row(
                switch("Notification cooldown", "notification_cooldown")
                    .summary("When you get many notifications within a short time, your device will lower its volume"),
            )
            .row(switch("Allow notification snoozing", "notification_snooze"))
            .row(switch("Notification dot on app icon", "notification_dots"))
            .row(
                switch("Enhanced notifications", "enhanced_notifications")
                    .summary("Get suggested actions, replies, and more"),
            ),
        page("settings/notification_history", "Notification history")
            .row(bar("Use notification history", "notification_history"))
            .row(footer("Turn on notification history to see recent and snoozed notifications.")),
        page("settings/emergency_alerts", "Wireless emergency alerts")
            .found_by("amber tsunami warning")
            .row(bar("Allow alerts", "emergency_alerts"))
            .row(switch("Extreme threats", "extreme_threats").summary("Extreme threats to life and property"))
            .row(
                switch("Test alerts", "test_alerts")
                    .summary("Receive carrier tests and monthly tests from the safety alert system"),
            ),
    ]
}

/// Apps that have an icon.
fn listed<'a>(glance: &'a Glance<'_>) -> impl Iterator<Item = &'a crate::phone::apps::App> {
    glance.apps.iter().filter(|app| app.start.is_some())
}

fn all_apps(glance: &Glance<'_>) -> Vec<Row> {
    let mut apps: Vec<_> = listed(glance).collect();
    apps.sort_by_key(|app| app.label);
    apps.iter()
        .map(|app| link(app.label, format!("settings/app?{}", app.package)).summary("1.2 MB").icon(app.icon))
        .collect()
}

fn app_info(glance: &Glance<'_>) -> Vec<Row> {
    let Some(app) = glance.app(glance.place.argument()) else { return vec![footer("App not found")] };
    let running = glance.recent.contains(&app.package) && app.package != PACKAGE;
    let stop = Act::Go(format!("settings/force_stop?{}", app.package).into());
    vec![
        badge(app.label, app.icon),
        buttons(vec![
            ("Open", Icon::Home, app.start.is_some(), Act::Launch(app.package.into())),
            ("Uninstall", Icon::Delete, !app.system, Act::Go(format!("settings/uninstall?{}", app.package).into())),
            ("Force stop", Icon::Clear, running, stop),
        ]),
        link("Notifications", format!("settings/app_notifications?{}", app.package))
            .summary(if glance.on(&apps::notifications(app.package)) { "On" } else { "Off" }),
        link("Permissions", format!("permission/app?{}", app.package)).summary(permitted(glance, app)),
        plain("Storage & cache").summary("1.2 MB used in internal storage"),
        plain("Battery").summary("0% use since last full charge"),
        plain("Version").summary(app.version),
    ]
}

/// What an app was permitted, in a line.
fn permitted(glance: &Glance<'_>, app: &apps::App) -> String {
    let granted = app.permissions.iter().filter(|permission| permission.granted(glance.facts, app.package));
    let granted: Vec<&str> = granted.map(|permission| permission.label()).collect();
    match (app.permissions.is_empty(), granted.is_empty()) {
        (true, _) => "No permissions requested".to_owned(),
        (false, true) => "No permissions granted".to_owned(),
        _ => granted.join(", "),
    }
}

fn argument_label(glance: &Glance<'_>) -> String {
    glance.app(glance.place.argument()).map_or("App", |app| app.label).to_owned()
}

fn app_notifications(glance: &Glance<'_>) -> Vec<Row> {
    let Some(app) = glance.app(glance.place.argument()) else { return vec![footer("App not found")] };
    vec![badge(app.label, app.icon), bar(format!("All {} notifications", app.label), apps::notifications(app.package))]
}
