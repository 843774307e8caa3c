//! Timers: digits to say how long, and those that run or wait.

use super::{BOTTOM, LEFT, TOP, button, fab, id, now, tab};
use crate::phone::act::{Act, Key};
use crate::phone::facts::{Facts, Value};
use crate::phone::layout::{icon_button, scrolling, text};
use crate::phone::metrics::WIDTH;
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// What the names of timers begin with.
const RECORDS: &str = "clock.timer";
/// Field of the page: the digits typed, without zeros before them.
const DIGITS: &str = "digits";
/// Field of the page: not empty while one more is set up.
const MORE: &str = "more";
/// Hours, minutes and seconds of two digits each.
const MOST_DIGITS: usize = 6;

pub(super) fn timers(page: &Page, glance: &Glance<'_>) -> View {
    let timers = glance.facts.records(RECORDS);
    if timers.is_empty() || !glance.place.field(MORE).is_empty() {
        return setup(page, glance, &timers);
    }
    let cards = timers.iter().zip(0..).map(|(number, n)| card(glance, *number, TOP + n * 640));
    let list = View::new("androidx.recyclerview.widget.RecyclerView", Rect::new(0, TOP, WIDTH, BOTTOM))
        .id(id("timer_recycler_view"));
    let list = scrolling(list, cards.collect(), 260, glance);
    tab(page, glance, vec![list, fab("Add timer", Icon::Add, Act::Fill(MORE.into(), "yes".to_owned()))])
}

fn setup(page: &Page, glance: &Glance<'_>, timers: &[u32]) -> View {
    let digits = glance.place.field(DIGITS);
    let padded = format!("{digits:0>MOST_DIGITS$}");
    let part = |from: usize| padded.get(from..from + 2).and_then(|part| part.parse::<i64>().ok()).unwrap_or_default();
    let (hours, minutes, seconds) = (part(0), part(2), part(4));
    let time = text(
        Rect::new(63, TOP + 60, WIDTH - 63, TOP + 260),
        format!("{hours:02}h {minutes:02}m {seconds:02}s"),
        TextStyle::Display,
    )
    .id(id("timer_setup_time"))
    .description(format!("{hours} hours, {minutes} minutes, {seconds} seconds"));
    let mut views = vec![time];
    let keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"];
    let cell = |n: i32| {
        let (left, top) = (165 + n % 3 * 260, TOP + 310 + n / 3 * 215);
        Rect::new(left, top, left + 230, top + 190)
    };
    for (key, n) in keys.into_iter().zip(0..) {
        let then = format!("{digits}{key}").trim_start_matches('0').to_owned();
        // Too many digits are not taken.
        let then = if then.len() > MOST_DIGITS { digits.to_owned() } else { then };
        views.push(button(cell(n), &format!("timer_setup_digit_{key}"), key, Act::Fill(DIGITS.into(), then)));
    }
    let fewer = digits.get(..digits.len().saturating_sub(1)).unwrap_or_default();
    let delete = icon_button(cell(11), "Delete", Icon::Backspace, Act::Fill(DIGITS.into(), fewer.to_owned()));
    views.push(delete.id(id("timer_setup_delete")));
    let length = hours * 3600 + minutes * 60 + seconds;
    let done = [Act::Fill(DIGITS.into(), String::new()), Act::Fill(MORE.into(), String::new())];
    if length > 0 {
        let number = timers.last().map_or(1, |last| last.saturating_add(1));
        let mut acts = vec![Act::Put(key(number, "seconds"), length.into())];
        acts.extend(run(number, now(glance) + length * 1000));
        acts.extend(done.clone());
        views.push(fab("Start", Icon::Play, Act::All(acts)));
    }
    if !timers.is_empty() {
        views.push(button(LEFT, "left_button", "Cancel", Act::All(done.to_vec())));
    }
    tab(page, glance, views)
}

fn key(number: u32, member: &str) -> Key {
    Key::Owned(format!("{RECORDS}.{number}.{member}"))
}

