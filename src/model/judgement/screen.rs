//! What a phone agent says it sees: read from whatever members the state has.

use serde_json::{Map, Value};

use super::history::{Did, did};
use super::label::{Label, Part};

/// A state, read as a screen with a goal.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Screen {
    pub(super) goal: String,
    /// The labels of the app in front, as far as told.
    pub(super) foreground: Vec<String>,
    /// The field that has the focus.
    pub(super) focused: Option<Label>,
    /// What stands in it.
    pub(super) entered: Label,
    /// Text in sight.
    pub(super) lines: Vec<String>,
    pub(super) elements: Vec<Element>,
    pub(super) apps: Vec<App>,
    /// Oldest first.
    pub(super) history: Vec<Did>,
}

/// Something that can be touched or scrolled.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Element {
    pub(super) key: String,
    pub(super) label: Label,
    pub(super) editable: bool,
    pub(super) scrollable: bool,
    pub(super) tappable: bool,
    pub(super) checked: Option<bool>,
    pub(super) selected: bool,
    pub(super) enabled: bool,
}

/// An app that can be opened.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct App {
    pub(super) key: String,
    pub(super) label: String,
}

impl Screen {
    /// Reads a state; nothing if it names no goal.
    pub(super) fn read(state: &Value) -> Option<Self> {
        let state = state.as_object()?;
        let goal = first_text(state, &["goal", "task", "objective", "instruction", "intent"])?;
        let foreground = match member(state, &["foreground", "foreground_app", "app", "current_app", "package"]) {
            Some(Value::String(name)) => vec![name.clone()],
            Some(Value::Object(app)) => {
                ["label", "name", "app", "package"].iter().filter_map(|name| text(app.get(*name)?)).collect()
            }
            _ => Vec::new(),
        };
        let focused = match member(state, &["focused_field", "focused", "focus"]) {
            Some(Value::Object(field)) => first_text(field, LABELS).map(|label| Label::of_field(&label)),
            Some(Value::String(label)) => Some(Label::of_field(label)),
            _ => None,
        };
        let entered = member(state, &["focused_field", "focused", "focus"]).and_then(|field| text(field.get("text")?));
        let lines = items(state, &["visible_text", "visibleText", "texts", "text", "lines"])
            .filter_map(|line| text(line).or_else(|| first_text(line.as_object()?, LABELS)))
            .collect();
        let elements = items(state, &["elements", "nodes", "items", "controls", "candidates"])
            .enumerate()
            .filter_map(|(position, element)| Element::read(element, position))
            .collect();
        let apps = items(state, &["apps", "available_apps", "availableApps"])
            .enumerate()
            .filter_map(|(position, app)| {
                let label = text(app).or_else(|| first_text(app.as_object()?, &["label", "name", "title"]))?;
                Some(App { key: key(app, position), label })
            })
            .collect();
        let history =
            items(state, &["recent_actions", "recentActions", "recent", "history", "actions"]).map(did).collect();
        let entered = Label::new(&entered.unwrap_or_default());
        Some(Self { goal, foreground, focused, entered, lines, elements, apps, history })
    }

    /// Nothing to see yet.
    pub(super) fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.lines.iter().all(|line| line.trim().is_empty())
    }

    pub(super) fn tappable(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().filter(|element| element.tappable && element.enabled)
    }

    /// Lines that are not the text of something to tap: headings and the like.
    pub(super) fn headings(&self) -> Vec<Part> {
        let touchable: Vec<&str> = self
            .elements
            .iter()
            .filter(|element| element.tappable)
            .flat_map(|element| element.label.text.split(" / "))
            .collect();
        let heading = |line: &&String| !touchable.contains(&line.as_str());
        let parts = self.lines.iter().filter(heading).map(|line| Part::new(line));
        parts.filter(|part| !part.stems.is_empty()).collect()
    }
}

const LABELS: &[&str] = &["label", "text", "title", "name", "description", "content_description"];

impl Element {
    fn read(element: &Value, position: usize) -> Option<Self> {
        let members = match element {
            Value::Object(members) => members,
            Value::String(label) => return Some(Self::plain(position.to_string(), label)),
            _ => return None,
        };
        let label = first_text(members, LABELS).unwrap_or_default();
        let flag = |name: &str| members.get(name).and_then(Value::as_bool);
        let editable = flag("editable").unwrap_or(false);
        let operations: Vec<&str> = members
            .get("operations")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let value = members.get("value").and_then(Value::as_str);
        Some(Self {
            key: key(element, position),
            label: if editable { Label::of_field(&label) } else { Label::new(&label) },
            editable,
            scrollable: flag("scrollable").unwrap_or(false),
            tappable: operations.is_empty() || operations.iter().any(|operation| operation.eq_ignore_ascii_case("tap")),
            checked: flag("checked").or(match value {
                Some("on") => Some(true),
                Some("off") => Some(false),
                _ => None,
            }),
            selected: flag("selected").unwrap_or(false),
            enabled: flag("enabled").unwrap_or(true),
        })
    }

    /// An element of which only the label is known.
    pub(super) fn plain(key: String, label: &str) -> Self {
        Self {
            key,
            label: Label::new(label),
            editable: false,
            scrollable: false,
            tappable: true,
            checked: None,
            selected: false,
            enabled: true,
        }
    }
}

fn key(item: &Value, position: usize) -> String {
    let named = ["index", "key", "id"].iter().find_map(|name| text(item.get(*name)?));
    named.unwrap_or_else(|| (position + 1).to_string())
}

fn member<'a>(members: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| members.get(*name)).filter(|value| !value.is_null())
}

pub(super) fn first_text(members: &Map<String, Value>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| text(members.get(*name)?).filter(|text| !text.trim().is_empty()))
}

/// A string or a number as text.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn items<'a>(members: &'a Map<String, Value>, names: &[&str]) -> impl Iterator<Item = &'a Value> {
    names.iter().find_map(|name| members.get(*name).and_then(Value::as_array)).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_state_without_a_goal_is_no_screen() {
        assert_eq!(Screen::read(&json!({"elements": []})), None);
        assert_eq!(Screen::read(&json!("Turn on")), None);
    }

    #[test]
    fn other_names_for_the_same_members_are_understood() {
        let screen = Screen::read(&json!({
            "task": "Turn on sound", "current_app": "Tones",
            "nodes": [{"id": "e7", "role": "switch", "text": "Sound", "value": "off"}],
        }))
        .unwrap();
        assert_eq!(screen.elements[0].key, "e7");
        assert_eq!(screen.elements[0].checked, Some(false));
        assert_eq!(screen.foreground, ["Tones"]);
    }

    #[test]
    fn a_heading_is_a_line_that_nothing_tappable_bears() {
        let screen = Screen::read(&json!({
            "goal": "x", "visible_text": ["Sound", "Volume", "Loud, clear"],
            "elements": [{"index": "1", "label": "Volume / Loud, clear", "operations": ["TAP"]}],
        }))
        .unwrap();
        assert_eq!(screen.headings(), [Part::new("Sound")]);
    }
}
