//! The Clock app (mobilerun-api.md 6.7): alarms, the time, timers and a stopwatch, each on a tab.
//!
//! The alarm of 8:30 is the fact `clock.alarm_830`, on or off, with `.days` and `.label` where it has them. A timer is
//! `clock.timer.1.seconds` and `.running`, with `.end` (of the world's milliseconds) or `.left` (milliseconds); the
//! stopwatch is `clock.stopwatch.running`, `.since`, `.before` and `.lap.1`, in milliseconds. Timers and stopwatch are
//! known to the app's process alone.

mod alarm;
mod picker;
mod stopwatch;
mod timer;

use super::App;
use crate::phone::act::Act;
use crate::phone::layout::{text, whole};
use crate::phone::metrics::{GESTURE_BAR, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const PACKAGE: &str = "com.google.android.deskclock";

const ALARM: &str = "clock/alarm";
const CLOCK: &str = "clock/clock";
const TIMER: &str = "clock/timer";
const STOPWATCH: &str = "clock/stopwatch";
const PICKER: &str = "clock/time";
const LABEL: &str = "clock/label";

/// Tabs: page, name, what its id ends in, shape.
const TABS: [(&str, &str, &str, Icon); 4] = [
    (ALARM, "Alarm", "alarm", Icon::Bell),
    (CLOCK, "Clock", "clock", Icon::Clock),
    (TIMER, "Timer", "timer", Icon::Timer),
    (STOPWATCH, "Stopwatch", "stopwatch", Icon::Stopwatch),
];
/// Top of the tabs.
const BOTTOM: i32 = GESTURE_BAR - 190;
/// Bottom of the title.
const TOP: i32 = STATUS_BAR + 160;
/// The round button over a page, and the places left and right of it.
const MIDDLE: Rect = Rect::new(450, BOTTOM - 220, 630, BOTTOM - 40);
const LEFT: Rect = Rect::new(130, BOTTOM - 200, 380, BOTTOM - 60);
const RIGHT: Rect = Rect::new(700, BOTTOM - 200, 950, BOTTOM - 60);

pub(super) fn app() -> App {
    let page = |id, title, draw| Page::new(id, title, draw).of(PACKAGE, "com.android.deskclock.DeskClock");
    App {
        start: Some(ALARM),
        pages: vec![
            page(ALARM, "Alarm", alarm::alarms),
            page(CLOCK, "Clock", clock),
            page(TIMER, "Timer", timer::timers),
            page(STOPWATCH, "Stopwatch", stopwatch::stopwatch),
            picker::page(),
            alarm::label_page(),
        ],
        facts: vec![
            ("clock.alarm_830", false.into()),
            ("clock.alarm_830.days", "Mon, Tue, Wed, Thu, Fri".into()),
            ("clock.alarm_900", false.into()),
            ("clock.alarm_900.days", "Sun, Sat".into()),
        ],
        data: Some("clock."),
        memory: &["clock.timer", "clock.stopwatch"],
        ..App::new(PACKAGE, "Clock", Icon::Clock)
    }
}

/// A tab's page with what is on it.
fn tab(page: &Page, glance: &Glance<'_>, content: Vec<View>) -> View {
    let title = Rect::new(63, STATUS_BAR + 40, 700, STATUS_BAR + 120);
    let bar = View::new("android.view.ViewGroup", Rect::new(0, STATUS_BAR, WIDTH, TOP))
        .id(id("toolbar"))
        .child(text(title, glance.say(&page.title), TextStyle::BarTitle).id(id("action_bar_title")));
    let width = WIDTH / 4;
    let tabs = TABS.iter().zip(0..).map(|((other, name, ending, icon), n)| {
        let at = Rect::new(n * width, BOTTOM, (n + 1) * width, GESTURE_BAR - 10);
        let here = *other == page.id;
        let view = View::new("android.widget.FrameLayout", at).id(id(&format!("tab_menu_{ending}"))).description(*name);
        // The tab that is shown takes no taps.
        let view = if here { view } else { view.taps(Act::Swap((*other).into())) };
        let shape = Rect::new(at.left, at.top + 26, at.right, at.top + 94);
        let words = Rect::new(at.left, at.top + 104, at.right, at.top + 160);
        view.flag(|flags| flags.selected = here)
            .child(
                View::new("android.widget.ImageView", shape)
                    .id(id("navigation_bar_item_icon_view"))
                    .paint(Paint::Icon(*icon)),
            )
            .child(
                text(words, *name, TextStyle::Label)
                    .id(id("navigation_bar_item_large_label_view"))
                    .flag(|flags| flags.selected = here),
            )
    });
    whole().child(bar).children(content).child(
        View::new("android.widget.FrameLayout", Rect::new(0, BOTTOM, WIDTH, GESTURE_BAR))
            .id(id("navigation_bar"))
            .children(tabs.collect::<Vec<_>>()),
    )
}

/// The time, which ticks.
fn clock(page: &Page, glance: &Glance<'_>) -> View {
    let time = glance.now.strftime("%-I:%M:%S\u{200a}%p").to_string();
    let date = glance.now.strftime("%a, %b %-d").to_string();
    let time = text(Rect::new(63, 420, WIDTH - 63, 640), time, TextStyle::Display).id(id("digital_clock"));
    let date = text(Rect::new(63, 660, WIDTH - 63, 720), date, TextStyle::Label).id(id("date"));
    tab(page, glance, vec![time, date])
}

/// The round button over a page.
fn fab(description: &'static str, icon: Icon, act: Act) -> View {
    View::new("android.widget.ImageButton", MIDDLE)
        .id(id("fab"))
        .description(description)
        .paint(Paint::Floating(icon))
        .taps(act)
}

/// A button with a label.
fn button(at: Rect, name: &str, label: impl Into<String>, act: Act) -> View {
    View::new("android.widget.Button", at).id(id(name)).text(label).paint(Paint::Button).taps(act)
}

/// The world's milliseconds.
fn now(glance: &Glance<'_>) -> i64 {
    glance.now.timestamp().as_millisecond()
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}