/// Lets it run until that instant.
fn run(number: u32, end: i64) -> Vec<Act> {
    vec![
        Act::Drop(key(number, "left")),
        Act::Put(key(number, "end"), end.into()),
        Act::Put(key(number, "running"), true.into()),
    ]
}

/// Lets it wait with so much left.
fn wait(number: u32, left: i64) -> Vec<Act> {
    vec![
        Act::Drop(key(number, "end")),
        Act::Put(key(number, "left"), left.into()),
        Act::Put(key(number, "running"), false.into()),
    ]
}

/// Milliseconds left; less than none of one that is over.
fn left(facts: &Facts, number: u32, now: i64) -> i64 {
    if facts.on(&key(number, "running")) {
        return facts.number(&key(number, "end")).saturating_sub(now);
    }
    match facts.get(&key(number, "left")) {
        Some(Value::Number(left)) => *left,
        _ => facts.number(&key(number, "seconds")).saturating_mul(1000),
    }
}

fn card(glance: &Glance<'_>, number: u32, top: i32) -> View {
    let now = now(glance);
    let length = glance.number(&key(number, "seconds"));
    let running = glance.on(&key(number, "running"));
    let left = left(glance.facts, number, now);
    let at = Rect::new(42, top, WIDTH - 42, top + 600);
    let delete = Act::Drop(format!("{RECORDS}.{number}").into());
    let whole = length.saturating_mul(1000);
    let (what, act) = match (running, left > 0) {
        (true, false) => ("Stop", Act::All(wait(number, whole))),
        (true, true) => ("Pause", Act::All(wait(number, left))),
        (false, _) => ("Start", Act::All(run(number, now.saturating_add(left)))),
    };
    let add = if running {
        run(number, now.saturating_add(left.max(0)).saturating_add(60_000))
    } else {
        wait(number, left.saturating_add(60_000))
    };
    let mut card = View::new("androidx.cardview.widget.CardView", at)
        .id(id("timer_item"))
        .paint(Paint::Panel)
        .child(
            text(Rect::new(105, top + 42, 700, top + 110), format!("{} timer", words(length)), TextStyle::Body)
                .id(id("timer_label")),
        )
        .child(icon_button(Rect::new(890, top + 26, 1004, top + 140), "Delete", Icon::Clear, delete).id(id("close")))
        .child(
            text(Rect::new(105, top + 180, 975, top + 380), remaining(left), TextStyle::Display)
                .id(id("timer_time_text")),
        )
        .child(button(Rect::new(105, top + 430, 420, top + 560), "add_one_min", "Add 1 min", Act::All(add)))
        .child(button(Rect::new(680, top + 430, 975, top + 560), "play_pause", what, act));
    if !running && left != whole {
        card = card.child(button(
            Rect::new(440, top + 430, 660, top + 560),
            "reset",
            "Reset",
            Act::All(wait(number, whole)),
        ));
    }
    card
}

/// What is left, as `4:59`: seconds are counted from the moment that they begin.
fn remaining(left: i64) -> String {
    let seconds = if left > 0 { (left - 1) / 1000 + 1 } else { (left / 1000).saturating_neg() };
    let sign = if left <= -1000 { "\u{2212}" } else { "" };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{sign}{hours}:{minutes:02}:{seconds:02}") } else { format!("{sign}{minutes}:{seconds:02}") }
}

/// A length in words, as `1h 5m`.
fn words(length: i64) -> String {
    let parts = [(length / 3600, "h"), (length / 60 % 60, "m"), (length % 60, "s")];
    let told: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    told.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_tells_the_second_that_is_running() {
        let told = [300_000, 299_999, 299_000, 1, 0, -999, -1000, 3_600_000].map(remaining);
        assert_eq!(told, ["5:00", "5:00", "4:59", "0:01", "0:00", "0:00", "\u{2212}0:01", "1:00:00"]);
    }

    #[test]
    fn a_timer_is_called_by_its_length() {
        assert_eq!([5, 300, 3900, 3661].map(words), ["5s", "5m", "1h 5m", "1h 1m 1s"]);
    }
}
