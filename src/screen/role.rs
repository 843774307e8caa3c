//! What an element is to a person, whatever its class.

use serde::{Deserialize, Serialize};

use super::element::Element;

/// What an element is to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Does something when tapped.
    Button,
    /// On or off.
    Switch,
    /// Ticked or not.
    Checkbox,
    /// One of several.
    Radio,
    /// Takes text.
    Field,
    /// Set by sliding.
    Slider,
    /// A picture.
    Image,
    /// Scrolls its content.
    List,
    /// Words.
    Text,
}

impl Role {
    /// The role of an element, by its flags first and its class second: skins and toolkits keep the flags and change
    /// the classes. `None` for plain containers.
    #[must_use]
    pub fn of(element: &Element) -> Option<Self> {
        let class = element.short_class();
        let is = |part: &str| class.contains(part);
        if element.editable {
            Some(Role::Field)
        } else if is("RadioButton") {
            Some(Role::Radio)
        } else if is("CheckBox") || is("CheckedTextView") {
            Some(Role::Checkbox)
        } else if element.checkable || is("Switch") || is("ToggleButton") {
            Some(Role::Switch)
        } else if is("SeekBar") || is("Slider") {
            Some(Role::Slider)
        } else if is("Button") {
            Some(Role::Button)
        } else if element.scrollable {
            Some(Role::List)
        } else if is("Image") {
            Some(Role::Image)
        } else if !element.text.is_empty() {
            Some(Role::Text)
        } else {
            None
        }
    }
}
