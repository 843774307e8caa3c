//! Everything that could be done to a screen.

use std::collections::HashSet;

use crate::screen::touch::is_reachable;
use crate::screen::{Action, Direction, Element, Global, Key, Observation, Swipe};

/// Something that could be done, with the profile's name for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// `tap_ui.0`, `back`, `scroll_down_ui.1`, `enter`, `text_0`.
    pub id: String,
    /// What it does.
    pub action: Action,
}

/// All candidates in the profile's order: taps, back, home, scrolls, and, where text can be entered, Enter and the
/// texts. Apps are not among them: they do not depend on the screen.
#[must_use]
pub fn candidates(observation: &Observation, texts: &[String]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = tappable(observation)
        .map(|element| Candidate {
            id: format!("tap_{}", element.id),
            action: Action::TapElement { element_id: element.id.clone() },
        })
        .collect();
    for (id, name) in [("back", Global::Back), ("home", Global::Home)] {
        all.push(Candidate { id: id.to_owned(), action: Action::Global { name } });
    }
    for region in scrollable(observation) {
        all.extend(Direction::ALL.map(|direction| Candidate {
            id: format!("scroll_{}_{}", direction.name(), region.id),
            action: Action::Swipe(Swipe::scrolling(&region.id, region.bounds, direction)),
        }));
    }
    if observation.phone.is_editable {
        all.push(Candidate { id: "enter".to_owned(), action: Action::Key { key: Key::Enter } });
        if takes_text(observation) {
            all.extend(texts.iter().enumerate().map(|(index, text)| Candidate {
                id: format!("text_{index}"),
                action: Action::Type { text: text.clone(), clear: true },
            }));
        }
    }
    all
}

/// The elements that can be tapped: not those that the keyboard covers, which no tap would reach.
pub(super) fn tappable(observation: &Observation) -> impl Iterator<Item = &Element> {
    observation.elements().filter(|element| {
        element.enabled && (element.clickable || element.editable) && is_reachable(observation, element)
    })
}

/// The regions worth scrolling. A list often stands in a container that scrolls too: the container is left out where
/// an inner region covers 70 % of it, and so is a region with the bounds of an earlier one.
pub(super) fn scrollable(observation: &Observation) -> Vec<&Element> {
    let regions: Vec<&Element> = observation.elements().filter(|e| e.enabled && e.scrollable).collect();
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for (position, region) in regions.iter().enumerate() {
        let inner = regions.iter().skip(position + 1).take_while(|inner| inner.index < region.end);
        let mut inner = inner.map(|inner| i128::from(inner.bounds.area()));
        let is_filled = inner.any(|area| area * 10 >= i128::from(region.bounds.area()) * 7);
        if !is_filled && seen.insert(region.bounds) {
            kept.push(*region);
        }
    }
    kept
}

/// Whether text may be offered: never while a password field has the focus.
pub(super) fn takes_text(observation: &Observation) -> bool {
    let input = observation.phone.input_element_id.as_deref();
    observation.phone.is_editable
        && !observation.elements().any(|e| e.password && (e.focused || Some(e.id.as_str()) == input))
}
