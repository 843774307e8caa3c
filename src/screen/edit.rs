//! Screens that differ from one that was read: what a verifier would see if something were otherwise.
//!
//! Each gives a whole observation, with its structure and its fingerprint in order.

use std::collections::BTreeSet;

use super::element::Element;
use super::geometry::Bounds;
use super::observation::{Observation, belongs, close};
use super::query::{Query, find};
use super::role::Role;

impl Observation {
    /// The same with each node changed by `change`, which leaves its place in the tree alone.
    #[must_use]
    pub fn changed(&self, mut change: impl FnMut(&mut Element)) -> Self {
        let mut other = self.clone();
        for node in &mut other.nodes {
            let (id, index, parent, end, depth) = (node.id.clone(), node.index, node.parent, node.end, node.depth);
            change(node);
            *node = Element { id, index, parent, end, depth, in_profile: belongs(node), ..node.clone() };
        }
        other.renewed()
    }

    /// The same without these nodes and all below them. The others keep their paths, as if these were hidden.
    #[must_use]
    pub fn without(&self, gone: impl Fn(&Element) -> bool) -> Self {
        let mut other = self.clone();
        other.nodes.clear();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut until = 0;
        for node in &self.nodes {
            if node.index < until || gone(node) {
                until = until.max(node.end);
                places.push(None);
                continue;
            }
            let index = other.nodes.len();
            places.push(Some(index));
            let parent = node.parent.and_then(|parent| places.get(parent).copied().flatten());
            other.nodes.push(Element { index, parent, end: index + 1, ..node.clone() });
        }
        close(&mut other.nodes);
        other.renewed()
    }

    /// The same with nothing but its root: what is read while a window is being built.
    #[must_use]
    pub fn emptied(&self) -> Self {
        self.without(|node| node.index > 0)
    }

    /// The same in front of another app: the phone says so, and so does everything that belonged to the one before.
    #[must_use]
    pub fn in_app(&self, package: &str) -> Self {
        let before = self.phone.package_name.clone();
        let mut other = self.changed(|node| {
            if node.package_name == before {
                package.clone_into(&mut node.package_name);
            }
        });
        package.clone_into(&mut other.phone.package_name);
        other.phone.current_app = String::new();
        other.renewed()
    }

    /// The same with one more thing that `query` finds, on top of the rest; none where nothing that it finds can be
    /// made up.
    #[must_use]
    pub fn with_one_more(&self, query: &Query) -> Option<Self> {
        let (mut other, parent) = match query.within.as_deref() {
            None => (self.clone(), 0),
            Some(around) => match find(self, around).first() {
                Some(outer) => (self.clone(), outer.index),
                None => {
                    let wider = self.with_one_more(around)?;
                    let parent = find(&wider, around).first()?.index;
                    (wider, parent)
                }
            },
        };
        let outer = other.nodes.get(parent)?.clone();
        let children = other.nodes.iter().filter(|node| node.parent == Some(parent)).count();
        // After all that is below its parent, so that the others stay in order.
        let index = outer.end;
        for node in &mut other.nodes {
            if node.index >= index {
                node.index += 1;
            }
            node.parent = node.parent.map(|parent| if parent >= index { parent + 1 } else { parent });
            if node.end > index {
                node.end += 1;
            }
        }
        let id = format!("{}.made-up-{children}", outer.id);
        let sample = sample(query, self.foreground(), outer.bounds);
        other.nodes.insert(
            index,
            Element { id, index, parent: Some(parent), end: index + 1, depth: outer.depth + 1, ..sample },
        );
        close(&mut other.nodes);
        let other = other.renewed();
        (find(&other, query).len() > find(self, query).len()).then_some(other)
    }

    fn renewed(mut self) -> Self {
        let known: BTreeSet<&str> = self.nodes.iter().map(|node| node.id.as_str()).collect();
        if self.phone.input_element_id.as_deref().is_some_and(|id| !known.contains(id)) {
            self.phone.input_element_id = None;
        }
        self.fingerprint = self.compute_fingerprint();
        self
    }
}

