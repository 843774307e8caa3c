//! Whether an action that was decided on one screen may still be sent on another.
//!
//! A stale action costs a decision, never an input.

use jiff::SignedDuration;

use super::action::{Action, Global};
use super::element::Element;
use super::observation::Observation;

/// How old the observation decided on may be.
pub const MAX_AGE: SignedDuration = SignedDuration::from_secs(30);

/// Why an action may no longer be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stale {
    /// Another phone.
    #[error("the screen decided on is another phone's")]
    Device,
    /// Decided on too long ago, or in the future.
    #[error("the screen decided on is not from the last 30 s")]
    Age,
    /// Another app is in front.
    #[error("another app is in front")]
    Foreground,
    /// The screen was turned or resized.
    #[error("the screen has another size")]
    ScreenSize,
    /// The target is no longer there.
    #[error("the target is gone")]
    Gone,
    /// The target, or what is in it, is no longer the same.
    #[error("the target has changed")]
    Target,
    /// A switch in the target was set meanwhile.
    #[error("a switch in the target was set meanwhile")]
    Switch,
    /// Typed text would go elsewhere.
    #[error("another field takes the text")]
    Input,
    /// The screen's controls, headings or focus are no longer the same.
    #[error("the controls or headings of the screen have changed")]
    Controls,
    /// Something on the screen is no longer the same.
    #[error("the screen has changed")]
    Screen,
}

/// Whether `action`, decided on `decided_on`, may be sent now that `fresh` is on the screen. The rules are those of
/// the mobile-jev profile, and one more: a bare switch, which the profile does not see, must not have been set in
/// between by something else, for then a tap would set it back.
///
/// # Errors
/// What has changed.
pub fn check(decided_on: &Observation, fresh: &Observation, action: &Action) -> Result<(), Stale> {
    check_profile(decided_on, fresh, action)?;
    match action {
        Action::TapElement { element_id } | Action::LongPress { element_id }
            if switches_differ(decided_on, fresh, element_id) =>
        {
            Err(Stale::Switch)
        }
        _ => Ok(()),
    }
}

/// The same, by the profile's rules alone.
///
/// # Errors
/// What has changed.
pub fn check_profile(decided_on: &Observation, fresh: &Observation, action: &Action) -> Result<(), Stale> {
    require(decided_on.device_id == fresh.device_id, Stale::Device)?;
    if let Action::OpenApp { .. } = action {
        return Ok(());
    }
    let age = fresh.taken_at.duration_since(decided_on.taken_at);
    require(age >= SignedDuration::ZERO && age <= MAX_AGE, Stale::Age)?;
    require(decided_on.foreground() == fresh.foreground(), Stale::Foreground)?;
    require(decided_on.screen == fresh.screen, Stale::ScreenSize)?;
    match action {
        Action::TapElement { element_id } | Action::LongPress { element_id } => {
            same_target(decided_on, fresh, element_id)
        }
        Action::Type { .. } | Action::ClearField | Action::Key { .. }
            if decided_on.phone.input_element_id.is_some() =>
        {
            same_input(decided_on, fresh)
        }
        Action::Global { name: Global::Home } => Ok(()),
        Action::Global { name: Global::Back | Global::Recents } => {
            require(same_controls(decided_on, fresh), Stale::Controls)
        }
        Action::Swipe(swipe) if swipe.region_id.is_some() => {
            let region = swipe.region_id.as_deref().unwrap_or_default();
            let (before, after) = both(decided_on, fresh, region)?;
            let same = after.enabled && after.scrollable && before.resource_id == after.resource_id;
            require(same, Stale::Target)
        }
        _ => require(decided_on.fingerprint == fresh.fingerprint, Stale::Screen),
    }
}

