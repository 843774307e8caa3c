//! The raw reply of a phone's `ui-state`, read leniently.

use super::error::ScreenError;
use super::geometry::{Bounds, Size};
use super::json::{Document, Value};

/// Levels below the root that are read. Real trees have about sixty.
pub const MAX_DEPTH: usize = 16_384;

/// Nodes that are read. Real trees have a few thousand at most.
pub const MAX_NODES: usize = 200_000;

/// What a phone answered when asked for its screen.
///
/// Strings and lists may be null or missing, keys unknown, bounds nonsense; none of that is an error here. What is
/// needed for an observation is asked for by [`Observation::from_ui_state`](super::Observation::from_ui_state).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UiState {
    /// The nodes of `a11y_tree` in document order, the root first; `None` where there is no tree.
    pub(super) nodes: Option<Vec<RawNode>>,
    pub(super) phone: Option<RawPhone>,
    /// Bounds of the keyboard's window, unless `ime_tree` is absent or the sentinel that stands for none.
    pub(super) keyboard: Option<Bounds>,
    /// `device_context.screen_bounds`, each number where it is an integer.
    screen: RawSize,
    /// `device_context.screen_size`, an alias that some builds use.
    screen_alias: RawSize,
    /// `device_context.display_metrics`.
    display: RawSize,
}

