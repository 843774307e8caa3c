//! Which app a goal names.

use super::goal::weight;
use super::sentence::{Verb, is_article, is_device, is_kind, is_place_word, tokens, verb};
use super::words::words;

/// How well an app's label fits a goal: 0 if its words are not there or mean something else, more if they say where, or
/// what to open. The longer of two labels fits better, and the one named first.
pub(super) fn app_fit(text: &str, label: &str) -> f64 {
    let label: Vec<String> = words(label);
    let tokens = tokens(text);
    if label.is_empty() || label.len() > tokens.len() {
        return 0.0;
    }
    // "this phone" is no app called Phone.
    let ambiguous = label.iter().all(|word| weight(word) < 1.0);
    let fit = |start: usize| {
        let word = |index: usize| tokens.get(index).map_or("", |token| token.word.as_str());
        let called_app = matches!(word(start + label.len()), "app" | "application");
        let mut before = start;
        while before > 0 && !tokens[before].after_break && (is_article(word(before - 1)) || is_device(word(before - 1)))
        {
            before -= 1;
        }
        let lead = if before == 0 || tokens[before].after_break { "" } else { word(before - 1) };
        let direct = before == start || called_app;
        let named: f64 = match (is_place_word(lead), verb(lead)) {
            _ if ambiguous && !direct => 0.0,
            // What is wanted is about the app and not in it. A page of an app is.
            _ if lead == "for" || lead == "of" && !(before > 1 && is_kind(word(before - 2))) => 0.0,
            (true, _) => 3.0,
            // What is chosen is a value.
            (_, Some(Verb::Choose)) if !called_app => 0.0,
            (_, Some(Verb::Visit | Verb::Search)) => 2.0,
            _ if lead == "to" => 2.0,
            _ if ambiguous && !called_app => 0.0,
            _ => 1.0,
        };
        if named > 0.0 { named + 0.1 * label.len() as f64 - 0.001 * start as f64 } else { 0.0 }
    };
    (0..=tokens.len() - label.len())
        .filter(|start| label.iter().zip(&tokens[*start..]).all(|(word, token)| *word == token.word))
        .map(fit)
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn an_app_that_says_where_fits_better_than_one_that_is_only_named() {
        let goal = "Turn off the clock sound in Settings";
        assert!(app_fit(goal, "Settings") > app_fit(goal, "Clock"));
        assert!(app_fit(goal, "Maps") == 0.0);
        assert!(app_fit("Open Maps", "Maps") > 0.0);
        let goal = "Stop the Clock app in Settings";
        assert!(app_fit(goal, "Settings") > app_fit(goal, "Clock"));
    }

    #[rstest]
    #[case("Rename it in About phone", false)]
    #[case("Turn on the torch on this phone", false)]
    #[case("Call Ann in the Phone app", true)]
    #[case("Open Phone", true)]
    fn an_app_called_phone_is_not_the_phone_itself(#[case] goal: &str, #[case] fits: bool) {
        assert_eq!(app_fit(goal, "Phone") > 0.0, fits);
    }
}
