//! Chrome's menu, its bookmarks, its tabs.

use super::{ACTIVITY, BOOKMARK, PACKAGE, PAGE, id, page_of};
use crate::phone::act::Act;
use crate::phone::facts::Value;
use crate::phone::layout;
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::row::{Row, footer, link};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};
use crate::phone::web;

/// The menu over a page; its argument is the page's address.
pub(super) const MENU: &str = "chrome/menu";
/// The overview of tabs; its argument is the address that the one tab shows.
pub(super) const TABS: &str = "chrome/tabs";
const BOOKMARKS: &str = "chrome/bookmarks";

pub(super) fn pages() -> Vec<Page> {
    vec![
        Page { dialog: true, ..Page::new(MENU, "", menu).of(PACKAGE, "") },
        Page::new(TABS, "", tabs).of(PACKAGE, ACTIVITY),
        Page::new(BOOKMARKS, "Bookmarks", layout::collapsing)
            .of(PACKAGE, "org.chromium.chrome.browser.app.bookmarks.BookmarkActivity")
            .rows_of(bookmarks),
    ]
}

fn menu(_: &Page, glance: &Glance<'_>) -> View {
    let address = glance.place.argument();
    let mut items = vec![("New tab", Act::Go(PAGE.into()))];
    if !address.is_empty() {
        let fact = format!("{BOOKMARK}{address}");
        items.push(if glance.facts.get(&fact).is_none() {
            let title = web::document(address, glance.facts, true).title;
            ("Add bookmark", Act::Put(fact.into(), title.as_str().into()))
        } else {
            ("Remove bookmark", Act::Drop(fact.into()))
        });
    }
    items.push(("Bookmarks", Act::Go(BOOKMARKS.into())));
    layout::menu(PACKAGE, items)
}

fn bookmarks(glance: &Glance<'_>) -> Vec<Row> {
    let kept = glance.facts.beginning(BOOKMARK);
    let rows: Vec<Row> = kept
        .map(|(fact, title)| {
            let address = fact.strip_prefix(BOOKMARK).unwrap_or_default();
            let Value::Text(title) = title else { return footer("") };
            link(title.to_owned(), page_of(address)).summary(web::short(address).to_owned()).icon(Icon::Globe)
        })
        .collect();
    if rows.is_empty() { vec![footer("No bookmarks yet")] } else { rows }
}

/// One tab, as a card.
fn tabs(_: &Page, glance: &Glance<'_>) -> View {
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let new = View::new("android.widget.ImageButton", Rect::new(21, STATUS_BAR + 10, 147, STATUS_BAR + 136))
        .id(id("new_tab_button"))
        .description("New tab")
        .paint(Paint::Icon(Icon::Add))
        .taps(Act::All(vec![Act::Leave, Act::Go(PAGE.into())]));
    let address = glance.place.argument();
    let title =
        if address.is_empty() { "New tab".to_owned() } else { web::document(address, glance.facts, true).title };
    let at = Rect::new(63, STATUS_BAR + 200, 540, STATUS_BAR + 860);
    let card =
        View::new("android.widget.FrameLayout", at).id(id("card_view")).paint(Paint::Panel).taps(Act::Leave).child(
            View::new("android.widget.TextView", Rect::new(at.left + 42, at.top + 21, at.right - 21, at.top + 100))
                .id(id("tab_title"))
                .text(title)
                .paint(Paint::Text(TextStyle::Summary)),
        );
    View::new("android.widget.FrameLayout", screen).paint(Paint::Page).child(
        View::new("androidx.recyclerview.widget.RecyclerView", screen)
            .id(id("tab_list_recycler_view"))
            .child(card)
            .child(new),
    )
}
