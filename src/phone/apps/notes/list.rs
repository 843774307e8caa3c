//! All notes as cards, or those that a search finds.

use super::{EDIT, Note, compose, field, plain};
use crate::phone::act::Act;
use crate::phone::layout::{bottom, scrolling, text};
use crate::phone::metrics::{GESTURE_BAR, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The search's field.
pub(super) const SOUGHT: &str = "sought";
const TOP: i32 = STATUS_BAR + 350;
const CARD: i32 = 260;

pub(super) fn list(page: &Page, glance: &Glance<'_>) -> View {
    let wanted = glance.place.field(SOUGHT).trim().to_lowercase();
    let mut notes = Note::all(glance.facts);
    let none = if notes.is_empty() { "No notes" } else { "Nothing found" };
    // What a secure note says is not found either.
    notes.retain(|note| {
        let says = |member: &str| note.text(member).to_lowercase().contains(&wanted);
        says("title") || (says("body") && !note.is("secure"))
    });
    let title = text(
        Rect::new(63, STATUS_BAR + 40, WIDTH - 63, STATUS_BAR + 130),
        glance.say(&page.title),
        TextStyle::Headline,
    );
    let search =
        field(glance, page, Rect::new(42, STATUS_BAR + 160, WIDTH - 42, STATUS_BAR + 310), SOUGHT, "Search notes");
    let mut content = vec![title, search];
    if notes.is_empty() {
        content.push(text(Rect::new(240, 1080, 840, 1160), none, TextStyle::Label));
    } else {
        let cards = plain(Rect::new(0, TOP, WIDTH, bottom(glance)));
        content.push(scrolling(cards, cards_of(&notes), 260, glance));
    }
    let add = Rect::new(860, GESTURE_BAR - 230, 1020, GESTURE_BAR - 70);
    content.push(
        plain(add)
            .paint(Paint::Floating(Icon::Add))
            .taps(Act::Go(EDIT.into()))
            .child(plain(add.inset(45, 45)).description("New note")),
    );
    compose(content)
}

/// A card for each, with a heading above those that are pinned and above the others.
fn cards_of(notes: &[Note<'_>]) -> Vec<View> {
    let mut views = Vec::new();
    let mut top = TOP;
    let pins = notes.iter().any(|note| note.is("pinned"));
    let mut heading = "";
    for note in notes {
        let next = if note.is("pinned") { "Pinned" } else { "Others" };
        if pins && heading != next {
            views.push(text(Rect::new(63, top, WIDTH - 63, top + 70), next, TextStyle::Header));
            (heading, top) = (next, top + 80);
        }
        views.push(card(note, top));
        top += CARD + 26;
    }
    views
}

fn card(note: &Note<'_>, top: i32) -> View {
    let at = Rect::new(42, top, WIDTH - 42, top + CARD);
    let mark = Rect::new(63, top + 67, 189, top + 193);
    let mut card = plain(at).paint(Paint::Panel).taps(Act::Go(format!("{EDIT}?{}", note.number).into())).child(
        View::new("android.widget.CheckBox", mark).paint(Paint::CheckBox).taps(Act::Toggle(note.key("done"))).flag(
            |flags| {
                flags.checkable = true;
                flags.checked = note.is("done");
            },
        ),
    );
    let (title, body) = (note.text("title"), note.text("body"));
    let body = if note.is("secure") { "Hidden" } else { body.lines().next().unwrap_or_default() };
    if !title.is_empty() {
        card = card.child(text(Rect::new(220, top + 40, 880, top + 120), title, TextStyle::Title));
    }
    if !body.is_empty() {
        // The text is drawn, and told as a description.
        let line = Rect::new(220, top + 140, 880, top + 200);
        card = card.child(plain(line).description(body).paint(Paint::Text(TextStyle::Summary)));
    }
    if note.is("pinned") {
        let pin = Rect::new(910, top + 95, 980, top + 165);
        card = card.child(plain(pin).description("Pinned").paint(Paint::Icon(Icon::Pin)));
    }
    card
}
