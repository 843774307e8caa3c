//! Small apps with a page each.

use super::App;
use crate::phone::layout;
use crate::phone::page::Page;
use crate::phone::row::footer;
use crate::phone::view::Icon;

pub(super) fn apps() -> Vec<App> {
    vec![empty("com.google.android.apps.messaging", "Messages", Icon::Message, "messages/list", "No conversations")]
}

/// An app that has nothing in it and says so.
fn empty(package: &'static str, label: &'static str, icon: Icon, page: &'static str, text: &'static str) -> App {
    App {
        start: Some(page),
        pages: vec![Page::new(page, label, layout::collapsing).of(package, "MainActivity").row(footer(text))],
        ..App::new(package, label, icon)
    }
}
