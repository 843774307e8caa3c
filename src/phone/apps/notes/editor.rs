//! One note to read and write.

use super::{ACTIVITY, DELETE, DISCARD, EDIT, Note, PACKAGE, RECORDS, compose, field, plain, shape};
use crate::phone::act::{Act, Key};
use crate::phone::layout::{bottom, text};
use crate::phone::metrics::{STATUS_BAR, WIDTH};
use crate::phone::page::{Condition, Glance, Line, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const TITLE: &str = "title";
const BODY: &str = "body";

pub(super) fn page() -> Page {
    let page = Page::new(EDIT, "", editor).of(PACKAGE, ACTIVITY).asks_if(Condition::Of(changed), DISCARD);
    let page = page
        .field(TITLE, Line::Of(|glance| saved(glance, TITLE).to_owned()))
        .field(BODY, Line::Of(|glance| saved(glance, BODY).to_owned()));
    let secure = Condition::Of(|glance| note(glance).is_some_and(|note| note.is("secure")));
    Page { multiline: &[BODY], secure: Some(secure), ..page }
}

fn note<'a>(glance: &Glance<'a>) -> Option<Note<'a>> {
    Note::of(glance.facts, glance.place.argument())
}

fn saved<'a>(glance: &Glance<'a>, member: &str) -> &'a str {
    note(glance).map_or("", |note| note.text(member))
}

fn changed(glance: &Glance<'_>) -> bool {
    [TITLE, BODY].iter().any(|member| glance.place.field(member) != saved(glance, member))
}

fn editor(page: &Page, glance: &Glance<'_>) -> View {
    let bar = |left: i32, width: i32| Rect::new(left, STATUS_BAR + 10, left + width, STATUS_BAR + 140);
    let mut content = vec![shape(bar(10, 130), "Back", Icon::Back, Act::Leave)];
    let mut top = STATUS_BAR + 170;
    if let Some(note) = note(glance) {
        let pin = if note.is("pinned") { "Unpin" } else { "Pin" };
        let delete = Act::Go(format!("{DELETE}?{}", note.number).into());
        content.push(shape(bar(520, 130), pin, Icon::Pin, Act::Toggle(note.key("pinned"))));
        content.push(shape(bar(660, 130), "Delete", Icon::Delete, delete));
        let row = Rect::new(42, top, WIDTH - 42, top + 120);
        content.push(
            plain(row)
                .taps(Act::Toggle(note.key("secure")))
                .flag(|flags| {
                    flags.checkable = true;
                    flags.checked = note.is("secure");
                })
                .child(text(Rect::new(63, top + 25, 760, top + 95), "Hide in screenshots", TextStyle::Body))
                .child(
                    plain(Rect::new(870, top + 18, 1007, top + 102))
                        .paint(Paint::Switch)
                        .flag(|flags| flags.checked = note.is("secure")),
                ),
        );
        top += 150;
    }
    let save = bar(810, 240);
    content.push(plain(save).paint(Paint::Button).taps(keep(glance)).child(text(
        save.inset(0, 30),
        "Save",
        TextStyle::Button,
    )));
    content.push(field(glance, page, Rect::new(42, top, WIDTH - 42, top + 150), TITLE, "Title"));
    let below = Rect::new(42, top + 180, WIDTH - 42, bottom(glance) - 30);
    content.push(field(glance, page, below, BODY, "Note"));
    compose(content)
}

/// Keeps what is written and goes up. What is empty is no note.
fn keep(glance: &Glance<'_>) -> Act {
    let known = note(glance).map(|note| note.number);
    let next = || glance.facts.records(RECORDS).last().map_or(1, |last| last.saturating_add(1));
    let number = known.unwrap_or_else(next);
    let (title, body) = (glance.place.field(TITLE).trim(), glance.place.field(BODY));
    if title.is_empty() && body.trim().is_empty() {
        return Act::All(vec![Act::Drop(format!("{RECORDS}.{number}").into()), Act::Close]);
    }
    let one = |member: &str, text: &str| {
        let key = Key::Owned(format!("{RECORDS}.{number}.{member}"));
        if text.is_empty() { Act::Drop(key) } else { Act::Put(key, text.into()) }
    };
    Act::All(vec![one(TITLE, title), one(BODY, body), Act::Close])
}
