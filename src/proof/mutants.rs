//! From what an evaluation used to the screens and readings on which it must not be confirmed.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::tape::{Answer, Tape};
use crate::device::{Channel, Executed, Value};
use crate::event::{Evidence, Verdict};
use crate::plain::printable;
use crate::screen::control::names;
use crate::screen::text::normalize;
use crate::screen::{Element, Observation, PASSWORD, Query, find};
use crate::spec::Mutant;
use crate::verify::{Evaluation, Used};

/// What nothing is called.
const OTHER: &str = "\u{25cc}\u{25cc}\u{25cc}";

/// An app that nobody has.
const OTHER_APP: &str = "org.example.another";

/// No evaluation gives more mutants; further ones are not made.
const MOST: usize = 200;

/// So many things are made up at most, where a count has a maximum.
const MOST_ADDED: usize = 20;

/// What a verifier might have read.
#[derive(Debug)]
pub(super) struct Mutated {
    pub(super) mutant: Mutant,
    /// What was changed, in words.
    pub(super) of: String,
    pub(super) tape: Tape,
}

/// All mutants of a confirmed evaluation that read `tape`. `before` is what it read before the goal was reached.
///
/// Only what its confirmed parts used is changed: what another part of an `any` has seen decides nothing.
pub(super) fn mutants(evaluation: &Evaluation, tape: &Tape, before: Option<&Tape>) -> Vec<Mutated> {
    let mut made = Made { tape, mutants: Vec::new() };
    let channels = tape.channels();
    let mut uses_trees = false;
    for (number, evidence) in evaluation.evidence.iter().enumerate() {
        if evidence.verdict != Verdict::Confirmed {
            continue;
        }
        let stated = evaluation.grounds.iter().filter(|ground| ground.evidence == number).map(|ground| &ground.used);
        let stated: Vec<&Used> = stated.collect();
        if let Some(channel) = named(evidence, &channels) {
            made.readings(std::slice::from_ref(channel), &stated);
            continue;
        }
        let subject = Subject::of(evidence, tape);
        let cites_a_screen = evidence.observation.is_some() || subject.is_some();
        if stated.iter().any(|used| of_a_channel(used)) || (stated.is_empty() && !cites_a_screen) {
            made.readings(&channels, &stated);
        }
        let of_the_screen = stated.iter().copied().filter(|used| !of_a_channel(used));
        // What is cited by a name of its own, such as a script, is no screen.
        let whole = stated.is_empty() && (cites_a_screen || evidence.at.is_none());
        if whole {
            made.everything(subject.as_ref());
        }
        uses_trees |= whole || of_the_screen.clone().any(|used| !matches!(used, Used::Front(_)));
        of_the_screen.for_each(|used| made.used(used, subject.as_ref()));
    }
    if uses_trees && tape.screens().next().is_some() {
        made.screens(Mutant::Emptied, "the whole screen", Observation::emptied);
    }
    if let Some(before) = before {
        made.push(Mutant::Stale, "all that was read", before.clone());
    }
    if tape.has_scripts() {
        made.scripts();
    }
    made.mutants
}

/// The channel that a piece of evidence names as its place.
fn named<'c>(evidence: &Evidence, channels: &'c [Channel]) -> Option<&'c Channel> {
    channels.iter().find(|channel| evidence.at.as_deref() == Some(channel.to_string().as_str()))
}

fn of_a_channel(used: &Used) -> bool {
    matches!(used, Used::Value | Used::Missing)
}

/// The element that a piece of evidence speaks of.
struct Subject<'t> {
    screen: &'t Observation,
    element: &'t Element,
    names: BTreeSet<String>,
}

impl<'t> Subject<'t> {
    fn of(evidence: &Evidence, tape: &'t Tape) -> Option<Self> {
        let at = evidence.at.as_deref()?;
        let read: Vec<&Observation> = tape.screens().collect();
        let on = evidence.observation.as_deref();
        // The last that fits: a check reads on until it knows enough.
        let screen = read
            .iter()
            .rev()
            .find(|screen| on.is_none_or(|on| on == screen.fingerprint) && screen.element(at).is_some())?;
        let element = screen.element(at)?;
        let names = names(screen, element).into_iter().filter(|name| *name != PASSWORD).map(str::to_owned).collect();
        Some(Self { screen, element, names })
    }

