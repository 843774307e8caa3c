//! Faults that spoil a reply rather than an exchange: they edit what a good server would have said.

use serde_json::{Map, Value, json};

use super::fault::FaultKind;
use super::ui_state::node;
use crate::phone::{Rect, View};

/// Stands for half a surrogate pair until the reply is written. No text of the phone has it.
const HALF: &str = "\u{fdd0}";

/// Writes half a surrogate pair where [`spoil`] wanted one.
pub(crate) fn halve(reply: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(reply).replace(HALF, "\\ud83d").into_bytes()
}

/// Edits the members of a reply as the faults say. `number` is that of the request. Empty arrays become `null`, as Go's nil slices do, unless a fault
/// keeps them.
pub(crate) fn spoil(reply: &mut Map<String, Value>, faults: &[FaultKind], number: u64) {
    for fault in faults {
        match fault {
            FaultKind::EmptyTree => {
                if let Some(root) = reply.get_mut("a11y_tree").and_then(Value::as_object_mut) {
                    root.insert("children".into(), json!([]));
                }
            }
            FaultKind::TickingText => {
                let children = reply.get_mut("a11y_tree").and_then(|root| root.get_mut("children"));
                if let Some(children) = children.and_then(Value::as_array_mut) {
                    children.push(counter(number));
                }
            }
            FaultKind::LoneSurrogates => each_node(reply, &mut |node| {
                if let Some(Value::String(text)) = node.get_mut("text").filter(|text| **text != "") {
                    text.push_str(HALF);
                }
            }),
            FaultKind::DeepTree(levels) => {
                if let Some(root) = reply.get_mut("a11y_tree").and_then(Value::as_object_mut) {
                    deepen(root, *levels);
                }
            }
            FaultKind::ScreenSize(width, height) => {
                if let Some(context) = reply.get_mut("device_context") {
                    context["screen_bounds"] = json!({"width": width, "height": height});
                    context["display_metrics"]["widthPixels"] = json!(width);
                    context["display_metrics"]["heightPixels"] = json!(height);
                }
            }
            FaultKind::ZeroBounds => {
                if let Some(bounds) = reply.get_mut("device_context").and_then(|c| c.get_mut("screen_bounds")) {
                    *bounds = json!({"width": 0, "height": 0});
                }
            }
            FaultKind::NoVisibility => each_node(reply, &mut |node| {
                node.shift_remove("isVisibleToUser");
            }),
            FaultKind::InvertedRects => {
                let height = reply["device_context"]["screen_bounds"]["height"].as_i64().unwrap_or(0);
                each_node(reply, &mut |node| invert(node, height * 9 / 10));
            }
            FaultKind::BarePhoneState => {
                if let Some(state) = reply.get_mut("phone_state").and_then(Value::as_object_mut) {
                    state.retain(|name, _| name == "keyboardVisible" || name == "isEditable");
                }
            }
            FaultKind::NoTimezone => {
                reply.shift_remove("timezone");
            }
            FaultKind::NullValues => reply.values_mut().for_each(|value| *value = Value::Null),
            FaultKind::NoImeTree => {
                reply.shift_remove("ime_tree");
            }
            _ => {}
        }
    }
    if !faults.contains(&FaultKind::EmptyArrays) {
        reply.values_mut().for_each(nil);
    }
}

/// A text that counts requests.
fn counter(number: u64) -> Value {
    let rect = Rect::new(42, 84, 420, 126);
    let text = format!("Updated {number} s ago");
    node(&View::new("android.widget.TextView", rect).text(text), None).unwrap_or_default()
}

/// Puts this many layers between a root and what is in it.
fn deepen(root: &mut Map<String, Value>, levels: u16) {
    let mut layer = root.clone();
    for member in ["text", "contentDescription", "resourceId"] {
        layer.insert(member.into(), json!(""));
    }
    let mut inside = root.insert("children".into(), json!([])).unwrap_or_default();
    for _ in 0..levels {
        layer.insert("children".into(), inside);
        inside = json!([layer]);
        layer.shift_remove("children");
    }
    root.insert("children".into(), inside);
}

