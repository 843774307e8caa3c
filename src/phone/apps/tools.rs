//! Small apps with a page each.

use super::App;
use crate::phone::layout;
use crate::phone::page::{Condition, Line, Page};
use crate::phone::row::{footer, header, plain, switch};
use crate::phone::view::Icon;

const CLOCK: &str = "com.google.android.deskclock";

pub(super) fn apps() -> Vec<App> {
    let notes = empty("com.example.notes", "Notes", Icon::Note, "notes/notes", "No notes");
    vec![
        clock(),
        empty("com.google.android.documentsui", "Files", Icon::Folder, "files/files", "No items"),
        empty("com.google.android.dialer", "Phone", Icon::Call, "phone/calls", "No recent calls"),
        empty("com.google.android.apps.messaging", "Messages", Icon::Message, "messages/list", "No conversations"),
        empty("com.android.chrome", "Chrome", Icon::Globe, "chrome/tabs", "No open tabs"),
        App { system: false, version: "1.4.0", version_code: 10400, ..notes },
    ]
}

/// The time, which ticks, and alarms to turn on and off.
fn clock() -> App {
    let now = Line::Of(|glance| glance.now.strftime("%-I:%M:%S\u{200a}%p").to_string());
    let date = Line::Of(|glance| glance.now.strftime("%a, %b %-d").to_string());
    let none = Condition::Of(|glance| !glance.on("clock.alarm_830") && !glance.on("clock.alarm_900"));
    App {
        start: Some("clock/clock"),
        pages: vec![
            Page::new("clock/clock", "Clock", layout::collapsing)
                .of(CLOCK, "com.android.deskclock.DeskClock")
                .row(plain(now).summary(date))
                .row(header("Alarms"))
                .row(switch("8:30\u{200a}AM", "clock.alarm_830").summary("Mon, Tue, Wed, Thu, Fri"))
                .row(switch("9:00\u{200a}AM", "clock.alarm_900").summary("Sun, Sat"))
                .row(footer("No upcoming alarms").shown_if(none)),
        ],
        facts: vec![("clock.alarm_830", false.into()), ("clock.alarm_900", false.into())],
        data: Some("clock."),
        ..App::new(CLOCK, "Clock", Icon::Clock)
    }
}

/// An app that has nothing in it and says so.
fn empty(package: &'static str, label: &'static str, icon: Icon, page: &'static str, text: &'static str) -> App {
    App {
        start: Some(page),
        pages: vec![Page::new(page, label, layout::collapsing).of(package, "MainActivity").row(footer(text))],
        ..App::new(package, label, icon)
    }
}