    /// Whether it is this one on another look, which may show it elsewhere.
    fn is(&self, screen: &Observation, element: &Element) -> bool {
        if screen.fingerprint == self.screen.fingerprint {
            return element.id == self.element.id;
        }
        let same = |a: &Element, b: &Element| {
            (&a.resource_id, &a.class_name, &a.text, &a.label) == (&b.resource_id, &b.class_name, &b.text, &b.label)
        };
        same(element, self.element) && names(screen, element).into_iter().eq(names(self.screen, self.element))
    }

    fn words(&self) -> String {
        let name = self.names.iter().next().map_or_else(|| self.element.own_name(), String::as_str);
        let name = if name.is_empty() { self.element.short_class() } else { name };
        format!("\"{}\" at {}", printable(name, 40), self.element.id)
    }
}

struct Made<'t> {
    tape: &'t Tape,
    mutants: Vec<Mutated>,
}

impl Made<'_> {
    fn push(&mut self, mutant: Mutant, of: &str, tape: Tape) {
        let known = self.mutants.iter().any(|other| other.mutant == mutant && other.of == of);
        if !known && self.mutants.len() < MOST {
            self.mutants.push(Mutated { mutant, of: of.to_owned(), tape });
        }
    }

    fn screens(&mut self, mutant: Mutant, of: &str, change: impl Fn(&Observation) -> Observation) {
        self.push(mutant, of, self.tape.with_screens(change));
    }

    /// Changes one element on every look that shows it.
    fn element(&mut self, mutant: Mutant, subject: &Subject<'_>, of: &str, change: impl Fn(&mut Element)) {
        self.screens(mutant, of, |screen| {
            let it: BTreeSet<usize> =
                screen.nodes().iter().filter(|node| subject.is(screen, node)).map(|node| node.index).collect();
            screen.changed(|node| {
                if it.contains(&node.index) {
                    change(node);
                }
            })
        });
    }

    fn used(&mut self, used: &Used, subject: Option<&Subject<'_>>) {
        match used {
            Used::Absence(query) => self.added(query, 1),
            Used::Count { query, min, max } => {
                if *min > 0 {
                    self.removed(query, &format!("all that {query} finds"), Mutant::Removed);
                }
                if let Some(max) = max {
                    let found = self.tape.screens().last().map_or(0, |screen| find(screen, query).len());
                    self.added(query, (max + 1).saturating_sub(found).clamp(1, MOST_ADDED));
                }
            }
            Used::Anchor(query) => self.removed(query, &format!("the anchor {query}"), Mutant::Unanchored),
            Used::Front(wanted) => {
                let is = self.tape.screens().last().is_some_and(|screen| screen.foreground() == wanted);
                let other = if is { OTHER_APP } else { wanted };
                self.screens(Mutant::OtherApp, &format!("the app in front, to {other}"), |screen| screen.in_app(other));
            }
            Used::Value | Used::Missing => {}
            _ => {
                if let Some(subject) = subject {
                    self.of_element(used, subject);
                }
            }
        }
    }

    fn of_element(&mut self, used: &Used, subject: &Subject<'_>) {
        let it = subject.words();
        let state = |what: &str| format!("{it}: {what}");
        match used {
            Used::Presence => {
                self.screens(Mutant::Removed, &it, |screen| screen.without(|node| subject.is(screen, node)))
            }
            Used::Checked => {
                self.element(Mutant::Flipped, subject, &state("checked"), |node| node.checked = !node.checked);
                self.element(Mutant::Stateless, subject, &it, |node| {
                    (node.checkable, node.checked) = (false, false);
                });
            }
            Used::Enabled => {
                self.element(Mutant::Flipped, subject, &state("enabled"), |node| node.enabled = !node.enabled);
            }
            Used::Selected => {
                self.element(Mutant::Flipped, subject, &state("selected"), |node| node.selected = !node.selected);
            }
            Used::Focused => {
                self.element(Mutant::Flipped, subject, &state("focused"), |node| node.focused = !node.focused);
            }
            Used::Name => self.element(Mutant::Relabelled, subject, &state("its own words"), |node| {
                for word in [&mut node.text, &mut node.label, &mut node.hint] {
                    call_otherwise(word);
                }
            }),
            Used::Id => self.element(Mutant::Renamed, subject, &it, |node| call_otherwise(&mut node.resource_id)),
            Used::Title => self.screens(Mutant::Relabelled, &state("its name"), |screen| {
                screen.changed(|node| {
                    for word in [&mut node.text, &mut node.label] {
                        if subject.names.contains(word.as_str()) {
                            call_otherwise(word);
                        }
                    }
                })
            }),
            Used::Text(wanted) => {
                // A rule that looks for part of a text is met by more than that part.
                let wanted_part = normalize(wanted);
                let met = [&subject.element.text, &subject.element.label]
                    .iter()
                    .any(|text| normalize(text).contains(&wanted_part));
                let other = if met { OTHER } else { wanted };
                self.element(Mutant::Relabelled, subject, &state("what it reads"), |node| {
                    other.clone_into(&mut node.text);
                    node.label.clear();
                });
            }
            _ => {}
        }
    }

    /// What nobody has said of, all of it: the element that is cited, and the app in front.
    fn everything(&mut self, subject: Option<&Subject<'_>>) {
        if let Some(subject) = subject {
            let all = [Used::Presence, Used::Title, Used::Checked];
            let stateless = !subject.element.checkable;
            all.iter()
                .filter(|used| !(stateless && **used == Used::Checked))
                .for_each(|used| self.of_element(used, subject));
        }
        if let Some(front) = self.tape.screens().last().map(|screen| screen.foreground().to_owned()) {
            self.used(&Used::Front(front), None);
        }
    }

    fn removed(&mut self, query: &Query, of: &str, mutant: Mutant) {
        self.screens(mutant, of, |screen| {
            let found: BTreeSet<usize> = find(screen, query).into_iter().map(|element| element.index).collect();
            screen.without(|node| found.contains(&node.index))
        });
    }

    fn added(&mut self, query: &Query, count: usize) {
        // One that can't be made up on any screen is none.
        if self.tape.screens().any(|screen| screen.with_one_more(query).is_none()) {
            return;
        }
        self.screens(Mutant::Added, &format!("{count} more that {query} finds"), |screen| {
            (0..count).fold(screen.clone(), |screen, _| screen.with_one_more(query).unwrap_or(screen))
        });
    }

    fn readings(&mut self, channels: &[Channel], used: &[&Used]) {
        let missing = used.contains(&&Used::Missing);
        let value = used.is_empty() || used.contains(&&Used::Value);
        for channel in channels {
            let of = channel.to_string();
            let why = || "this one was made unreadable".to_owned();
            let failed = self.tape.with_channel(channel, |_| Answer::Failed(why()));
            self.push(Mutant::Unreadable, &format!("{of}: failed"), failed);
            let unsupported = self.tape.with_channel(channel, |_| Answer::Unsupported(why()));
            self.push(Mutant::Unreadable, &format!("{of}: unsupported"), unsupported);
            if !missing {
                let nothing = |answer: &Answer| match answer {
                    Answer::Value(Value::Bytes(_)) => Answer::Value(Value::Bytes(bytes::Bytes::new())),
                    _ => Answer::Value(Value::Json(Json::Null)),
                };
                let is_bytes = |answer: &Answer| matches!(answer, Answer::Value(Value::Bytes(_)));
                let bytes = self.tape.answers(channel).any(is_bytes);
                // A file may be empty and be there.
                if !bytes || value {
                    self.push(Mutant::Null, &of, self.tape.with_channel(channel, nothing));
                }
            }
            if value {
                self.push(Mutant::Changed, &of, self.tape.with_channel(channel, another));
            }
        }
    }

    fn scripts(&mut self) {
        let result = |change: fn(&Json) -> Json| {
            self.tape
                .with_scripts(|executed| Executed { result: executed.result.as_ref().map(change), ..executed.clone() })
        };
        let (changed, null) = (result(other_json), result(|_| Json::Null));
        let unknown = self.tape.with_scripts(|executed| Executed { result: None, ..executed.clone() });
        let of = "the result of the script";
        self.push(Mutant::Changed, of, changed);
        self.push(Mutant::Null, of, null);
        self.push(Mutant::Unreadable, of, unknown);
    }
}