/// The plainest thing that a query finds.
fn sample(query: &Query, front: &str, around: Bounds) -> Element {
    let word = |asked: &Option<String>| asked.clone().unwrap_or_default();
    let class = match query.role {
        _ if query.class.is_some() => "",
        Some(Role::Button) => "android.widget.Button",
        Some(Role::Switch) => "android.widget.Switch",
        Some(Role::Checkbox) => "android.widget.CheckBox",
        Some(Role::Radio) => "android.widget.RadioButton",
        Some(Role::Field) => "android.widget.EditText",
        Some(Role::Slider) => "android.widget.SeekBar",
        Some(Role::Image) => "android.widget.ImageView",
        Some(Role::List) => "android.widget.ListView",
        Some(Role::Text) | None => "android.widget.TextView",
    };
    let text = match (&query.text, query.role) {
        // A text is one by what it says.
        (None, Some(Role::Text)) => "text".to_owned(),
        (text, _) => word(text),
    };
    let has_state = query.checked.is_some() || matches!(query.role, Some(Role::Switch | Role::Checkbox | Role::Radio));
    let mut element = Element {
        id: String::new(),
        text,
        label: word(&query.label),
        resource_id: word(&query.id),
        hint: word(&query.hint),
        bounds: around,
        clickable: has_state || query.role == Some(Role::Button),
        editable: query.role == Some(Role::Field),
        scrollable: query.role == Some(Role::List),
        enabled: query.enabled.unwrap_or(true),
        focused: query.focused.unwrap_or(false),
        password: query.password.unwrap_or(false),
        checkable: has_state,
        checked: query.checked.unwrap_or(false),
        selected: query.selected.unwrap_or(false),
        class_name: query.class.clone().unwrap_or_else(|| class.to_owned()),
        package_name: query.app.clone().unwrap_or_else(|| front.to_owned()),
        long_clickable: false,
        in_profile: false,
        index: 0,
        parent: None,
        end: 0,
        depth: 0,
    };
    element.in_profile = belongs(&element);
    element
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::screen::UiState;

    fn node(text: &str, children: &[Value]) -> Value {
        json!({
            "className": "android.widget.TextView", "packageName": "a.b", "text": text, "children": children,
            "boundsInScreen": { "left": 0, "top": 0, "right": 100, "bottom": 200 },
        })
    }

    fn screen(tree: &Value) -> Observation {
        let reply = json!({
            "a11y_tree": tree,
            "phone_state": { "packageName": "a.b", "keyboardVisible": false },
            "device_context": { "screen_bounds": { "width": 100, "height": 200 } },
        });
        let state = UiState::parse(reply.to_string().as_bytes()).unwrap();
        Observation::from_ui_state("x", &state, jiff::Timestamp::UNIX_EPOCH).unwrap()
    }

    fn trees() -> impl Strategy<Value = Value> {
        let leaf = "[abc]{0,2}".prop_map(|text| node(&text, &[]));
        leaf.prop_recursive(4, 30, 4, |inner| {
            ("[abc]{0,2}", prop::collection::vec(inner, 0..4)).prop_map(|(text, children)| node(&text, &children))
        })
    }

    /// Each node ends where its last descendant does, and stands right after those before it.
    fn is_in_order(screen: &Observation) -> bool {
        screen.nodes().iter().enumerate().all(|(at, node)| {
            node.index == at
                && node.parent.is_none_or(|parent| {
                    parent < at && screen.nodes()[parent].end >= node.end && node.depth > screen.nodes()[parent].depth
                })
        })
    }

    proptest! {
        #[test]
        fn whatever_is_taken_away_the_rest_is_in_order(tree in trees(), gone in "[abc]{1}") {
            let before = screen(&tree);
            let after = before.without(|node| node.text == gone);
            prop_assert!(is_in_order(&after));
            prop_assert!(after.nodes().iter().all(|node| node.text != gone));
            prop_assert_eq!(after.fingerprint == before.fingerprint, after.nodes().len() == before.nodes().len());
        }

        #[test]
        fn one_more_is_one_more_and_the_rest_is_in_order(tree in trees(), text in "[abc]{1,2}", around in "[abc]{1,2}") {
            let before = screen(&tree);
            let within = Query::text(around);
            for query in [Query::text(text.clone()), Query { within: Some(Box::new(within)), ..Query::text(text) }] {
                let after = before.with_one_more(&query).unwrap();
                prop_assert!(is_in_order(&after));
                prop_assert!(find(&after, &query).len() > find(&before, &query).len());
            }
        }

        #[test]
        fn an_emptied_screen_has_its_root_and_nothing_else(tree in trees()) {
            prop_assert_eq!(screen(&tree).emptied().nodes().len(), 1);
        }
    }

    #[test]
    fn a_screen_moved_to_another_app_belongs_to_it_wholly() {
        let moved = screen(&node("a", &[node("b", &[])])).in_app("c.d");
        assert_eq!(moved.foreground(), "c.d");
        assert!(moved.nodes().iter().all(|node| node.package_name == "c.d"));
    }
}
