//! What the system says on behalf of apps: permission dialogs, notifications, and that an app is not responding.

use super::{Android, NoSuchApp};
use crate::phone::act::Act;
use crate::phone::apps::{self, not_responding};
use crate::phone::facts::{Cause, Value};
use crate::phone::notice::Notice;
use crate::phone::permission::{ASK, Answer, Permission};
use crate::phone::view::Rect;

/// No more apps than this wait to hang.
const MOST_HANGS: usize = 100;

/// When the app in front stops responding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hang {
    /// After the input of this number.
    AtInput(u64),
    /// The next time that this package is brought to the front.
    AfterStart(String),
}

impl Android {
    /// Makes the app in front stop responding: the system says so in a window of its own over it, and asks whether to
    /// wait for it or to close it. Not an input.
    pub fn hang_now(&mut self) {
        let Some(package) = self.tasks.last().map(|task| task.package) else { return };
        self.keyboard = None;
        self.alert = self.fresh(&format!("{}?{package}", not_responding::ID).into());
    }

    /// Makes an app stop responding later, once. Not an input.
    pub fn hang(&mut self, when: Hang) {
        if self.hangs.len() < MOST_HANGS {
            self.hangs.push(when);
        }
    }

    /// After an input: makes the app in front hang if that is due.
    pub(super) fn hang_if_due(&mut self) {
        let (inputs, launched) = (self.inputs, self.launched);
        let due = |hang: &Hang| match hang {
            Hang::AtInput(number) => *number == inputs,
            Hang::AfterStart(package) => launched == Some(package.as_str()),
        };
        let before = self.hangs.len();
        self.hangs.retain(|hang| !due(hang));
        if self.hangs.len() < before {
            self.hang_now();
        }
    }

    /// Posts a notification of an app, if it may. Not an input. Whether it may.
    ///
    /// # Errors
    /// No such app.
    pub fn notify_as(&mut self, package: &str, tag: &str, title: &str, text: &str) -> Result<bool, NoSuchApp> {
        let package = self.app(package)?.package;
        let own = |text: &str| text.to_owned().into();
        let notice = Notice { tag: tag.replace('.', "_").into(), title: own(title), text: own(text) };
        Ok(self.notify(package, &notice, Cause::Phone))
    }

    pub(super) fn notify(&mut self, package: &str, notice: &Notice, cause: Cause) -> bool {
        let may = self.facts.on(&apps::notifications(package));
        if may {
            self.put(&notice.key(package), Value::Text(notice.says()), cause);
        }
        may
    }

    /// Does it if the app of the page in front may; else asks, unless the user has said no for good.
    pub(super) fn ask(&mut self, permission: Permission, then: &Act) {
        let Some(package) = self.page(self.place()).map(|page| page.package) else { return };
        if permission.granted(&self.facts, package) {
            self.perform(then, 0, Rect::default());
        } else if !permission.blocked(&self.facts, package) {
            self.go(&format!("{ASK}?{}", permission.argument(package)).into());
            if let Some(place) = self.place_mut() {
                place.then = Some(then.clone());
            }
        }
    }

    /// Closes the dialog that asks, keeps the answer, and does what was wanted if it is allowed.
    pub(super) fn answer(&mut self, answer: Answer) {
        let place = self.place().clone();
        let Some((package, permission)) = Permission::read(place.argument()) else { return };
        self.leave();
        for (key, value) in permission.answered(&self.facts, package, answer) {
            self.put(&key, value, Cause::Input(self.inputs));
        }
        if let Some(then) = place.then.filter(|_| answer != Answer::Deny) {
            self.perform(&then, 0, Rect::default());
        }
    }

    /// Ends what was allowed only this time, of the facts whose names begin so.
    pub(super) fn end_once(&mut self, prefix: &str, cause: Cause) {
        let once = Value::from(Answer::Once.word());
        let ended: Vec<String> =
            self.facts.beginning(prefix).filter(|(_, value)| **value == once).map(|(key, _)| key.to_owned()).collect();
        let now = self.clock.now();
        for key in ended {
            self.facts.delete(&key, cause, now);
        }
    }
}