/// One node as reported. Flags are `None` where they are absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawNode {
    pub(super) parent: Option<usize>,
    /// Place among its raw siblings.
    pub(super) position: usize,
    pub(super) depth: usize,
    pub(super) class_name: String,
    pub(super) package_name: String,
    pub(super) resource_id: String,
    pub(super) text: String,
    pub(super) label: String,
    pub(super) hint: String,
    pub(super) bounds: Bounds,
    pub(super) visible: Option<bool>,
    pub(super) editable: bool,
    pub(super) clickable: bool,
    pub(super) long_clickable: bool,
    pub(super) scrollable: bool,
    pub(super) enabled: Option<bool>,
    pub(super) focused: bool,
    pub(super) password: bool,
    pub(super) checkable: bool,
    pub(super) checked: bool,
    pub(super) selected: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawPhone {
    pub(super) package_name: String,
    pub(super) current_app: String,
    pub(super) editable: bool,
    pub(super) keyboard_visible: bool,
    pub(super) focused_id: String,
    pub(super) focused_class: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct RawSize {
    width: Option<i64>,
    height: Option<i64>,
}

impl RawSize {
    fn read(value: Option<Value<'_>>, width: &str, height: &str) -> Self {
        let number = |key| value.and_then(|v| v.get(key)).and_then(Value::as_integer);
        Self { width: number(width), height: number(height) }
    }

    fn usable(self) -> Option<Size> {
        match self {
            RawSize { width: Some(width), height: Some(height) } if width >= 1 && height >= 1 => {
                Some(Size { width, height })
            }
            _ => None,
        }
    }
}

impl UiState {
    /// Reads a reply. Bytes that are not UTF-8 and escapes that stand for no character become U+FFFD.
    ///
    /// # Errors
    /// [`ScreenError::NotJson`], or [`ScreenError::TooLarge`] beyond [`MAX_DEPTH`] or [`MAX_NODES`].
    pub fn parse(bytes: &[u8]) -> Result<Self, ScreenError> {
        let text = String::from_utf8_lossy(bytes);
        let document = Document::parse(text.strip_prefix('\u{feff}').unwrap_or(&text))?;
        let root = document.root();
        let nodes = root.get("a11y_tree").filter(|tree| tree.is_object()).map(read_tree).transpose()?;
        let keyboard = root.get("ime_tree").map(read_tree).transpose()?.and_then(|nodes| keyboard_bounds(&nodes));
        let context = root.get("device_context");
        let in_context = |key| context.and_then(|c| c.get(key));
        Ok(Self {
            nodes,
            keyboard,
            phone: root.get("phone_state").filter(|phone| phone.is_object()).map(RawPhone::read),
            screen: RawSize::read(in_context("screen_bounds"), "width", "height"),
            screen_alias: RawSize::read(in_context("screen_size"), "width", "height"),
            display: RawSize::read(in_context("display_metrics"), "widthPixels", "heightPixels"),
        })
    }

    /// A reply that holds only these parts, without any size.
    pub(super) fn of_tree(nodes: Vec<RawNode>, phone: RawPhone, keyboard: Option<Bounds>) -> Self {
        let (screen, screen_alias, display) = Default::default();
        Self { nodes: Some(nodes), phone: Some(phone), keyboard, screen, screen_alias, display }
    }

    /// Whether there is a tree with anything in it. A secure window, or a service that has just started, gives a root
    /// without content. The keyboard's tree never counts.
    #[must_use]
    pub fn has_content(&self) -> bool {
        self.nodes.as_ref().is_some_and(|nodes| nodes.len() > 1 || nodes.first().is_some_and(RawNode::says_anything))
    }

    /// The size of the screen as reported, if it is usable.
    #[must_use]
    pub fn screen(&self) -> Option<Size> {
        self.screen.usable()
    }

    /// The same reply with another screen size, for a backend that knows better than the reply.
    #[must_use]
    pub fn with_screen(mut self, size: Size) -> Self {
        self.screen = RawSize { width: Some(size.width), height: Some(size.height) };
        self
    }

    /// Fills in an unusable screen size from what else the reply says: display metrics, the older name of the size,
    /// the root's bounds, and at last 1080×1920. For backends; a size that is usable is left as it is.
    #[must_use]
    pub fn with_screen_repaired(self) -> Self {
        let state = self.with_screen_reported();
        if state.screen.usable().is_some() {
            return state;
        }
        let root = state.nodes.as_ref().and_then(|nodes| nodes.first()).map(|root| root.bounds);
        let root = root.and_then(|b| RawSize { width: Some(b.right), height: Some(b.bottom) }.usable());
        state.with_screen(root.unwrap_or(Size { width: 1080, height: 1920 }))
    }

    /// Fills in an unusable screen size from where else the reply reports it.
    pub(super) fn with_screen_reported(self) -> Self {
        match [self.screen, self.display, self.screen_alias].into_iter().find_map(RawSize::usable) {
            Some(size) => self.with_screen(size),
            None => self,
        }
    }

    /// The smallest screen that shows all nodes which cover anything.
    pub(super) fn extent(&self) -> Option<Size> {
        let shown = self.nodes.iter().flatten().map(|node| node.bounds).filter(|bounds| !bounds.is_empty());
        let size = shown.fold(Size { width: 0, height: 0 }, |size, bounds| Size {
            width: size.width.max(bounds.right),
            height: size.height.max(bounds.bottom),
        });
        Some(size).filter(|size| size.width >= 1 && size.height >= 1)
    }
}

impl RawPhone {
    fn read(value: Value<'_>) -> Self {
        let text = |value: Option<Value<'_>>, key: &str| owned(value.and_then(|v| v.get(key)));
        let flag = |key| value.get(key).and_then(Value::as_bool) == Some(true);
        // Old builds send a bare string here.
        let focused = value.get("focusedElement").filter(|v| v.is_object());
        Self {
            package_name: text(Some(value), "packageName"),
            current_app: text(Some(value), "currentApp"),
            editable: flag("isEditable"),
            keyboard_visible: flag("keyboardVisible"),
            focused_id: text(focused, "resourceId"),
            focused_class: text(focused, "className"),
        }
    }
}

impl RawNode {
    fn read(value: Value<'_>) -> Self {
        let mut node = RawNode::default();
        for (key, member) in value.children() {
            let on = member.as_bool() == Some(true);
            match key {
                "className" => node.class_name = owned(Some(member)),
                "packageName" => node.package_name = owned(Some(member)),
                "resourceId" => node.resource_id = owned(Some(member)),
                "text" => node.text = owned(Some(member)),
                "contentDescription" => node.label = owned(Some(member)),
                "hint" => node.hint = owned(Some(member)),
                "boundsInScreen" => node.bounds = read_bounds(member),
                "isVisibleToUser" => node.visible = member.as_bool(),
                "isEnabled" => node.enabled = member.as_bool(),
                "isEditable" => node.editable = on,
                "isClickable" => node.clickable = on,
                "isLongClickable" => node.long_clickable = on,
                "isScrollable" => node.scrollable = on,
                "isFocused" => node.focused = on,
                "isPassword" => node.password = on,
                "isCheckable" => node.checkable = on,
                "isChecked" => node.checked = on,
                "isSelected" => node.selected = on,
                _ => {}
            }
        }
        node
    }

    fn says_anything(&self) -> bool {
        let words = [&self.class_name, &self.resource_id, &self.package_name, &self.text, &self.label];
        words.iter().any(|word| !word.is_empty())
            || self.clickable
            || self.long_clickable
            || self.scrollable
            || self.checkable
            || self.bounds != Bounds::default()
    }
}

/// All nodes of a tree in document order. Items that are no objects keep their place in the count and are left out.
fn read_tree(root: Value<'_>) -> Result<Vec<RawNode>, ScreenError> {
    let mut nodes: Vec<RawNode> = Vec::new();
    // What is still to be visited, the next one last.
    let mut ahead = vec![(root, None, 0, 0)];
    while let Some((value, parent, position, depth)) = ahead.pop() {
        if !value.is_object() {
            continue;
        }
        if depth > MAX_DEPTH {
            return Err(ScreenError::TooLarge { what: "more than 16384 levels" });
        }
        if nodes.len() >= MAX_NODES {
            return Err(ScreenError::TooLarge { what: "more than 200000 nodes" });
        }
        let index = nodes.len();
        nodes.push(RawNode { parent, position, depth, ..RawNode::read(value) });
        if let Some(children) = value.get("children").filter(|c| !c.is_object()) {
            let first = ahead.len();
            ahead.extend(children.children().enumerate().map(|(i, (_, child))| (child, Some(index), i, depth + 1)));
            if let Some(added) = ahead.get_mut(first..) {
                added.reverse();
            }
        }
    }
    Ok(nodes)
}

/// Bounds with a missing edge are no bounds.
fn read_bounds(value: Value<'_>) -> Bounds {
    let edge = |key| value.get(key).and_then(Value::as_pixels);
    match (edge("left"), edge("top"), edge("right"), edge("bottom")) {
        (Some(left), Some(top), Some(right), Some(bottom)) => Bounds { left, top, right, bottom },
        _ => Bounds::default(),
    }
}

/// Where the keyboard is. "No keyboard" is reported as a node that says nothing at all.
fn keyboard_bounds(nodes: &[RawNode]) -> Option<Bounds> {
    let root = nodes.first().filter(|root| nodes.len() > 1 || root.says_anything())?;
    let shown = nodes.iter().map(|node| node.bounds).find(|bounds| !bounds.is_empty());
    Some(root.bounds).filter(|bounds| !bounds.is_empty()).or(shown)
}

fn owned(value: Option<Value<'_>>) -> String {
    value.filter(|v| v.is_text()).and_then(Value::as_str).map(str::to_owned).unwrap_or_default()
}
