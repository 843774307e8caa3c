//! What was done so far, and where it led.

use serde_json::Value;

use super::label::Label;
use super::operation::Operation;
use super::screen::first_text;
use super::words::words;

/// One past action.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Did {
    pub(super) operation: Option<Operation>,
    pub(super) target: Label,
    /// Whether the screen was another one afterwards. Taken to be so where it is not told.
    pub(super) changed: bool,
}

/// Reads one entry of a history: an object, or a sentence that begins with the operation.
pub(super) fn did(entry: &Value) -> Did {
    if let Value::Object(members) = entry {
        let operation = first_text(members, &["operation", "action", "op", "type"]);
        let target = first_text(members, &["target", "label", "element", "text", "value"]).unwrap_or_default();
        let changed = members.get("changed").and_then(Value::as_bool).unwrap_or(true);
        let operation = operation.and_then(|name| Operation::of(&name));
        let target = if operation == Some(Operation::Tap) { tapped(&target) } else { Label::new(&target) };
        return Did { operation, target, changed };
    }
    let sentence = entry.as_str().unwrap_or_default();
    let (first, target) = sentence.split_once([' ', ':']).unwrap_or((sentence, ""));
    let said = words(sentence);
    let unchanged = said.iter().any(|word| word == "unchanged") || sentence.contains("nothing changed");
    Did {
        operation: Operation::of(first).or_else(|| Operation::of(sentence)),
        target: tapped(target.trim()),
        changed: !unchanged,
    }
}

fn tapped(target: &str) -> Label {
    // Text fields are announced with what a tap does to them.
    if target.starts_with("Focus text input: ") { Label::of_field(target) } else { Label::new(target) }
}

/// Something tapped on the way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Passed {
    pub(super) label: Label,
    /// It was one of the results of a search.
    pub(super) result: bool,
    /// How far the page that was left had been looked through.
    left: Looked,
}

/// How far a page was looked through by scrolling.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Looked {
    pub(super) downs: usize,
    pub(super) ups: usize,
    /// The last scroll down found the end.
    pub(super) at_bottom: bool,
    /// The last scroll up found the beginning.
    pub(super) at_top: bool,
}

/// A text typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Typed {
    pub(super) label: Label,
    /// What was tapped before it was a search.
    pub(super) in_search: bool,
}

/// Where the history stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Trail {
    /// What was tapped on the way from the app's first page to here.
    pub(super) path: Vec<Passed>,
    /// What led to a page that was left again.
    pub(super) dead_ends: Vec<Label>,
    /// What was tapped without any effect to see, since the page was entered.
    pub(super) without_effect: Vec<Label>,
    /// Apps opened.
    pub(super) opened: Vec<String>,
    /// Texts typed.
    pub(super) typed: Vec<Typed>,
    pub(super) looked: Looked,
    /// Waits at the end of the history.
    pub(super) waits: usize,
    /// Enter was pressed after the last text.
    pub(super) entered: bool,
    /// The home screen is in front.
    pub(super) at_home: bool,
    pub(super) last: Option<Did>,
    /// The tap that came last, if nothing but waiting followed it. Not one on a search's result, which only leads to
    /// the thing.
    pub(super) last_tap: Option<Label>,
    /// A text was typed on this page: it shows what was found.
    pub(super) searching: bool,
    /// How many actions are known.
    length: usize,
}

impl Trail {
    pub(super) fn of(history: &[Did]) -> Self {
        let mut trail = Self {
            last: history.last().cloned(),
            at_home: history.is_empty(),
            length: history.len(),
            ..Self::default()
        };
        for did in history {
            trail.follow(did);
        }
        trail
    }

    fn follow(&mut self, did: &Did) {
        let Some(operation) = did.operation else { return };
        if operation != Operation::Wait {
            self.waits = 0;
            self.last_tap = None;
        }
        match operation {
            Operation::OpenApp => {
                self.leave_page();
                self.path.clear();
                self.opened.push(did.target.text.clone());
                self.at_home = false;
            }
            Operation::Home => {
                self.leave_page();
                self.path.clear();
                self.at_home = true;
            }
            Operation::Tap => {
                let passed = Passed { label: did.target.clone(), result: self.searching, left: self.looked };
                self.last_tap = (!passed.result).then(|| did.target.clone());
                if did.changed {
                    self.leave_page();
                    self.at_home = false;
                    self.path.push(passed);
                } else {
                    self.without_effect.push(passed.label);
                }
            }
            Operation::Back if did.changed => {
                self.leave_page();
                if let Some(passed) = self.path.pop() {
                    self.searching = passed.result;
                    self.looked = passed.left;
                    self.dead_ends.push(passed.label);
                }
            }
            Operation::Type => {
                let touched = self.without_effect.last().or(self.path.last().map(|passed| &passed.label));
                let in_search = touched.is_some_and(|label| label.title.has("search"));
                self.typed.push(Typed { label: did.target.clone(), in_search });
                self.searching = true;
                self.entered = false;
                self.looked = Looked::default();
            }
            Operation::Enter => self.entered = true,
            Operation::ScrollDown => {
                self.looked.downs += 1;
                self.looked.at_bottom = !did.changed;
                self.looked.at_top &= !did.changed;
            }
            Operation::ScrollUp => {
                self.looked.ups += 1;
                self.looked.at_top = !did.changed;
                self.looked.at_bottom &= !did.changed;
            }
            Operation::Wait => self.waits += 1,
            _ => {}
        }
    }

    fn leave_page(&mut self) {
        self.without_effect.clear();
        self.searching = false;
        self.looked = Looked::default();
    }

    /// The history is cut off: it does not tell where everything began.
    pub(super) fn forgot_its_start(&self) -> bool {
        const KEPT: usize = 8;
        self.length >= KEPT && self.opened.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn trail(entries: &[(&str, &str, bool)]) -> Trail {
        let history: Vec<Did> = entries
            .iter()
            .map(|(operation, target, changed)| {
                did(&json!({"operation": operation, "target": target, "changed": changed}))
            })
            .collect();
        Trail::of(&history)
    }

    fn texts(labels: &[Label]) -> Vec<&str> {
        labels.iter().map(|label| label.text.as_str()).collect()
    }

    #[test]
    fn the_path_grows_with_taps_that_changed_the_screen_and_shrinks_with_back() {
        let trail = trail(&[
            ("OPEN_APP", "Tools", true),
            ("TAP", "Pictures", true),
            ("BACK", "", true),
            ("TAP", "Sounds", true),
            ("TAP", "Volume", false),
        ]);
        assert_eq!(trail.path.iter().map(|passed| passed.label.text.as_str()).collect::<Vec<_>>(), ["Sounds"]);
        assert_eq!(texts(&trail.dead_ends), ["Pictures"]);
        assert_eq!(texts(&trail.without_effect), ["Volume"]);
    }

    #[test]
    fn a_scroll_that_changed_nothing_found_the_end() {
        let trail = trail(&[("SCROLL_DOWN", "list", true), ("SCROLL_DOWN", "list", false)]);
        assert_eq!((trail.looked.downs, trail.looked.at_bottom), (2, true));
    }

    #[test]
    fn a_page_returned_to_stands_as_it_was_left() {
        let trail = trail(&[("SCROLL_DOWN", "list", true), ("TAP", "Sounds", true), ("BACK", "", true)]);
        assert_eq!(trail.looked.downs, 1);
    }

    #[test]
    fn a_sentence_is_a_history_too() {
        let did = did(&json!("TAP Sounds (nothing changed)"));
        assert_eq!((did.operation, did.changed), (Some(Operation::Tap), false));
    }
}
