//! The effect that an action is meant to have, and whether a later screen shows it.
//!
//! A receipt is `verified` by the action's *own* effect, not by just any difference: a clock that ticked proves nothing
//! about a tap.

use crate::screen::query::tap_target_at;
use crate::screen::readback::ReadBack;
use crate::screen::{Action, Element, Global, Key, Observation};

/// What to look for after an action.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    before: Observation,
    action: Action,
    /// The package of the home screen, where it is known.
    home: Option<String>,
}

impl Effect {
    /// The effect of `action`, sent on `before`.
    pub(super) fn of(action: &Action, before: &Observation, home: Option<String>) -> Self {
        Self { before: before.clone(), action: action.clone(), home }
    }

    /// What is looked for, in words.
    pub(super) fn words(&self) -> String {
        match &self.action {
            Action::TapElement { .. } | Action::TapPoint(_) => {
                "the tapped element changes its state or goes".to_owned()
            }
            Action::LongPress { .. } => "the element that is held changes its state or goes".to_owned(),
            Action::Global { name: Global::Home } if self.home.is_some() => "the home screen is in front".to_owned(),
            Action::Global { name: Global::Home } => "another app is in front".to_owned(),
            Action::Key { key: Key::Space | Key::Backspace | Key::Delete } => "the field's text changes".to_owned(),
            Action::Key { key: Key::Tab | Key::Up | Key::Down | Key::Left | Key::Right } => {
                "the focus moves".to_owned()
            }
            Action::Global { .. } | Action::Key { key: Key::Enter | Key::Escape } => {
                "another page, or the keyboard goes".to_owned()
            }
            Action::Swipe(_) => "the scrolled region shows something else".to_owned(),
            Action::Type { .. } => "the field shows the text".to_owned(),
            Action::ClearField => "the field is empty".to_owned(),
            Action::OpenApp { package } => format!("{package} is in front"),
        }
    }

    /// Whether `after` shows it.
    pub(super) fn shown_by(&self, after: &Observation) -> bool {
        let before = &self.before;
        match &self.action {
            Action::TapElement { element_id } | Action::LongPress { element_id } => {
                tap_shown(before, after, element_id)
            }
            Action::TapPoint(point) => {
                tap_target_at(before, *point).is_some_and(|target| tap_shown(before, after, &target.id))
            }
            Action::Global { name: Global::Home } => match &self.home {
                Some(home) => after.foreground() == home,
                None => !after.foreground().is_empty() && after.foreground() != before.foreground(),
            },
            Action::Key { key: Key::Space | Key::Backspace | Key::Delete } => {
                input_text(before).is_some() && input_text(after).is_some() && input_text(before) != input_text(after)
            }
            Action::Key { key: Key::Tab | Key::Up | Key::Down | Key::Left | Key::Right } => {
                focus(before) != focus(after)
            }
            Action::Global { .. } | Action::Key { key: Key::Enter | Key::Escape } => page(before) != page(after),
            Action::Swipe(swipe) => match &swipe.region_id {
                Some(region) => region_moved(before, after, region),
                None => content(before.elements()) != content(after.elements()),
            },
            Action::Type { clear: true, .. } => {
                ReadBack::of(before, &self.action).is_some_and(|field| field.matches(after))
            }
            Action::Type { text, clear: false } => {
                input_text(after).is_some_and(|shown| shown.contains(text.as_str()))
                    && input_text(before) != input_text(after)
            }
            Action::ClearField => after.input_element().is_some_and(is_empty_field),
            Action::OpenApp { package } => after.foreground() == package,
        }
    }
}

/// A field that is empty shows its hint or nothing.
fn is_empty_field(field: &Element) -> bool {
    field.text.is_empty() || field.text == field.hint
}

fn input_text(screen: &Observation) -> Option<&str> {
    screen.input_element().map(|field| field.text.as_str())
}

/// What has the focus.
fn focus(screen: &Observation) -> Vec<&str> {
    screen.nodes().iter().filter(|node| node.focused).map(|node| node.id.as_str()).collect()
}

/// A tap shows when the element is no longer there, or it or a control in it changed its state.
fn tap_shown(before: &Observation, after: &Observation, id: &str) -> bool {
    let Some(was) = before.element(id) else { return false };
    if before.foreground() != after.foreground() {
        return true;
    }
    // The same element may stand elsewhere: a tap on a text field brings up a keyboard that moves it.
    let Some(is) = after.element(id).filter(|is| same(was, is)).or_else(|| {
        let mut twins = after.nodes().iter().filter(|is| same(was, is));
        twins.next().filter(|_| twins.next().is_none())
    }) else {
        return true;
    };
    state(before, was) != state(after, is) || input_is(before, was) != input_is(after, is)
}

fn input_is(screen: &Observation, element: &Element) -> bool {
    screen.phone.input_element_id.as_deref() == Some(element.id.as_str())
}

/// The same thing to a person, whatever state it is in.
fn same(a: &Element, b: &Element) -> bool {
    (&a.resource_id, &a.label, &a.hint, a.editable, a.clickable, &a.class_name)
        == (&b.resource_id, &b.label, &b.hint, b.editable, b.clickable, &b.class_name)
        && (a.editable || a.text == b.text)
}

/// The states of an element and of all it holds, with the words beside them: a row's summary is its state too.
fn state<'a>(screen: &'a Observation, element: &'a Element) -> Vec<(bool, bool, bool, bool, &'a str)> {
    std::iter::once(element)
        .chain(screen.descendants(element))
        .map(|e| (e.checked, e.selected, e.focused, e.enabled, if e.editable { "" } else { e.text.as_str() }))
        .collect()
}

/// What tells one page from another: the app, the keyboard, and the titles and labels on it.
fn page(screen: &Observation) -> (&str, bool, Vec<(&str, &str)>) {
    let marks = screen
        .elements()
        .filter(|e| e.short_id() == "title" || !e.label.is_empty() || e.editable)
        .map(|e| (e.resource_id.as_str(), if e.short_id() == "title" { e.text.as_str() } else { e.label.as_str() }))
        .collect();
    (screen.foreground(), screen.phone.keyboard_visible, marks)
}

fn region_moved(before: &Observation, after: &Observation, region: &str) -> bool {
    let Some(was) = before.element(region) else { return false };
    let Some(is) = after.element(region).filter(|is| is.scrollable && is.resource_id == was.resource_id) else {
        return false;
    };
    content(before.descendants(was).iter()) != content(after.descendants(is).iter())
}

/// Words and where they stand.
fn content<'a>(elements: impl Iterator<Item = &'a Element>) -> Vec<(&'a str, &'a str, i64, i64)> {
    elements
        .filter(|e| !e.own_name().is_empty())
        .map(|e| (e.text.as_str(), e.label.as_str(), e.bounds.left, e.bounds.top))
        .collect()
}