/// Turns empty arrays into `null`.
pub(crate) fn nil(value: &mut Value) {
    match value {
        Value::Array(items) if items.is_empty() => *value = Value::Null,
        Value::Array(items) => items.iter_mut().for_each(nil),
        Value::Object(members) => members.values_mut().for_each(nil),
        _ => {}
    }
}

fn each_node(reply: &mut Map<String, Value>, edit: &mut impl FnMut(&mut Map<String, Value>)) {
    let mut pending: Vec<&mut Value> = Vec::new();
    for (name, value) in reply.iter_mut() {
        if name == "a11y_tree" || name == "ime_tree" {
            pending.push(value);
        }
    }
    while let Some(value) = pending.pop() {
        if let Value::Object(node) = value {
            edit(node);
            if let Some(Value::Array(children)) = node.get_mut("children") {
                pending.extend(children);
            }
        }
    }
}

/// Turns the rectangle of a leaf upside down if it reaches below this edge.
fn invert(node: &mut Map<String, Value>, edge: i64) {
    let leaf = node.get("children").and_then(Value::as_array).is_none_or(Vec::is_empty);
    let Some(bounds) = node.get_mut("boundsInScreen").and_then(Value::as_object_mut) else { return };
    let (top, bottom) = (bounds["top"].as_i64().unwrap_or(0), bounds["bottom"].as_i64().unwrap_or(0));
    if leaf && bottom > edge && top < bottom {
        bounds.insert("top".into(), json!(bottom));
        bounds.insert("bottom".into(), json!(top));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply() -> Map<String, Value> {
        let leaf = |top: i64, bottom: i64| json!({"boundsInScreen": {"left": 0, "top": top, "right": 9, "bottom": bottom}, "isVisibleToUser": true, "children": []});
        let value = json!({
            "a11y_tree": {"boundsInScreen": {"left": 0, "top": 0, "right": 9, "bottom": 100}, "isVisibleToUser": true,
                          "children": [leaf(10, 20), leaf(80, 95)]},
            "phone_state": {"packageName": "p", "keyboardVisible": false, "isEditable": false},
            "device_context": {"screen_bounds": {"width": 9, "height": 100}},
        });
        value.as_object().unwrap().clone()
    }

    #[test]
    fn only_leaves_at_the_lower_edge_are_turned_upside_down() {
        let mut reply = reply();
        spoil(&mut reply, &[FaultKind::InvertedRects], 1);
        let tree = &reply["a11y_tree"];
        assert_eq!(tree["boundsInScreen"]["bottom"], 100);
        assert_eq!(tree["children"][0]["boundsInScreen"]["top"], 10);
        assert_eq!(tree["children"][1]["boundsInScreen"]["top"], 95);
        assert_eq!(tree["children"][1]["boundsInScreen"]["bottom"], 80);
    }

    #[test]
    fn no_node_keeps_its_visibility() {
        let mut reply = reply();
        spoil(&mut reply, &[FaultKind::NoVisibility], 1);
        assert!(!json!(reply).to_string().contains("isVisibleToUser"));
    }

    #[test]
    fn empty_arrays_are_null_unless_asked_otherwise() {
        let (mut plain, mut kept) = (reply(), reply());
        spoil(&mut plain, &[], 1);
        spoil(&mut kept, &[FaultKind::EmptyArrays], 1);
        assert_eq!(plain["a11y_tree"]["children"][0]["children"], Value::Null);
        assert_eq!(kept["a11y_tree"]["children"][0]["children"], json!([]));
    }

    #[test]
    fn a_bare_phone_state_keeps_what_is_always_there() {
        let mut reply = reply();
        spoil(&mut reply, &[FaultKind::BarePhoneState], 1);
        assert_eq!(reply["phone_state"], json!({"keyboardVisible": false, "isEditable": false}));
    }
}
