//! Why a query finds what it finds: what matches and what a tap on it would hit, and what nearly matches and fails.

use std::cmp::Reverse;
use std::fmt;

use serde::Serialize;

use super::control::{controls_named, names};
use super::element::Element;
use super::geometry::Point;
use super::observation::Observation;
use super::query::{Condition, Query, app_of, companions, find, has_state, tap_target};
use super::role::Role;
use super::text::{Match, normalize};
use super::touch::tap_point;

/// How many near misses are told.
const NEAR: usize = 8;
/// Characters of a text that are compared: nobody mistypes more, and the comparison is quadratic.
const COMPARED: usize = 80;
/// Nodes that are looked at for near misses: a screen has hundreds, a hostile tree more.
const LOOKED_AT: usize = 5000;

/// What a query makes of a screen.
#[derive(Debug, Clone)]
pub struct Explanation<'a> {
    /// All that matches, in document order.
    pub matches: Vec<Hit<'a>>,
    /// What comes near, the nearest first.
    pub near: Vec<NearMiss<'a>>,
}

/// Something that matches.
#[derive(Debug, Clone, Copy)]
pub struct Hit<'a> {
    /// What matches.
    pub element: &'a Element,
    /// What a tap on it would do.
    pub tap: Tap<'a>,
}

/// What a tap on an element meets.
#[derive(Debug, Clone, Copy)]
pub enum Tap<'a> {
    /// This takes it.
    Hits {
        /// The element itself or what is around it.
        target: &'a Element,
        /// Where the finger would go down.
        at: Point,
    },
    /// This would take it, but is greyed out.
    Disabled {
        /// The element itself or what is around it.
        target: &'a Element,
    },
    /// This would take it, but the keyboard covers it.
    Covered {
        /// The element itself or what is around it.
        target: &'a Element,
    },
    /// Nothing there reacts to a tap.
    Nothing,
}

/// Something that does not match, but comes near.
#[derive(Debug, Clone)]
pub struct NearMiss<'a> {
    /// What does not match.
    pub element: &'a Element,
    /// All conditions that it does not meet, at least one.
    pub unmet: Vec<Unmet>,
}

/// One condition that an element does not meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmet {
    /// The key of the query.
    pub condition: &'static str,
    /// What is asked for.
    pub wanted: String,
    /// What there is instead.
    pub actual: String,
    /// What would find it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

/// In words: `text is "Displays", not "Display"`.
impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { condition, wanted, actual, hint } = self;
        match *condition {
            "within" => write!(f, "within is {actual}, not {wanted}")?,
            "text" | "label" | "hint" | "id" | "class" | "app" if actual.is_empty() => {
                write!(f, "{condition} is empty, not \"{wanted}\"")?;
            }
            "text" | "label" | "hint" | "id" | "class" | "app" => {
                write!(f, "{condition} is \"{actual}\", not \"{wanted}\"")?;
            }
            _ => write!(f, "{condition} is {actual}, not {wanted}")?,
        }
        hint.iter().try_for_each(|hint| write!(f, " ({hint})"))
    }
}

/// What matches `query`, and what nearly does.
#[must_use]
pub fn explain<'a>(observation: &'a Observation, query: &Query) -> Explanation<'a> {
    let matches = find(observation, query).into_iter().map(|element| Hit::of(observation, element)).collect();
    let asked: Vec<Condition> = query.asked().collect();
    let near = observation.nodes().iter().take(LOOKED_AT).filter_map(|element| {
        let unmet: Vec<Condition> =
            asked.iter().copied().filter(|condition| !condition.holds(query, observation, element)).collect();
        if unmet.is_empty() {
            return None;
        }
        let near = nearness(query, element, &asked, &unmet);
        let told = || unmet.iter().map(|condition| tell(*condition, query, observation, element)).collect();
        (near > HALF).then(|| (near, NearMiss { element, unmet: told() }))
    });
    Explanation { matches, near: nearest(near) }
}

