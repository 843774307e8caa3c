//! Other words for those on the screens.

use std::fmt;
use std::sync::Arc;

/// What words are replaced by wherever the phone shows them: labels, summaries, descriptions, hints, names of apps.
/// The default leaves them as they are.
///
/// It is there to ask whether an agent goes by what the words say on the screen and in the goal, or by words it was
/// fitted to. What was typed is shown through it too, so it must leave its own words alone.
///
/// ```
/// use goalpost::phone::Words;
///
/// let words = Words::by(|word| (word == "dark").then(|| "mubo".to_owned()));
/// assert_eq!(words.say("Dark theme, DARK\u{2011}8"), "Mubo theme, MUBO\u{2011}8");
/// ```
#[derive(Clone, Default)]
pub struct Words(Option<Arc<Other>>);

type Other = dyn Fn(&str) -> Option<String> + Send + Sync;

impl Words {
    /// The word that `other` gives for each, asked in lower case; none keeps it. A word is a run of letters: numbers,
    /// single letters and marks stay where they are. Capitals are as in the word replaced.
    pub fn by(other: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(other)))
    }

    /// A text with its words replaced.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        let Some(other) = &self.0 else { return text.to_owned() };
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let letters = rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len());
            let (word, after) = rest.split_at(letters);
            if word.chars().nth(1).is_none() {
                said.push_str(word);
            } else {
                match other(&word.to_lowercase()) {
                    Some(replaced) => said.push_str(&as_in(word, &replaced)),
                    None => said.push_str(word),
                }
            }
            let marks = after.find(char::is_alphabetic).unwrap_or(after.len());
            said.push_str(&after[..marks]);
            rest = &after[marks..];
        }
        said
    }

    /// Whether nothing is replaced.
    pub(super) fn are_plain(&self) -> bool {
        self.0.is_none()
    }
}

/// The word with its capitals as in `model`.
fn as_in(model: &str, word: &str) -> String {
    if model.chars().all(char::is_uppercase) {
        return word.to_uppercase();
    }
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if model.starts_with(char::is_uppercase) => first.to_uppercase().chain(letters).collect(),
        _ => word.to_owned(),
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.are_plain() { "Words" } else { "Words(replaced)" })
    }
}
