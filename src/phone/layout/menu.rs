//! What is offered at a text field that was pressed long: cut, copy, paste.

use crate::phone::act::Act;
use crate::phone::metrics::{STATUS_BAR, WIDTH};
use crate::phone::view::{Paint, Rect, TextStyle, View};

const HEIGHT: i32 = 126;
const GAP: i32 = 16;

/// Android key codes that do it.
const CUT: (&str, i32) = ("Cut", 277);
const COPY: (&str, i32) = ("Copy", 278);
const PASTE: (&str, i32) = ("Paste", 279);

/// The menu at a window's focused field; none if there is nothing to offer. A password is never copied.
pub(in crate::phone) fn text_menu(window: &View, clipboard: &str) -> Option<View> {
    let field = window.walk().find(|view| view.flags.focused)?;
    let mut offered = Vec::new();
    if !field.flags.showing_hint && !field.flags.password {
        offered.extend([CUT, COPY]);
    }
    if !clipboard.is_empty() {
        offered.push(PASTE);
    }
    if offered.is_empty() {
        return None;
    }
    let width = |label: &str| 84 + 27 * i32::try_from(label.len()).unwrap_or_default();
    let whole: i32 = offered.iter().map(|(label, _)| width(label)).sum();
    let left = field.bounds.left.clamp(window.bounds.left, (window.bounds.right.min(WIDTH) - whole).max(0));
    // Above the field if there is room, else below.
    let above = field.bounds.top - GAP - HEIGHT;
    let top = if above > window.bounds.top.max(STATUS_BAR) { above } else { field.bounds.bottom + GAP };
    let at = Rect::new(left, top, left + whole, top + HEIGHT).clipped(&window.bounds);
    let mut right = left;
    let items = offered.into_iter().map(|(label, code)| {
        let item = Rect::new(right, top, right + width(label), top + HEIGHT).clipped(&window.bounds);
        right = item.right;
        View::new("android.widget.LinearLayout", item).description(label).taps(Act::Press(code)).child(
            View::new("android.widget.TextView", item)
                .id("android:id/floating_toolbar_menu_item_text")
                .text(label)
                .paint(Paint::Text(TextStyle::Button)),
        )
    });
    let items: Vec<_> = items.collect();
    Some(View::new("android.widget.FrameLayout", at).paint(Paint::Panel).children(items))
}
