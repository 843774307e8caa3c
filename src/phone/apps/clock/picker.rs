//! The dialog to choose a time in: on a clock's face, or by typing.

use jiff::civil::Time;

use super::{PACKAGE, PICKER, alarm, id};
use crate::phone::act::{Act, Key};
use crate::phone::layout::{self, icon_button, text};
use crate::phone::page::{Glance, Line, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Fields: the numbers as they are shown.
const HOUR: &str = "hour";
const MINUTE: &str = "minute";
/// `AM` or `PM`.
const PERIOD: &str = "period";
/// Not empty while the time is typed.
const TYPED: &str = "typed";
/// Not empty while the face shows minutes.
const MINUTES: &str = "minutes";

const LEFT: i32 = 95;
const RIGHT: i32 = 985;

pub(super) fn page() -> Page {
    Page { dialog: true, ..Page::new(PICKER, "Select time", picker).of(PACKAGE, "") }
        .field(HOUR, Line::Of(|glance| before(glance).strftime("%-I").to_string()))
        .field(MINUTE, Line::Of(|glance| before(glance).strftime("%M").to_string()))
}

/// The time to begin with: the alarm's that is the page's argument, or now.
fn before(glance: &Glance<'_>) -> Time {
    alarm::time(glance.place.argument()).unwrap_or_else(|| glance.now.time())
}

fn period(glance: &Glance<'_>) -> &'static str {
    match glance.place.field(PERIOD) {
        "AM" => "AM",
        "PM" => "PM",
        _ if before(glance).hour() < 12 => "AM",
        _ => "PM",
    }
}

/// The time chosen; none if what was typed is none.
fn chosen(glance: &Glance<'_>) -> Option<Time> {
    let number = |field: &str| glance.place.field(field).trim().parse::<i8>().ok();
    let hour = number(HOUR).filter(|hour| (1..=12).contains(hour))?;
    let later = if period(glance) == "PM" { 12 } else { 0 };
    Time::new(hour % 12 + later, number(MINUTE)?, 0, 0).ok()
}

fn picker(page: &Page, glance: &Glance<'_>) -> View {
    let typing = !glance.place.field(TYPED).is_empty();
    let top = if typing { 420 } else { 520 };
    let root = Rect::new(LEFT, top, RIGHT, if typing { top + 720 } else { top + 1360 });
    let foot = root.bottom - 168;
    let button = |left: i32, name: &str, label: &'static str, act: Act| {
        View::new("android.widget.Button", Rect::new(left, foot + 21, left + 200, foot + 147))
            .id(id(name))
            .text(label)
            .paint(Paint::Text(TextStyle::Button))
            .taps(act)
    };
    let (mode, icon, turn) = if typing {
        let back = Act::All(vec![Act::Fill(TYPED.into(), String::new()), Act::HideKeyboard]);
        ("Switch to clock mode for the time input.", Icon::Clock, back)
    } else {
        let keys = Act::All(vec![Act::Fill(TYPED.into(), "yes".to_owned()), Act::Focus(HOUR.into())]);
        ("Switch to text input mode for the time input.", Icon::Keyboard, keys)
    };
    let title = Rect::new(LEFT + 63, top + 56, RIGHT - 63, top + 110);
    let mut view = View::new("android.widget.FrameLayout", root)
        .paint(Paint::Panel)
        .child(text(title, glance.say(&page.title), TextStyle::Summary).id(id("header_title")))
        .children(periods(glance, top + 150));
    view = if typing {
        view.children(typed(page, glance, top + 150))
    } else {
        view.children(shown(glance, top + 150)).child(face(glance, (540, top + 780)))
    };
    let mode = icon_button(Rect::new(LEFT + 42, foot + 21, LEFT + 168, foot + 147), mode, icon, turn);
    view.child(mode.id(id("material_timepicker_mode_button")))
        .child(button(RIGHT - 483, "material_timepicker_cancel_button", "Cancel", Act::Close))
        .child(button(RIGHT - 242, "material_timepicker_ok_button", "OK", done(glance)))
}

/// Hour and minute as two boxes to type in, which are told apart by the words below them.
fn typed(page: &Page, glance: &Glance<'_>, top: i32) -> Vec<View> {
    let mut views = Vec::new();
    for (left, key, words) in [(LEFT + 63, HOUR, "Hour"), (LEFT + 353, MINUTE, "Minute")] {
        let at = Rect::new(left, top, left + 250, top + 190);
        let around = View::new("android.widget.FrameLayout", at).id(id(&format!("material_{key}_text_input")));
        views.push(around.child(layout::field(glance, page, at, &key.into(), "", false).id("")));
        let below = Rect::new(left, at.bottom + 10, left + 250, at.bottom + 60);
        views.push(text(below, words, TextStyle::Summary).id(id("material_label")));
    }
    views
}

/// Hour and minute as two boxes, one of which the face is for.
fn shown(glance: &Glance<'_>, top: i32) -> Vec<View> {
    let minutes = !glance.place.field(MINUTES).is_empty();
    let part = |left: i32, name: &str, field: &str, unit: &str, here: bool, fill: &str| {
        let number = glance.place.field(field);
        View::new("android.view.View", Rect::new(left, top, left + 250, top + 210))
            .id(id(name))
            .text(number)
            .description(format!("{} {unit}", number.trim_start_matches('0')))
            .paint(Paint::Button)
            .taps(Act::Fill(MINUTES.into(), fill.to_owned()))
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = here;
            })
    };
    vec![
        part(LEFT + 63, "material_hour_tv", HOUR, "o'clock", !minutes, ""),
        part(LEFT + 353, "material_minute_tv", MINUTE, "minutes", minutes, "yes"),
    ]
}

