//! What the phone says of itself beside the tree.

use serde::Serialize;

/// The phone's part of an observation, in the profile's field order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Phone {
    /// Package of the foreground app; empty when unknown.
    pub package_name: String,
    /// Its name as the phone reports it.
    pub current_app: String,
    /// Text can be entered now: reported so, or an input element was found.
    pub is_editable: bool,
    /// The element that typed text goes to, where exactly one is evident.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_element_id: Option<String>,
    /// How `input_element_id` and `is_editable` were arrived at.
    pub focus_evidence: FocusEvidence,
    /// A keyboard is on the screen.
    pub keyboard_visible: bool,
    /// The focused node as the phone reports it.
    pub focused_element: FocusedElement,
}

/// Why typed text is believed to go to an input field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FocusEvidence {
    /// The phone says that text can be entered.
    Reported,
    /// It does not, but exactly one enabled editable node has the focus.
    FocusedNode,
    /// It does not, but the keyboard is up and there is exactly one enabled editable node.
    SingleInputWithKeyboard,
    /// Nothing says so.
    None,
}

/// The focused node as the phone reports it, beside the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FocusedElement {
    /// Its resource id.
    pub resource_id: String,
    /// Its class.
    pub class_name: String,
}
