//! One screen, summarised and fingerprinted: the mobile-jev profile.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::element::Element;
use super::error::ScreenError;
use super::geometry::{Bounds, Size};
use super::phone::{FocusEvidence, FocusedElement, Phone};
use super::ui_state::{RawNode, RawPhone, UiState};

/// Bytes of paths that one observation may hold. A path grows with depth, so a deep tree of many nodes could fill the
/// memory of any machine.
const MAX_PATH_BYTES: usize = 256 << 20;

/// What stands for the text of a password node.
pub const PASSWORD: &str = "[password]";

/// One screen of one phone at one time.
///
/// It serialises as the profile has it: `deviceId`, `phone`, `screen`, `elements`, `fingerprint`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The phone it was read from.
    pub device_id: String,
    /// What the phone says of itself.
    pub phone: Phone,
    /// The size of its screen.
    pub screen: Size,
    /// SHA-256, in hex, over the compact JSON of all serialised fields before it.
    pub fingerprint: String,
    /// When it was read. Not serialised.
    pub taken_at: Timestamp,
    /// Where the on-screen keyboard is, if it is up. Not serialised.
    pub keyboard: Option<Bounds>,
    pub(super) nodes: Vec<Element>,
}

impl Observation {
    /// Summarises a reply. Strict where the profile is: a reply without a tree, a phone state, or a screen size of two
    /// integers of at least 1 is refused (see [`UiState::with_screen_repaired`]).
    ///
    /// # Errors
    /// See [`ScreenError`].
    pub fn from_ui_state(device_id: &str, state: &UiState, taken_at: Timestamp) -> Result<Self, ScreenError> {
        let raw = state.nodes.as_deref().ok_or(ScreenError::NoTree)?;
        let phone = state.phone.as_ref().ok_or(ScreenError::NoPhoneState)?;
        let screen = state.screen().ok_or(ScreenError::NoScreenSize)?;
        let nodes = visible_nodes(raw, screen)?;
        let phone = summarize_phone(phone, &nodes);
        let mut observation = Self {
            device_id: device_id.to_owned(),
            phone,
            screen,
            fingerprint: String::new(),
            taken_at,
            keyboard: state.keyboard,
            nodes,
        };
        observation.fingerprint = observation.compute_fingerprint();
        Ok(observation)
    }

    /// All visible nodes in document order, those beside the profile included. Queries and checks look at these.
    #[must_use]
    pub fn nodes(&self) -> &[Element] {
        &self.nodes
    }

    /// The elements of the profile in document order: what a policy is shown and what is hashed.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = &Element> + Clone {
        self.nodes.iter().filter(|node| node.in_profile)
    }

    /// The visible node with this path.
    #[must_use]
    pub fn element(&self, id: &str) -> Option<&Element> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// All visible nodes below one, in document order.
    #[must_use]
    pub fn descendants(&self, element: &Element) -> &[Element] {
        self.nodes.get(element.index + 1..element.end).unwrap_or_default()
    }

    /// The visible nodes above one, nearest first.
    pub fn ancestors<'a>(&'a self, element: &Element) -> impl Iterator<Item = &'a Element> {
        let mut next = element.parent;
        std::iter::from_fn(move || {
            let node = self.nodes.get(next?)?;
            next = node.parent;
            Some(node)
        })
    }

    /// Package of the foreground app; empty when the phone does not say.
    #[must_use]
    pub fn foreground(&self) -> &str {
        &self.phone.package_name
    }

    /// The element that typed text goes to.
    #[must_use]
    pub fn input_element(&self) -> Option<&Element> {
        self.phone.input_element_id.as_deref().and_then(|id| self.element(id))
    }

    /// The row that an element stands in: its nearest clickable ancestor, or itself where it has none and is clickable.
    #[must_use]
    pub fn row_of(&self, element: &Element) -> Option<&Element> {
        self.ancestors(element)
            .find(|node| node.clickable)
            .or_else(|| self.nodes.get(element.index).filter(|n| n.clickable))
    }

    /// Whether two observations show the same, also in what is beside the profile, such as a row's bare switch.
    #[must_use]
    pub fn shows_the_same_as(&self, other: &Observation) -> bool {
        self.fingerprint == other.fingerprint && self.nodes == other.nodes && self.keyboard == other.keyboard
    }

    pub(super) fn compute_fingerprint(&self) -> String {
        let mut hasher = Hasher(Sha256::new());
        // Writing to a hasher cannot fail, and the profile has no map keys that JSON could refuse.
        let written = serde_json::to_writer(&mut hasher, &self.profile(None));
        debug_assert!(written.is_ok());
        hasher.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn profile<'a>(&'a self, fingerprint: Option<&'a str>) -> Profile<'a> {
        Profile {
            device_id: &self.device_id,
            phone: &self.phone,
            screen: self.screen,
            elements: Elements(self),
            fingerprint,
        }
    }
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.profile(Some(&self.fingerprint)).serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Profile<'a> {
    device_id: &'a str,
    phone: &'a Phone,
    screen: Size,
    elements: Elements<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<&'a str>,
}

