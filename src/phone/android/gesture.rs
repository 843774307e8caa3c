//! Fingers on the screen.

use std::time::Duration;

use super::{Android, Swipe};
use crate::phone::act::{Act, Drag};
use crate::phone::apps::system;
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::view::{Rect, View};

/// A finger that moves less than this taps. As Android's touch slop, 8 dp.
const SLOP: i32 = 21;
/// A finger that rests this long presses long.
const LONG: Duration = Duration::from_millis(500);
/// Width of the edges that a swipe goes back from.
const EDGE: i32 = 32;

impl Android {
    /// A tap. Every input returns its number.
    ///
    /// The top-most clickable view there takes it: a title lets it fall to its row, a disabled row swallows it. The
    /// bars take taps and do nothing; the keyboard covers what lies under it; beside a dialog, a tap closes it unless
    /// the dialog insists on an answer.
    pub fn tap(&mut self, x: i32, y: i32) -> u64 {
        self.input(|phone| phone.touch(x, y, false))
    }

    /// A swipe: scrolls what lies under the finger's first point, opposite to the finger, and a finger that was fast
    /// flings it further. One that ends where it began is a long press if it takes 500 ms, else a tap. From the
    /// bottom up it goes home (recents, if it rests), from the side back, from the top down it opens the shade, and
    /// again the quick settings.
    pub fn swipe(&mut self, swipe: Swipe) -> u64 {
        self.input(|phone| phone.drag(swipe))
    }

    fn touch(&mut self, x: i32, y: i32, long: bool) {
        let screen = self.truth();
        self.close_menu();
        if let Some(keyboard) = &screen.keyboard
            && keyboard.bounds.contains(x, y)
        {
            if let Some((act, at)) = hit(keyboard, x, y, long) {
                self.perform(&act, x, at);
            }
            return;
        }
        if !(STATUS_BAR..GESTURE_BAR).contains(&y) || !(0..WIDTH).contains(&x) {
            return;
        }
        let Some(window) = screen.active() else { return };
        if window.bounds.contains(x, y) {
            if let Some((act, at)) = hit(window, x, y, long) {
                self.perform(&act, x, at);
            }
        } else if !self.page(self.place()).is_some_and(|page| page.modal) {
            self.perform(&Act::Leave, x, window.bounds);
        }
    }

    fn drag(&mut self, swipe: Swipe) {
        let ((x, y), (to_x, to_y)) = (swipe.from, swipe.to);
        let (across, up) = (to_x.saturating_sub(x), y.saturating_sub(to_y));
        if across.saturating_abs() < SLOP && up.saturating_abs() < SLOP {
            return self.touch(x, y, swipe.duration.saturating_add(swipe.hold) >= LONG);
        }
        let upright = up.saturating_abs() > across.saturating_abs();
        let screen = self.truth();
        if y >= GESTURE_BAR && upright && up > 0 {
            return if swipe.hold > LONG { self.recents() } else { self.home() };
        }
        if y < STATUS_BAR && upright && up < 0 {
            let open = self.overlay.as_ref().is_some_and(|place| place.name() == system::SHADE);
            return self.overlay(if open { system::QUICK_SETTINGS } else { system::SHADE });
        }
        if !upright && ((x < EDGE && across > 0) || (x >= WIDTH - EDGE && across < 0)) {
            return self.back();
        }
        if screen.keyboard.is_some_and(|keyboard| keyboard.bounds.contains(x, y)) {
            return;
        }
        let Some(window) = screen.windows.last() else { return };
        let Some(view) = grip(window, x, y, upright) else { return };
        match (&view.drag, upright) {
            (Some(Drag::Scroll(reach)), true) => {
                let far = travel(up, swipe.duration, swipe.hold);
                if let Some(place) = self.place_mut() {
                    place.scroll = place.scroll.clamp(0, *reach).saturating_add(far).clamp(0, *reach);
                }
            }
            (Some(Drag::Pull(act, _)), true) if up > 0 => self.perform(act, x, view.bounds),
            (Some(Drag::Pull(_, act)), true) => self.perform(act, x, view.bounds),
            (None, false) => self.perform(&view.act, to_x, view.bounds),
            _ => {}
        }
    }
}

