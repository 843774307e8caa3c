//! Where a finger meets an element.

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
    let places = free_places(screen, area).collect::<Vec<_>>();
    places.iter().find(|&&point| !controls.iter().any(|c| c.contains(point))).or_else(|| places.first()).copied()
}

/// Whether a tap can meet `target` at all: not where the keyboard covers it.
#[must_use]
pub fn is_reachable(screen: &Observation, target: &Element) -> bool {
    let area = target.bounds.intersection(screen.screen.bounds());
    !area.is_empty() && free_places(screen, area).next().is_some()
}

fn free_places(screen: &Observation, area: Bounds) -> impl Iterator<Item = Point> {
    let keyboard = screen.keyboard;
    grid(area).filter(move |point| !keyboard.is_some_and(|keyboard| keyboard.contains(*point)))
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
