//! Finding elements by what they are and say.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::element::Element;
use super::geometry::Point;
use super::observation::Observation;
use super::role::Role;
use super::text::{Match, normalize};

/// What an element has to be. Everything that is given has to hold; several elements may match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// The text it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its content description: what a screen reader says of a picture or a bare control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The hint of an input field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Its resource id, with or without the package: `title` or `android:id/title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its class, with or without the package: `Switch` or `android.widget.Switch`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// What it is to a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// On or off; never matches what has no such state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Not greyed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// The selected one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Has the input focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    /// Holds a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<bool>,
    /// The app it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// A text or label in the same row: it is what stands beside or below that name, such as a row's second line or its
    /// switch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// Some element around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Box<Query>>,
    /// How `text`, `label`, `hint` and `beside` are compared.
    #[serde(default, rename = "match", skip_serializing_if = "is_default")]
    pub matching: Match,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_default(matching: &Match) -> bool {
    *matching == Match::default()
}

impl Query {
    /// The query for a shown text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Whether it asks for nothing, and so would match nearly everything: texts without a letter to be seen are none,
    /// and neither is something around it that may be anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let asked = |text: &Option<String>| text.clone().filter(|text| !normalize(text).is_empty());
        let rest = Self {
            text: asked(&self.text),
            label: asked(&self.label),
            hint: asked(&self.hint),
            beside: asked(&self.beside),
            id: asked(&self.id),
            class: asked(&self.class),
            within: self.within.clone().filter(|around| !around.is_empty()),
            matching: Match::default(),
            ..self.clone()
        };
        rest == Self::default()
    }

    /// Whether an element of this observation is what is asked for.
    #[must_use]
    pub fn matches(&self, observation: &Observation, element: &Element) -> bool {
        Condition::ALONE.iter().chain(Condition::AROUND).all(|condition| condition.holds(self, observation, element))
    }

    /// The conditions that it asks for.
    pub(super) fn asked(&self) -> impl Iterator<Item = Condition> {
        let all = Condition::ALONE.iter().chain(Condition::AROUND);
        all.copied().filter(|condition| condition.is_asked(self))
    }
}

/// One of the things that a query can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    Id,
    Class,
    Role,
    Checked,
    Enabled,
    Selected,
    Focused,
    Password,
    App,
    Text,
    Label,
    Hint,
    Beside,
    Within,
}

impl Condition {
    /// All that speak of the element alone; the cheap ones first.
    const ALONE: [Self; 12] = [
        Self::Id,
        Self::Class,
        Self::Role,
        Self::Checked,
        Self::Enabled,
        Self::Selected,
        Self::Focused,
        Self::Password,
        Self::App,
        Self::Text,
        Self::Label,
        Self::Hint,
    ];

    /// Those that speak of what is around it.
    const AROUND: &[Self] = &[Self::Beside, Self::Within];

    fn is_asked(self, query: &Query) -> bool {
        match self {
            Self::Id => query.id.is_some(),
            Self::Class => query.class.is_some(),
            Self::Role => query.role.is_some(),
            Self::Checked => query.checked.is_some(),
            Self::Enabled => query.enabled.is_some(),
            Self::Selected => query.selected.is_some(),
            Self::Focused => query.focused.is_some(),
            Self::Password => query.password.is_some(),
            Self::App => query.app.is_some(),
            Self::Text => query.text.is_some(),
            Self::Label => query.label.is_some(),
            Self::Hint => query.hint.is_some(),
            Self::Beside => query.beside.is_some(),
            Self::Within => query.within.is_some(),
        }
    }

    /// Whether an element meets it. What is not asked for is met.
    pub(super) fn holds(self, query: &Query, observation: &Observation, element: &Element) -> bool {
        let says = |wanted: &Option<String>, actual: &str| {
            wanted.as_deref().is_none_or(|wanted| query.matching.matches(wanted, actual))
        };
        let is = |wanted: Option<bool>, actual: bool| wanted.is_none_or(|wanted| wanted == actual);
        let called = |wanted: &Option<String>, full: &str, short: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == full || wanted == short)
        };
        match self {
            Self::Id => called(&query.id, &element.resource_id, element.short_id()),
            Self::Class => called(&query.class, &element.class_name, element.short_class()),
            Self::Role => query.role.is_none_or(|role| Role::of(element) == Some(role)),
            Self::Checked => query.checked.is_none_or(|on| has_state(element) && element.checked == on),
            Self::Enabled => is(query.enabled, element.enabled),
            Self::Selected => is(query.selected, element.selected),
            Self::Focused => is(query.focused, element.focused),
            Self::Password => is(query.password, element.password),
            Self::App => query.app.as_deref().is_none_or(|app| app == app_of(observation, element)),
            Self::Text => says(&query.text, &element.text),
            Self::Label => says(&query.label, &element.label),
            Self::Hint => says(&query.hint, &element.hint),
            Self::Beside => query.beside.as_deref().is_none_or(|name| {
                let names = |other: &Element| query.matching.matches(name, other.own_name());
                is_something(element) && !names(element) && companions(observation, element).any(names)
            }),
            Self::Within => query
                .within
                .as_deref()
                .is_none_or(|around| observation.ancestors(element).any(|outer| around.matches(observation, outer))),
        }
    }
}

