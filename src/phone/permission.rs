//! What apps may do only once the user allows it, and how the system asks (mobilerun-api.md 6.6).

use super::apps;
use super::facts::{Facts, Value};

/// The dialog that asks; its argument is a package and a permission, with a colon between.
pub(super) const ASK: &str = "permission/ask";

/// Something that the user is asked to allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Permission {
    /// To post notifications.
    Notifications,
    /// To know where the phone is.
    Location,
    /// To record sound.
    Microphone,
    /// To take pictures.
    Camera,
}

/// What the user says to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Always.
    Allow,
    /// As long as the app is in use.
    WhileUsing,
    /// Until the app is stopped.
    Once,
    /// No. Said twice, the system asks no more.
    Deny,
}

impl Answer {
    /// How a fact tells it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allowed",
            Self::WhileUsing => "while_using",
            Self::Once => "once",
            Self::Deny => "denied",
        }
    }
}

/// What is told of a permission that was denied twice.
pub(super) const BLOCKED: &str = "blocked";

impl Permission {
    const ALL: [Self; 4] = [Self::Notifications, Self::Location, Self::Microphone, Self::Camera];

    /// Its short name in Android.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Notifications => "POST_NOTIFICATIONS",
            Self::Location => "ACCESS_FINE_LOCATION",
            Self::Microphone => "RECORD_AUDIO",
            Self::Camera => "CAMERA",
        }
    }

    /// What Settings calls it.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Notifications => "Notifications",
            Self::Location => "Location",
            Self::Microphone => "Microphone",
            Self::Camera => "Camera",
        }
    }

    /// What the dialog says.
    pub(super) fn question(self, app: &str) -> String {
        match self {
            Self::Notifications => format!("Allow {app} to send you notifications?"),
            Self::Location => format!("Allow {app} to access this device\u{2019}s location?"),
            Self::Microphone => format!("Allow {app} to record audio?"),
            Self::Camera => format!("Allow {app} to take pictures and record video?"),
        }
    }

    /// The answers that can be given, in the dialog's order, but for the last: no.
    pub(super) const fn answers(self) -> &'static [Answer] {
        match self {
            Self::Notifications => &[Answer::Allow],
            _ => &[Answer::WhileUsing, Answer::Once],
        }
    }

    /// The fact that tells what the user said.
    pub(super) fn key(self, package: &str) -> String {
        format!("{}{}", of(package), self.name())
    }

    /// The argument of pages about it.
    pub(super) fn argument(self, package: &str) -> String {
        format!("{package}:{}", self.name())
    }

    /// Package and permission of such an argument.
    pub(super) fn read(argument: &str) -> Option<(&str, Self)> {
        let (package, name) = argument.split_once(':')?;
        Self::ALL.into_iter().find(|permission| permission.name() == name).map(|permission| (package, permission))
    }

    /// Whether the app may.
    pub(super) fn granted(self, facts: &Facts, package: &str) -> bool {
        match self {
            Self::Notifications => facts.on(&apps::notifications(package)),
            _ => matches!(facts.text(&self.key(package)), "allowed" | "while_using" | "once"),
        }
    }

    /// Whether the user has been asked and has said no once.
    pub(super) fn denied(self, facts: &Facts, package: &str) -> bool {
        facts.text(&self.key(package)) == Answer::Deny.word()
    }

    /// Whether the system asks no more.
    pub(super) fn blocked(self, facts: &Facts, package: &str) -> bool {
        facts.text(&self.key(package)) == BLOCKED
    }

    /// The facts that follow from an answer.
    pub(super) fn answered(self, facts: &Facts, package: &str, answer: Answer) -> Vec<(String, Value)> {
        let word = if answer == Answer::Deny && self.denied(facts, package) { BLOCKED } else { answer.word() };
        let mut known = vec![(self.key(package), word.into())];
        if self == Self::Notifications {
            known.push((apps::notifications(package), (answer != Answer::Deny).into()));
        }
        known
    }
}

/// How the names of the facts begin that tell what an app was permitted.
pub(super) fn of(package: &str) -> String {
    format!("permission.{package}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: &str = "com.example.notes";

    fn after(answers: &[Answer], permission: Permission) -> Facts {
        answers.iter().fold(Facts::default(), |mut facts, answer| {
            for (key, value) in permission.answered(&facts, APP, *answer) {
                facts.put(&key, value, crate::phone::Cause::Input(1), jiff::Timestamp::UNIX_EPOCH);
            }
            facts
        })
    }

    #[test]
    fn whoever_says_no_twice_is_not_asked_again() {
        let once = after(&[Answer::Deny], Permission::Microphone);
        assert!(Permission::Microphone.denied(&once, APP) && !Permission::Microphone.blocked(&once, APP));
        let twice = after(&[Answer::Deny, Answer::Deny], Permission::Microphone);
        assert!(Permission::Microphone.blocked(&twice, APP) && !Permission::Microphone.granted(&twice, APP));
    }

    #[test]
    fn what_is_allowed_may_be_done() {
        for permission in Permission::ALL {
            assert!(!permission.granted(&Facts::default(), APP));
            for answer in permission.answers() {
                assert!(permission.granted(&after(&[*answer], permission), APP));
            }
            assert_eq!(Permission::read(&permission.argument(APP)), Some((APP, permission)));
        }
    }
}
