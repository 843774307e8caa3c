//! Windows over a page: alert dialogs and the system's slider.

use super::list::stack;
use super::rows::{BESIDE, rows, slider_view};
use crate::phone::act::Drag;
use crate::phone::metrics::{GESTURE_BAR, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::row::Kind;
use crate::phone::view::{Paint, Rect, TextStyle, View};

const LEFT: i32 = BESIDE;
const RIGHT: i32 = WIDTH - BESIDE;
const TITLE: i32 = 190;
const BUTTONS: i32 = 168;
/// A list in a dialog is no higher than this.
const MOST: i32 = 1260;

/// An alert dialog (mobilerun-api.md 6.6): title, list or message, buttons. Its root is smaller than the screen.
pub(in crate::phone) fn dialog(page: &Page, glance: &Glance<'_>) -> View {
    let rows = rows(page, glance);
    let title = glance.say(&page.title);
    let head = if title.is_empty() { 42 } else { TITLE };
    let foot = if page.buttons.is_empty() { 42 } else { BUTTONS };
    let content = rows.iter().map(|(_, height)| height).sum::<i32>();
    let room = glance.bottom.min(GESTURE_BAR) - STATUS_BAR - head - foot - 84;
    let shown = content.min(MOST).min(room.max(126));
    let height = head + shown + foot;
    let top = STATUS_BAR + ((glance.bottom.min(GESTURE_BAR) - STATUS_BAR - height) / 2).max(0);
    let root = Rect::new(LEFT, top, RIGHT, top + height);
    let viewport = Rect::new(LEFT, top + head, RIGHT, top + head + shown);
    let reach = content - shown;
    let scroll = glance.place.scroll.clamp(0, reach);
    let choices = rows.iter().any(|(row, _)| matches!(row.kind, Kind::Choice(..)));
    let class = if choices { "android.widget.ListView" } else { "android.widget.ScrollView" };
    let id = if choices { "android:id/select_dialog_listview" } else { "android:id/scrollView" };
    let mut list = View::new(class, viewport)
        .id(id)
        .children(stack(page, glance, &rows, viewport.top - scroll, viewport))
        .flag(|flags| flags.scrollable = reach > 0);
    list.drag = Some(Drag::Scroll(reach));
    let mut panel = View::new("android.widget.LinearLayout", root).id("android:id/parentPanel");
    if !title.is_empty() {
        let text = Rect::new(LEFT + 63, top + 63, RIGHT - 63, top + 148);
        panel = panel.child(
            View::new("android.widget.LinearLayout", Rect::new(LEFT, top, RIGHT, top + head))
                .id("android:id/topPanel")
                .child(
                    View::new("android.widget.TextView", text)
                        .id("android:id/alertTitle")
                        .text(title)
                        .paint(Paint::Text(TextStyle::Headline)),
                ),
        );
    }
    panel = panel.child(View::new("android.widget.FrameLayout", viewport).id("android:id/contentPanel").child(list));
    if !page.buttons.is_empty() {
        panel = panel.child(buttons(page, Rect::new(LEFT, root.bottom - foot, RIGHT, root.bottom)));
    }
    View::new("android.widget.FrameLayout", root)
        .paint(Paint::Panel)
        .child(View::new("android.widget.FrameLayout", root).id("android:id/content").child(panel))
}

/// The buttons of a dialog, the last one (the positive one) at the right.
fn buttons(page: &Page, at: Rect) -> View {
    let mut right = at.right - 42;
    let mut views = Vec::new();
    let alone = page.buttons.len() == 1;
    for (n, (label, act)) in page.buttons.iter().rev().enumerate() {
        let width = 84 + 24 * i32::try_from(label.chars().count()).unwrap_or(10);
        // A dialog's only button says Cancel or Close: Android counts that as the negative one.
        let id = match (alone, n) {
            (true, _) | (false, 1) => "android:id/button2",
            (false, 0) => "android:id/button1",
            _ => "android:id/button3",
        };
        views.push(
            View::new("android.widget.Button", Rect::new(right - width, at.top + 21, right, at.bottom - 21))
                .id(id)
                .text(*label)
                .paint(Paint::Text(TextStyle::Button))
                .taps(act.clone()),
        );
        right -= width + 21;
    }
    views.reverse();
    View::new("android.widget.ScrollView", at).id("android:id/buttonPanel").children(views)
}

/// A slider over the page, as the system's brightness dialog. It shows the page's first slider row.
pub(in crate::phone) fn slider_sheet(page: &Page, glance: &Glance<'_>) -> View {
    let root = Rect::new(0, STATUS_BAR, WIDTH, STATUS_BAR + 210);
    let at = root.inset(42, 42);
    let sliders = rows(page, glance).into_iter().filter_map(|(row, _)| match row.kind {
        Kind::Slider(key, from, to) => {
            let mut slider = slider_view(at, glance, &key, from, to).id(format!("{}:id/slider", page.package));
            slider.description = glance.say(&row.title);
            slider.text = format!("{}.0", glance.number(&key));
            Some(slider)
        }
        _ => None,
    });
    View::new("android.widget.FrameLayout", root).paint(Paint::Panel).children(sliders.take(1).collect::<Vec<_>>())
}
