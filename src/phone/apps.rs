//! The apps on the phone. Each is a file with its facts and its pages.

use super::facts::Value;
use super::page::Page;
use super::view::Icon;

pub(super) mod launcher;

/// An app: what is fixed about it.
pub(super) struct App {
    pub(super) package: &'static str,
    pub(super) label: &'static str,
    pub(super) icon: Icon,
    pub(super) version: &'static str,
    pub(super) version_code: i64,
    /// Came with the phone.
    pub(super) system: bool,
    /// The page it starts with, none if it cannot be started.
    pub(super) start: Option<&'static str>,
    /// Its pages.
    pub(super) pages: fn() -> Vec<Page>,
    /// What is true of it on a new phone.
    pub(super) facts: fn() -> Vec<(&'static str, Value)>,
}

/// All apps, in no particular order.
pub(super) fn all() -> Vec<App> {
    vec![launcher::app(), settings()]
}

// Replaced by a file of its own as soon as there are pages to show.
fn settings() -> App {
    App {
        package: "com.android.settings",
        label: "Settings",
        icon: Icon::Gear,
        version: "15",
        version_code: 35,
        system: true,
        start: None,
        pages: Vec::new,
        facts: Vec::new,
    }
}
