//! The Phone app: its list of calls, which is empty, and the dial pad that a telephone number opens.

use super::App;
use crate::phone::act::Act;
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Line, Page};
use crate::phone::row::footer;
use crate::phone::view::{Icon, Paint, Rect, View};

const PACKAGE: &str = "com.google.android.dialer";
/// The field of the dial pad.
const DIGITS: &str = "digits";

pub(super) fn app() -> App {
    let number = Line::Of(|glance| glance.place.argument().to_owned());
    App {
        start: Some("phone/calls"),
        pages: vec![
            Page::new("phone/calls", "Phone", layout::collapsing)
                .of(PACKAGE, "MainActivity")
                .row(footer("No recent calls")),
            Page::new("phone/dial", "", dial).of(PACKAGE, "MainActivity").field(DIGITS, number),
        ],
        ..App::new(PACKAGE, "Phone", Icon::Call)
    }
}

/// The number that is about to be called. There is no network to call in.
fn dial(page: &Page, glance: &Glance<'_>) -> View {
    let id = |name: &str| format!("{PACKAGE}:id/{name}");
    let digits = layout::field(glance, page, Rect::new(63, 1100, WIDTH - 63, 1260), &DIGITS.into(), "Number", false);
    let up = View::new("android.widget.ImageButton", Rect::new(0, STATUS_BAR, 147, STATUS_BAR + 147))
        .description("Navigate up")
        .paint(Paint::Icon(Icon::Back))
        .taps(Act::Leave);
    let call = View::new("android.widget.Button", Rect::new(340, 1360, 740, 1500))
        .id(id("dialpad_voice_call_button"))
        .text("Call")
        .paint(Paint::Button)
        .taps(Act::Nothing);
    View::new("android.widget.FrameLayout", Rect::new(0, 0, WIDTH, HEIGHT)).paint(Paint::Page).child(
        View::new("android.widget.LinearLayout", Rect::new(0, STATUS_BAR, WIDTH, GESTURE_BAR))
            .id(id("dialpad_fragment"))
            .child(up)
            .child(digits.id(id("digits")))
            .child(call),
    )
}
