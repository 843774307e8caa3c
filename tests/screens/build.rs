//! Screens made for a test.

use goalpost::screen::{Observation, UiState};
use serde_json::{Value, json};

/// A node under construction.
#[derive(Debug)]
pub(crate) struct Node(Value);

/// A node of a class of `android.widget`, at a place on the screen: left, top, right, bottom.
pub(crate) fn node(class: &str, at: [i64; 4]) -> Node {
    let [left, top, right, bottom] = at;
    Node(json!({
        "className": format!("android.widget.{class}"),
        "boundsInScreen": {"left": left, "top": top, "right": right, "bottom": bottom},
    }))
}

/// A text at a place.
pub(crate) fn text(text: &str, at: [i64; 4]) -> Node {
    node("TextView", at).with("text", text)
}

impl Node {
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0[key] = value.into();
        self
    }

    pub(crate) fn id(self, id: &str) -> Self {
        self.with("resourceId", id)
    }

    pub(crate) fn clickable(self) -> Self {
        self.with("isClickable", true)
    }

    /// On or off.
    pub(crate) fn checked(self, on: bool) -> Self {
        self.with("isCheckable", true).with("isChecked", on)
    }

    pub(crate) fn holding(self, children: impl IntoIterator<Item = Node>) -> Self {
        let children: Vec<Value> = children.into_iter().map(|child| child.0).collect();
        self.with("children", children)
    }

    /// The reply of a phone that shows this, 1080×2400.
    pub(crate) fn reply(self) -> Value {
        json!({
            "a11y_tree": self.0,
            "phone_state": {"packageName": "com.example", "currentApp": "Example", "keyboardVisible": false},
            "device_context": {"screen_bounds": {"width": 1080, "height": 2400}},
        })
    }

    pub(crate) fn observation(self) -> Observation {
        observe(&self.reply())
    }
}

pub(crate) fn observe(reply: &Value) -> Observation {
    let state = UiState::parse(reply.to_string().as_bytes()).unwrap();
    Observation::from_ui_state("phone-1", &state, jiff::Timestamp::UNIX_EPOCH).unwrap()
}

/// A page that holds these.
pub(crate) fn page(children: impl IntoIterator<Item = Node>) -> Observation {
    node("FrameLayout", [0, 0, 1080, 2400]).holding(children).observation()
}
