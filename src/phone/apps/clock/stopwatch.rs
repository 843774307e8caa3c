//! The stopwatch.

use super::{BOTTOM, LEFT, RIGHT, button, fab, id, now, tab};
use crate::phone::act::{Act, Key};
use crate::phone::layout::{scrolling, text};
use crate::phone::metrics::WIDTH;
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Rect, TextStyle, View};

/// All that is known of it.
const RECORD: &str = "clock.stopwatch";
const LAPS: &str = "clock.stopwatch.lap";
const RUNNING: Key = Key::Borrowed("clock.stopwatch.running");
/// When it was started last.
const SINCE: Key = Key::Borrowed("clock.stopwatch.since");
/// What it had counted before that.
const BEFORE: Key = Key::Borrowed("clock.stopwatch.before");
const LAPS_TOP: i32 = 960;

pub(super) fn stopwatch(page: &Page, glance: &Glance<'_>) -> View {
    let running = glance.on(&RUNNING);
    let before = glance.number(&BEFORE);
    let ran = if running { now(glance).saturating_sub(glance.number(&SINCE)).max(0) } else { 0 };
    let total = before.saturating_add(ran);
    let (time, hundredths) = told(total);
    let mut views = vec![
        text(Rect::new(140, 480, 720, 680), time, TextStyle::Display).id(id("stopwatch_time_text")),
        text(Rect::new(640, 575, 800, 665), hundredths, TextStyle::Headline).id(id("stopwatch_hundredths_text")),
    ];
    let laps = glance.facts.records(LAPS);
    if !laps.is_empty() {
        let list = View::new("androidx.recyclerview.widget.RecyclerView", Rect::new(0, LAPS_TOP, WIDTH, BOTTOM - 260))
            .id(id("laps_list"));
        views.push(scrolling(list, lap_rows(glance, &laps), 0, glance));
    }
    if running {
        let next = laps.last().map_or(1, |last| last.saturating_add(1));
        let lap = Act::Put(Key::Owned(format!("{LAPS}.{next}")), total.into());
        views.push(button(RIGHT, "right_button", "Lap", lap));
        let pause = vec![Act::Drop(SINCE), Act::Put(BEFORE, total.into()), Act::Put(RUNNING, false.into())];
        views.push(fab("Pause", Icon::Pause, Act::All(pause)));
    } else {
        let start = vec![Act::Put(SINCE, now(glance).into()), Act::Put(RUNNING, true.into())];
        views.push(fab("Start", Icon::Play, Act::All(start)));
    }
    if running || total > 0 {
        views.push(button(LEFT, "left_button", "Reset", Act::Drop(RECORD.into())));
    }
    tab(page, glance, views)
}

/// The laps, the last one first: its number, how long it was, and what had been counted at its end.
fn lap_rows(glance: &Glance<'_>, laps: &[u32]) -> Vec<View> {
    const HEIGHT: i32 = 110;
    let end = |lap: u32| glance.number(&format!("{LAPS}.{lap}"));
    let whole = |millis: i64| {
        let (time, hundredths) = told(millis);
        format!("{time}.{hundredths}")
    };
    let row = |(n, at): (usize, &u32)| {
        let before = n.checked_sub(1).and_then(|n| laps.get(n)).map_or(0, |lap| end(*lap));
        let top = LAPS_TOP + i32::try_from(laps.len() - 1 - n).unwrap_or_default().saturating_mul(HEIGHT);
        let cell = |from: i32, to: i32| Rect::new(from, top + 20, to, top + 90);
        View::new("android.widget.LinearLayout", Rect::new(0, top, WIDTH, top + HEIGHT))
            .child(text(cell(140, 300), format!("# {at}"), TextStyle::Body).id(id("lap_number")))
            .child(text(cell(380, 640), whole(end(*at).saturating_sub(before)), TextStyle::Body).id(id("lap_time")))
            .child(text(cell(720, 980), whole(end(*at)), TextStyle::Body).id(id("lap_total")))
    };
    laps.iter().enumerate().rev().map(row).collect()
}

/// Minutes and seconds, and hundredths.
fn told(millis: i64) -> (String, String) {
    let (seconds, hundredths) = (millis / 1000, millis / 10 % 100);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let time = if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") };
    (time, format!("{hundredths:02}"))
}
