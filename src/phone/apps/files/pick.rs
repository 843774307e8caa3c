//! Choosing the folder that something is moved or copied to. The argument is that folder, and then what is moved.

use super::{ACTIVITY, BAR, PACKAGE, SCREEN, bar, called, id, item, listed};
use crate::phone::act::{Act, Deed, PageId};
use crate::phone::files::{FileInfo, ROOT, parent};
use crate::phone::metrics::{GESTURE_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const MOVE: &str = "files/move";
const COPY: &str = "files/copy";
/// Height of the buttons at the bottom.
const FOOT: i32 = 190;

pub(super) fn pages() -> Vec<Page> {
    let page = |id, draw| Page::new(id, "", draw).of(PACKAGE, ACTIVITY);
    vec![page(MOVE, moving as fn(&Page, &Glance<'_>) -> View), page(COPY, copying)]
}

/// The page on which a folder is chosen, beginning with this one.
pub(super) fn page_of(moving: bool, folder: &str, paths: &str) -> PageId {
    format!("{}?{folder}\n{paths}", if moving { MOVE } else { COPY }).into()
}

fn moving(_: &Page, glance: &Glance<'_>) -> View {
    draw(glance, true)
}

fn copying(_: &Page, glance: &Glance<'_>) -> View {
    draw(glance, false)
}

fn draw(glance: &Glance<'_>, moving: bool) -> View {
    let (folder, paths) = glance.place.argument().split_once('\n').unwrap_or((ROOT, ""));
    // Another folder takes the place of this one: what was chosen is done from one page.
    let turn = |to: &str| Act::Swap(page_of(moving, to, paths));
    let up = if folder == ROOT { Act::Leave } else { turn(parent(folder)) };
    let label = if folder == ROOT { "Cancel" } else { "Navigate up" };
    let files = listed(folder, glance);
    let into = |file: &FileInfo| turn(&file.path);
    let list = item::list(glance, &files, BAR, GESTURE_BAR - FOOT, Some(&into));
    let problem = glance.place.field("problem");
    let foot = Rect::new(0, GESTURE_BAR - FOOT, WIDTH, GESTURE_BAR);
    let deed = if moving { Deed::Move } else { Deed::Copy };
    let mut buttons = View::new("android.widget.LinearLayout", foot)
        .id(id("container_save"))
        .child(
            View::new("android.widget.Button", Rect::new(WIDTH - 700, foot.top + 21, WIDTH - 380, foot.bottom - 21))
                .id("android:id/button2")
                .text("Cancel")
                .paint(Paint::Text(TextStyle::Button))
                .taps(Act::Leave),
        )
        .child(
            View::new("android.widget.Button", Rect::new(WIDTH - 360, foot.top + 21, WIDTH - 42, foot.bottom - 21))
                .id("android:id/button1")
                .text(if moving { "Move" } else { "Copy" })
                .paint(Paint::Button)
                .taps(Act::Files(deed)),
        );
    if !problem.is_empty() {
        buttons = buttons.child(
            View::new("android.widget.TextView", Rect::new(42, foot.top + 21, WIDTH - 720, foot.bottom - 21))
                .text(problem)
                .paint(Paint::Text(TextStyle::Summary)),
        );
    }
    View::new("android.widget.FrameLayout", SCREEN).paint(Paint::Page).child(
        View::new("android.view.ViewGroup", SCREEN)
            .id(id("coordinator_layout"))
            .child(bar((label, if folder == ROOT { Icon::Clear } else { Icon::Back }, up), &called(folder, glance), 63))
            .child(list)
            .child(buttons),
    )
}
