//! Labels: the text of one thing on the screen, cut into its parts.

use std::collections::HashSet;

use super::words::{stem, words};

/// A label such as "Display / Dark theme, font size": a title, and what stands under or beside it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) title: Part,
    /// What follows the title, cut at commas and line breaks.
    pub(super) rest: Vec<Part>,
}

/// A run of words that belong together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Part {
    pub(super) stems: Vec<String>,
    /// The stems, and every two neighbours joined, so that "time out" is found by "timeout".
    known: HashSet<String>,
}

impl Label {
    pub(super) fn new(text: &str) -> Self {
        let mut segments = text.split(" / ");
        let title = Part::new(segments.next().unwrap_or_default());
        let rest = segments
            .flat_map(|segment| segment.split([',', ';', '\n']))
            .map(Part::new)
            .filter(|part| !part.stems.is_empty())
            .collect();
        Self { text: text.to_owned(), title, rest }
    }

    /// A text field is announced as such; its own text follows the colon.
    pub(super) fn of_field(text: &str) -> Self {
        Self::new(text.split_once(": ").map_or(text, |(_, own)| own))
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.title).chain(&self.rest)
    }

    /// All words of the label as one part.
    pub(super) fn whole(&self) -> Part {
        let mut whole = self.title.clone();
        for part in &self.rest {
            whole.stems.extend(part.stems.iter().cloned());
            whole.known.extend(part.known.iter().cloned());
        }
        whole
    }

    /// On or off, where the label itself says so: "Bluetooth / On".
    pub(super) fn says_on(&self) -> Option<bool> {
        self.rest.iter().find_map(|part| match part.stems.first().map(String::as_str) {
            Some("on") => Some(true),
            Some("off") => Some(false),
            _ => None,
        })
    }
}

impl Part {
    pub(super) fn new(text: &str) -> Self {
        let words = words(text);
        let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
        let joined = words.windows(2).map(|pair| stem(&pair.concat()));
        let known = stems.iter().cloned().chain(joined).collect();
        Self { stems, known }
    }

    pub(super) fn has(&self, stem: &str) -> bool {
        self.known.contains(stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_stands_before_the_first_slash() {
        let label = Label::new("Display / Dark theme, font size");
        assert_eq!(label.title.stems, ["display"]);
        assert_eq!(label.rest.len(), 2);
    }

    #[test]
    fn a_compound_is_found_by_its_halves_written_as_one() {
        assert!(Label::new("Screen time out").title.has("timeout"));
    }

    #[test]
    fn a_label_can_say_its_state() {
        assert_eq!(Label::new("Bluetooth / Off").says_on(), Some(false));
        assert_eq!(Label::new("Dark theme / Will turn on at night").says_on(), None);
    }

    #[test]
    fn a_text_field_goes_by_its_own_text() {
        assert_eq!(Label::of_field("Focus text input: Search settings").title.stems, ["search", "set"]);
    }
}
