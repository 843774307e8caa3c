//! What a script may do to the phone.

use super::dialog::is_dialog;
use super::target::describe;
use crate::screen::control::toggled_by;
use crate::screen::{Element, Observation};

/// What a script may do to the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Permission {
    /// Anything: a script that sets data up, or that is itself the test.
    #[default]
    Change,
    /// Only look: a verifier's steps. They navigate; what they check must be as they found it.
    Look,
}

/// Why a tap on `target` changes more than what is on the screen; none where it only navigates, as far as can be seen.
pub(super) fn changed_by_tap(screen: &Observation, target: &Element) -> Option<String> {
    let what = || describe(screen, target);
    if target.editable {
        return Some(format!("{} is a text field", what()));
    }
    if toggled_by(screen, target).next().is_some() {
        return Some(format!("a tap on {} sets a control", what()));
    }
    if agrees(screen, target) {
        return Some(format!("{} answers a dialog", what()));
    }
    None
}

/// Whether an element is the button by which a dialog is agreed to.
///
/// Android's own dialogs number their buttons: `android:id/button1` agrees, 2 declines, 3 is something else again.
/// Permission dialogs and dialogs of Material components name theirs.
fn agrees(screen: &Observation, element: &Element) -> bool {
    let id = element.resource_id.as_str();
    if matches!(id, "android:id/button1" | "android:id/button3") {
        return true;
    }
    let short = element.short_id();
    if short.contains("permission_allow") || short.contains("positive") {
        return true;
    }
    // A dialog without known ids, as Compose makes them: anything in it that is a button and does not decline.
    is_button(element) && is_dialog(screen) && !declines(element)
}

fn is_button(element: &Element) -> bool {
    let class = element.short_class();
    class.ends_with("Button") && class != "ImageButton"
}

fn declines(element: &Element) -> bool {
    let id = element.short_id();
    if matches!(id, "button2" | "aerr_wait")
        || ["cancel", "negative", "deny", "dismiss"].iter().any(|no| id.contains(no))
    {
        return true;
    }
    let name = element.own_name().trim().to_lowercase();
    ["cancel", "close", "dismiss", "no", "not now", "back", "wait"].contains(&name.as_str())
}