fn require(holds: bool, otherwise: Stale) -> Result<(), Stale> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// A target in both. Scripts also touch what the profile does not see, as a row that only a long press does something
/// to; what it saw it must still see.
fn both<'a>(
    decided_on: &'a Observation,
    fresh: &'a Observation,
    id: &str,
) -> Result<(&'a Element, &'a Element), Stale> {
    let both = decided_on.element(id).zip(fresh.element(id));
    both.filter(|(before, after)| before.in_profile == after.in_profile).ok_or(Stale::Gone)
}

fn same_target(decided_on: &Observation, fresh: &Observation, id: &str) -> Result<(), Stale> {
    let (before, after) = both(decided_on, fresh, id)?;
    require(same_itself(before, after) && same_content(decided_on, before, fresh, after), Stale::Target)
}

fn same_input(decided_on: &Observation, fresh: &Observation) -> Result<(), Stale> {
    let input = decided_on.phone.input_element_id.as_deref();
    require(fresh.phone.is_editable && fresh.phone.input_element_id.as_deref() == input, Stale::Input)?;
    same_target(decided_on, fresh, input.unwrap_or_default())
}

/// All profile fields but the bounds.
fn same_itself(a: &Element, b: &Element) -> bool {
    a.id == b.id
        && a.text == b.text
        && a.label == b.label
        && a.resource_id == b.resource_id
        && a.hint == b.hint
        && (a.clickable, a.editable, a.scrollable, a.enabled) == (b.clickable, b.editable, b.scrollable, b.enabled)
        && (a.focused, a.password, a.checkable) == (b.focused, b.password, b.checkable)
        && (a.checked, a.selected) == (b.checked, b.selected)
}

/// Whether what counts of the elements inside them is the same.
fn same_content(before: &Observation, a: &Element, after: &Observation, b: &Element) -> bool {
    content(before, a).eq(content(after, b))
}

fn content<'a>(
    observation: &'a Observation,
    element: &Element,
) -> impl Iterator<Item = ([&'a str; 4], [bool; 4])> + use<'a> {
    observation.descendants(element).iter().filter(|inner| inner.in_profile).map(|inner| {
        (
            [inner.id.as_str(), &inner.text, &inner.label, &inner.resource_id],
            [inner.editable, inner.enabled, inner.checked, inner.selected],
        )
    })
}

/// What stepping back depends on: the phone's part, all controls with their content, and all headings.
fn same_controls(before: &Observation, after: &Observation) -> bool {
    let controls = |observation: &'_ Observation| {
        observation.elements().filter(|e| e.clickable || e.editable).map(|e| e.index).collect::<Vec<_>>()
    };
    let headings = |observation: &'_ Observation| {
        observation
            .elements()
            .filter(|e| e.resource_id.ends_with(":id/title") || !e.label.is_empty())
            .map(|e| (e.id.clone(), e.text.clone(), e.label.clone()))
            .collect::<Vec<_>>()
    };
    let (old, new) = (controls(before), controls(after));
    if before.phone != after.phone || old.len() != new.len() || headings(before) != headings(after) {
        return false;
    }
    // Content is compared for outermost controls only: that of the inner ones is part of it.
    let mut compared_to = 0;
    old.iter().zip(&new).all(|(old, new)| match (before.nodes().get(*old), after.nodes().get(*new)) {
        (Some(a), Some(b)) if a.index < compared_to => same_itself(a, b),
        (Some(a), Some(b)) => {
            compared_to = a.end;
            same_itself(a, b) && same_content(before, a, after, b)
        }
        _ => false,
    })
}

/// Whether a checkable node inside the target, known to both screens, is on in one and off in the other.
fn switches_differ(before: &Observation, after: &Observation, id: &str) -> bool {
    let Some((a, b)) = before.element(id).zip(after.element(id)) else { return false };
    let switches = |observation: &'_ Observation, element| {
        let inner = observation.descendants(element).iter().filter(|e| e.checkable && !e.in_profile);
        inner.map(|e| (e.id.clone(), e.checked)).collect::<std::collections::HashMap<_, _>>()
    };
    let after = switches(after, b);
    switches(before, a).iter().any(|(id, checked)| after.get(id).is_some_and(|now| now != checked))
}
