//! Mutants: the ways in which a proof changes what a verifier has read, and those that a verifier may survive.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

/// A way in which what a verifier has read is changed. None of them may leave it confirmed (`goalpost prove`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mutant {
    /// What was found is not there.
    Removed,
    /// What must not be there is; or there is one too many of what was counted.
    Added,
    /// Its state is the other one.
    Flipped,
    /// It has no state any more.
    Stateless,
    /// It is called otherwise, or reads otherwise.
    Relabelled,
    /// Its resource id is another.
    Renamed,
    /// It is all in another app.
    OtherApp,
    /// What tells the page is not there.
    Unanchored,
    /// The screen shows what it showed before the goal was reached.
    Stale,
    /// The screen's tree has nothing but its root.
    Emptied,
    /// A channel other than the screen says something else.
    Changed,
    /// A channel other than the screen says nothing: `null`, or no bytes.
    Null,
    /// A channel other than the screen can't be read.
    Unreadable,
}

impl Mutant {
    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Added => "added",
            Self::Flipped => "flipped",
            Self::Stateless => "stateless",
            Self::Relabelled => "relabelled",
            Self::Renamed => "renamed",
            Self::OtherApp => "other_app",
            Self::Unanchored => "unanchored",
            Self::Stale => "stale",
            Self::Emptied => "emptied",
            Self::Changed => "changed",
            Self::Null => "null",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A mutant that a verifier survives, and why that is right.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    /// Which.
    pub mutant: Mutant,
    /// Why.
    #[serde(deserialize_with = "reason")]
    pub reason: String,
}

fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    if reason.trim().is_empty() {
        return Err(de::Error::custom("say why this mutant may survive"));
    }
    Ok(reason.trim().to_owned())
}
