//! Which of the installed apps an agent is offered.

use crate::screen::App;

/// The apps whose name stands in the goal as whole words; all of them where none does.
#[must_use]
pub fn narrow<'a>(goal: &str, apps: &'a [App]) -> Vec<&'a App> {
    let goal: Vec<char> = goal.chars().map(fold).collect();
    let named: Vec<&App> = apps.iter().filter(|app| stands_in(&goal, &app.label)).collect();
    if named.is_empty() { apps.iter().collect() } else { named }
}

fn stands_in(goal: &[char], label: &str) -> bool {
    if label.trim().is_empty() {
        return false;
    }
    let label: Vec<char> = label.chars().map(fold).collect();
    let is_word = |at: Option<&char>| at.is_some_and(|c| c.is_alphabetic() || c.is_numeric());
    goal.windows(label.len()).enumerate().any(|(start, window)| {
        window == label.as_slice()
            && !is_word(start.checked_sub(1).and_then(|before| goal.get(before)))
            && !is_word(goal.get(start + label.len()))
    })
}

/// One character without its case, where that is one character again (Unicode's simple case folding).
fn fold(c: char) -> char {
    // Turkish dotless i has no other case outside Turkish.
    if c == 'ı' {
        return c;
    }
    only(only(c, c.to_uppercase()), only(c, c.to_uppercase()).to_lowercase())
}

/// The single character of a mapping, or `otherwise`.
fn only(otherwise: char, mut mapping: impl Iterator<Item = char>) -> char {
    match (mapping.next(), mapping.next()) {
        (Some(c), None) => c,
        _ => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrowed(goal: &str, labels: &[&str]) -> Vec<String> {
        let apps: Vec<App> = labels.iter().map(|l| App { package: (*l).to_owned(), label: (*l).to_owned() }).collect();
        narrow(goal, &apps).into_iter().map(|app| app.label.clone()).collect()
    }

    #[test]
    fn a_name_counts_only_as_whole_words() {
        assert_eq!(narrowed("Open Notesy and Clock", &["Notes", "Clock"]), ["Clock"]);
        assert_eq!(narrowed("chrome-plated", &["Chrome", "Maps"]), ["Chrome"]);
        assert_eq!(narrowed("3Clock", &["Clock", "X"]), ["Clock", "X"], "a digit joins a word too");
    }

    #[test]
    fn case_does_not_count_in_any_script() {
        assert_eq!(narrowed("ÜNÏCODE!", &["Ünïcode", "X"]), ["Ünïcode"]);
        assert_eq!(narrowed("ΣΟΦΟΣ", &["σοφος", "X"]), ["σοφος"]);
        assert_eq!(narrowed("Straße", &["STRAẞE", "X"]), ["STRAẞE"]);
    }

    #[test]
    fn an_app_without_a_name_is_never_named() {
        assert_eq!(narrowed("a b", &[" ", "", "b"]), ["b"]);
    }
}
