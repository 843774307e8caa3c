//! The Settings app: one file for each branch of its tree of pages, as Android 15 has them. Android 11 has others in
//! the place of some of them, in a file of its own.

mod about;
mod apps;
mod devices;
mod display;
mod eleven;
mod home;
mod network;
mod privacy;
mod search;
mod sound;
mod system;

use super::App;
use crate::phone::act::Act;
use crate::phone::facts::Value;
use crate::phone::layout;
use crate::phone::look::Look;
use crate::phone::page::{Choices, Line, Page};
use crate::phone::row::{self, Row};
use crate::phone::view::Icon;

/// Package of the Settings app.
const PACKAGE: &str = "com.android.settings";
const SUB_SETTINGS: &str = "com.android.settings.SubSettings";

/// Pages that other apps may open directly.
const ACTIVITIES: &[(&str, &str)] = &[
    ("com.android.settings.Settings$NetworkDashboardActivity", "settings/network"),
    ("com.android.settings.Settings$NetworkProviderSettingsActivity", "settings/internet"),
    ("com.android.settings.Settings$BluetoothSettingsActivity", "settings/bluetooth"),
    ("com.android.settings.Settings$DisplaySettingsActivity", "settings/display"),
    ("com.android.settings.Settings$DarkThemeSettingsActivity", "settings/dark_theme"),
    ("com.android.settings.Settings$SoundSettingsActivity", "settings/sound"),
    ("com.android.settings.Settings$LocationSettingsActivity", "settings/location"),
    ("com.android.settings.Settings$AccessibilitySettingsActivity", "settings/accessibility"),
    ("com.android.settings.Settings$DateTimeSettingsActivity", "settings/date_and_time"),
    ("com.android.settings.Settings$MyDeviceInfoActivity", "settings/about"),
];

pub(super) fn app(look: Look) -> App {
    let mut app = App {
        start: Some(home::ID),
        activities: ACTIVITIES,
        pages: [
            home::pages(),
            network::pages(),
            devices::pages(),
            apps::pages(),
            sound::pages(),
            display::pages(),
            privacy::pages(),
            system::pages(),
            about::pages(),
        ]
        .into_iter()
        .flatten()
        .collect(),
        facts: [
            network::facts(),
            devices::facts(),
            apps::facts(),
            sound::facts(),
            display::facts(),
            privacy::facts(),
            system::facts(),
            about::facts(),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..App::new(PACKAGE, "Settings", Icon::Gear)
    };
    if look.is_11() {
        eleven::make(&mut app.pages);
    }
    app.facts.push(("android_version", look.version().into()));
    app
}

pub(super) fn search_app() -> App {
    App { pages: vec![search::page()], ..App::new(search::PACKAGE, "Settings Services", Icon::Search) }
}

/// Facts of a branch, as they are on a new phone.
type Facts = Vec<(&'static str, Value)>;

/// A page with a collapsing toolbar and a list.
fn page(id: &'static str, title: impl Into<Line>) -> Page {
    Page::new(id, title, layout::collapsing).of(PACKAGE, SUB_SETTINGS)
}

/// A dialog over a page.
fn dialog(id: &'static str, title: impl Into<Line>) -> Page {
    Page { dialog: true, ..Page::new(id, title, layout::dialog).of(PACKAGE, "") }
}

/// A dialog to choose a fact's value in.
fn choice_dialog(id: &'static str, title: &'static str, fact: &'static str, choices: Choices) -> Page {
    let page = dialog(id, title).button("Cancel", Act::Leave);
    choices.iter().fold(page, |page, (label, value)| page.row(row::choice(*label, fact, *value)))
}

/// A row that opens such a dialog and shows what is chosen.
fn choice_row(title: &'static str, page: &'static str, fact: &'static str, choices: Choices) -> Row {
    row::link(title, page).summary(Line::Chosen(fact, choices))
}
