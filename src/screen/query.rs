//! Finding elements by what they are and say.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::element::Element;
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
    /// Some element around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Box<Query>>,
    /// How `text`, `label` and `hint` are compared.
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
        self.matches_alone(observation, element)
            && self
                .within
                .as_deref()
                .is_none_or(|around| observation.ancestors(element).any(|outer| around.matches(observation, outer)))
    }

    fn matches_alone(&self, observation: &Observation, element: &Element) -> bool {
        let says = |wanted: &Option<String>, actual: &str| {
            wanted.as_deref().is_none_or(|wanted| self.matching.matches(wanted, actual))
        };
        let is = |wanted: Option<bool>, actual: bool| wanted.is_none_or(|wanted| wanted == actual);
        let called = |wanted: &Option<String>, full: &str, short: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == full || wanted == short)
        };
        called(&self.id, &element.resource_id, element.short_id())
            && called(&self.class, &element.class_name, element.short_class())
            && self.role.is_none_or(|role| Role::of(element) == Some(role))
            && self.checked.is_none_or(|on| (element.checkable || element.checked) && element.checked == on)
            && is(self.enabled, element.enabled)
            && is(self.selected, element.selected)
            && is(self.focused, element.focused)
            && is(self.password, element.password)
            && self.app.as_deref().is_none_or(|app| app == app_of(observation, element))
            && says(&self.text, &element.text)
            && says(&self.label, &element.label)
            && says(&self.hint, &element.hint)
    }
}

/// The app that an element belongs to: its own package, else the app in front.
fn app_of<'a>(observation: &'a Observation, element: &'a Element) -> &'a str {
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

/// All different things that a tap on what a query finds could mean: each row once, also where the query finds its
/// title and its summary, and headings only where nothing that takes a tap was found (the text of a heading often
/// stands again in a row below it).
#[must_use]
pub fn find_tap_targets<'a>(observation: &'a Observation, query: &Query) -> Vec<TapTarget<'a>> {
    let found = find(observation, query);
    let mut targets: Vec<TapTarget<'a>> = Vec::new();
    for found in &found {
        if let Some(target) = tap_target(observation, found)
            && targets.iter().all(|known| known.target.index != target.index)
        {
            targets.push(TapTarget { found, target });
        }
    }
    if targets.is_empty() {
        targets.extend(found.into_iter().map(|found| TapTarget { found, target: found }));
    }
    targets
}