fn call_otherwise(word: &mut String) {
    if !word.is_empty() {
        OTHER.clone_into(word);
    }
}

/// An answer with another value in every place.
fn another(answer: &Answer) -> Answer {
    match answer {
        Answer::Value(Value::Json(json)) => Answer::Value(Value::Json(other_json(json))),
        Answer::Value(Value::Bytes(bytes)) => {
            Answer::Value(Value::Bytes(bytes.iter().map(|byte| !byte).chain([0]).collect()))
        }
        // A kind of value that is not known here has no other.
        other => other.clone(),
    }
}

fn other_json(json: &Json) -> Json {
    match json {
        Json::Null => Json::String(OTHER.to_owned()),
        Json::Bool(is) => Json::Bool(!is),
        Json::Number(number) if number.is_i64() => Json::from(-number.as_i64().unwrap_or_default().saturating_add(1)),
        Json::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            serde_json::Number::from_f64(-number - 1.0).map_or(Json::Null, Json::Number)
        }
        Json::String(_) => Json::String(OTHER.to_owned()),
        Json::Array(items) => items.iter().map(other_json).collect(),
        Json::Object(members) => members.iter().map(|(key, value)| (key.clone(), other_json(value))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use rstest::rstest;
    use serde_json::json;

    use super::*;
    use crate::proof::tape::Heard;

    fn read(channel: &Channel, json: Json) -> Tape {
        Tape { heard: vec![Heard::Channel(channel.clone(), Answer::Value(Value::Json(json)))] }
    }

    fn confirmed(at: Option<&Channel>, used: &[Used]) -> Evaluation {
        let evaluation = Evaluation::of("a rule", Verdict::Confirmed, Timestamp::UNIX_EPOCH);
        let evaluation = at.iter().fold(evaluation, |evaluation, at| evaluation.at(at.to_string()));
        evaluation.and_used(used.iter().cloned())
    }

    fn words(made: &[Mutated]) -> Vec<&'static str> {
        made.iter().map(|made| made.mutant.word()).collect()
    }

    #[rstest]
    #[case::a_value(&[Used::Value], &["unreadable", "unreadable", "null", "changed"])]
    #[case::that_it_is_there(&[Used::Presence, Used::Value], &["unreadable", "unreadable", "null", "changed"])]
    #[case::that_it_is_missing(&[Used::Missing], &["unreadable", "unreadable"])]
    #[case::nobody_says(&[], &["unreadable", "unreadable", "null", "changed"])]
    fn a_channel_is_tried_by_what_was_used_of_it(#[case] used: &[Used], #[case] expected: &[&str]) {
        let made = mutants(&confirmed(Some(&Channel::Language), used), &read(&Channel::Language, json!("de-DE")), None);
        assert_eq!(words(&made), expected);
    }

    #[test]
    fn evidence_that_names_its_channel_leaves_the_others_alone() {
        let mut tape = read(&Channel::Language, json!("de-DE"));
        tape.heard.extend(read(&Channel::Timezone, json!("Europe/Berlin")).heard);
        let made = mutants(&confirmed(Some(&Channel::Language), &[Used::Value]), &tape, None);
        let timezone = |tape: &Tape| tape.answers(&Channel::Timezone).cloned().collect::<Vec<_>>();
        assert!(made.iter().all(|made| timezone(&made.tape) == timezone(&tape)));
        let of_all = mutants(&confirmed(None, &[]), &tape, None);
        assert_eq!(of_all.len(), 8, "{of_all:?}");
    }

    #[test]
    fn what_decided_nothing_is_left_alone() {
        let mut evaluation = confirmed(Some(&Channel::Language), &[Used::Value]);
        evaluation.evidence.iter_mut().for_each(|evidence| evidence.verdict = Verdict::Refuted);
        assert_eq!(words(&mutants(&evaluation, &read(&Channel::Language, json!("de")), None)), [""; 0]);
    }

    #[rstest]
    #[case(json!("de"))]
    #[case(json!(5))]
    #[case(json!(-1.5))]
    #[case(json!(true))]
    #[case(json!(null))]
    #[case(json!([{ "name": "a.txt", "size": 3 }]))]
    #[case(json!({ "latitude": 52.5, "longitude": 13.4 }))]
    fn another_value_differs_in_every_place(#[case] json: Json) {
        fn leaves(json: &Json) -> Vec<Json> {
            match json {
                Json::Array(items) => items.iter().flat_map(leaves).collect(),
                Json::Object(members) => members.values().flat_map(leaves).collect(),
                leaf => vec![leaf.clone()],
            }
        }
        let (before, after) = (leaves(&json), leaves(&other_json(&json)));
        assert_eq!(before.len(), after.len());
        assert!(before.iter().zip(&after).all(|(before, after)| before != after), "{after:?}");
    }
}
