//! Looking at the phone after an input until it shows something.

use std::time::Duration;

use super::effect::Effect;
use super::error::ActError;
use crate::clock::Clock;
use crate::device::Device;
use crate::screen::readback::ReadBack;
use crate::screen::{Action, Observation};

/// How often a screen is read again while nothing shows.
const EVERY: Duration = Duration::from_millis(60);
/// How long a screen may take to change.
const WINDOW: Duration = Duration::from_millis(400);
/// How long a field may take to show the text.
const TEXT_WINDOW: Duration = Duration::from_millis(2500);

/// What was seen after an input.
pub(super) struct Settled {
    /// The last look.
    pub after: Observation,
    /// Whether the action's own effect was seen.
    pub effect: bool,
    /// For typing that can be read back: whether the field shows the text.
    pub text_shown: Option<bool>,
}

/// Looks until the screen has changed, or its window has passed.
pub(super) async fn settle(
    device: &dyn Device,
    clock: &Clock,
    action: &Action,
    before: &Observation,
    effect: &Effect,
) -> Result<Settled, ActError> {
    let typed = ReadBack::of(before, action);
    let window = if typed.is_some() { TEXT_WINDOW } else { WINDOW };
    let started = clock.now();
    loop {
        let after = device.observe().await?;
        let text_shown = typed.as_ref().map(|field| field.matches(&after));
        let settled = match text_shown {
            Some(shown) => shown,
            None => !after.shows_the_same_as(before) && !after.foreground().is_empty(),
        };
        if settled || clock.since(started) >= window {
            let effect = effect.shown_by(&after);
            return Ok(Settled { after, effect, text_shown });
        }
        clock.sleep(EVERY).await;
    }
}