/// What the controls of a name are, within what is around them, and which controls nearly are.
#[must_use]
pub fn explain_control<'a>(
    observation: &'a Observation,
    label: &str,
    matching: Match,
    within: Option<&Query>,
) -> Explanation<'a> {
    let is_inside = |control: &Element| {
        within.is_none_or(|query| observation.ancestors(control).any(|outer| query.matches(observation, outer)))
    };
    let (inside, outside): (Vec<&Element>, Vec<&Element>) = controls_named(observation, label, matching)
        .into_iter()
        .map(|control| control.element)
        .partition(|control| is_inside(control));
    let elsewhere = outside.iter().map(|element| {
        let wanted = within.map(ToString::to_string).unwrap_or_default();
        let unmet = Unmet { condition: "within", wanted, actual: around(observation, element), hint: None };
        (WHOLE, NearMiss { element, unmet: vec![unmet] })
    });
    let is_known = |control: &Element| inside.iter().chain(&outside).any(|known| known.index == control.index);
    let others = observation.nodes().iter().take(LOOKED_AT).filter(|node| node.checkable && !is_known(node));
    let named = others.map(|element| {
        let names = names(observation, element);
        let near = names.iter().map(|name| likeness(label, name)).max().unwrap_or(0);
        let actual = names.join(" / ");
        let hint = names.iter().find_map(|name| other_match(matching, label, name));
        let unmet = Unmet { condition: "label", wanted: label.to_owned(), actual, hint };
        (near, NearMiss { element, unmet: vec![unmet] })
    });
    let near = nearest(elsewhere.chain(named));
    Explanation { matches: inside.into_iter().map(|element| Hit::of(observation, element)).collect(), near }
}

impl<'a> Hit<'a> {
    fn of(observation: &'a Observation, element: &'a Element) -> Self {
        let tap = match tap_target(observation, element) {
            None => Tap::Nothing,
            Some(target) if !target.enabled => Tap::Disabled { target },
            Some(target) => {
                tap_point(observation, target).map_or(Tap::Covered { target }, |at| Tap::Hits { target, at })
            }
        };
        Self { element, tap }
    }
}

/// Likeness is counted in thousandths.
const WHOLE: u32 = 1000;
const HALF: u32 = 500;

fn nearest<'a>(near: impl Iterator<Item = (u32, NearMiss<'a>)>) -> Vec<NearMiss<'a>> {
    let mut near: Vec<_> = near.collect();
    // Stable: the order of the screen decides between equals.
    near.sort_by_key(|(near, miss)| (Reverse(*near), miss.unmet.len()));
    near.into_iter().take(NEAR).map(|(_, miss)| miss).collect()
}

/// How near an element comes: of the conditions asked for, those that it meets, and of the others as much as they are
/// alike. Words weigh more than states, or everything in the right app would be near.
fn nearness(query: &Query, element: &Element, asked: &[Condition], unmet: &[Condition]) -> u32 {
    let weight = |condition: &Condition| match condition {
        Condition::Text | Condition::Label | Condition::Hint | Condition::Id => 3,
        _ => 1,
    };
    let like = |wanted: &Option<String>, actual: &str| wanted.as_deref().map_or(0, |wanted| likeness(wanted, actual));
    let worth = |condition: &Condition| match condition {
        condition if !unmet.contains(condition) => WHOLE,
        // The words may stand in another place.
        Condition::Text | Condition::Label | Condition::Hint => {
            let wanted = [&query.text, &query.label, &query.hint];
            let wanted = match condition {
                Condition::Text => wanted[0],
                Condition::Label => wanted[1],
                _ => wanted[2],
            };
            [&element.text, &element.label, &element.hint]
                .into_iter()
                .map(|actual| like(wanted, actual))
                .max()
                .unwrap_or(0)
        }
        Condition::Id => like(&query.id, &element.resource_id).max(like(&query.id, element.short_id())),
        Condition::Class => like(&query.class, &element.class_name).max(like(&query.class, element.short_class())),
        Condition::Role => 0,
        Condition::App | Condition::Beside | Condition::Within => WHOLE / 4,
        _ => HALF,
    };
    let all: u32 = asked.iter().map(weight).sum();
    asked.iter().map(|condition| weight(condition) * worth(condition)).sum::<u32>() / all.max(1)
}

