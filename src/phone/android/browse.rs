//! The browser, as it is driven from outside and by its address bar.

use super::Android;
use crate::phone::apps::chrome;
use crate::phone::web::{self, ScriptError};

/// CSS pixels of the screen to one of theirs.
const DENSITY: f64 = 420.0 / 160.0;

impl Android {
    /// Evaluates a script in the browser's page and gives its result as JSON; see [`ScriptError`] for what is
    /// understood. Always an input, whether it changes anything or not.
    ///
    /// # Errors
    /// No page is visible, or the script is not understood, or throws. That is not an input.
    pub fn run_script(&mut self, script: &str) -> Result<(u64, serde_json::Value), ScriptError> {
        self.pass_time();
        let place = self.place();
        let front = self.page(place).is_some_and(|page| page.id == chrome::PAGE);
        let (now, recent) = (self.time(), self.recent());
        let glance = self.glance(place, &now, &recent);
        let document = Some(place.argument()).filter(|address| front && !address.is_empty());
        let document = document.filter(|_| !glance.on(chrome::FIRST_RUN)).map(|_| chrome::document(&glance));
        let Some(document) = document else { return Err(ScriptError::NoPage) };
        let field = |name: &str| place.field(name).to_owned();
        let (width, height) = chrome::seen(&glance);
        let page = web::Page {
            document: &document,
            field: &field,
            scroll: f64::from(place.scroll) / DENSITY,
            size: (f64::from(width) / DENSITY, f64::from(height) / DENSITY),
        };
        let outcome = web::run(script, &page)?;
        let input = self.input(|phone| {
            if let (Some((field, text)), Some(place)) = (outcome.filled, phone.place_mut()) {
                place.fields.insert(field.into(), text);
            }
        });
        Ok((input, outcome.result))
    }

    /// Goes where the address bar says. What is no address is searched for, which needs a network that is not there.
    pub(super) fn visit(&mut self, field: &str) {
        let place = self.place();
        let written = place.field(field).trim().to_owned();
        if place.focus.as_deref() == Some(field) && !written.is_empty() {
            self.go(&chrome::page_of(&chrome::target(&written)));
        }
    }
}
