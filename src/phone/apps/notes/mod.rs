//! The Notes app, an app of somebody's. Its trees are such as Compose gives: views of no class in particular, no resource
//! ids, and words where nobody looks for them. What can be tapped has none of its own: they are the text or the
//! description of something inside. An empty field has no text and no hint, but a view with its hint in it. Check boxes
//! have no label at all.
//!
//! The note of number 1 is the facts `notes.1.title` and `.body`, texts that are not empty, and `.pinned`, `.done` and
//! `.secure`. While a secure one is open, pictures of the screen are black. A draft is known to the app's process alone.

mod editor;
mod list;

use super::App;
use crate::phone::act::{Act, Key};
use crate::phone::facts::Facts;
use crate::phone::layout;
use crate::phone::metrics::{HEIGHT, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const PACKAGE: &str = "com.example.notes";
const ACTIVITY: &str = "com.example.notes.MainActivity";
/// What the names of the facts begin with.
const RECORDS: &str = "notes";

const LIST: &str = "notes/list";
const EDIT: &str = "notes/edit";
const DELETE: &str = "notes/delete";
const DISCARD: &str = "notes/discard";

pub(super) fn app() -> App {
    let dialog = |id, draw| Page { dialog: true, ..Page::new(id, "", draw).of(PACKAGE, "") };
    App {
        start: Some(LIST),
        pages: vec![
            Page::new(LIST, "Notes", list::list).of(PACKAGE, ACTIVITY).field(list::SOUGHT, "").enter("Search"),
            editor::page(),
            dialog(DELETE, delete),
            dialog(DISCARD, discard),
        ],
        data: Some("notes."),
        system: false,
        version: "1.4.0",
        version_code: 10400,
        ..App::new(PACKAGE, "Notes", Icon::Note)
    }
}

fn delete(_: &Page, glance: &Glance<'_>) -> View {
    let record = format!("{RECORDS}.{}", glance.place.argument());
    question("Delete this note?", "Delete", vec![Act::Drop(record.into()), Act::Close, Act::Close])
}

fn discard(_: &Page, _: &Glance<'_>) -> View {
    question("Discard what you wrote?", "Discard", vec![Act::Close, Act::Close])
}

/// A question with two answers, the first of which changes nothing.
fn question(words: &'static str, yes: &'static str, acts: Vec<Act>) -> View {
    let root = Rect::new(100, 980, WIDTH - 100, 1360);
    let answer = |left: i32, label: &'static str, act: Act| {
        let at = Rect::new(left, root.bottom - 160, left + 260, root.bottom - 30);
        plain(at).taps(act).child(layout::text(at.inset(0, 30), label, TextStyle::Button))
    };
    plain(root).paint(Paint::Panel).child(
        plain(root)
            .child(layout::text(Rect::new(163, 1040, WIDTH - 163, 1130), words, TextStyle::Title))
            .child(answer(420, "Cancel", Act::Close))
            .child(answer(700, yes, Act::All(acts))),
    )
}

/// The frames around a page.
fn compose(content: Vec<View>) -> View {
    let at = Rect::new(0, 0, WIDTH, HEIGHT);
    let inner = plain(at).children(content);
    layout::whole().child(View::new("androidx.compose.ui.platform.ComposeView", at).child(inner))
}

fn plain(at: Rect) -> View {
    View::new("android.view.View", at)
}

/// Something to tap with a shape in it that says what it does.
fn shape(at: Rect, description: &'static str, icon: Icon, act: Act) -> View {
    plain(at).taps(act).child(plain(at.inset(30, 30)).description(description).paint(Paint::Icon(icon)))
}

/// A text field. While it is empty, a view in it has its hint.
fn field(glance: &Glance<'_>, page: &Page, at: Rect, key: &'static str, hint: &'static str) -> View {
    let view = layout::field(glance, page, at, &Key::Borrowed(key), "", false);
    if !glance.place.field(key).is_empty() {
        return view;
    }
    let line = Rect::new(at.left + 42, at.top + 30, at.right - 42, (at.top + 110).min(at.bottom));
    view.child(layout::text(line, hint, TextStyle::Summary))
}

/// A note.
struct Note<'a> {
    number: u32,
    facts: &'a Facts,
}

impl<'a> Note<'a> {
    /// The one whose number is a page's argument, if there is one.
    fn of(facts: &'a Facts, argument: &str) -> Option<Self> {
        let number = argument.parse().ok()?;
        facts.records(RECORDS).contains(&number).then_some(Self { number, facts })
    }

    /// All of them: those that are pinned first, then the last made.
    fn all(facts: &'a Facts) -> Vec<Self> {
        let mut all: Vec<_> = facts.records(RECORDS).into_iter().rev().map(|number| Self { number, facts }).collect();
        all.sort_by_key(|note| !note.is("pinned"));
        all
    }

    fn key(&self, member: &str) -> Key {
        Key::Owned(format!("{RECORDS}.{}.{member}", self.number))
    }

    fn text(&self, member: &str) -> &'a str {
        self.facts.text(&self.key(member))
    }

    fn is(&self, member: &str) -> bool {
        self.facts.on(&self.key(member))
    }
}
