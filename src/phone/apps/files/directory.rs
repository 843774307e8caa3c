//! A folder, and what is done with what is selected in it.

use super::{BAR, SCREEN, SELECTION, bar, bar_button, called, dialogs, id, item, listed, page_of, roots, search};
use super::{selected, shown};
use crate::phone::act::Act;
use crate::phone::files::ROOT;
use crate::phone::metrics::{GESTURE_BAR, WIDTH, summary_width};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const CRUMBS: i32 = 105;
const HEADER: i32 = 105;

pub(super) fn draw(_: &Page, glance: &Glance<'_>) -> View {
    let place = shown(glance);
    let files = listed(place, glance);
    let stored = place.starts_with(ROOT);
    let mut top = BAR;
    let mut frame = View::new("android.view.ViewGroup", SCREEN).id(id("coordinator_layout"));
    frame = frame.child(if selected(glance).is_empty() { plain_bar(glance, place) } else { selection_bar(glance) });
    if stored {
        frame = frame.child(breadcrumbs(glance, place, top));
        top += CRUMBS;
    }
    let title = format!("Files in {}", called(place, glance));
    frame = frame.child(
        View::new("android.widget.TextView", Rect::new(63, top + 21, WIDTH - 63, top + HEADER - 21))
            .id(id("header_title"))
            .text(title)
            .paint(Paint::Text(TextStyle::Header)),
    );
    top += HEADER;
    let list = item::list(glance, &files, top, GESTURE_BAR, None);
    View::new("android.widget.FrameLayout", SCREEN).paint(Paint::Page).child(
        frame.child(View::new("android.widget.FrameLayout", list.bounds).id(id("container_directory")).child(list)),
    )
}

fn plain_bar(glance: &Glance<'_>, place: &str) -> View {
    let roots = ("Show roots", Icon::Menu, Act::Go(roots::ID.into()));
    bar(roots, &called(place, glance), 273)
        .child(bar_button(1, "option_menu_search", "Search", Icon::Search, Act::Go(search::page_of(place))))
        .child(bar_button(0, "more", "More options", Icon::More, Act::Go(dialogs::menu_of(place))))
}

/// The bar while something is selected.
fn selection_bar(glance: &Glance<'_>) -> View {
    let paths = selected(glance);
    let argument = paths.join("\n");
    let close = ("Close", Icon::Clear, Act::Fill(SELECTION.into(), String::new()));
    bar(close, &format!("{} selected", paths.len()), 273)
        .child(bar_button(1, "action_menu_delete", "Delete", Icon::Delete, Act::Go(dialogs::delete_of(&argument))))
        .child(bar_button(0, "more", "More options", Icon::More, Act::Go(dialogs::actions_of(&argument))))
}

/// The folders that lead here.
fn breadcrumbs(glance: &Glance<'_>, place: &str, top: i32) -> View {
    let line = Rect::new(0, top, WIDTH, top + CRUMBS);
    let rest = place.strip_prefix(ROOT).unwrap_or_default();
    let mut paths = vec![ROOT.to_owned()];
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        let above = paths.last().cloned().unwrap_or_default();
        paths.push(format!("{above}/{part}"));
    }
    let mut left = 63;
    let mut crumbs = Vec::new();
    let last = paths.len() - 1;
    for (n, path) in paths.iter().enumerate() {
        let name = called(path, glance);
        let right = left + summary_width(&name) * 6 / 5 + 20;
        if right > WIDTH - 63 {
            break;
        }
        let mut crumb = View::new("android.widget.TextView", Rect::new(left, top + 16, right, top + CRUMBS - 16))
            .id(id("breadcrumb_text"))
            .text(name)
            .paint(Paint::Text(TextStyle::Summary));
        if n < last {
            crumb = crumb.taps(Act::Go(page_of(path)));
        }
        crumbs.push(crumb);
        if n < last {
            crumbs.push(
                View::new("android.widget.ImageView", Rect::new(right, top + 31, right + 42, top + CRUMBS - 31))
                    .id(id("breadcrumb_arrow"))
                    .paint(Paint::Icon(Icon::Next)),
            );
        }
        left = right + 52;
    }
    View::new("androidx.recyclerview.widget.RecyclerView", line).id(id("horizontal_breadcrumb")).children(crumbs)
}
