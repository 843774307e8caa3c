//! Replies of real phones have every flaw there is.

use goalpost::screen::{Bounds, Observation, ScreenError, Size, UiState};
use serde_json::{Value, json};

use crate::build::{node, observe, text};

fn parse(reply: &str) -> UiState {
    UiState::parse(reply.as_bytes()).unwrap()
}

fn summarize(state: &UiState) -> Result<Observation, ScreenError> {
    Observation::from_ui_state("phone-1", state, jiff::Timestamp::UNIX_EPOCH)
}

#[test]
fn null_missing_and_unknown_members_are_no_errors() {
    let reply = json!({
        "$schema": "https://example.com/schema",
        "a11y_tree": {
            "className": null, "text": null, "children": [
                {"text": "shown", "boundsInScreen": {"left": 0, "top": 0, "right": 9, "bottom": 9}, "children": null, "new": {"a": [1]}},
                null,
                "nonsense",
                {"contentDescription": "last", "boundsInScreen": {"left": 0, "top": 0, "right": 9, "bottom": 9}},
            ],
        },
        "phone_state": {"packageName": null, "focusedElement": "com.example:id/field"},
        "device_context": {"screen_bounds": {"width": 1080, "height": 2400}},
    });
    let observation = observe(&reply);
    let ids: Vec<_> = observation.elements().map(|e| e.id.as_str()).collect();
    assert_eq!(ids, ["ui.0", "ui.3"], "children are counted as the phone sent them");
    assert_eq!(observation.foreground(), "");
}

#[test]
fn what_is_inverted_empty_or_off_the_screen_is_not_there() {
    let page = node("FrameLayout", [0, 0, 1080, 2400]).holding([
        text("inverted", [215, 2208, 348, 2183]),
        text("empty", [10, 10, 10, 50]),
        text("below", [0, 2400, 1080, 2500]),
        text("left", [-500, 0, 0, 100]),
        text("half", [-500, 2300, 540, 2500]),
    ]);
    let observation = page.observation();
    let texts: Vec<_> = observation.elements().map(|e| (e.text.as_str(), e.bounds)).collect();
    assert_eq!(texts, [("half", Bounds { left: 0, top: 2300, right: 540, bottom: 2400 })]);
}

#[test]
fn a_hidden_container_does_not_hide_its_visible_children() {
    let page = node("FrameLayout", [0, 0, 1080, 2400])
        .with("isVisibleToUser", false)
        .holding([text("shown", [0, 0, 100, 100]), text("hidden", [0, 0, 100, 100]).with("isVisibleToUser", false)]);
    let observation = page.observation();
    assert_eq!(observation.elements().map(|e| e.text.as_str()).collect::<Vec<_>>(), ["shown"]);
}

#[test]
fn a_reply_without_a_tree_a_phone_or_a_size_is_no_screen() {
    let context = json!({"screen_bounds": {"width": 10, "height": 10}});
    let cases = [
        (json!({"phone_state": {}, "device_context": context}), ScreenError::NoTree),
        (json!({"a11y_tree": null, "phone_state": {}, "device_context": context}), ScreenError::NoTree),
        (json!({"a11y_tree": {}, "device_context": context}), ScreenError::NoPhoneState),
        (json!({"a11y_tree": {}, "phone_state": {}}), ScreenError::NoScreenSize),
    ];
    for (reply, error) in cases {
        assert_eq!(summarize(&parse(&reply.to_string())), Err(error), "{reply}");
    }
}

#[test]
fn a_missing_screen_size_is_repaired_from_what_else_is_known() {
    let size = |reply: &Value| parse(&reply.to_string()).with_screen_repaired().screen().unwrap();
    let nothing = json!({"screen_bounds": {"width": 0, "height": 0}});
    let metrics = json!({"screen_bounds": {"width": 0, "height": 0}, "display_metrics": {"widthPixels": 1200, "heightPixels": 1628}});
    let tree = json!({"boundsInScreen": {"left": 0, "top": 0, "right": 720, "bottom": 1600}});
    assert_eq!(size(&json!({"device_context": metrics, "a11y_tree": tree})), Size { width: 1200, height: 1628 });
    assert_eq!(size(&json!({"device_context": nothing, "a11y_tree": tree})), Size { width: 720, height: 1600 });
    assert_eq!(size(&json!({})), Size { width: 1080, height: 1920 });
    let known = json!({"screen_bounds": {"width": 5, "height": 6}, "display_metrics": {"widthPixels": 1200, "heightPixels": 1628}});
    assert_eq!(size(&json!({"device_context": known})), Size { width: 5, height: 6 }, "a usable size stays");
}

