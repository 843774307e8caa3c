//! All contacts by name, and those that a search finds.

use super::{CONTACT, Contact, EDIT, SEARCH, id};
use crate::phone::act::Act;
use crate::phone::layout::{self, bottom, icon_button, scrolling, text, whole};
use crate::phone::metrics::{GESTURE_BAR, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The search's field.
pub(super) const SOUGHT: &str = "sought";
const ROW: i32 = 190;
const TOP: i32 = STATUS_BAR + 230;

pub(super) fn list(_: &Page, glance: &Glance<'_>) -> View {
    let bar = Rect::new(42, STATUS_BAR + 30, WIDTH - 42, STATUS_BAR + 190);
    let search = View::new("android.view.ViewGroup", bar)
        .id(id("open_search_bar"))
        .paint(Paint::SearchBar)
        .taps(Act::Go(SEARCH.into()))
        .child(
            View::new("android.widget.ImageView", Rect::new(bar.left + 30, bar.top, bar.left + 140, bar.bottom))
                .paint(Paint::Icon(Icon::Search)),
        )
        .child(
            text(Rect::new(bar.left + 160, bar.top + 45, 800, bar.bottom - 45), "Search contacts", TextStyle::Body)
                .id(id("open_search_bar_text_view")),
        );
    let add = View::new("android.widget.ImageButton", Rect::new(875, 2080, 1022, 2227))
        .id(id("floating_action_button"))
        .description("Create contact")
        .paint(Paint::Floating(Icon::Add))
        .taps(Act::Go(EDIT.into()));
    let contacts = Contact::all(glance.facts);
    let page = whole().child(search);
    if contacts.is_empty() {
        let none = text(Rect::new(240, 1080, 840, 1160), "No contacts", TextStyle::Label).id(id("empty_view_text"));
        return page.child(none).child(add);
    }
    let list = View::new("androidx.recyclerview.widget.RecyclerView", Rect::new(0, TOP, WIDTH, GESTURE_BAR))
        .id("android:id/list");
    page.child(scrolling(list, rows(&contacts), 260, glance)).child(add)
}

/// A line for each, the first of each letter with that letter before it.
fn rows(contacts: &[Contact<'_>]) -> Vec<View> {
    let mut letter = None;
    let mut rows = Vec::new();
    for (contact, n) in contacts.iter().zip(0..) {
        let name = contact.name();
        let first = name.chars().next().map(|first| first.to_uppercase().to_string());
        let top = TOP + n * ROW;
        let mut row = View::new("android.view.ViewGroup", Rect::new(0, top, WIDTH, top + ROW))
            .taps(Act::Go(format!("{CONTACT}?{}", contact.number).into()));
        if first != letter {
            let at = Rect::new(42, top + 60, 100, top + 130);
            row = row.child(text(at, first.clone().unwrap_or_default(), TextStyle::Header).id(id("header")));
            letter = first;
        }
        rows.push(
            row.child(
                View::new("android.widget.ImageView", Rect::new(116, top + 37, 232, top + 153))
                    .paint(Paint::App(Icon::Person)),
            )
            .child(
                text(Rect::new(274, top + 58, WIDTH - 63, top + 132), name, TextStyle::Title)
                    .id(id("cliv_name_textview")),
            ),
        );
    }
    rows
}

pub(super) fn search(page: &Page, glance: &Glance<'_>) -> View {
    let sought = glance.place.field(SOUGHT);
    let wanted = sought.trim().to_lowercase();
    let line = Rect::new(0, STATUS_BAR + 30, WIDTH, STATUS_BAR + 190);
    let back = Rect::new(0, line.top, 147, line.bottom);
    let at = Rect::new(160, line.top + 10, WIDTH - 160, line.bottom - 10);
    let field = layout::field(glance, page, at, &SOUGHT.into(), "Search contacts", false);
    let mut whole = whole()
        .child(icon_button(back, "Back", Icon::Back, Act::Leave))
        .child(field.id(id("open_search_view_edit_text")));
    if sought.is_empty() {
        return whole;
    }
    let clear = Rect::new(WIDTH - 147, line.top, WIDTH, line.bottom);
    whole = whole.child(
        icon_button(clear, "Clear text", Icon::Clear, Act::Empty(SOUGHT.into()))
            .id(id("open_search_view_clear_button")),
    );
    let mut found = Contact::all(glance.facts);
    found.retain(|contact| {
        let told = [&contact.name(), contact.text("phone"), contact.text("email")].map(str::to_lowercase);
        told.iter().any(|text| text.contains(&wanted))
    });
    if found.is_empty() {
        return whole.child(text(Rect::new(240, 640, 840, 720), "No results found", TextStyle::Label));
    }
    let list = View::new("androidx.recyclerview.widget.RecyclerView", Rect::new(0, TOP, WIDTH, bottom(glance)))
        .id(id("search_results"));
    whole.child(scrolling(list, rows(&found), 0, glance))
}
