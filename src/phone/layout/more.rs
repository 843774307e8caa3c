//! The menu behind "More options": a window over a corner of the page.

use crate::phone::act::Act;
use crate::phone::metrics::{WIDTH, title_width};
use crate::phone::view::{Paint, Rect, TextStyle, View};

const LINE: i32 = 126;

/// A menu at the right whose first line begins below `top`: label, resource id and act of each line.
pub(in crate::phone) fn more_menu(top: i32, items: Vec<(&'static str, String, Act)>) -> View {
    let widest = items.iter().map(|(label, ..)| title_width(label)).max().unwrap_or_default();
    let (left, right) = (WIDTH - 21 - (widest + 126).max(480), WIDTH - 21);
    let count = i32::try_from(items.len()).unwrap_or_default();
    let root = Rect::new(left, top, right, top + 2 * 21 + count * LINE);
    let lines = items.into_iter().zip(0_i32..).map(|((label, id, act), n)| {
        let line = Rect::new(left, root.top + 21 + n * LINE, right, root.top + 21 + (n + 1) * LINE);
        View::new("android.widget.LinearLayout", line).id(id).taps(act).child(
            View::new("android.widget.TextView", line.inset(63, 28))
                .id("android:id/title")
                .text(label)
                .paint(Paint::Text(TextStyle::Body)),
        )
    });
    let list = View::new("android.widget.ListView", root).children(lines.collect::<Vec<_>>());
    View::new("android.widget.FrameLayout", root).paint(Paint::Panel).child(list)
}
