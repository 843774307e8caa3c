//! The apps on the phone. Each is a file with its facts and its pages.

use super::facts::Value;
use super::page::Page;
use super::view::Icon;

pub(super) mod launcher;
pub(super) mod settings;
pub(super) mod system;
mod tools;

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
    /// Activities that others may start, besides its first page's, and the pages they show.
    pub(super) activities: &'static [(&'static str, &'static str)],
    /// Its pages.
    pub(super) pages: Vec<Page>,
    /// What is true of it on a new phone.
    pub(super) facts: Vec<(&'static str, Value)>,
    /// How the names of the facts begin that are its own data, gone when its data are cleared.
    pub(super) data: Option<&'static str>,
}

impl App {
    /// An app of the phone's own with no pages yet.
    fn new(package: &'static str, label: &'static str, icon: Icon) -> Self {
        Self {
            package,
            label,
            icon,
            version: "15",
            version_code: 35,
            system: true,
            start: None,
            activities: &[],
            pages: Vec::new(),
            facts: Vec::new(),
            data: None,
        }
    }
}

/// All apps.
pub(super) fn all() -> Vec<App> {
    let mut apps = vec![launcher::app(), settings::app(), settings::search_app(), system::app()];
    apps.extend(tools::apps());
    apps
}
