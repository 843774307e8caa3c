//! The part of a screen that scrolls: finding it, the gestures that move it, and what it shows.

use crate::screen::{Bounds, Direction, Element, Observation, Point, Query, SCROLL_MILLIS, Size, Swipe};

use super::target::{list, one};

/// Which part of the screen is to scroll.
#[derive(Debug, Clone)]
pub enum Region {
    /// The one that a query means, or the only scrollable part of what it means.
    Of(Box<Query>),
    /// The one that makes up the screen.
    Main,
}

impl Region {
    /// The element that scrolls. With a query it may be one that says of itself that it does not: a list that fits its
    /// place does so.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn on<'a>(&self, screen: &'a Observation) -> Result<&'a Element, String> {
        match self {
            Self::Of(query) => {
                let named = one(screen, query)?;
                if named.scrollable {
                    return Ok(named);
                }
                let inner: Vec<&Element> = screen.descendants(named).iter().filter(|e| e.scrollable).collect();
                match inner.as_slice() {
                    [] => Ok(named),
                    [only] => Ok(only),
                    several => Err(format!("{} scrolling parts in {query}: {}", several.len(), list(screen, several))),
                }
            }
            Self::Main => main_region(screen),
        }
    }

    /// The place in the text for "in what": empty for the main region.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Of(query) => format!(" in {query}"),
            Self::Main => String::new(),
        }
    }
}

fn main_region(screen: &Observation) -> Result<&Element, String> {
    let candidates: Vec<&Element> = screen
        .nodes()
        .iter()
        .filter(|e| e.scrollable && e.enabled)
        .filter(|outer| {
            // One that is filled by another that scrolls is only a frame for it.
            let inner = screen.descendants(outer).iter().filter(|e| e.scrollable && e.enabled);
            !inner.into_iter().any(|inner| inner.bounds.area().saturating_mul(10) >= outer.bounds.area() * 7)
        })
        .collect();
    let half = screen.screen.bounds().area() / 2;
    match candidates.as_slice() {
        [] => Err("nothing on the screen scrolls".to_owned()),
        [only] => Ok(only),
        several => match several.iter().filter(|e| e.bounds.area() > half).collect::<Vec<_>>().as_slice() {
            [only] => Ok(only),
            _ => Err(format!("{} parts of the screen scroll; say `within:`: {}", several.len(), list(screen, several))),
        },
    }
}

/// How far and how fast a finger moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gesture {
    /// Hundredths of the region's height between its edges and the ends of the gesture.
    margin: i64,
    millis: u64,
}

impl Gesture {
    /// Less than half the region, slowly: what stood there before stays in part, and nothing flies on.
    pub(super) const STEP: Self = Self { margin: 28, millis: 600 };
    /// The whole region, as fast as usual.
    pub(super) const FULL: Self = Self { margin: 6, millis: SCROLL_MILLIS };
    /// The whole region, for lists that ignore the fast one.
    pub(super) const FULL_SLOW: Self = Self { margin: 6, millis: 600 };

    /// The swipe that shows what lies in this direction.
    pub(super) fn swipe(self, screen: &Observation, region: &Element, direction: Direction) -> Swipe {
        let area = reach(screen, region.bounds);
        let (low, high) = (part(area, self.margin), part(area, 100 - self.margin));
        let (from, to) = if direction == Direction::Up { (low, high) } else { (high, low) };
        let x = area.centre().x;
        Swipe {
            start: Point { x, y: from },
            end: Point { x, y: to },
            duration: self.millis,
            region_id: (region.scrollable && region.enabled).then(|| region.id.clone()),
        }
    }
}

fn part(area: Bounds, hundredths: i64) -> i64 {
    area.top + area.height() * hundredths / 100
}

/// The part of a region where a finger reaches it: not under the keyboard, not on the edges of the screen, where
/// gestures belong to the system.
pub(super) fn reach(screen: &Observation, bounds: Bounds) -> Bounds {
    let Size { width, height } = screen.screen;
    let safe = Bounds { left: 0, top: height * 4 / 100, right: width, bottom: height * 94 / 100 };
    let mut area = bounds.intersection(safe);
    if let Some(keyboard) = screen.keyboard.filter(|keyboard| keyboard.intersects(area)) {
        area.bottom = area.bottom.min(keyboard.top);
    }
    if area.is_empty() { bounds } else { area }
}

/// A name in a region and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    key: String,
    left: i64,
    top: i64,
    bottom: i64,
    /// Cut by the region's edge, so that its place says nothing.
    cut: bool,
}

/// What a region shows: its names with their places.
pub(super) fn lines(screen: &Observation, region: &Element) -> Vec<Line> {
    let area = region.bounds;
    screen
        .descendants(region)
        .iter()
        .filter(|e| !e.own_name().is_empty())
        .map(|e| Line {
            key: format!("{}\0{}", e.short_id(), e.own_name()),
            left: e.bounds.left,
            top: e.bounds.top,
            bottom: e.bounds.bottom,
            cut: e.bounds.top <= area.top || e.bounds.bottom >= area.bottom,
        })
        .collect()
}

