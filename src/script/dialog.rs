//! What a dialog looks like from outside.
//!
//! A phone gives the tree of one window. A dialog has a window of its own, which replaces the page that it covers.

use crate::screen::Observation;

/// Parts that only dialogs have: those of Android's own, of its permission controller, and of the one that says that an
/// app doesn't answer.
const PARTS: &[&str] =
    &["alertTitle", "parentPanel", "buttonPanel", "grant_dialog", "permission_message", "aerr_close", "aerr_wait"];

/// Whether a dialog is in front: its window is smaller than the screen in both directions, or holds the parts of one.
pub(super) fn is_dialog(screen: &Observation) -> bool {
    let small = screen.nodes().first().is_some_and(|root| {
        let all = screen.screen;
        root.bounds.width() < all.width && root.bounds.height() * 10 < all.height * 9
    });
    let asks = |id: &str| id.starts_with("permission_") && id.ends_with("_button");
    small || screen.nodes().iter().map(|node| node.short_id()).any(|id| PARTS.contains(&id) || asks(id))
}
