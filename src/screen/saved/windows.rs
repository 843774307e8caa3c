//! From dumped windows to one reply: what a phone would have said beside the tree.

use crate::screen::geometry::Bounds;
use crate::screen::ui_state::{RawNode, RawPhone, UiState};

/// One window of a dump.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// Its nodes in document order, the root first.
    pub(super) nodes: Vec<RawNode>,
    /// It says of itself that it is an input method's.
    pub(super) input_method: bool,
}

impl Window {
    fn is_keyboard(&self) -> bool {
        self.input_method || keyboard(&self.nodes).is_some()
    }
}

/// The reply of a phone with these windows, the front one last, of which there is at least one.
///
/// As in a phone's own reply, the keyboard's window is no part of the tree. One window is the tree; of several, the
/// first is `ui.0`, the second `ui.1`, below a root that covers nothing.
pub(super) fn state(windows: Vec<Window>) -> UiState {
    let (keyboards, mut windows): (Vec<_>, Vec<_>) = windows.into_iter().partition(Window::is_keyboard);
    let covered = keyboards.iter().find_map(|window| keyboard(&window.nodes).or_else(|| extent(&window.nodes)));
    if windows.is_empty() {
        windows = keyboards;
    }
    let phone = windows.last().map(|front| phone(&front.nodes, covered.is_some()));
    UiState::of_tree(joined(windows), phone.unwrap_or_default(), covered)
}

fn joined(mut windows: Vec<Window>) -> Vec<RawNode> {
    if windows.len() == 1 {
        return windows.pop().map(|only| only.nodes).unwrap_or_default();
    }
    let mut all = vec![RawNode::default()];
    for (place, window) in windows.into_iter().enumerate() {
        let first = all.len();
        all.extend(window.nodes.into_iter().map(|node| match node.parent {
            Some(parent) => RawNode { parent: Some(first + parent), depth: node.depth + 1, ..node },
            None => RawNode { parent: Some(0), position: place, depth: 1, ..node },
        }));
    }
    all
}

/// What the phone would say of itself with this window in front.
pub(super) fn phone(front: &[RawNode], keyboard_visible: bool) -> RawPhone {
    let focused = front.iter().rev().find(|node| node.focused);
    let text = |of: fn(&RawNode) -> &String| focused.map(of).cloned().unwrap_or_default();
    RawPhone {
        package_name: front.iter().map(|node| &node.package_name).find(|p| !p.is_empty()).cloned().unwrap_or_default(),
        keyboard_visible,
        focused_id: text(|node| &node.resource_id),
        focused_class: text(|node| &node.class_name),
        ..RawPhone::default()
    }
}

/// Where the keyboard is, if these nodes are an input method's or hold one: Android puts every input method's own view
/// into a frame with this id.
pub(super) fn keyboard(nodes: &[RawNode]) -> Option<Bounds> {
    nodes.iter().find(|node| node.resource_id == "android:id/inputArea" && !node.bounds.is_empty()).map(|n| n.bounds)
}

fn extent(nodes: &[RawNode]) -> Option<Bounds> {
    nodes.iter().map(|node| node.bounds).find(|bounds| !bounds.is_empty())
}
