//! From an action to the input that carries it out.

use crate::device::{Completion, Input};
use crate::screen::readback::ReadBack;
use crate::screen::touch::tap_point;
use crate::screen::{Action, LONG_PRESS_MILLIS, Observation, Point};

/// The input for `action` on `screen`; none, with the reason, where no input can carry it out there.
pub(super) fn input(action: &Action, screen: &Observation) -> Result<Input, String> {
    Ok(match action {
        Action::TapElement { element_id } => {
            let Point { x, y } = place(screen, element_id)?;
            Input::Tap { x, y }
        }
        Action::LongPress { element_id } => {
            let point = place(screen, element_id)?;
            Input::Swipe { start: point, end: point, duration_ms: LONG_PRESS_MILLIS }
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

/// Where a finger meets an element.
fn place(screen: &Observation, id: &str) -> Result<Point, String> {
    let target = screen.element(id).ok_or("the element is gone")?;
    tap_point(screen, target).ok_or_else(|| format!("\"{}\" is covered by the keyboard", target.own_name()))
}
