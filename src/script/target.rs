//! From a query to the one element that it means, or to words that say why there is none.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

use super::query::{MATCH, bare, decode_query};
use crate::plain::printable;
use crate::screen::control::controls_named;
use crate::screen::query::{TapTarget, find_tap_targets, tap_target};
use crate::screen::text::normalize;
use crate::screen::{Element, Match, Observation, Query, find};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, decode_part};

/// Names listed when nothing matches.
const NEAREST: usize = 8;
/// Matches listed when several do.
const LISTED: usize = 12;
/// Names compared: a screen has hundreds at most, a hostile tree more.
const COMPARED: usize = 2000;

/// The one element that matches.
///
/// # Errors
/// Nothing matches, with what comes nearest; or several do, with all of them.
pub fn one<'a>(screen: &'a Observation, query: &Query) -> Result<&'a Element, String> {
    let matches = find(screen, query);
    match matches.as_slice() {
        [] => Err(none(screen, query)),
        [only] => Ok(only),
        several => Err(ambiguous(screen, query, several)),
    }
}

/// The one thing that a tap on what matches would hit.
///
/// Texts that nothing under the finger reacts to, such as a header that repeats the label of a row, are no targets as
/// long as something else is. A title and its row are one target.
///
/// # Errors
/// Nothing matches, nothing that matches reacts, or several things do.
pub fn tappable<'a>(screen: &'a Observation, query: &Query) -> Result<&'a Element, String> {
    match find_tap_targets(screen, query).as_slice() {
        [] => Err(none(screen, query)),
        [TapTarget { found, .. }, ..] if tap_target(screen, found).is_none() => {
            Err(format!("{} matches {query}, and nothing there reacts to a tap", describe(screen, found)))
        }
        [TapTarget { target, .. }] if !target.enabled => Err(format!("{} is disabled", describe(screen, target))),
        [TapTarget { target, .. }] => Ok(target),
        several => {
            let targets: Vec<&Element> = several.iter().map(|target| target.target).collect();
            Err(ambiguous(screen, query, &targets))
        }
    }
}

fn ambiguous(screen: &Observation, query: &Query, several: &[&Element]) -> String {
    format!("{query} means {} things, {NARROW}: {}", several.len(), list(screen, several))
}

/// The name of a control with an on/off state: `{ label: Dark theme }`. It may stand on the control, on its row, or
/// beside it in the row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The name.
    #[serde(deserialize_with = "name")]
    pub label: String,
    /// How it is compared.
    #[serde(default, rename = "match")]
    pub matching: Match,
    /// Something around the control.
    #[serde(default, deserialize_with = "around")]
    pub within: Option<Query>,
}

/// How a [`Named`] is written.
pub const NAMED_KEYS: &[Key] = &[
    Key::new("label", Shape::Text, "The name of the control: on itself, on its row, or beside it in the row.").needed(),
    MATCH,
    Key::new("within", Shape::Query, "Something around the control."),
];

/// A name that something can bear.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let label = String::deserialize(deserializer)?;
    if normalize(&label).is_empty() { Err(de::Error::custom("this is blank")) } else { Ok(label) }
}

fn around<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Query>, D::Error> {
    let query = Query::deserialize(deserializer)?;
    if query.is_empty() { Err(de::Error::custom("this query matches everything")) } else { Ok(Some(query)) }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", printable(&self.label, 60))?;
        self.within.iter().try_for_each(|around| write!(f, " within {around}"))
    }
}

impl Named {
    /// Reads one. `others` are keys that may stand beside it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(node: &Node, others: &[&str]) -> Result<Self, Vec<Fault>> {
        Self::check(node)?;
        decode_part(node, others)
    }

    /// What reading it as a plain type would not notice.
    pub(super) fn check(node: &Node) -> Result<(), Vec<Fault>> {
        bare(node, "label")?;
        node.get("within").map_or(Ok(()), |around| decode_query(around, &[]).map(drop))
    }

    /// All controls of this name.
    #[must_use]
    pub fn all<'a>(&self, screen: &'a Observation) -> Vec<&'a Element> {
        let around = |control: &Element| {
            self.within.as_ref().is_none_or(|query| screen.ancestors(control).any(|outer| query.matches(screen, outer)))
        };
        controls_named(screen, &self.label, self.matching)
            .into_iter()
            .map(|control| control.element)
            .filter(|control| around(control))
            .collect()
    }

    /// What takes a tap on the one control of this name.
    ///
    /// # Errors
    /// There is none, or there are several, or nothing reacts to a tap on it.
    pub fn tappable<'a>(&self, screen: &'a Observation) -> Result<&'a Element, String> {
        match self.all(screen).as_slice() {
            [] => Err(format!("no switch is called {self}; {}", shown(screen, Some(&self.label)))),
            [only] => match tap_target(screen, only) {
                None => Err(format!("nothing reacts to a tap on {}", describe(screen, only))),
                Some(target) if !target.enabled => Err(format!("{} is disabled", describe(screen, target))),
                Some(target) => Ok(target),
            },
            several => {
                let things = list(screen, several);
                Err(format!("{self} means {} things, say which by `within:`: {things}", several.len()))
            }
        }
    }
}

