//! Reading typed text back.

use super::action::Action;
use super::element::Element;
use super::geometry::Bounds;
use super::observation::Observation;

/// A field whose whole text was replaced, and what it has to show.
///
/// There is none for text that is inserted, whose place is unknown, and for fields that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadBack {
    device_id: String,
    package: String,
    id: String,
    resource_id: String,
    hint: String,
    bounds: Bounds,
    text: String,
}

impl ReadBack {
    /// What can be read back of `action`, sent while `before` was on the screen; `None` where nothing can.
    #[must_use]
    pub fn of(before: &Observation, action: &Action) -> Option<Self> {
        let Action::Type { text, clear: true } = action else { return None };
        let field = before.input_element().filter(|field| is_readable(field))?;
        Some(Self {
            device_id: before.device_id.clone(),
            package: before.foreground().to_owned(),
            id: field.id.clone(),
            resource_id: field.resource_id.clone(),
            hint: field.hint.clone(),
            bounds: field.bounds,
            text: text.clone(),
        })
    }

    /// Whether exactly that field shows exactly that text.
    #[must_use]
    pub fn matches(&self, after: &Observation) -> bool {
        after.device_id == self.device_id
            && after.foreground() == self.package
            && self.find(after).is_some_and(|field| field.text == self.text)
    }

    /// The field again: by its resource id, and by its path too where that is not unique; without a resource id by
    /// path, hint and bounds.
    fn find<'a>(&self, after: &'a Observation) -> Option<&'a Element> {
        let fields = || after.elements().filter(|field| is_readable(field));
        if self.resource_id.is_empty() {
            return fields().find(|f| f.id == self.id && f.hint == self.hint && f.bounds == self.bounds);
        }
        let mut named = fields().filter(|field| field.resource_id == self.resource_id);
        match (named.next(), named.next()) {
            (Some(field), None) => Some(field),
            (Some(_), Some(_)) => fields().find(|f| f.resource_id == self.resource_id && f.id == self.id),
            (None, _) => None,
        }
    }
}

fn is_readable(field: &Element) -> bool {
    field.editable && field.enabled && !field.password
}