/// How alike two texts are.
fn likeness(wanted: &str, actual: &str) -> u32 {
    let short = |text: &str| normalize(&text.chars().take(COMPARED).collect::<String>());
    let (wanted, actual) = (short(wanted), short(actual));
    if wanted.is_empty() || actual.is_empty() {
        return 0;
    }
    let contains = actual.contains(&wanted) || (wanted.contains(&actual) && actual.chars().count() > 3);
    let alike = strsim::normalized_damerau_levenshtein(&wanted, &actual);
    // Both are within 0 and 1.
    let alike = (alike * f64::from(WHOLE)) as u32;
    if contains { alike.max(WHOLE * 3 / 4) } else { alike }
}

fn tell(condition: Condition, query: &Query, observation: &Observation, element: &Element) -> Unmet {
    let text = |wanted: &Option<String>| wanted.clone().unwrap_or_default();
    let flag = |wanted: Option<bool>| wanted.map(|wanted| wanted.to_string()).unwrap_or_default();
    let says = |condition, wanted: &Option<String>, actual: &str, elsewhere: [(&str, &'static str); 2]| {
        let wanted = text(wanted);
        let moved = elsewhere.iter().find(|(other, _)| query.matching.matches(&wanted, other)).map(|(_, hint)| *hint);
        let hint = moved.filter(|_| !wanted.is_empty()).or_else(|| other_match(query.matching, &wanted, actual));
        Unmet { condition, wanted, actual: actual.to_owned(), hint }
    };
    let is = |condition, wanted, actual: &str| Unmet { condition, wanted, actual: actual.to_owned(), hint: None };
    let bool = |condition, wanted, actual: bool| is(condition, flag(wanted), if actual { "true" } else { "false" });
    const AS_TEXT: &str = "these words are its `text`";
    const AS_LABEL: &str = "these words are its `label`";
    const AS_HINT: &str = "these words are its `hint`";
    match condition {
        Condition::Text => {
            says("text", &query.text, &element.text, [(&element.label, AS_LABEL), (&element.hint, AS_HINT)])
        }
        Condition::Label => {
            says("label", &query.label, &element.label, [(&element.text, AS_TEXT), (&element.hint, AS_HINT)])
        }
        Condition::Hint => {
            says("hint", &query.hint, &element.hint, [(&element.text, AS_TEXT), (&element.label, AS_LABEL)])
        }
        Condition::Id => is("id", text(&query.id), &element.resource_id),
        Condition::Class => is("class", text(&query.class), &element.class_name),
        Condition::Role => is(
            "role",
            query.role.map(word).unwrap_or_default(),
            &Role::of(element).map_or_else(|| "nothing in particular".to_owned(), word),
        ),
        Condition::Checked if !has_state(element) => is("checked", flag(query.checked), "neither on nor off"),
        Condition::Checked => bool("checked", query.checked, element.checked),
        Condition::Enabled => bool("enabled", query.enabled, element.enabled),
        Condition::Selected => bool("selected", query.selected, element.selected),
        Condition::Focused => bool("focused", query.focused, element.focused),
        Condition::Password => bool("password", query.password, element.password),
        Condition::App => is("app", text(&query.app), app_of(observation, element)),
        Condition::Beside => {
            let names: Vec<&str> = companions(observation, element).map(Element::own_name).take(4).collect();
            is("beside", text(&query.beside), &names.join(", "))
        }
        Condition::Within => {
            let wanted = query.within.as_ref().map(ToString::to_string).unwrap_or_default();
            is("within", wanted, &around(observation, element))
        }
    }
}

/// The way of comparing that would find it.
fn other_match(used: Match, wanted: &str, actual: &str) -> Option<&'static str> {
    if wanted.is_empty() {
        return None;
    }
    match used {
        Match::Exact if Match::Normalized.matches(wanted, actual) => {
            Some("they look alike but are not the same characters; `match: normalized` finds it")
        }
        Match::Exact | Match::Normalized if Match::Contains.matches(wanted, actual) => {
            Some("`match: contains` finds it")
        }
        _ => None,
    }
}

/// What is around an element, the nearest first.
fn around(observation: &Observation, element: &Element) -> String {
    const TOLD: usize = 4;
    let outer: Vec<String> = observation
        .ancestors(element)
        .take(TOLD)
        .map(|outer| match outer.resource_id.as_str() {
            "" => outer.short_class().to_owned(),
            _ => format!("{} #{}", outer.short_class(), outer.short_id()),
        })
        .collect();
    if outer.is_empty() { "nothing around it".to_owned() } else { outer.join(" in ") }
}

fn word(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}