/// What tells an element from others in two looks at the same screen.
#[must_use]
pub(super) fn identity(element: &Element) -> String {
    let Element { id, text, label, resource_id, bounds, .. } = element;
    format!("{id}\0{resource_id}\0{text}\0{label}\0{bounds:?}")
}

/// An element as messages and evidence name it.
#[must_use]
pub fn describe(screen: &Observation, element: &Element) -> String {
    let name = match element.own_name() {
        "" => screen.descendants(element).iter().map(Element::own_name).find(|name| !name.is_empty()).unwrap_or(""),
        own => own,
    };
    let kind = element.short_class();
    let id = match element.resource_id.as_str() {
        "" => String::new(),
        id => format!(", {}", printable(id, 80)),
    };
    format!("\"{}\" ({}{id})", printable(name, 60), if kind.is_empty() { "node" } else { kind })
}

/// Several elements, each with its place.
pub(super) fn list(screen: &Observation, elements: &[&Element]) -> String {
    let shown: Vec<String> = elements
        .iter()
        .take(LISTED)
        .map(|e| {
            let b = e.bounds;
            format!("{} at [{},{}][{},{}]", describe(screen, e), b.left, b.top, b.right, b.bottom)
        })
        .collect();
    let more = elements.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join("; "))
}

fn none(screen: &Observation, query: &Query) -> String {
    format!("nothing matches {query}; {}", instead(screen, query))
}

/// What there is where nothing matches: the same words under another key, or else what the screen shows.
pub fn instead(screen: &Observation, query: &Query) -> String {
    let words = [&query.text, &query.label, &query.hint].into_iter().flatten().next();
    let shown = shown(screen, words.map(String::as_str));
    match elsewhere(screen, query).strip_prefix("; ") {
        Some(elsewhere) => format!("{elsewhere}; {shown}"),
        None => shown,
    }
}

/// Where a query asks for a text that is there as a label, or the like: the query that would find it, after a
/// semicolon. Nothing where there is none.
pub(super) fn elsewhere(screen: &Observation, query: &Query) -> String {
    let bare = Query { text: None, label: None, hint: None, ..query.clone() };
    let words = match (&query.text, &query.label, &query.hint) {
        (Some(words), None, None) | (None, Some(words), None) | (None, None, Some(words)) => words.clone(),
        _ => return String::new(),
    };
    let others = [
        ("text", Query { text: Some(words.clone()), ..bare.clone() }),
        ("label", Query { label: Some(words.clone()), ..bare.clone() }),
        ("hint", Query { hint: Some(words), ..bare }),
    ];
    let found = others.iter().find(|(_, other)| !find(screen, other).is_empty());
    found.map_or_else(String::new, |(key, other)| format!("; it is there as a {key}: use {other}"))
}

/// How to say which of several things is meant.
pub const NARROW: &str = "say which by `within:`, `id:` or `role:`";

/// What the screen shows, the most alike to some words first.
pub fn shown(screen: &Observation, words: Option<&str>) -> String {
    let app = match screen.foreground() {
        "" => "the screen",
        package => package,
    };
    match nearest(screen, words) {
        names if names.is_empty() => format!("{app} shows no words"),
        names => format!("{app} shows {}", names.join(", ")),
    }
}

/// The names on the screen, in quotes: those that are most like some words, in the screen's order where there are none.
fn nearest(screen: &Observation, words: Option<&str>) -> Vec<String> {
    // With the key of a query that finds it, where that is another than `text`.
    let mut names: Vec<(&str, &str)> = Vec::new();
    for node in screen.nodes().iter().take(COMPARED) {
        let named = [("", &node.text), ("label ", &node.label), ("hint ", &node.hint)];
        let named = named.into_iter().map(|(key, name)| (key, name.trim())).find(|(_, name)| !name.is_empty());
        names.extend(named.filter(|named| !names.contains(named)));
    }
    if let Some(wanted) = words.map(|words| short(&words.to_lowercase())) {
        names.sort_by_cached_key(|(_, name)| {
            let name = short(&name.to_lowercase());
            let contains = name.contains(&wanted) || wanted.contains(&name);
            let likeness = strsim::normalized_damerau_levenshtein(&name, &wanted) + if contains { 1.0 } else { 0.0 };
            std::cmp::Reverse((likeness * 1000.0) as u32)
        });
    }
    names.iter().take(NEAREST).map(|(key, name)| format!("{key}\"{}\"", printable(name, 60))).collect()
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