struct Elements<'a>(&'a Observation);

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.elements())
    }
}

struct Hasher(Sha256);

impl std::io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The nodes that cover some pixel of the screen and are not reported as hidden.
fn visible_nodes(raw: &[RawNode], screen: Size) -> Result<Vec<Element>, ScreenError> {
    let mut nodes: Vec<Element> = Vec::new();
    // The raw nodes on the way down to the current one: their path length, and the nearest visible node at or above.
    let mut trail: Vec<(usize, Option<usize>)> = Vec::new();
    let mut path = String::new();
    let mut path_bytes = 0;
    for raw in raw {
        trail.truncate(raw.depth);
        let (length, parent) = trail.last().copied().unwrap_or((0, None));
        path.truncate(length);
        if raw.depth == 0 {
            path.push_str("ui");
        } else {
            path.push('.');
            path.push_str(&raw.position.to_string());
        }
        let bounds = raw.bounds.clamp(screen);
        let visible = raw.visible != Some(false) && !bounds.is_empty();
        let nearest = if visible {
            path_bytes += path.len();
            if path_bytes > MAX_PATH_BYTES {
                return Err(ScreenError::TooLarge { what: "many nodes very deep" });
            }
            let index = nodes.len();
            nodes.push(summarize_node(raw, path.clone(), bounds, index, parent));
            Some(index)
        } else {
            parent
        };
        trail.push((path.len(), nearest));
    }
    close(&mut nodes);
    Ok(nodes)
}

/// Tells each node where its descendants end. Children come after their parents, so one pass from the back will do.
pub(super) fn close(nodes: &mut [Element]) {
    for index in (0..nodes.len()).rev() {
        let Some((parent, end)) = nodes.get(index).map(|node| (node.parent, node.end)) else { continue };
        if let Some(parent) = parent.and_then(|parent| nodes.get_mut(parent)) {
            parent.end = parent.end.max(end);
        }
    }
}

fn summarize_node(raw: &RawNode, id: String, bounds: Bounds, index: usize, parent: Option<usize>) -> Element {
    let editable = raw.editable || is_input_class(&raw.class_name);
    let (text, label) = match raw.password {
        true => (PASSWORD.to_owned(), String::new()),
        false => (raw.text.clone(), raw.label.clone()),
    };
    let mut element = Element {
        in_profile: false,
        id,
        text,
        label,
        resource_id: raw.resource_id.clone(),
        hint: raw.hint.clone(),
        bounds,
        clickable: raw.clickable,
        editable,
        scrollable: raw.scrollable,
        enabled: raw.enabled != Some(false),
        focused: raw.focused,
        password: raw.password,
        checkable: raw.checkable,
        checked: raw.checked,
        selected: raw.selected,
        class_name: raw.class_name.clone(),
        package_name: raw.package_name.clone(),
        long_clickable: raw.long_clickable,
        index,
        parent,
        end: index + 1,
        depth: raw.depth,
    };
    element.in_profile = belongs(&element);
    element
}

/// Whether the profile has a node.
pub(super) fn belongs(node: &Element) -> bool {
    !node.text.is_empty() || !node.label.is_empty() || node.clickable || node.editable || node.scrollable
}

fn is_input_class(class: &str) -> bool {
    class
        .strip_prefix("android.widget.")
        .is_some_and(|name| matches!(name, "EditText" | "AutoCompleteTextView" | "MultiAutoCompleteTextView"))
}

fn summarize_phone(raw: &RawPhone, nodes: &[Element]) -> Phone {
    let inputs = || nodes.iter().filter(|node| node.enabled && node.editable);
    let focused = only(inputs().filter(|node| node.focused));
    let single = if raw.keyboard_visible { only(inputs()) } else { None };
    let input = focused.or(single);
    let focus_evidence = match input {
        _ if raw.editable => FocusEvidence::Reported,
        Some(_) if focused.is_some() => FocusEvidence::FocusedNode,
        Some(_) => FocusEvidence::SingleInputWithKeyboard,
        None => FocusEvidence::None,
    };
    Phone {
        package_name: raw.package_name.clone(),
        current_app: raw.current_app.clone(),
        is_editable: raw.editable || input.is_some(),
        input_element_id: input.map(|node| node.id.clone()),
        focus_evidence,
        keyboard_visible: raw.keyboard_visible,
        focused_element: FocusedElement { resource_id: raw.focused_id.clone(), class_name: raw.focused_class.clone() },
    }
}

/// The only item, if there is exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    if items.next().is_some() { None } else { Some(first) }
}
