//! Alarms, as cards. A card's switch takes taps itself and says nothing of what it switches.

use jiff::civil::Time;

use super::{BOTTOM, LABEL, PACKAGE, PICKER, TOP, fab, id, tab};
use crate::phone::act::{Act, Key};
use crate::phone::facts::Facts;
use crate::phone::layout::{self, icon_button, scrolling, text};
use crate::phone::metrics::WIDTH;
use crate::phone::page::{Glance, Line, Page};
use crate::phone::row::field;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// What the names of alarms begin with.
pub(super) const PREFIX: &str = "clock.alarm_";
/// Field of the page: the alarm whose card is open.
const OPEN: &str = "open";
/// The label dialog's field.
const FIELD: &str = "label";
const DAYS: [(&str, &str); 7] = [
    ("Sun", "Sunday"),
    ("Mon", "Monday"),
    ("Tue", "Tuesday"),
    ("Wed", "Wednesday"),
    ("Thu", "Thursday"),
    ("Fri", "Friday"),
    ("Sat", "Saturday"),
];

/// Name of an alarm's fact: hour and two digits of minutes, as `clock.alarm_830`.
pub(super) fn name(time: Time) -> String {
    format!("{PREFIX}{}{:02}", time.hour(), time.minute())
}

/// The time in an alarm's name, or in what follows [`PREFIX`] there.
pub(super) fn time(name: &str) -> Option<Time> {
    let digits = name.strip_prefix(PREFIX).unwrap_or(name);
    let plain = (3..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (hour, minute) = digits.split_at_checked(digits.len().checked_sub(2)?).filter(|_| plain)?;
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// All alarms from morning to evening.
fn all(facts: &Facts) -> Vec<Time> {
    let mut all: Vec<_> = facts.beginning(PREFIX).filter_map(|(name, _)| time(name)).collect();
    all.sort_unstable();
    all
}

/// The dialog to name the alarm in that is its argument.
pub(super) fn label_page() -> Page {
    let before = Line::Of(|glance| glance.facts.text(&label_of(glance)).to_owned());
    Page { dialog: true, ..Page::new(LABEL, "", label_dialog).of(PACKAGE, "") }.field(FIELD, before).typing()
}

fn label_of(glance: &Glance<'_>) -> String {
    format!("{PREFIX}{}.label", glance.place.argument())
}

fn label_dialog(_: &Page, glance: &Glance<'_>) -> View {
    let (key, label) = (label_of(glance).into(), glance.place.field(FIELD).trim());
    let keep = if label.is_empty() { Act::Drop(key) } else { Act::Put(key, label.into()) };
    let page = Page { dialog: true, ..Page::new(LABEL, "", layout::dialog).of(PACKAGE, "") }
        .row(field("Label", FIELD))
        .button("Cancel", Act::Close)
        .button("OK", Act::All(vec![keep, Act::Close]));
    layout::dialog(&page, glance)
}

pub(super) fn alarms(page: &Page, glance: &Glance<'_>) -> View {
    let add = fab("Add alarm", Icon::Add, Act::Go(PICKER.into()));
    let all = all(glance.facts);
    if all.is_empty() {
        let none = text(Rect::new(240, 1080, 840, 1160), "No alarms", TextStyle::Label).id(id("alarms_empty_view"));
        return tab(page, glance, vec![none, add]);
    }
    let mut top = TOP;
    let cards = all.into_iter().map(|time| {
        let card = card(glance, time, top);
        top = card.bounds.bottom + 26;
        card
    });
    let list = View::new("androidx.recyclerview.widget.RecyclerView", Rect::new(0, TOP, WIDTH, BOTTOM))
        .id(id("alarm_recycler_view"));
    let list = scrolling(list, cards.collect(), 260, glance);
    tab(page, glance, vec![list, add])
}

fn card(glance: &Glance<'_>, time: Time, top: i32) -> View {
    let name = name(time);
    let label = glance.facts.text(&format!("{name}.label"));
    let open = glance.place.field(OPEN) == name;
    let at = Rect::new(42, top, WIDTH - 42, top + if open { 700 } else { 330 });
    let turn = Act::Fill(OPEN.into(), if open { String::new() } else { name.clone() });
    let argument = name.trim_start_matches(PREFIX).to_owned();
    let days = glance.facts.text(&format!("{name}.days"));
    let on = glance.on(&name);
    let arrow = if open { "Collapse alarm" } else { "Expand alarm" };
    let mut card = View::new("androidx.cardview.widget.CardView", at)
        // Its label and what it is; most have no label.
        .description(format!("{label} Alarm"))
        .paint(Paint::Panel)
        .taps(turn.clone())
        .child(
            text(
                Rect::new(84, top + 26, 724, top + 160),
                time.strftime("%-I:%M\u{200a}%p").to_string(),
                TextStyle::Display,
            )
            .id(id("digital_clock"))
            .taps(Act::Go(format!("{PICKER}?{argument}").into())),
        )
        .child(icon_button(Rect::new(890, top + 26, 1004, top + 140), arrow, Icon::DropDown, turn).id(id("arrow")))
        .child(
            text(Rect::new(105, top + 206, 800, top + 266), scheduled(glance, time, days, on), TextStyle::Body)
                .id(id("days_of_week")),
        )
        .child(
            View::new("android.widget.Switch", Rect::new(857, top + 190, 1004, top + 290))
                .id(id("onoff"))
                .paint(Paint::Switch)
                .taps(Act::Toggle(Key::Owned(name.clone())))
                .flag(|flags| {
                    flags.checkable = true;
                    flags.checked = on;
                }),
        );
    let words = if label.is_empty() && open { "Add label" } else { label };
    if !words.is_empty() {
        let view = text(Rect::new(105, top + 270, 800, top + 326), words, TextStyle::Summary).id(id("edit_label"));
        card = card.child(view.taps(Act::Go(format!("{LABEL}?{argument}").into())));
    }
    if open {
        card = card.children(day_buttons(&name, days, top + 390)).child(
            View::new("android.widget.Button", Rect::new(84, top + 560, 420, top + 670))
                .id(id("delete"))
                .text("Delete")
                .paint(Paint::Button)
                .taps(Act::Drop(name.into())),
        );
    }
    card
}

/// When an alarm rings.
fn scheduled(glance: &Glance<'_>, time: Time, days: &str, on: bool) -> String {
    match (days.is_empty(), on) {
        (false, _) => days.to_owned(),
        (true, false) => "Not scheduled".to_owned(),
        (true, true) if time > glance.now.time() => "Today".to_owned(),
        (true, true) => "Tomorrow".to_owned(),
    }
}

/// A button for each day, with its first letter on it.
fn day_buttons(name: &str, days: &str, top: i32) -> Vec<View> {
    let chosen = |day: &str| days.split(", ").any(|chosen| chosen == day);
    let one = |((short, long), n): (&(&str, &'static str), i32)| {
        let left = 84 + n * 131;
        let with = |other: &str| if other == *short { !chosen(short) } else { chosen(other) };
        let then: Vec<&str> = DAYS.iter().map(|(day, _)| *day).filter(|day| with(day)).collect();
        let key = Key::Owned(format!("{name}.days"));
        let act = if then.is_empty() { Act::Drop(key) } else { Act::Put(key, then.join(", ").as_str().into()) };
        View::new("android.widget.CheckBox", Rect::new(left, top, left + 116, top + 116))
            .id(id(&format!("day_button_{n}")))
            .text(&long[..1])
            .description(*long)
            .paint(Paint::Button)
            .taps(act)
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = chosen(short);
            })
    };
    DAYS.iter().zip(0..).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_is_named_by_its_time() {
        for (hour, minute, named) in
            [(0, 5, "clock.alarm_005"), (8, 30, "clock.alarm_830"), (13, 0, "clock.alarm_1300")]
        {
            let at = Time::new(hour, minute, 0, 0).unwrap();
            assert_eq!(name(at), named);
            assert_eq!(time(named), Some(at));
        }
        for wrong in
            ["clock.alarm_", "clock.alarm_8", "clock.alarm_2400", "clock.alarm_860", "clock.alarm_830.days", "é30"]
        {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }
}