/// What a touch at this point does, and where: the act of the top-most view there that takes touches.
fn hit(view: &View, x: i32, y: i32, long: bool) -> Option<(Act, Rect)> {
    if !view.bounds.contains(x, y) || !view.flags.visible {
        return None;
    }
    if let Some(found) = view.children.iter().rev().find_map(|child| hit(child, x, y, long)) {
        return Some(found);
    }
    let held = long && view.flags.long_clickable;
    if !view.flags.clickable && !held && !matches!(view.act, Act::Slide(..)) {
        return None;
    }
    let act = match () {
        () if !view.flags.enabled => Act::Nothing,
        () if held => view.long.clone(),
        () => view.act.clone(),
    };
    Some((act, view.bounds))
}

/// The top-most view at this point that can be dragged: up and down, or across.
fn grip(view: &View, x: i32, y: i32, upright: bool) -> Option<&View> {
    if !view.bounds.contains(x, y) || !view.flags.visible {
        return None;
    }
    let inner = view.children.iter().rev().find_map(|child| grip(child, x, y, upright));
    let own = match &view.drag {
        Some(Drag::Scroll(reach)) => upright && *reach > 0,
        Some(Drag::Pull(..)) => upright,
        None => !upright && view.flags.enabled && matches!(view.act, Act::Slide(..)),
    };
    inner.or_else(|| own.then_some(view))
}

/// How far content moves under a finger that moves so far in that time: the finger's way less the slop, and the fling
/// after it.
fn travel(way: i32, duration: Duration, hold: Duration) -> i32 {
    let way = way.clamp(-2 * HEIGHT, 2 * HEIGHT);
    let distance = (way.abs() - SLOP).max(0);
    let fling = if hold.is_zero() { fling(way.abs(), duration) } else { 0 };
    (distance + fling) * way.signum()
}

/// How far a flung list runs on, by the formula of Android's `OverScroller` (spline, scroll friction 0.015).
fn fling(way: i32, duration: Duration) -> i32 {
    const FRICTION: f64 = 0.015;
    const INFLEXION: f64 = 0.35;
    // Gravity in inches, the screen's dots per inch, and a look-and-feel factor.
    const COEFFICIENT: f64 = 9.806_65 * 39.37 * 420.0 * 0.84;
    const FASTEST: f64 = 21_000.0;
    const SLOWEST: f64 = 131.0;
    let seconds = duration.as_secs_f64().max(0.001);
    let velocity = (f64::from(way) / seconds).min(FASTEST);
    if velocity < SLOWEST {
        return 0;
    }
    let rate = 0.78_f64.ln() / 0.9_f64.ln();
    let l = (INFLEXION * velocity / (FRICTION * COEFFICIENT)).ln();
    let distance = FRICTION * COEFFICIENT * (rate / (rate - 1.0) * l).exp();
    #[allow(clippy::cast_possible_truncation)] // A few thousand pixels at most, by the cap on velocity.
    let pixels = distance as i32;
    pixels.clamp(0, 100_000)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::a_slow_finger_moves_content_as_far_as_itself(1000, 5000, 960, 1010)]
    #[case::a_fast_one_flings_it_further(1440, 300, 2400, 3200)]
    #[case::a_short_flick_overshoots_by_several_times_its_way(400, 60, 1200, 3000)]
    fn content_follows_the_finger(#[case] way: i32, #[case] millis: u64, #[case] least: i32, #[case] most: i32) {
        let far = travel(way, Duration::from_millis(millis), Duration::ZERO);
        assert!((least..=most).contains(&far), "{far}");
        assert_eq!(travel(-way, Duration::from_millis(millis), Duration::ZERO), -far);
    }

    #[test]
    fn a_finger_that_rests_flings_nothing() {
        assert_eq!(travel(1000, Duration::from_millis(100), Duration::from_millis(200)), 1000 - SLOP);
    }

    #[test]
    fn no_swipe_is_too_wild() {
        for way in [i32::MIN, i32::MAX, 0] {
            travel(way, Duration::ZERO, Duration::ZERO);
        }
    }
}
