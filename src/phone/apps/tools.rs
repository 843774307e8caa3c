//! Small apps with a page or two each.

use super::App;
use crate::phone::layout;
use crate::phone::page::{Line, Page};
use crate::phone::row::{footer, plain};
use crate::phone::view::Icon;

pub(super) fn apps() -> Vec<App> {
    vec![
        App {
            start: Some("clock/clock"),
            pages: vec![
                Page::new("clock/clock", "Clock", layout::collapsing)
                    .of("com.google.android.deskclock", "com.android.deskclock.DeskClock")
                    .row(
                        plain(Line::Of(|glance| glance.now.strftime("%-I:%M\u{200a}%p").to_string()))
                            .summary(Line::Of(|glance| glance.now.strftime("%a, %b %-d").to_string())),
                    ),
            ],
            ..App::new("com.google.android.deskclock", "Clock", Icon::Clock)
        },
        empty("com.google.android.documentsui", "Files", Icon::Folder, "files/empty", "No items"),
        empty("com.google.android.calculator", "Calculator", Icon::Calculator, "calculator/empty", "0"),
        empty("com.google.android.contacts", "Contacts", Icon::Contacts, "contacts/empty", "No contacts"),
        empty("com.example.notes", "Notes", Icon::Note, "notes/empty", "No notes"),
        empty("com.google.android.dialer", "Phone", Icon::Call, "phone/empty", "No recent calls"),
        empty("com.google.android.apps.messaging", "Messages", Icon::Message, "messages/empty", "No conversations"),
        empty("com.android.chrome", "Chrome", Icon::Globe, "chrome/empty", "No open tabs"),
        empty("com.google.android.GoogleCamera", "Camera", Icon::Camera, "camera/empty", "No camera"),
    ]
}

/// An app that has nothing in it and says so.
fn empty(package: &'static str, label: &'static str, icon: Icon, page: &'static str, text: &'static str) -> App {
    App {
        start: Some(page),
        pages: vec![Page::new(page, label, layout::collapsing).of(package, "MainActivity").row(footer(text))],
        ..App::new(package, label, icon)
    }
}
