//! Keys, and keeping them out of everything that is written down.
//!
//! A [`Secret`] has no `Display` and no `Serialize`, and its `Debug` shows nothing. A [`Redactor`] knows a run's
//! secrets and takes them out of any text, in the forms in which texts carry them: as they are, percent-encoded,
//! escaped for JSON, and in base64. Where they stand is for a [`Finder`] to say.

mod finder;
mod redact;
mod view;

pub use finder::{Finder, Hit};
pub use redact::{MASK, Redactor};

use std::collections::BTreeMap;
use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// A key. Its text is only for the place that must send it.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Takes the text in.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(SecretString::from(text.into()))
    }

    /// The text itself, for a request header or a redactor and nothing else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// The secrets of one run, by name.
#[derive(Debug, Clone, Default)]
pub struct Secrets(BTreeMap<String, Secret>);

impl Secrets {
    /// The secret of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Secret> {
        self.0.get(name)
    }

    /// What takes all of them out of any text.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        Redactor::new(self.0.values())
    }
}

impl FromIterator<(String, Secret)> for Secrets {
    fn from_iter<I: IntoIterator<Item = (String, Secret)>>(secrets: I) -> Self {
        Self(secrets.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_shows_nothing_of_itself_when_debugged() {
        let shown = format!("{:?}", Some(Secret::from("dr_sk_topsecret")));
        assert!(!shown.contains("topsecret"), "{shown}");
    }
}
