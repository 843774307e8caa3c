//! What a tap aims at: a query, or the switch of a name. The same in a file and on a command line.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use super::query::{decode_query, usable};
use super::target::{NAMED_KEYS, Named, tappable};
use crate::screen::explain::{Explanation, explain, explain_control};
use crate::screen::{Element, Observation, Query};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Problem, Source, decode_part, yaml};

/// One thing on the screen, by what it is and says.
#[derive(Debug, Clone)]
pub enum Aim {
    /// What a query means.
    Found(Query),
    /// The control of a name: `switch: { label: Dark theme }`.
    Control(Named),
}

/// The keys of an [`Aim`] beside those of a query.
pub(super) const SWITCH_KEYS: &[Key] =
    &[Key::new("switch", Shape::Map(&[NAMED_KEYS]), "In place of a query: the control that a label names.")];

/// `switch: { label: X }` in place of a query.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Switch {
    switch: Named,
}

impl Aim {
    /// Reads a query or `switch: {...}`. `others` are keys that may stand beside it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(super) fn read(node: &Node, others: &[&str]) -> Result<Self, Vec<Fault>> {
        if let Some(switch) = node.get("switch") {
            Named::check(switch)?;
            let Switch { switch } = decode_part(node, others)?;
            return Ok(Self::Control(switch));
        }
        decode_query(node, &[others, &["switch"]].concat()).map(Self::Found)
    }

    /// Reads one as a person writes it on a command line: in braces what would stand in a file, as
    /// `{label: Dark theme, role: switch}`; anything else is the text that is shown.
    ///
    /// ```
    /// use goalpost::script::Aim;
    ///
    /// assert_eq!(Aim::parse("Display").unwrap().to_string(), "{text: Display}");
    /// assert_eq!(Aim::parse("{id: title, within: {role: list}}").unwrap().to_string(), "{id: title, within: {role: list}}");
    /// assert!(Aim::parse("{lable: Display}").unwrap_err().contains("did you mean `label`?"));
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with it, in one text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("a query is a text on the screen, or keys in braces such as {label: Search}".to_owned());
        }
        if !text.starts_with('{') {
            let query = Query::text(text);
            usable(&query).map_err(|(why, help)| format!("{why}; {help}"))?;
            return Ok(Self::Found(query));
        }
        let source = Arc::new(Source::new("query", text));
        let node = yaml::read(&source, yaml::Limits::default()).map_err(|fault| vec![fault]);
        let aim = node.and_then(|node| Self::read(&node, &[]));
        aim.map_err(|faults| {
            let problems = faults.into_iter().map(|fault| Problem::new(&source, fault).to_string());
            problems.collect::<Vec<_>>().join("\n")
        })
    }

    /// What this finds on a screen, what a tap on it would hit, and what nearly matches and why it fails.
    #[must_use]
    pub fn explain<'a>(&self, screen: &'a Observation) -> Explanation<'a> {
        match self {
            Self::Found(query) => explain(screen, query),
            Self::Control(named) => explain_control(screen, &named.label, named.matching, named.within.as_ref()),
        }
    }

    /// The one thing that takes a tap on what this means.
    ///
    /// # Errors
    /// There is none, or there are several, or nothing there reacts; with what is on the screen.
    pub fn tappable<'a>(&self, screen: &'a Observation) -> Result<&'a Element, String> {
        match self {
            Self::Found(query) => tappable(screen, query),
            Self::Control(named) => named.tappable(screen),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found(query) => query.fmt(f),
            Self::Control(named) => write!(f, "the switch {named}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_text("Wi-Fi", "{text: Wi-Fi}")]
    #[case::a_text_that_looks_like_yaml("Battery: 80%", "{text: Battery: 80%}")]
    #[case::keys("{ label: Search, role: button }", "{label: Search, role: button}")]
    #[case::a_switch("{switch: {label: Dark theme}}", "the switch \"Dark theme\"")]
    fn a_query_is_a_text_or_keys_in_braces(#[case] text: &str, #[case] means: &str) {
        assert_eq!(Aim::parse(text).unwrap().to_string(), means);
    }

    #[rstest]
    #[case::blank("  ", "a query is a text on the screen")]
    #[case::nothing_asked("{}", "matches everything")]
    #[case::nothing_to_be_seen("\u{200b}", "matches everything")]
    #[case::endless(&"x".repeat(1001), "more than 1000 characters")]
    #[case::endless_in_a_key(&format!("{{label: {}}}", "x".repeat(1001)), "more than 1000 characters")]
    #[case::endless_around(&format!("{{role: text, within: {{id: {}}}}}", "x".repeat(1001)), "more than 1000 characters")]
    #[case::a_slip("{txt: Display}", "did you mean `text`?")]
    #[case::no_value("{role: swich}", "did you mean `switch`?")]
    #[case::two_ways("{switch: {label: a}, text: b}", "unknown key `text`")]
    #[case::broken("{text: [", "query:1:")]
    #[case::hostile("{text: \u{1b}[2J}", "U+001B")]
    fn what_is_no_query_is_said(#[case] text: &str, #[case] says: &str) {
        let error = Aim::parse(text).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}
