//! A phone's `ui-state` reply.

use super::error::{Place, SavedError, shortened};
use super::windows;
use crate::screen::error::ScreenError;
use crate::screen::json::Document;
use crate::screen::ui_state::UiState;

/// Reads a reply, which may lack what its tree shows as well.
pub(super) fn read(text: &str) -> Result<UiState, SavedError> {
    let mut state = UiState::parse(text.as_bytes()).map_err(|error| malformed(text, error))?;
    match state.nodes.as_deref() {
        None => return Err(SavedError::OtherJson { why: other(text) }),
        Some([]) => return Err(SavedError::NoNodes),
        Some(nodes) if state.phone.is_none() => {
            let keyboard = state.keyboard.or_else(|| windows::keyboard(nodes));
            state.phone = Some(windows::phone(nodes, keyboard.is_some()));
            state.keyboard = keyboard;
        }
        Some(_) => {}
    }
    Ok(state.with_screen_reported())
}

fn malformed(text: &str, error: ScreenError) -> SavedError {
    let ScreenError::NotJson { offset, expected } = error else { return error.into() };
    let at = Place::of(text, offset);
    // What follows a whole document is something else.
    if expected != "the end" && is_cut(text.trim_end(), offset) {
        let nodes = text.matches("boundsInScreen").count().saturating_sub(1);
        return SavedError::CutOff { at, inside: None, nodes };
    }
    SavedError::Malformed { format: "JSON", at, why: format!("expected {expected}") }
}

/// Whether the end is the trouble: it was met, or, inside a word or an escape, nearly.
fn is_cut(text: &str, offset: usize) -> bool {
    const LONGEST: usize = "fals".len();
    offset >= text.len() || (offset + LONGEST >= text.len() && !text.ends_with(['}', ']']))
}

/// What JSON without a tree is.
fn other(text: &str) -> String {
    let Ok(document) = Document::parse(text) else { return "it has no a11y_tree".to_owned() };
    let root = document.root();
    let has = |key| root.get(key).is_some();
    if has("fingerprint") && has("elements") {
        return "it is an observation as goalpost prints it, which holds less than the phone's reply; save the reply"
            .to_owned();
    }
    if has("views") {
        return "it is a state of DroidBot, with `views` in place of `a11y_tree`; save a uiautomator dump instead"
            .to_owned();
    }
    if has("a11y_tree") {
        return "its a11y_tree is no object (no window was there to be read); read the phone again".to_owned();
    }
    let members: Vec<String> =
        root.children().take(8).map(|(key, _)| shortened(key)).filter(|key| key != "\"\"").collect();
    match members.as_slice() {
        [] => "it has no a11y_tree".to_owned(),
        members => format!("it has no a11y_tree, only {}", members.join(", ")),
    }
}
