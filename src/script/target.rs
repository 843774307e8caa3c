//! From a query to the one element that it means, or to words that say why there is none.

use crate::screen::{Element, Observation, Query, find, tap_target};
use crate::spec::printable;

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
        several => Err(format!("{query} means {}", list(several))),
    }
}

/// The one thing that a tap on what matches would hit, and the element that matched.
///
/// Texts that nothing under the finger reacts to, such as a header that repeats the label of a row, are no targets as
/// long as something else is. A title and its row are one target.
///
/// # Errors
/// Nothing matches, nothing that matches reacts, or several things do.
pub fn tappable<'a>(screen: &'a Observation, query: &Query) -> Result<&'a Element, String> {
    let matches = find(screen, query);
    if matches.is_empty() {
        return Err(none(screen, query));
    }
    let mut targets: Vec<&Element> = matches.iter().filter_map(|element| tap_target(screen, element)).collect();
    targets.sort_by_key(|element| element.index);
    targets.dedup_by_key(|element| element.index);
    match targets.as_slice() {
        [] => Err(format!("{} matches {query}, and nothing there reacts to a tap", list(&matches))),
        [only] if !only.enabled => Err(format!("{} is disabled", describe(screen, only))),
        [only] => Ok(only),
        several => Err(format!("{query} means {}", list(several))),
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

fn list(elements: &[&Element]) -> String {
    let shown: Vec<String> = elements
        .iter()
        .take(LISTED)
        .map(|e| {
            let b = e.bounds;
            format!("{} at [{},{}][{},{}] ({})", name(e), b.left, b.top, b.right, b.bottom, e.id)
        })
        .collect();
    let more = elements.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if elements.len() == 1 { shown.concat() } else { format!("{} things: {}{more}", elements.len(), shown.join("; ")) }
}

fn name(element: &Element) -> String {
    let own = element.own_name();
    if own.is_empty() { printable(&element.resource_id, 60) } else { format!("\"{}\"", printable(own, 60)) }
}

fn none(screen: &Observation, query: &Query) -> String {
    let app = match screen.foreground() {
        "" => "an unknown app",
        package => package,
    };
    match nearest(screen, query) {
        names if names.is_empty() => format!("nothing matches {query}; the screen of {app} shows no words"),
        names => format!("nothing matches {query}; {app} shows {}", names.join(", ")),
    }
}

/// The names on the screen that are most like what the query looks for, in quotes; in the screen's order where it
/// looks for no words.
pub fn nearest(screen: &Observation, query: &Query) -> Vec<String> {
    let wanted = query.words().map(str::to_lowercase);
    let mut names: Vec<&str> = Vec::new();
    for node in screen.nodes().iter().take(COMPARED) {
        let name = node.own_name().trim();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    if let Some(wanted) = wanted {
        let like = |name: &&str| {
            let name: String = name.to_lowercase().chars().take(80).collect();
            let contains = name.contains(&wanted) || wanted.contains(&name);
            let likeness = strsim::normalized_damerau_levenshtein(&name, &wanted) + if contains { 1.0 } else { 0.0 };
            std::cmp::Reverse((likeness * 1000.0) as u32)
        };
        names.sort_by_cached_key(like);
    }
    names.iter().take(NEAREST).map(|name| format!("\"{}\"", printable(name, 60))).collect()
}
