//! Where a finger goes down to tap something.

use super::element::Element;
use super::geometry::{Bounds, Point};
use super::observation::Observation;

/// The place where a tap meets `target` and nothing that lies on it: its middle, or, where a control of its own or the
/// keyboard covers that, the nearest free place on a coarse grid. None where the keyboard covers all of it.
#[must_use]
pub fn tap_point(screen: &Observation, target: &Element) -> Option<Point> {
    let area = target.bounds.intersection(screen.screen.bounds());
    if area.is_empty() {
        return None;
    }
    let controls: Vec<Bounds> = screen
        .descendants(target)
        .iter()
        .filter(|e| (e.clickable || e.editable) && !e.bounds.covers(area))
        .map(|e| e.bounds)
        .collect();
    let under_keyboard = |point: Point| screen.keyboard.is_some_and(|keyboard| keyboard.contains(point));
    let places = grid(area).filter(|&point| !under_keyboard(point)).collect::<Vec<_>>();
    places.iter().find(|&&point| !controls.iter().any(|c| c.contains(point))).or_else(|| places.first()).copied()
}

/// The middle first, then outwards along the middle line, then the other lines.
fn grid(area: Bounds) -> impl Iterator<Item = Point> {
    const EIGHTHS: [i64; 7] = [4, 3, 5, 2, 6, 1, 7];
    EIGHTHS.into_iter().flat_map(move |row| {
        EIGHTHS.into_iter().map(move |column| Point {
            x: area.left + area.width() * column / 8,
            y: area.top + area.height() * row / 8,
        })
    })
}
