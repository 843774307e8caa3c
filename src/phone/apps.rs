//! The apps on the phone. Each is a file with its facts and its pages.

use super::facts::Value;
use super::look::Look;
use super::page::Page;
use super::permission::Permission;
use super::view::Icon;

pub(super) mod chrome;
mod clock;
mod contacts;
pub(super) mod files;
pub(super) mod launcher;
pub(super) mod not_responding;
mod notes;
mod permissions;
mod phone;
mod recorder;
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
    /// What it may be permitted, besides posting notifications.
    pub(super) permissions: &'static [Permission],
    /// How the names of the facts begin that are its own data, gone when its data are cleared.
    pub(super) data: Option<&'static str>,
    /// Names of the facts that its process alone knows, with what is told about them: gone when it is stopped.
    pub(super) memory: &'static [&'static str],
}

impl App {
    /// An app of the phone's own with no pages yet.
    fn new(package: &'static str, label: &'static str, icon: Icon) -> Self {
        Self {
            package,
            label,
            icon,
            version: "",
            version_code: 0,
            system: true,
            start: None,
            activities: &[],
            pages: Vec::new(),
            facts: Vec::new(),
            permissions: &[],
            data: None,
            memory: &[],
        }
    }
}

impl App {
    /// All that is true of it on a new phone.
    pub(super) fn given(&self) -> Vec<(String, Value)> {
        let mut given = Vec::new();
        if self.start.is_some() {
            // What came with the phone may notify; what was installed has to be permitted to.
            given.push((notifications(self.package), self.system.into()));
        }
        if !self.system {
            given.push((installed(self.package), true.into()));
        }
        given.extend(self.facts.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        given
    }
}

/// The fact that an app may post notifications.
pub(super) fn notifications(package: &str) -> String {
    format!("notifications.{package}")
}

/// The fact that an app that did not come with the phone is there.
pub(super) fn installed(package: &str) -> String {
    format!("installed.{package}")
}

/// All apps.
pub(super) fn all(look: Look) -> Vec<App> {
    let mut apps = vec![launcher::app(), settings::app(look), settings::search_app(), system::app()];
    apps.extend([chrome::app(), files::app(), files::viewer(), phone::app()]);
    apps.extend([not_responding::app(), permissions::app(), recorder::app(look)]);
    apps.extend(tools::apps());
    apps.extend([clock::app(), contacts::app(), notes::app()]);
    for app in apps.iter_mut().filter(|app| app.system) {
        (app.version, app.version_code) = (look.version(), look.api());
    }
    apps
}
