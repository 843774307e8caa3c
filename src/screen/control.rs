//! Controls with an on/off state, and the words that name them.
//!
//! A switch rarely carries its own name. Of the rows that Android has, kind A names it by the row's title and toggles
//! on a tap anywhere in the row; in kind B the switch is a second target in a row that opens a page; kind C is a bar
//! across the page. Other toolkits put the state on the row itself, and skins put a check box beside it.

use super::element::Element;
use super::observation::Observation;
use super::query::tap_target;
use super::role::Role;
use super::text::{Match, normalize};

/// A control, and what a tap on it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control<'a> {
    /// The element that holds the state.
    pub element: &'a Element,
    /// What takes a tap in its middle; `None` where nothing does.
    pub target: Option<&'a Element>,
}

/// All controls that a label names: by their own text or description, by the title of the row they are or stand in, or,
/// where several stand in one list without rows, by the title at their own height. Several matches are all returned.
#[must_use]
pub fn controls_named<'a>(observation: &'a Observation, label: &str, matching: Match) -> Vec<Control<'a>> {
    let named = |control: &&Element| names(observation, control).iter().any(|name| matching.matches(label, name));
    let found: Vec<&Element> = observation.nodes().iter().filter(|node| node.checkable).filter(named).collect();
    // A row that repeats the state of the switch in it is one control.
    let repeats = |control: &Element| {
        found
            .iter()
            .any(|outer| outer.index < control.index && control.index < outer.end && outer.checked == control.checked)
    };
    found
        .iter()
        .filter(|control| !repeats(control))
        .map(|control| Control { element: control, target: tap_target(observation, control) })
        .collect()
}

/// The controls whose state a tap on an element changes: itself, or the bare switches whose row it is. Empty for a row
/// that has its switch as a target of its own.
pub fn toggled_by<'a>(observation: &'a Observation, element: &'a Element) -> impl Iterator<Item = &'a Element> {
    let itself = Some(element).filter(|element| element.checkable);
    let inside = observation.descendants(element).iter().filter(move |inner| {
        itself.is_none() && inner.checkable && tap_target(observation, inner).is_some_and(|t| t.index == element.index)
    });
    itself.into_iter().chain(inside)
}

/// Everything that a control is called: by itself, by its row, by what stands beside it.
#[must_use]
pub fn names<'a>(observation: &'a Observation, control: &'a Element) -> Vec<&'a str> {
    let mut names = Vec::new();
    if !control.label.is_empty() {
        names.push(control.label.as_str());
    }
    // Up to Android 11 the text of a switch is its state.
    let shows_state = Role::of(control) == Some(Role::Switch) && is_state(&control.text);
    if !control.text.is_empty() && !shows_state {
        names.push(&control.text);
    }
    names.extend(title(observation.descendants(control).iter()));
    names.extend(title_around(observation, control, !names.is_empty()));
    names
}

fn is_state(text: &str) -> bool {
    matches!(normalize(text).as_str(), "on" | "off")
}

/// The titles of the nearest container of the control that says anything beside it: its own text or description, which
/// may be no more than what kind of row it is, and what is written in it. A control that has a name already
/// takes no more than the title of its own row or immediate container: what stands further out is the heading of a
/// page, and what stands beside it names its neighbour.
fn title_around<'a>(observation: &'a Observation, control: &Element, has_name: bool) -> Vec<&'a str> {
    let is_other = |node: &&Element| node.index < control.index || node.index >= control.end;
    let row = observation.ancestors(control).find(|node| node.clickable).map_or(control.parent, |row| Some(row.index));
    let mut left_row = false;
    for around in observation.ancestors(control) {
        if has_name && left_row {
            return Vec::new();
        }
        left_row = Some(around.index) == row;
        let others = || observation.descendants(around).iter().filter(is_other);
        let itself = [&around.text, &around.label].into_iter().find(|name| !name.is_empty());
        if others().any(|node| node.checkable) {
            if has_name {
                return Vec::new();
            }
            // No row of its own: whatever stands at its height.
            let beside = others().filter(|node| {
                node.bounds.top < control.bounds.bottom && node.bounds.bottom > control.bounds.top && !node.checkable
            });
            return title(beside).into_iter().collect();
        }
        let own = itself.map(String::as_str);
        let written = title(others()).filter(|written| own != Some(written));
        let titles: Vec<&str> = own.into_iter().chain(written).collect();
        if !titles.is_empty() {
            return titles;
        }
    }
    Vec::new()
}

/// The first text, or, without any text, the first description.
fn title<'a>(nodes: impl Iterator<Item = &'a Element> + Clone) -> Option<&'a str> {
    let text = nodes.clone().map(|node| node.text.as_str()).find(|text| !text.is_empty());
    text.or_else(|| nodes.map(|node| node.label.as_str()).find(|label| !label.is_empty()))
}
