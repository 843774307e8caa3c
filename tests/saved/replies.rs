//! `ui-state` replies from a file.

use goalpost::screen::saved::SavedError;
use goalpost::screen::{Observation, Size, UiState};
use jiff::Timestamp;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{observed, read, trouble};

fn reply() -> Value {
    json!({
        "a11y_tree": {
            "className": "android.widget.FrameLayout", "packageName": "com.example",
            "boundsInScreen": {"left": 0, "top": 0, "right": 1080, "bottom": 2200},
            "children": [{
                "className": "android.widget.EditText", "text": "Hello", "isFocused": true,
                "boundsInScreen": {"left": 0, "top": 100, "right": 1080, "bottom": 200}, "children": null,
            }],
        },
        "phone_state": {"packageName": "com.example", "currentApp": "Example", "keyboardVisible": false},
        "device_context": {"screen_bounds": {"width": 1080, "height": 2400}},
    })
}

fn without(key: &str) -> Value {
    let mut reply = reply();
    reply.as_object_mut().unwrap().remove(key);
    reply
}

#[test]
fn a_reply_is_read_as_it_is_read_from_a_phone() {
    let bytes = reply().to_string();
    let direct = UiState::parse(bytes.as_bytes()).unwrap();
    let direct = Observation::from_ui_state("saved", &direct, Timestamp::UNIX_EPOCH).unwrap();
    assert_eq!(observed(bytes.as_bytes()), direct);
    let utf16: Vec<u8> = format!("\u{feff}{bytes}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(observed(&utf16), direct);
}

#[test]
fn what_a_reply_lacks_is_taken_from_its_tree() {
    let screen = observed(without("phone_state").to_string().as_bytes());
    assert_eq!(screen.foreground(), "com.example");
    assert_eq!(screen.phone.focused_element.class_name, "android.widget.EditText");
    assert_eq!(screen.input_element().unwrap().text, "Hello");
    let screen = observed(without("device_context").to_string().as_bytes());
    assert_eq!(screen.screen, Size { width: 1080, height: 2200 });
}

#[test]
fn a_size_that_is_nothing_is_taken_from_the_display() {
    let mut reply = reply();
    reply["device_context"] = json!({
        "screen_bounds": {"width": 0, "height": 0}, "display_metrics": {"widthPixels": 1440, "heightPixels": 3088},
    });
    assert_eq!(observed(reply.to_string().as_bytes()).screen, Size { width: 1440, height: 3088 });
}

#[rstest]
#[case::an_observation(json!({"deviceId": "x", "elements": [], "fingerprint": "00"}), "an observation as goalpost prints it")]
#[case::droid_bot(json!({"views": [], "tag": "x"}), "a state of DroidBot")]
#[case::an_error(json!({"status": "error", "error": "No active window"}), "only \"status\", \"error\"")]
#[case::no_tree(json!({"a11y_tree": null}), "its a11y_tree is no object")]
#[case::a_list(json!([1, 2]), "it has no a11y_tree")]
fn other_json_is_named(#[case] json: Value, #[case] says: &str) {
    let error = trouble(json.to_string().as_bytes());
    assert!(matches!(error, SavedError::OtherJson { .. }) && error.to_string().contains(says), "{error}");
}

#[test]
fn a_cut_reply_and_a_broken_one_are_told_apart() {
    let text = serde_json::to_string_pretty(&reply()).unwrap();
    for end in 1..text.len() {
        let error = trouble(&text.as_bytes()[..end]);
        assert!(matches!(error, SavedError::CutOff { .. }), "{end}: {error}");
    }
    let error = trouble(b"{\n  \"a11y_tree\": {,}}");
    assert_eq!(error.place().map(|place| (place.line, place.column)), Some((2, 17)), "{error}");
    assert!(error.to_string().contains("no well-formed JSON"), "{error}");
    let error = trouble(format!("{text}\n$ ").as_bytes());
    assert!(error.to_string().contains("no well-formed JSON: expected the end"), "{error}");
}

fn node() -> impl Strategy<Value = Value> {
    let leaf = (any::<String>(), any::<[i16; 4]>(), any::<[bool; 4]>()).prop_map(|(text, [l, t, r, b], flags)| {
        json!({
            "text": text, "className": "android.widget.Button", "packageName": "com.example",
            "boundsInScreen": {"left": l, "top": t, "right": r, "bottom": b},
            "isClickable": flags[0], "isFocused": flags[1], "isEditable": flags[2], "isVisibleToUser": flags[3],
        })
    });
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop::collection::vec(inner, 0..6).prop_map(|children| {
            json!({"text": "x", "boundsInScreen": {"left": 0, "top": 0, "right": 900, "bottom": 900}, "children": children})
        })
    })
}

proptest! {
    #[test]
    fn a_reply_is_the_same_directly_and_through_a_file(tree in node(), width in 1..3000, height in 1..3000) {
        let mut reply = reply();
        reply["a11y_tree"] = tree;
        reply["device_context"] = json!({"screen_bounds": {"width": width, "height": height}});
        let bytes = reply.to_string();
        let direct = UiState::parse(bytes.as_bytes()).unwrap();
        let direct = Observation::from_ui_state("saved", &direct, Timestamp::UNIX_EPOCH).unwrap();
        prop_assert_eq!(observed(bytes.as_bytes()), direct);
    }

    #[test]
    fn any_bytes_are_a_screen_or_an_error(bytes in any::<Vec<u8>>()) {
        let _ = read(&bytes);
    }

    #[test]
    fn bytes_that_are_nearly_a_dump_are_a_screen_or_an_error(
        parts in prop::collection::vec(prop_oneof![
            Just("<hierarchy>".to_owned()), Just("</hierarchy>".to_owned()), Just("<node ".to_owned()),
            Just("</node>".to_owned()), Just("/>".to_owned()), Just(">".to_owned()), Just("text=\"".to_owned()),
            Just("bounds=\"[0,0][9,9]\"".to_owned()), Just("&#55358;".to_owned()), Just("<?xml".to_owned()),
            Just("<window>".to_owned()), Just("\u{feff}".to_owned()), "[<>&'\"!\\-\\[\\]a-z ]{0,6}",
        ], 0..24),
        cut in 0_usize..3,
    ) {
        let text = parts.concat();
        let bytes = &text.as_bytes()[..text.len().saturating_sub(cut)];
        if let Ok(state) = read(bytes) {
            let _ = Observation::from_ui_state("saved", &state, Timestamp::UNIX_EPOCH);
        }
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let _ = read(&utf16);
    }
}