fn periods(glance: &Glance<'_>, top: i32) -> Vec<View> {
    let one = |(label, name, top): (&'static str, &str, i32)| {
        View::new("android.widget.CompoundButton", Rect::new(RIGHT - 230, top, RIGHT - 63, top + 100))
            .id(id(name))
            .text(label)
            .paint(Paint::Button)
            .taps(Act::Fill(PERIOD.into(), label.to_owned()))
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = period(glance) == label;
            })
    };
    let buttons =
        [("AM", "material_clock_period_am_button", top), ("PM", "material_clock_period_pm_button", top + 110)];
    buttons.into_iter().map(one).collect()
}

/// Twelve numbers in a circle around this point.
fn face(glance: &Glance<'_>, (x, y): (i32, i32)) -> View {
    // Halves of a circle's radius to the right and down, per mille, from twelve o'clock on.
    const PLACES: [(i32, i32); 12] = [
        (0, -1000),
        (500, -866),
        (866, -500),
        (1000, 0),
        (866, 500),
        (500, 866),
        (0, 1000),
        (-500, 866),
        (-866, 500),
        (-1000, 0),
        (-866, -500),
        (-500, -866),
    ];
    const RADIUS: i32 = 290;
    let minutes = !glance.place.field(MINUTES).is_empty();
    let numbers = PLACES.iter().zip(0..).map(|((right, down), n)| {
        let (x, y) = (x + right * RADIUS / 1000, y + down * RADIUS / 1000);
        let (number, says, act) = if minutes {
            let number = format!("{:02}", n * 5);
            (number.clone(), format!("{} minutes", n * 5), Act::Fill(MINUTE.into(), number))
        } else {
            let hour = if n == 0 { 12 } else { n };
            // An hour chosen, the face turns to minutes.
            let next = Act::Fill(MINUTES.into(), "yes".to_owned());
            let act = Act::All(vec![Act::Fill(HOUR.into(), hour.to_string()), next]);
            (hour.to_string(), format!("{hour} o'clock"), act)
        };
        let field = if minutes { MINUTE } else { HOUR };
        let here = glance.place.field(field) == number;
        text(Rect::new(x - 52, y - 52, x + 52, y + 52), number, TextStyle::Label)
            .description(says)
            .taps(act)
            .flag(|flags| flags.selected = here)
    });
    View::new("android.widget.FrameLayout", Rect::new(x - 360, y - 360, x + 360, y + 360))
        .id(id("material_clock_face"))
        .children(numbers.collect::<Vec<_>>())
}

/// Keeps the alarm, which is on from then on. What is no time is not taken.
fn done(glance: &Glance<'_>) -> Act {
    let Some(time) = chosen(glance) else { return Act::Nothing };
    let name = alarm::name(time);
    let mut acts = Vec::new();
    if let Some(old) = alarm::time(glance.place.argument()).map(alarm::name).filter(|old| *old != name) {
        for member in ["days", "label"] {
            let told = glance.facts.text(&format!("{old}.{member}"));
            if !told.is_empty() {
                acts.push(Act::Put(Key::Owned(format!("{name}.{member}")), told.into()));
            }
        }
        acts.push(Act::Drop(old.into()));
    }
    acts.extend([Act::Put(name.into(), true.into()), Act::Close]);
    Act::All(acts)
}