/// How many lines may differ in words, not in place, for a view still to count as the same: clocks tick.
fn tolerated(lines: usize) -> usize {
    (lines / 5).min(2)
}

/// Whether two looks show the same part of a region's content.
pub(super) fn same_view(before: &[Line], after: &[Line]) -> bool {
    let place = |line: &Line| (line.left, line.top, line.bottom);
    before.len() == after.len()
        && before.iter().zip(after).all(|(a, b)| place(a) == place(b))
        && before.iter().zip(after).filter(|(a, b)| a.key != b.key).count() <= tolerated(before.len())
}

/// How far the content moved up between two neighbouring looks, if they share a line and agree on everything that both
/// should show. Several answers mean that the rows can't be told apart.
pub(super) fn shifts(before: &[Line], after: &[Line], was: Bounds, is: Bounds) -> Vec<i64> {
    let mut candidates: Vec<i64> = before
        .iter()
        .filter(|a| !a.cut)
        .flat_map(|a| after.iter().filter(|b| !b.cut && a.key == b.key && a.left == b.left).map(|b| a.top - b.top))
        .collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|&shift| agree(before, after, shift, is) && agree(after, before, -shift, was));
    candidates
}

/// Whether what `from` shows, moved up by `shift`, is found in `to` as far as it lies inside `area`.
fn agree(from: &[Line], to: &[Line], shift: i64, area: Bounds) -> bool {
    let expected: Vec<&Line> = from
        .iter()
        .filter(|line| !line.cut && line.top - shift > area.top && line.bottom - shift < area.bottom)
        .collect();
    let missing = expected
        .iter()
        .filter(|a| !to.iter().any(|b| a.key == b.key && a.left == b.left && a.top - shift == b.top))
        .count();
    missing <= tolerated(expected.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop, prop_assert, prop_assert_eq, proptest};

    use super::*;

    const VIEW: Bounds = Bounds { left: 0, top: 200, right: 1000, bottom: 1700 };
    const HEIGHT: i64 = 150;

    /// What a list of rows shows when it is moved up by `scroll`: titles, cut at the edges.
    fn shown(names: &[String], scroll: i64) -> Vec<Line> {
        let rows = names.iter().zip(0..).map(|(name, row)| (name, VIEW.top + row * HEIGHT - scroll));
        rows.filter(|(_, top)| top + 90 > VIEW.top && top + 30 < VIEW.bottom)
            .map(|(name, top)| {
                let (top, bottom) = ((top + 30).max(VIEW.top), (top + 90).min(VIEW.bottom));
                let cut = top <= VIEW.top || bottom >= VIEW.bottom;
                Line { key: name.clone(), left: 100, top, bottom, cut }
            })
            .collect()
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|n| format!("Row {n}")).collect()
    }

    fn most(count: usize) -> i64 {
        i64::try_from(count).unwrap() * HEIGHT - VIEW.height()
    }

    fn two_views() -> impl Strategy<Value = (usize, i64, i64)> {
        (12_usize..60).prop_flat_map(|count| (prop::strategy::Just(count), 0..=most(count), 0..=most(count)))
    }

    proptest! {
        #[test]
        fn rows_that_can_be_told_apart_tell_how_far_a_list_moved((count, from, to) in two_views()) {
            let names = names(count);
            let (before, after) = (shown(&names, from), shown(&names, to));
            let found = shifts(&before, &after, VIEW, VIEW);
            let shares = before.iter().any(|a| !a.cut && after.iter().any(|b| !b.cut && a.key == b.key));
            let expected: Vec<i64> = Some(to - from).filter(|_| shares).into_iter().collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn the_way_a_list_moved_is_always_among_the_answers(
            picks in prop::collection::vec(0_usize..3, 20..40),
            part in 0_i64..=8,
        ) {
            let names: Vec<String> = picks.iter().map(|pick| format!("Row {pick}")).collect();
            let moved = (most(names.len()) * part / 8).min(VIEW.height() / 2);
            let found = shifts(&shown(&names, 0), &shown(&names, moved), VIEW, VIEW);
            prop_assert!(found.contains(&moved), "{moved} is not among {found:?}");
        }
    }

    #[test]
    fn rows_that_look_alike_leave_several_answers() {
        let alike = vec!["Alarm".to_owned(); 30];
        assert!(shifts(&shown(&alike, 0), &shown(&alike, 300), VIEW, VIEW).len() > 1);
    }

    #[test]
    fn a_clock_that_ticks_is_the_same_view_and_a_list_that_moved_by_a_row_is_not() {
        let mut names = names(30);
        let before = shown(&names, 0);
        let moved = shown(&names, HEIGHT);
        names[3] = "10:01".to_owned();
        assert!(same_view(&before, &shown(&names, 0)));
        assert!(!same_view(&before, &moved));
    }
}
