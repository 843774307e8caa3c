//! One node of a screen.

use serde::Serialize;

use super::geometry::Bounds;

/// A visible node of the accessibility tree.
///
/// The serialised fields, in this order, are the mobile-jev profile and are what a fingerprint is computed over. The
/// rest is known beside the profile and never hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Element {
    /// The path in the tree, counted over raw children: `ui`, `ui.0`, `ui.0.3`.
    pub id: String,
    /// The text shown; `[password]` for a password node.
    pub text: String,
    /// The content description; empty for a password node.
    pub label: String,
    /// The resource id as reported, with or without its package.
    pub resource_id: String,
    /// The hint of an input field.
    pub hint: String,
    /// The part on the screen.
    pub bounds: Bounds,
    /// Reacts to a tap.
    pub clickable: bool,
    /// Takes text.
    pub editable: bool,
    /// Scrolls its content.
    pub scrollable: bool,
    /// Not greyed out.
    pub enabled: bool,
    /// Has the input focus.
    pub focused: bool,
    /// Holds a secret.
    pub password: bool,
    /// Has an on/off state.
    pub checkable: bool,
    /// The on/off state.
    pub checked: bool,
    /// Marked as the selected one of several.
    pub selected: bool,

    /// The widget class, such as `android.widget.Switch`.
    #[serde(skip)]
    pub class_name: String,
    /// The package the node belongs to.
    #[serde(skip)]
    pub package_name: String,
    /// Reacts to a long press.
    #[serde(skip)]
    pub long_clickable: bool,
    /// Belongs to the profile: has a text or a label, or can be tapped, edited or scrolled. Other nodes, such as a
    /// row's bare switch, are seen by queries and checks only.
    #[serde(skip)]
    pub in_profile: bool,
    /// Position in [`Observation::nodes`](super::Observation::nodes).
    #[serde(skip)]
    pub index: usize,
    /// Position of the nearest visible ancestor.
    #[serde(skip)]
    pub parent: Option<usize>,
    /// One past the position of the last visible descendant.
    #[serde(skip)]
    pub end: usize,
    /// Raw levels below the root.
    #[serde(skip)]
    pub depth: usize,
}

impl Element {
    /// What a person would call it by itself: its text, else its label, else its hint; empty if it has none.
    #[must_use]
    pub fn own_name(&self) -> &str {
        [&self.text, &self.label, &self.hint].into_iter().find(|s| !s.trim().is_empty()).map_or("", String::as_str)
    }

    /// The resource id without its package: `title` for `android:id/title`.
    #[must_use]
    pub fn short_id(&self) -> &str {
        self.resource_id.split_once(":id/").map_or(self.resource_id.as_str(), |(_, short)| short)
    }

    /// The class without its package: `Switch` for `android.widget.Switch`.
    #[must_use]
    pub fn short_class(&self) -> &str {
        self.class_name.rsplit(['.', '$']).next().unwrap_or_default()
    }
}
