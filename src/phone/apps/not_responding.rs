//! The system's message that an app is not responding (mobilerun-api.md 6.6), as a real phone draws it.

use super::App;
use crate::phone::act::Act;
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The message; its argument is the app's package.
pub(in crate::phone) const ID: &str = "system/not_responding";
/// The package whose window it is: the system itself, not the app.
const PACKAGE: &str = "android";
const ROOT: Rect = Rect::new(28, 927, 1052, 1466);
const TITLE: i32 = 200;

pub(super) fn app() -> App {
    let message = Page { dialog: true, modal: true, ..Page::new(ID, "", draw).of(PACKAGE, "") };
    App { pages: vec![message], ..App::new(PACKAGE, "Android System", Icon::System) }
}

fn draw(_: &Page, glance: &Glance<'_>) -> View {
    let app = glance.app(glance.place.argument()).map_or("App", |app| app.label);
    let top = Rect::new(ROOT.left, ROOT.top, ROOT.right, ROOT.top + TITLE);
    let title = Rect::new(ROOT.left + 63, top.top + 63, ROOT.right - 63, top.bottom - 40);
    let custom = Rect::new(ROOT.left, top.bottom, ROOT.right, ROOT.bottom - 21);
    let half = (custom.height() - 20) / 2;
    let button = |n: i32, id: &'static str, label: &'static str, icon: Icon, act: Act| {
        let at = Rect::new(custom.left + 42, custom.top + n * half, custom.right - 42, custom.top + (n + 1) * half);
        let middle = at.center().1;
        View::new("android.widget.Button", at).id(id).text(label).paint(Paint::Text(TextStyle::Title)).taps(act).child(
            View::new("android.view.View", Rect::new(at.right - 105, middle - 32, at.right - 42, middle + 31))
                .paint(Paint::Icon(icon)),
        )
    };
    let panel = View::new("android.widget.LinearLayout", ROOT)
        .id("android:id/parentPanel")
        .child(
            View::new("android.widget.LinearLayout", top).id("android:id/topPanel").child(
                View::new("android.widget.LinearLayout", top).id("android:id/title_template").child(
                    View::new("android.widget.TextView", title)
                        .id("android:id/alertTitle")
                        .text(format!("{} isn't responding", glance.words.say(app)))
                        .paint(Paint::Text(TextStyle::Headline)),
                ),
            ),
        )
        .child(View::new("android.widget.FrameLayout", custom).id("android:id/customPanel").children([
            button(0, "android:id/aerr_close", "Close app", Icon::Clear, Act::All(vec![Act::StopArgument, Act::Wait])),
            button(1, "android:id/aerr_wait", "Wait", Icon::Clock, Act::Wait),
        ]));
    View::new("android.widget.FrameLayout", ROOT)
        .paint(Paint::Panel)
        .child(View::new("android.widget.FrameLayout", ROOT).id("android:id/content").child(panel))
}