#[test]
fn the_node_that_stands_for_no_keyboard_is_none() {
    let sentinel = json!({
        "className": "", "packageName": "", "resourceId": "", "text": "", "contentDescription": "",
        "boundsInScreen": {"left": 0, "top": 0, "right": 0, "bottom": 0},
        "isClickable": false, "isCheckable": false, "children": [],
    });
    let up = json!({"packageName": "com.example.keys", "boundsInScreen": {"left": 0, "top": 1316, "right": 1008, "bottom": 2244}});
    let keyboard = |tree: Value| {
        let mut reply = node("FrameLayout", [0, 0, 1080, 2400]).reply();
        reply["ime_tree"] = tree;
        observe(&reply).keyboard
    };
    assert_eq!(keyboard(sentinel), None);
    assert_eq!(keyboard(Value::Null), None);
    assert_eq!(keyboard(up), Some(Bounds { left: 0, top: 1316, right: 1008, bottom: 2244 }));
}

#[test]
fn a_root_that_says_nothing_is_a_dead_tree_even_with_the_keyboard_up() {
    let dead = json!({"a11y_tree": {"children": []}, "ime_tree": {"children": [{"text": "q"}]}});
    assert!(!parse(&dead.to_string()).has_content());
    assert!(parse(&node("FrameLayout", [0, 0, 1, 1]).reply().to_string()).has_content());
}

#[test]
fn half_a_surrogate_pair_in_a_text_is_replaced() {
    let reply = r#"{"a11y_tree":{"text":"cut \ud83c","boundsInScreen":{"left":0,"top":0,"right":9,"bottom":9}},
        "phone_state":{},"device_context":{"screen_bounds":{"width":9,"height":9}}}"#;
    let observation = summarize(&parse(reply)).unwrap();
    assert_eq!(observation.elements().next().unwrap().text, "cut \u{fffd}");
}

#[test]
fn bytes_that_are_no_utf_8_are_replaced_too() {
    let state = UiState::parse(b"{\"a11y_tree\":{\"text\":\"\xff\"}}").unwrap();
    assert!(state.has_content());
}

#[test]
fn something_else_than_json_is_an_error_that_says_where() {
    let error = UiState::parse(b"<html>").unwrap_err();
    assert_eq!(error.to_string(), "the phone's ui-state is not JSON: expected a value at byte 0");
}

/// A tree of single children, each with a text and a tap.
fn tower(levels: usize) -> String {
    let open =
        r#"{"text":"x","isClickable":true,"boundsInScreen":{"left":0,"top":0,"right":9,"bottom":9},"children":["#;
    let tree = open.repeat(levels) + &"]}".repeat(levels);
    format!(
        r#"{{"a11y_tree":{tree},"phone_state":{{}},"device_context":{{"screen_bounds":{{"width":9,"height":9}}}},"extra":{}{}}}"#,
        "[".repeat(levels),
        "]".repeat(levels)
    )
}

#[test]
fn ten_thousand_levels_are_read_walked_and_dropped_on_a_small_stack() {
    let work = || {
        let observation = summarize(&parse(&tower(10_000))).unwrap();
        let deepest = observation.nodes().last().unwrap();
        assert_eq!(observation.ancestors(deepest).count(), 9_999);
        assert_eq!(observation.descendants(observation.nodes().first().unwrap()).len(), 9_999);
        assert!(observation.shows_the_same_as(&observation.clone()));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_million_levels_are_refused() {
    let error = UiState::parse(tower(100_000).as_bytes()).unwrap_err();
    assert_eq!(error, ScreenError::TooLarge { what: "more than 16384 levels" });
}

#[test]
fn a_short_body_takes_no_memory_without_measure() {
    for hostile in ["[".repeat(30_000_000), format!("[{}0]", "0,".repeat(10_000_000))] {
        let error = UiState::parse(hostile.as_bytes()).unwrap_err();
        assert!(matches!(error, ScreenError::TooLarge { .. }), "{error}");
    }
}

#[test]
fn twenty_thousand_nodes_are_one_screen() {
    let rows = (0..20_000).map(|i| text(&format!("row {i}"), [0, i % 2000, 1080, i % 2000 + 50]).clickable());
    let observation = node("FrameLayout", [0, 0, 1080, 2400]).holding(rows).observation();
    assert_eq!(observation.elements().count(), 20_000);
}
