//! The form to make a contact or change one. Its fields have no ids, and show their hint while they are empty.

use super::{CONTACT, Contact, DISCARD, EDIT, EDITOR, PACKAGE, RECORDS, id, key};
use crate::phone::act::Act;
use crate::phone::facts::Value;
use crate::phone::layout::{self, icon_button, text, whole};
use crate::phone::metrics::{STATUS_BAR, WIDTH};
use crate::phone::page::{Condition, Glance, Line, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Fields: what the fact is called, hint, shape before it.
const FIELDS: [(&str, &str, Option<Icon>); 4] = [
    ("first_name", "First name", Some(Icon::Person)),
    ("last_name", "Last name", None),
    ("phone", "Phone", Some(Icon::Call)),
    ("email", "Email", Some(Icon::Message)),
];

pub(super) fn page() -> Page {
    let page = Page::new(EDIT, "", form).of(PACKAGE, EDITOR).asks_if(Condition::Of(changed), DISCARD);
    page.field("first_name", Line::Of(|glance| saved(glance, "first_name")))
        .field("last_name", Line::Of(|glance| saved(glance, "last_name")))
        .field("phone", Line::Of(|glance| saved(glance, "phone")))
        .field("email", Line::Of(|glance| saved(glance, "email")))
}

/// What is known so far.
fn saved(glance: &Glance<'_>, member: &str) -> String {
    Contact::of(glance.facts, glance.place.argument())
        .map(|contact| contact.text(member).to_owned())
        .unwrap_or_default()
}

fn changed(glance: &Glance<'_>) -> bool {
    FIELDS.iter().any(|(member, ..)| glance.place.field(member) != saved(glance, member))
}

fn form(page: &Page, glance: &Glance<'_>) -> View {
    let bar = Rect::new(0, STATUS_BAR, WIDTH, STATUS_BAR + 147);
    let title = if glance.place.argument().is_empty() { "Create contact" } else { "Edit contact" };
    let close = Rect::new(0, bar.top, 147, bar.bottom);
    let button = Rect::new(WIDTH - 260, bar.top + 21, WIDTH - 42, bar.bottom - 21);
    let fields = FIELDS.iter().zip(0..).map(|((member, hint, _), n)| {
        let top = 640 + n * 190;
        layout::field(glance, page, Rect::new(150, top, WIDTH - 63, top + 160), &(*member).into(), hint, false)
    });
    let shapes = FIELDS.iter().zip(0..).filter_map(|((.., icon), n)| {
        let top = 640 + n * 190;
        let at = Rect::new(42, top + 48, 106, top + 112);
        icon.map(|icon| View::new("android.widget.ImageView", at).paint(Paint::Icon(icon)))
    });
    whole()
        .child(
            View::new("android.view.ViewGroup", bar)
                .id(id("toolbar"))
                .child(icon_button(close, "Close", Icon::Clear, Act::Leave))
                .child(text(Rect::new(189, bar.top + 38, 780, bar.bottom - 38), title, TextStyle::BarTitle))
                .child(
                    View::new("android.widget.Button", button)
                        .id(id("toolbar_button"))
                        .text("Save")
                        .paint(Paint::Button)
                        .taps(save(glance)),
                ),
        )
        .child(
            View::new("android.widget.ImageView", Rect::new(430, 340, 650, 560))
                .id(id("photo"))
                .description("Contact photo")
                .paint(Paint::App(Icon::Person)),
        )
        .children(shapes.collect::<Vec<_>>())
        .children(fields.collect::<Vec<_>>())
}

/// Keeps what is in the fields and shows the contact. An empty form is left without a contact.
fn save(glance: &Glance<'_>) -> Act {
    let known = Contact::of(glance.facts, glance.place.argument()).map(|contact| contact.number);
    let next = || glance.facts.records(RECORDS).last().map_or(1, |last| last.saturating_add(1));
    let number = known.unwrap_or_else(next);
    let mut acts: Vec<Act> = FIELDS
        .iter()
        .map(|(member, ..)| {
            let (key, text) = (key(number, member).into(), glance.place.field(member).trim());
            if text.is_empty() { Act::Drop(key) } else { Act::Put(key, Value::Text(text.to_owned())) }
        })
        .collect();
    let empty = !acts.iter().any(|act| matches!(act, Act::Put(..)));
    acts.push(match known {
        None if !empty => Act::Swap(format!("{CONTACT}?{number}").into()),
        _ => Act::Close,
    });
    Act::All(acts)
}
