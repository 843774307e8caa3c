//! From an action to the input that carries it out.

use crate::device::{Completion, Input};
use crate::screen::readback::ReadBack;
use crate::screen::{Action, Bounds, Element, Observation, Point};

/// The input for `action` on `screen`; none, with the reason, where no input can carry it out there.
pub(super) fn input(action: &Action, screen: &Observation) -> Result<Input, String> {
    Ok(match action {
        Action::TapElement { element_id } => {
            let target = screen.element(element_id).ok_or("the element is gone")?;
            let point = tap_point(screen, target)
                .ok_or_else(|| format!("\"{}\" is covered by the keyboard", target.own_name()))?;
            Input::Tap { x: point.x, y: point.y }
        }
        Action::TapPoint(point) => Input::Tap { x: point.x, y: point.y },
        Action::Global { name } => Input::Global { action: *name },
        Action::Swipe(swipe) => Input::Swipe { start: swipe.start, end: swipe.end, duration_ms: swipe.duration },
        Action::Key { key } => Input::Key { code: key.code() },
        Action::Type { text, clear } => Input::Type {
            text: text.clone(),
            clear: *clear,
            // Where the field can be read back, reading is better evidence than the server's word, and faster.
            completion: match ReadBack::of(screen, action) {
                Some(_) => Completion::Accepted,
                None => Completion::Committed,
            },
        },
        Action::ClearField => Input::ClearField,
        Action::OpenApp { package } => Input::OpenApp { package: package.clone() },
    })
}

/// The place where a tap meets `target` and nothing that lies on it: its middle, or, where a control of its own or the
/// keyboard covers that, the nearest free place on a coarse grid. None where the keyboard covers all of it.
fn tap_point(screen: &Observation, target: &Element) -> Option<Point> {
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
