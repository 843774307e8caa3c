//! What is true of the phone: its settings and the data of its apps, and who changed them.

use std::collections::{BTreeMap, VecDeque};

use jiff::Timestamp;

/// The oldest changes are forgotten beyond this many.
const MOST_CHANGES: usize = 10_000;

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A number, in whatever unit the fact has.
    Number(i64),
    /// A text.
    Text(String),
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Flag(on)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Who changed a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The input with this number, counted from 1.
    Input(u64),
    /// The phone by itself: a schedule, a battery running low, a test that set the scene.
    Phone,
}

/// One change of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Name of the fact.
    pub key: String,
    /// Value before; none if there was none.
    pub from: Option<Value>,
    /// Value after; none if it was deleted.
    pub to: Option<Value>,
    /// Who did it.
    pub cause: Cause,
    /// When, by the phone's clock.
    pub at: Timestamp,
}

/// All facts, with the history of their changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    values: BTreeMap<String, Value>,
    changes: VecDeque<Change>,
}

impl Facts {
    /// Facts that were so from the beginning: no change is recorded.
    pub(super) fn given<K: Into<String>>(values: impl IntoIterator<Item = (K, Value)>) -> Self {
        let values = values.into_iter().map(|(key, value)| (key.into(), value)).collect();
        Self { values, changes: VecDeque::new() }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// Whether this is on. What is no flag is off.
    pub(super) fn on(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Value::Flag(true)))
    }

    /// This number; zero if it is none.
    pub(super) fn number(&self, key: &str) -> i64 {
        match self.get(key) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    /// This text; empty if it is none.
    pub(super) fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The facts whose names begin so, by name.
    pub(super) fn beginning<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let from = self.values.range(prefix.to_owned()..).map(|(key, value)| (key.as_str(), value));
        from.take_while(move |(key, _)| key.starts_with(prefix))
    }

    /// The numbers of the records under this name, in order: with facts `note.1.title` and `note.2.title`, those under
    /// `note` are 1 and 2.
    pub(super) fn records(&self, name: &str) -> Vec<u32> {
        let prefix = format!("{name}.");
        let number = |key: &str| key.get(prefix.len()..)?.split('.').next()?.parse().ok();
        let mut numbers: Vec<u32> = self.beginning(&prefix).filter_map(|(key, _)| number(key)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Gives a fact a value. Recorded only if it differs.
    pub(super) fn put(&mut self, key: &str, to: Value, cause: Cause, at: Timestamp) {
        let from = self.values.insert(key.to_owned(), to.clone());
        if from.as_ref() == Some(&to) {
            return;
        }
        self.record(Change { key: key.to_owned(), from, to: Some(to), cause, at });
    }

    /// Makes all facts whose names begin so as they were given; others of that name are deleted.
    pub(super) fn reset(&mut self, prefix: &str, given: Vec<(String, Value)>, cause: Cause, at: Timestamp) {
        let given: BTreeMap<_, _> = given.into_iter().filter(|(key, _)| key.starts_with(prefix)).collect();
        let gone: Vec<String> = self
            .values
            .keys()
            .filter(|key| key.starts_with(prefix) && !given.contains_key(key.as_str()))
            .cloned()
            .collect();
        for key in gone {
            self.delete(&key, cause, at);
        }
        for (key, value) in given {
            self.put(&key, value, cause, at);
        }
    }

    /// Deletes a fact.
    pub(super) fn delete(&mut self, key: &str, cause: Cause, at: Timestamp) {
        if let Some(from) = self.values.remove(key) {
            self.record(Change { key: key.to_owned(), from: Some(from), to: None, cause, at });
        }
    }

    /// Deletes a fact and all that are told about it: those whose names go on with a dot.
    pub(super) fn drop_record(&mut self, name: &str, cause: Cause, at: Timestamp) {
        self.delete(name, cause, at);
        self.reset(&format!("{name}."), Vec::new(), cause, at);
    }

    /// Remembers a change of what is no fact here but told like one.
    pub(super) fn record(&mut self, change: Change) {
        self.changes.push_back(change);
        if self.changes.len() > MOST_CHANGES {
            self.changes.pop_front();
        }
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(facts: &mut Facts, key: &str, to: impl Into<Value>) {
        facts.put(key, to.into(), Cause::Input(1), Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn a_change_names_what_was_before_and_who_did_it() {
        let mut facts = Facts::given([("dark_theme", false.into())]);
        put(&mut facts, "dark_theme", true);
        let change = facts.changes().next().unwrap();
        assert_eq!((&change.from, &change.to), (&Some(Value::Flag(false)), &Some(Value::Flag(true))));
        assert_eq!(change.cause, Cause::Input(1));
    }

    #[test]
    fn giving_a_fact_the_value_it_has_is_no_change() {
        let mut facts = Facts::given([("brightness", 40.into())]);
        put(&mut facts, "brightness", 40);
        assert_eq!(facts.changes().count(), 0);
    }

    #[test]
    fn records_are_in_the_order_of_their_numbers_and_go_as_a_whole() {
        let names = ["note.10.title", "note.2.body", "note.2.title", "note.x.title", "notes.7.title", "note.10"];
        let mut facts = Facts::given(names.map(|key| (key, true.into())));
        assert_eq!(facts.records("note"), [2, 10]);
        facts.drop_record("note.10", Cause::Phone, Timestamp::UNIX_EPOCH);
        assert_eq!(facts.records("note"), [2]);
        assert_eq!(facts.changes().count(), 2);
    }

    #[test]
    fn facts_are_found_by_how_their_names_begin() {
        let facts = Facts::given(["note.2", "note.1", "notes", "nota"].map(|key| (key, true.into())));
        assert_eq!(facts.beginning("note.").map(|(key, _)| key).collect::<Vec<_>>(), ["note.1", "note.2"]);
    }

    #[test]
    fn the_history_is_bounded() {
        let mut facts = Facts::default();
        for number in 0..20_000 {
            put(&mut facts, "brightness", number);
        }
        assert_eq!(facts.changes().count(), MOST_CHANGES);
    }
}
