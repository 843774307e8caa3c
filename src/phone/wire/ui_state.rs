//! A screen as the `ui-state` reply tells it (mobilerun-api 3.1 to 3.3).

use serde_json::{Map, Value, json};

use crate::phone::{Rect, Screen, View};

/// The reply; none if there is no root: windows are changing, or `filter` left nothing of it.
///
/// With `filter` the nodes go of which less than a hundredth can be seen, unless something inside stays.
pub(crate) fn ui_state(screen: &Screen, filter: bool) -> Option<Map<String, Value>> {
    let display = Rect::new(0, 0, screen.width, screen.height);
    let tree = |view| node(view, filter.then_some(&display));
    let root = tree(screen.active()?)?;
    let mut reply = Map::new();
    reply.insert("a11y_tree".into(), root);
    reply.insert("ime_tree".into(), screen.keyboard.as_ref().and_then(tree).unwrap_or_else(sentinel));
    reply.insert("phone_state".into(), phone_state(screen));
    let density = f64::from(screen.density_dpi) / 160.0;
    reply.insert(
        "device_context".into(),
        json!({
            "screen_bounds": {"width": screen.width, "height": screen.height},
            "filtering_params": {"min_element_size": 5, "overlay_offset": 0},
            "display_metrics": {
                "density": density, "densityDpi": screen.density_dpi, "scaledDensity": density,
                "widthPixels": screen.width, "heightPixels": screen.height,
            },
        }),
    );
    Some(reply)
}

/// A view and what is in it; none if it is filtered out. Views are made by the phone and nest a dozen deep at most.
pub(crate) fn node(view: &View, filter: Option<&Rect>) -> Option<Value> {
    let children: Vec<Value> = view.children.iter().filter_map(|child| node(child, filter)).collect();
    if filter.is_some_and(|display| children.is_empty() && !shows_a_hundredth(&view.bounds, display)) {
        return None;
    }
    let flags = &view.flags;
    let mut node = Map::new();
    node.insert("className".into(), json!(class_name(view.class)));
    node.insert("packageName".into(), json!(view.package));
    node.insert("resourceId".into(), json!(view.resource_id));
    node.insert("text".into(), json!(view.text));
    node.insert("contentDescription".into(), json!(view.description));
    let Rect { left, top, right, bottom } = view.bounds;
    node.insert("boundsInScreen".into(), json!({"left": left, "top": top, "right": right, "bottom": bottom}));
    for (name, value) in [
        ("isCheckable", flags.checkable),
        ("isChecked", flags.checked),
        ("isClickable", flags.clickable),
        ("isEnabled", flags.enabled),
        ("isFocusable", flags.focusable),
        ("isFocused", flags.focused),
        ("isLongClickable", flags.long_clickable),
        ("isPassword", flags.password),
        ("isScrollable", flags.scrollable),
        ("isSelected", flags.selected),
        ("isVisibleToUser", flags.visible),
    ] {
        node.insert(name.into(), json!(value));
    }
    node.insert("children".into(), Value::Array(children));
    Some(Value::Object(node))
}

fn class_name(class: &str) -> String {
    if class.contains('.') { class.to_owned() } else { format!("android.widget.{class}") }
}

fn shows_a_hundredth(bounds: &Rect, display: &Rect) -> bool {
    let area = |rect: &Rect| i64::from(rect.width()) * i64::from(rect.height());
    let seen = bounds.clipped(display);
    !bounds.is_empty() && !seen.is_empty() && area(&seen) * 100 >= area(bounds)
}

/// "No keyboard".
fn sentinel() -> Value {
    let nothing =
        View { flags: crate::phone::Flags { enabled: false, visible: false, ..Default::default() }, ..View::default() };
    let mut value = node(&nothing, None).unwrap_or_default();
    if let Some(node) = value.as_object_mut() {
        node.insert("className".into(), json!(""));
    }
    value
}

fn phone_state(screen: &Screen) -> Value {
    let mut state = Map::new();
    if let Some(app) = &screen.foreground {
        state.insert("currentApp".into(), json!(app.label));
        state.insert("packageName".into(), json!(app.package));
        state.insert("activityName".into(), json!(app.activity));
    }
    state.insert("keyboardVisible".into(), json!(screen.keyboard.is_some()));
    state.insert("isEditable".into(), json!(screen.focus.is_some()));
    let (text, class, id) =
        screen.focus.as_ref().map_or(("", "", ""), |focus| (&*focus.text, &*focus.class, &*focus.resource_id));
    state.insert("focusedElement".into(), json!({"text": text, "className": class, "resourceId": id}));
    Value::Object(state)
}