/// Whether it tells or does anything by itself, as no mere container does.
fn is_something(element: &Element) -> bool {
    !element.own_name().is_empty() || has_state(element) || element.editable
}

/// What stands with an element in the smallest thing around it that tells anything else, short of all that scrolls or
/// fills half the screen: those hold rows and are none.
pub(super) fn companions<'a>(observation: &'a Observation, element: &'a Element) -> impl Iterator<Item = &'a Element> {
    let others = |around: &'a Element| {
        let all = observation.descendants(around).iter().filter(|other| other.index != element.index);
        all.filter(|other| !other.own_name().is_empty())
    };
    let half = observation.screen.bounds().area() / 2;
    let is_row = move |around: &&Element| !around.scrollable && around.bounds.area() <= half;
    let around = observation.ancestors(element).take_while(is_row);
    around.map(others).find(|others| others.clone().next().is_some()).into_iter().flatten()
}

/// Whether it is on or off at all.
pub(super) fn has_state(element: &Element) -> bool {
    element.checkable || element.checked
}

/// The app that an element belongs to: its own package, else the app in front.
pub(super) fn app_of<'a>(observation: &'a Observation, element: &'a Element) -> &'a str {
    if element.package_name.is_empty() { observation.foreground() } else { &element.package_name }
}

/// The query as it would be written in a file.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let words = [
            ("text", &self.text),
            ("label", &self.label),
            ("hint", &self.hint),
            ("beside", &self.beside),
            ("id", &self.id),
            ("class", &self.class),
            ("app", &self.app),
        ];
        parts.extend(words.iter().filter_map(|(key, word)| word.as_ref().map(|word| format!("{key}: {word}"))));
        parts.extend(self.role.map(|role| format!("role: {}", format!("{role:?}").to_lowercase())));
        let states = [
            ("checked", self.checked),
            ("enabled", self.enabled),
            ("selected", self.selected),
            ("focused", self.focused),
            ("password", self.password),
        ];
        parts.extend(states.iter().filter_map(|(key, state)| state.map(|state| format!("{key}: {state}"))));
        parts.extend(self.within.as_ref().map(|around| format!("within: {around}")));
        if self.matching != Match::default() {
            parts.push(format!("match: {}", format!("{:?}", self.matching).to_lowercase()));
        }
        write!(f, "{{{}}}", parts.join(", "))
    }
}

/// All visible elements that match, in document order. Never the first of several.
#[must_use]
pub fn find<'a>(observation: &'a Observation, query: &Query) -> Vec<&'a Element> {
    observation.nodes().iter().filter(|element| query.matches(observation, element)).collect()
}

/// What a tap on an element would do something to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TapTarget<'a> {
    /// What was found, whose middle is tapped.
    pub found: &'a Element,
    /// What takes the tap: the element itself or the row around it.
    pub target: &'a Element,
}

/// What takes a tap on an element: itself where it can be tapped, else the nearest thing around it that can. A title
/// is not clickable; the touch falls to its row. `None` where nothing takes it.
#[must_use]
pub fn tap_target<'a>(observation: &'a Observation, element: &'a Element) -> Option<&'a Element> {
    let takes_taps = |node: &Element| node.clickable || node.editable || node.long_clickable;
    if takes_taps(element) {
        return Some(element);
    }
    observation.ancestors(element).find(|node| takes_taps(node))
}

/// What lies on top at a place: of all that is there, what is drawn last. `None` off the screen and on the keyboard.
#[must_use]
pub fn topmost_at(observation: &Observation, point: Point) -> Option<&Element> {
    if observation.keyboard.is_some_and(|keyboard| keyboard.contains(point)) {
        return None;
    }
    observation.nodes().iter().rfind(|node| node.bounds.contains(point))
}

/// What takes a tap at a place; `None` where nothing does.
#[must_use]
pub fn tap_target_at(observation: &Observation, point: Point) -> Option<&Element> {
    topmost_at(observation, point).and_then(|topmost| tap_target(observation, topmost))
}

/// All different things that a tap on what a query finds could mean: each row once, also where the query finds its
/// title and its summary, and headings only where nothing that takes a tap was found (the text of a heading often
/// stands again in a row below it).
#[must_use]
pub fn find_tap_targets<'a>(observation: &'a Observation, query: &Query) -> Vec<TapTarget<'a>> {
    let found = find(observation, query);
    let mut targets: Vec<TapTarget<'a>> = Vec::new();
    let mut known = HashSet::new();
    for found in &found {
        if let Some(target) = tap_target(observation, found)
            && known.insert(target.index)
        {
            targets.push(TapTarget { found, target });
        }
    }
    if targets.is_empty() {
        targets.extend(found.into_iter().map(|found| TapTarget { found, target: found }));
    }
    targets
}
