//! Where the phone is, what time and language it has, and what is on its clipboard.

use jiff::tz::TimeZone;

use super::Android;
use crate::phone::apps::{launcher, system};
use crate::phone::environment::{self, BadEnvironment, LONGEST_CLIP, Position};
use crate::phone::facts::{Cause, Value};
use crate::phone::notice::NOTICES;

impl Android {
    /// Where the phone is.
    #[must_use]
    pub fn position(&self) -> Position {
        self.facts.text(system::POSITION).parse().unwrap_or(Position::DEFAULT)
    }

    /// Brings the phone there; with none, back to where a new one is.
    pub fn locate(&mut self, position: Option<Position>) -> u64 {
        let position = position.unwrap_or(Position::DEFAULT).to_string();
        self.input(|phone| phone.put(system::POSITION, Value::Text(position), Cause::Input(phone.inputs)))
    }

    /// IANA name of its time zone, as `Europe/Berlin`.
    #[must_use]
    pub fn time_zone(&self) -> &str {
        self.facts.text("time_zone")
    }

    /// Puts it into the time zone of this IANA name.
    ///
    /// # Errors
    /// There is none. That is not an input.
    pub fn set_time_zone(&mut self, name: &str) -> Result<u64, BadEnvironment> {
        environment::zone(name)?;
        Ok(self.input(|phone| phone.put("time_zone", name.into(), Cause::Input(phone.inputs))))
    }

    pub(super) fn zone(&self) -> TimeZone {
        environment::zone(self.time_zone()).unwrap_or(TimeZone::UTC)
    }

    /// The locale it was set to, as `de-DE`. It speaks it already, or will once it has restarted.
    #[must_use]
    pub fn language(&self) -> &str {
        match self.facts.text("language_at_restart") {
            "" => self.facts.text("language"),
            waiting => waiting,
        }
    }

    /// Sets its language: with `restart` all apps are closed and the home screen comes back in it after a while, else
    /// it waits for the next reboot.
    ///
    /// # Errors
    /// It is shaped as no locale is. That is not an input.
    pub fn set_language(&mut self, locale: &str, restart: bool) -> Result<u64, BadEnvironment> {
        environment::locale(locale)?;
        Ok(self.input(|phone| {
            let cause = Cause::Input(phone.inputs);
            phone.put("language_at_restart", locale.into(), cause);
            if restart {
                phone.restart(cause);
            }
        }))
    }

    /// Starts all apps anew.
    pub(super) fn restart(&mut self, cause: Cause) {
        let waiting = self.facts.text("language_at_restart").to_owned();
        if !waiting.is_empty() {
            self.put("language", Value::Text(waiting), cause);
        }
        self.end_once("permission.", cause);
        self.facts.reset(NOTICES, Vec::new(), cause, self.clock.now());
        let packages: Vec<&str> = self.apps.iter().map(|app| app.package).collect();
        packages.into_iter().for_each(|package| self.forget(package, cause));
        (self.overlay, self.alert, self.keyboard) = (None, None, None);
        self.tasks.clear();
        self.launch(launcher::PACKAGE);
        self.restarted = true;
    }

    /// What was copied last.
    #[must_use]
    pub fn clipboard(&self) -> &str {
        self.facts.text(system::CLIPBOARD)
    }

    /// Copies a text; an empty one clears the clipboard.
    ///
    /// # Errors
    /// It is too long. That is not an input.
    pub fn set_clipboard(&mut self, text: &str) -> Result<u64, BadEnvironment> {
        match text.chars().count() {
            long if long > LONGEST_CLIP => Err(BadEnvironment::Clip(long)),
            _ => Ok(self.input(|phone| phone.put(system::CLIPBOARD, text.into(), Cause::Input(phone.inputs)))),
        }
    }

    /// Copies the text of the focused field, unless it is empty or a password; whether it did.
    pub(super) fn copy(&mut self) -> bool {
        let screen = self.truth();
        let focused = screen.active().and_then(|window| window.walk().find(|view| view.flags.focused));
        let secret = focused.is_some_and(|field| field.flags.password);
        let Some(text) = self.focused_mut().filter(|text| !secret && !text.is_empty()).cloned() else { return false };
        self.put(system::CLIPBOARD, Value::Text(text), Cause::Input(self.inputs));
        true
    }

    /// Copies it and empties the field.
    pub(super) fn cut(&mut self) {
        if self.copy() {
            self.empty_focused();
        }
    }

    /// Types what was copied into the focused field.
    pub(super) fn paste(&mut self) {
        let text = self.clipboard().to_owned();
        self.type_in(&text);
    }
}
