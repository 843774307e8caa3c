//! The text field that has the focus, and how one gets it.

use std::time::Duration;

use super::runner::{Choice, Runner};
use super::step::Problem;
use super::target::{identity, one};
use super::touch::Finger;
use crate::screen::{Action, Element, Observation, Query};

/// Gives the focus to the field that a query means, if another has it.
pub(super) async fn focus(runner: &mut Runner<'_>, query: &Query, timeout: Duration) -> Result<(), Problem> {
    let field = |screen: &Observation| field_of(screen, query).map(|field| (field.id.clone(), identity(field)));
    let has_focus = |screen: &Observation, id: &str| screen.phone.input_element_id.as_deref() == Some(id);
    let deadline = runner.deadline(timeout);
    let (screen, id) = runner
        .settle_on(deadline, |screen| match field(screen) {
            Ok((id, same)) => Choice::Same(id, same),
            Err(because) => Choice::NotYet(because),
        })
        .await?;
    if has_focus(&screen, &id) {
        return Ok(());
    }
    let finger = Finger { gesture: |element_id| Action::TapElement { element_id }, timeout };
    let (_, sent) = finger.touch(runner, |screen| field_of(screen, query), |_, _| None).await?;
    let focused = |screen: &Observation| match field(screen) {
        Ok((id, _)) if has_focus(screen, &id) => Ok(()),
        Ok(_) => Err(format!("{query} does not take the focus")),
        Err(because) => Err(because),
    };
    runner.wait_until(timeout, sent.after, focused).await.map(drop)
}

fn field_of<'a>(screen: &'a Observation, query: &Query) -> Result<&'a Element, String> {
    match one(screen, query)? {
        field if !field.editable => Err(format!("{query} is no text field; tap it first")),
        field if !field.enabled => Err(format!("{query} is disabled")),
        field => Ok(field),
    }
}

/// `action` on the field that has the focus, once one has it.
pub(super) fn in_focus(screen: &Observation, action: &Action) -> Choice<Action> {
    match screen.input_element() {
        Some(field) => Choice::Same(action.clone(), identity(field)),
        None if screen.phone.is_editable => Choice::AtOnce(action.clone()),
        None => Choice::NotYet("no text field has the focus; tap one first, or say into which (`into:`)".to_owned()),
    }
}
