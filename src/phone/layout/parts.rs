//! Parts of pages that are laid out by hand.

use super::list::clip_all;
use crate::phone::act::{Act, Drag};
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::Glance;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The frame around all of a page.
pub(in crate::phone) fn whole() -> View {
    View::new("android.widget.FrameLayout", Rect::new(0, 0, WIDTH, HEIGHT)).paint(Paint::Page)
}

/// Text.
pub(in crate::phone) fn text(at: Rect, words: impl Into<String>, style: TextStyle) -> View {
    View::new("android.widget.TextView", at).text(words).paint(Paint::Text(style))
}

/// A shape to tap that says what it does in its description.
pub(in crate::phone) fn icon_button(at: Rect, description: &'static str, icon: Icon, act: Act) -> View {
    View::new("android.widget.ImageButton", at).description(description).paint(Paint::Icon(icon)).taps(act)
}

/// Where a page's content ends: above the keyboard, and above the gesture bar.
pub(in crate::phone) fn bottom(glance: &Glance<'_>) -> i32 {
    glance.bottom.min(GESTURE_BAR)
}

/// Puts items into a list that scrolls. They are laid out as if there were room for all of them and nothing was
/// scrolled yet; what is out of sight is recycled and has no view. `room` is left empty below the last.
pub(in crate::phone) fn scrolling(mut list: View, items: Vec<View>, room: i32, glance: &Glance<'_>) -> View {
    let end = items.iter().map(|item| item.bounds.bottom).max().unwrap_or(list.bounds.top) + room;
    let reach = (end - list.bounds.bottom).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    list.flags.scrollable = reach > 0;
    list.drag = Some(Drag::Scroll(reach));
    let clip = list.bounds;
    let shown = items.into_iter().filter_map(|mut item| {
        move_up(&mut item, scroll);
        (item.bounds.top < clip.bottom && item.bounds.bottom > clip.top).then(|| {
            clip_all(&mut item, &clip);
            item
        })
    });
    list.children.extend(shown);
    list
}

fn move_up(view: &mut View, by: i32) {
    let mut pending = vec![view];
    while let Some(view) = pending.pop() {
        view.bounds.top -= by;
        view.bounds.bottom -= by;
        pending.extend(view.children.iter_mut());
    }
}

/// The little window that "More options" opens: labels with what they do, once it is closed.
pub(in crate::phone) fn menu(package: &str, items: Vec<(&'static str, Act)>) -> View {
    const LINE: i32 = 126;
    let height = 42 + LINE * i32::try_from(items.len()).unwrap_or_default();
    let root = Rect::new(WIDTH - 560, STATUS_BAR + 16, WIDTH - 21, STATUS_BAR + 16 + height);
    let lines = items.into_iter().zip(0..).map(|((label, act), n)| {
        let top = root.top + 21 + n * LINE;
        let at = Rect::new(root.left, top, root.right, top + LINE);
        View::new("android.widget.LinearLayout", at)
            .taps(Act::All(vec![Act::Close, act]))
            .child(text(at.inset(63, 28), label, TextStyle::Title).id(format!("{package}:id/title")))
    });
    View::new("android.widget.FrameLayout", root)
        .paint(Paint::Panel)
        .child(View::new("android.widget.ListView", root).children(lines.collect::<Vec<_>>()))
}
