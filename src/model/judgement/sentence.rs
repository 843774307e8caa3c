//! The grammar of goals: words with their marks, and the kinds of ordinary words.

use super::words::words;

/// A word of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) word: String,
    pub(super) quoted: bool,
    /// A comma or full stop stands before it.
    pub(super) after_break: bool,
    /// "Don't", "never" or "I don't want" stood before it.
    pub(super) refused: bool,
}

/// Cuts a sentence into its words.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut run = String::new();
    let mut quoted = false;
    let mut after_break = false;
    let letters: Vec<char> = text.chars().collect();
    let mut flush = |run: &mut String, quoted: bool, after_break: &mut bool| {
        for word in words(run) {
            tokens.push(Token { word, quoted, after_break: std::mem::take(after_break), refused: false });
        }
        run.clear();
    };
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| letters.get(index));
        let after = letters.get(index + 1);
        let at_edge = |letter: Option<&char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let is_quote = matches!(letter, '"' | '\u{201c}' | '\u{201d}' | '\u{ab}' | '\u{bb}')
            || (matches!(letter, '\'' | '\u{2018}' | '\u{2019}') && at_edge(if quoted { after } else { before }));
        if is_quote {
            flush(&mut run, quoted, &mut after_break);
            quoted = !quoted;
        } else if !quoted && matches!(letter, '.' | ',' | ';' | ':' | '!' | '?') && at_edge(after) {
            flush(&mut run, quoted, &mut after_break);
            after_break = true;
        } else {
            run.push(*letter);
        }
    }
    flush(&mut run, quoted, &mut after_break);
    tokens
}

/// What a verb asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Turn,
    Enable,
    Disable,
    Choose,
    Visit,
    Show,
    Write,
    Rename,
    Search,
}

/// What an ordinary verb asks for. These and [`done_to`] are all the synonyms there are: ways to say switch, set, open,
/// show, type and search.
pub(super) fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "turn" | "switch" | "toggle" | "keep" => Verb::Turn,
        "enable" | "activate" | "use" | "allow" | "permit" | "let" => Verb::Enable,
        "disable" | "deactivate" | "prevent" | "forbid" | "block" | "hide" => Verb::Disable,
        "set" | "change" | "choose" | "select" | "pick" | "make" | "adjust" => Verb::Choose,
        "open" | "go" | "navigate" | "launch" | "start" | "visit" | "enter" | "take" => Verb::Visit,
        "show" | "find" | "view" | "see" | "check" | "tell" | "what" | "whats" | "which" | "bring" | "scroll"
        | "look" => Verb::Show,
        "type" | "write" | "input" => Verb::Write,
        "rename" => Verb::Rename,
        "search" => Verb::Search,
        _ => return None,
    })
}

/// What is asked for by what shall be done to something: "should be turned off", "is enabled".
pub(super) fn done_to(participle: &str) -> Option<Verb> {
    Some(match participle {
        "turned" | "switched" | "toggled" | "kept" => Verb::Turn,
        "enabled" | "activated" | "used" | "allowed" | "permitted" | "shown" => Verb::Enable,
        "disabled" | "deactivated" | "prevented" | "forbidden" | "blocked" | "hidden" => Verb::Disable,
        "set" | "changed" | "chosen" | "selected" | "adjusted" => Verb::Choose,
        "opened" => Verb::Visit,
        "renamed" | "named" | "called" => Verb::Rename,
        _ => return None,
    })
}

pub(super) fn is_place_word(word: &str) -> bool {
    matches!(word, "in" | "inside" | "within" | "under" | "from" | "via" | "through" | "into" | "at" | "on")
}

pub(super) fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an" | "my" | "your" | "this" | "its" | "it" | "that" | "and" | "then" | "please")
}

/// Words for kinds of things on a screen. After a name they add nothing to it.
pub(super) fn is_kind(word: &str) -> bool {
    matches!(
        word,
        "page"
            | "screen"
            | "setting"
            | "settings"
            | "option"
            | "options"
            | "menu"
            | "switch"
            | "toggle"
            | "section"
            | "tab"
            | "app"
            | "application"
            | "list"
            | "entry"
            | "item"
            | "row"
            | "dialog"
            | "feature"
            | "function"
            | "mode"
            | "result"
    )
}

/// Words for what one can be on.
pub(super) fn is_page(word: &str) -> bool {
    matches!(word, "page" | "screen" | "menu" | "section" | "tab")
}

/// Words for what everything here belongs to.
pub(super) fn is_device(word: &str) -> bool {
    matches!(word, "phone" | "device" | "android")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Type \"good night\" now", &["good", "night"])]
    #[case("Type \u{201c}good\u{201d} now", &["good"])]
    #[case("Type 'good night' now", &["good", "night"])]
    #[case("Open the apps' page of the phone's menu", &[])]
    fn quotes_are_told_from_apostrophes(#[case] text: &str, #[case] quoted: &[&str]) {
        let found: Vec<String> =
            tokens(text).into_iter().filter(|token| token.quoted).map(|token| token.word).collect();
        assert_eq!(found, quoted);
    }
}
