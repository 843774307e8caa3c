//! Texts and names that appear in several places of the files, each checked as it is read.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

use super::fault::quote;

/// A text type that checks itself when it is read.
macro_rules! checked_text {
    ($(#[$meta:meta])* $name:ident, $check:expr) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks `text`.
            ///
            /// # Errors
            /// What is wrong with it.
            pub fn new(text: &str) -> Result<Self, String> {
                let check: fn(&str) -> Result<(), String> = $check;
                let text = text.trim();
                check(text).map(|()| $name(text.to_owned()))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $name::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }
    };
}

checked_text! {
    /// What an agent is asked, in a person's words: not blank, at most 1,000 characters.
    Ask,
    |text| match text.chars().count() {
        0 => Err("a goal says what the agent shall do; this one is blank".to_owned()),
        1..=1000 => Ok(()),
        count => Err(format!("a goal has at most 1000 characters, this one has {count}")),
    }
}

checked_text! {
    /// The package name of an app, such as `com.android.settings`.
    Package,
    |text| {
        let is_part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        // `android` is the system's own, and the only one of a single word.
        let whole = text.contains('.') || text == "android";
        if text.len() <= 255 && whole && text.split('.').all(is_part) {
            return Ok(());
        }
        let lists = "`goalpost apps` lists those of a phone";
        Err(format!("{} is not a package name such as com.android.settings ({lists})", quote(text)))
    }
}

checked_text! {
    /// The name of a goal, a case or a verifier: words of `a-z`, `0-9`, `_` and `-`, with slashes between. None begins
    /// with `-`, as options of commands do.
    Name,
    |text| {
        let is_word = |word: &str| {
            !word.is_empty()
                && !word.starts_with('-')
                && word.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-'))
        };
        if text.len() <= 200 && text.split('/').all(is_word) {
            return Ok(());
        }
        Err(format!("{} is not a name; names are made of a-z, 0-9, _, - and /, and no word begins with -", quote(text)))
    }
}

checked_text! {
    /// A word by which cases are chosen (`--tag`).
    Tag,
    |text| {
        if (1..=64).contains(&text.len()) && text.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-')) {
            return Ok(());
        }
        Err(format!("{} is not a tag; tags are made of a-z, 0-9, _ and -", quote(text)))
    }
}
