//! The drawer with the roots of all storage.

use super::{COLLECTIONS, DIRECTORY, PACKAGE, called, id, page_of};
use crate::phone::act::{Act, PageId};
use crate::phone::files::{DOWNLOADS, ROOT};
use crate::phone::metrics::{HEIGHT, STATUS_BAR, title_width};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

pub(super) const ID: &str = "files/roots";

const RIGHT: i32 = 820;
const LINE: i32 = 147;

pub(super) fn draw(_: &Page, glance: &Glance<'_>) -> View {
    let root = Rect::new(0, 0, RIGHT, HEIGHT);
    let mut roots: Vec<(String, Icon, PageId)> = COLLECTIONS
        .iter()
        .map(|(argument, name, icon, _)| ((*name).to_owned(), *icon, format!("{DIRECTORY}?{argument}").into()))
        .collect();
    roots.push((called(DOWNLOADS, glance), Icon::Save, page_of(DOWNLOADS)));
    roots.push((called(ROOT, glance), Icon::System, page_of(ROOT)));
    let top = STATUS_BAR + 168;
    let lines = roots.into_iter().zip(0_i32..).map(|((label, icon, page), n)| {
        let line = Rect::new(0, top + n * LINE, RIGHT, top + (n + 1) * LINE);
        let middle = line.center().1;
        View::new("android.widget.LinearLayout", line)
            .taps(Act::All(vec![Act::Leave, Act::Go(page)]))
            .child(
                View::new("android.widget.ImageView", Rect::new(63, middle - 32, 126, middle + 31))
                    .id("android:id/icon")
                    .paint(Paint::Icon(icon)),
            )
            .child(
                View::new(
                    "android.widget.TextView",
                    Rect::new(189, middle - 36, (189 + title_width(&label)).min(RIGHT - 42), middle + 35),
                )
                .id("android:id/title")
                .text(label)
                .paint(Paint::Text(TextStyle::Title)),
            )
    });
    let list = View::new("android.widget.ListView", Rect::new(0, top, RIGHT, HEIGHT))
        .id(id("roots_list"))
        .children(lines.collect::<Vec<_>>());
    View::new("android.widget.FrameLayout", root).id(format!("{PACKAGE}:id/drawer_roots")).paint(Paint::Panel).child(
        View::new("android.widget.LinearLayout", root)
            .child(
                View::new("android.widget.TextView", Rect::new(63, STATUS_BAR + 42, RIGHT - 63, STATUS_BAR + 126))
                    .text("Files")
                    .paint(Paint::Text(TextStyle::BarTitle)),
            )
            .child(list),
    )
}
