//! Search for files by name, in a folder and all below it.

use super::{ACTIVITY, BAR, PACKAGE, SCREEN, id, item};
use crate::phone::act::{Act, PageId};
use crate::phone::files::{FileInfo, ROOT};
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, View};

const ID: &str = "files/search";
const QUERY: &str = "query";

pub(super) fn page() -> Page {
    Page::new(ID, "", draw).of(PACKAGE, ACTIVITY).field(QUERY, "").typing().enter("Search")
}

/// The search below a folder; below all of them for a collection.
pub(super) fn page_of(place: &str) -> PageId {
    format!("{ID}?{}", if place.starts_with(ROOT) { place } else { ROOT }).into()
}

fn draw(page: &Page, glance: &Glance<'_>) -> View {
    let wanted = glance.place.field(QUERY).trim().to_lowercase();
    let below = Some(glance.place.argument()).filter(|folder| !folder.is_empty()).unwrap_or(ROOT);
    let found: Vec<FileInfo> = if wanted.is_empty() {
        Vec::new()
    } else {
        glance.files.below(below).filter(|file| file.name.to_lowercase().contains(&wanted)).collect()
    };
    let back = View::new("android.widget.ImageButton", Rect::new(0, STATUS_BAR, 147, BAR))
        .description("Back")
        .paint(Paint::Icon(Icon::Back))
        .taps(Act::Leave);
    let at = Rect::new(147, STATUS_BAR + 10, WIDTH - 42, BAR - 11);
    let field = layout::field(glance, page, at, &QUERY.into(), "Search", false).id(id("search_src_text"));
    let list = item::list(glance, &found, BAR + 21, GESTURE_BAR, None);
    View::new("android.widget.FrameLayout", SCREEN).paint(Paint::Page).child(
        View::new("android.view.ViewGroup", SCREEN)
            .id(id("coordinator_layout"))
            .child(View::new("android.view.ViewGroup", Rect::new(0, STATUS_BAR, WIDTH, BAR)).child(back).child(field))
            .child(list),
    )
}
