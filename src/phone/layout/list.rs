//! Lists that scroll, and the page with a collapsing toolbar over one.

use super::rows::rows;
use crate::phone::act::{Act, Drag};
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::row::Row;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Pages of this app can be searched from anywhere.
const SETTINGS: &str = "com.android.settings";
/// Bottom of the toolbar when it is collapsed.
const COLLAPSED: i32 = STATUS_BAR + 147;
/// Bottom of the toolbar at the top of the page.
const EXPANDED: i32 = 580;

/// The views of rows laid one below the other from `top`, those alone that show between the edges of `clip`: the
/// others are recycled and have no view. A row cut by an edge is clipped, its parts one by one.
pub(in crate::phone) fn stack(
    page: &Page,
    glance: &Glance<'_>,
    rows: &[(Row, i32)],
    mut top: i32,
    clip: Rect,
) -> Vec<View> {
    let mut views = Vec::new();
    for (row, height) in rows {
        if top < clip.bottom && top + height > clip.top {
            let mut view = row.view(page, glance, top, *height);
            clip_all(&mut view, &clip);
            views.push(view);
        }
        top += height;
    }
    views
}

pub(super) fn clip_all(view: &mut View, clip: &Rect) {
    let mut pending = vec![view];
    while let Some(view) = pending.pop() {
        view.bounds = view.bounds.clipped(clip);
        pending.extend(view.children.iter_mut());
    }
}

/// Height of all rows.
fn total(rows: &[(Row, i32)]) -> i32 {
    rows.iter().map(|(_, height)| height).sum()
}

/// A page with a toolbar that collapses while its list scrolls (mobilerun-api.md 6.2).
pub(in crate::phone) fn collapsing(page: &Page, glance: &Glance<'_>) -> View {
    if glance.look.is_11() {
        return action_bar(page, glance);
    }
    let rows = rows(page, glance);
    let reach = (EXPANDED + total(&rows) - GESTURE_BAR).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let bar = (EXPANDED - scroll).max(COLLAPSED);
    // These pages keep clear of the gesture bar; the first page of Settings and search reach under it.
    let viewport = Rect::new(0, bar, WIDTH, GESTURE_BAR);
    let list = list(viewport, page.package, reach).children(stack(page, glance, &rows, EXPANDED - scroll, viewport));
    let id = |name: &str| format!("{}:id/{name}", page.package);
    let toolbar = Rect::new(0, 0, WIDTH, bar);
    let up = View::new("android.widget.ImageButton", Rect::new(0, STATUS_BAR, 147, COLLAPSED))
        .description("Navigate up")
        .paint(Paint::Icon(Icon::Back))
        .taps(Act::Leave);
    let title = View::new("android.widget.FrameLayout", toolbar)
        .id(id("collapsing_toolbar"))
        .description(glance.say(&page.title))
        .paint(Paint::Toolbar)
        .child(
            View::new("android.view.ViewGroup", Rect::new(0, STATUS_BAR, WIDTH, COLLAPSED))
                .id(id("action_bar"))
                .child(up),
        );
    View::new("android.widget.FrameLayout", Rect::new(0, 0, WIDTH, HEIGHT)).paint(Paint::Page).child(
        View::new("android.view.ViewGroup", Rect::new(0, 0, WIDTH, HEIGHT))
            .id(id("content_parent"))
            .child(View::new("android.widget.LinearLayout", toolbar).id(id("app_bar")).child(title))
            .child(framed(page, list)),
    )
}

/// A page of older phones: a bar with title and search that stays, and a list (mobilerun-api.md 6.2).
fn action_bar(page: &Page, glance: &Glance<'_>) -> View {
    let rows = rows(page, glance);
    let reach = (COLLAPSED + total(&rows) - GESTURE_BAR).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let viewport = Rect::new(0, COLLAPSED, WIDTH, GESTURE_BAR);
    let list = list(viewport, page.package, reach).children(stack(page, glance, &rows, COLLAPSED - scroll, viewport));
    let id = |name: &str| format!("{}:id/{name}", page.package);
    let bar = Rect::new(0, STATUS_BAR, WIDTH, COLLAPSED);
    let up = View::new("android.widget.ImageButton", Rect::new(0, bar.top, 147, bar.bottom))
        .description("Navigate up")
        .paint(Paint::Icon(Icon::Back))
        .taps(Act::Leave);
    let title = View::new("android.widget.TextView", Rect::new(189, bar.top + 32, WIDTH - 168, bar.bottom - 32))
        .text(glance.say(&page.title))
        .paint(Paint::Text(TextStyle::BarTitle));
    let mut toolbar = View::new("android.view.ViewGroup", bar).id(id("action_bar")).child(up).child(title);
    if page.package == SETTINGS {
        let menu = Rect::new(WIDTH - 126, bar.top, WIDTH, bar.bottom);
        toolbar = toolbar.child(
            View::new("android.widget.LinearLayout", menu).child(
                View::new("android.widget.TextView", menu.inset(0, 10))
                    .description("Search settings")
                    .paint(Paint::Icon(Icon::Search))
                    .taps(Act::Go("settings/search".into())),
            ),
        );
    }
    View::new("android.widget.FrameLayout", screen).paint(Paint::Page).child(
        View::new("android.widget.LinearLayout", screen)
            .id(id("content_parent"))
            .child(toolbar)
            .child(framed(page, list)),
    )
}

/// A page's list and the frame around all of it.
fn framed(page: &Page, list: View) -> View {
    let content = content(page.package, list);
    let frame = View::new("android.widget.FrameLayout", content.bounds);
    frame.id(format!("{}:id/content_frame", page.package)).child(content)
}

/// A list in the frames that it has around it on real phones (mobilerun-api.md 6.1).
pub(in crate::phone) fn content(package: &str, list: View) -> View {
    let around = |class, id: String, inner: View| View::new(class, inner.bounds).id(id).child(inner);
    let list = around("android.widget.FrameLayout", "android:id/list_container".to_owned(), list);
    let list = around("android.widget.LinearLayout", format!("{package}:id/container_material"), list);
    around("android.widget.FrameLayout", format!("{package}:id/main_content"), list)
}

/// A scrolling list without its rows.
pub(in crate::phone) fn list(at: Rect, package: &str, reach: i32) -> View {
    let mut view = View::new("androidx.recyclerview.widget.RecyclerView", at).id(format!("{package}:id/recycler_view"));
    view.flags.focusable = true;
    view.flags.scrollable = reach > 0;
    view.drag = Some(Drag::Scroll(reach));
    view
}

/// How far a page must be scrolled for the row of this title to be well in view.
pub(in crate::phone) fn scroll_to(page: &Page, glance: &Glance<'_>, title: &str) -> i32 {
    let rows = rows(page, glance);
    let before =
        rows.iter().take_while(|(row, _)| glance.say(&row.title) != title).map(|(_, height)| height).sum::<i32>();
    let head = if glance.look.is_11() { COLLAPSED } else { EXPANDED };
    let reach = (head + total(&rows) - GESTURE_BAR).max(0);
    // A row in the upper half needs no scrolling.
    if head + before < HEIGHT / 2 { 0 } else { (head + before - HEIGHT / 3).clamp(0, reach) }
}
