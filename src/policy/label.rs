//! Calling an element by words.

use std::collections::HashSet;

use crate::screen::{Element, Observation};

/// Labels are cut here. A screen of a person's size stays far below; a tree ten thousand levels deep, in which
/// everything can be tapped and each label holds all labels below it, would fill the memory.
const MAX_BYTES: usize = 4096;

/// The profile's label: for a field its hint, label or text; for anything else the texts and labels in it, each once;
/// for an element without any its path.
#[must_use]
pub fn label(observation: &Observation, element: &Element) -> String {
    if element.editable {
        let names = [&element.hint, &element.label, &element.text];
        let name = names.into_iter().find(|name| !name.is_empty()).map_or("empty input field", String::as_str);
        return format!("Focus text input: {name}");
    }
    let mut seen = HashSet::new();
    let mut label = String::new();
    let inside = observation.descendants(element).iter().filter(|inner| inner.in_profile);
    for word in std::iter::once(element).chain(inside).flat_map(|e| [e.text.as_str(), e.label.as_str()]) {
        if word.is_empty() || !seen.insert(word) {
            continue;
        }
        if !label.is_empty() {
            label.push_str(" / ");
        }
        label.push_str(word);
        if label.len() > MAX_BYTES {
            break;
        }
    }
    if label.is_empty() { element.id.clone() } else { label }
}
