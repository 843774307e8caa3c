//! One small case with an exchange of every kind. Its folder lies beside this file: it shows what the format is, any
//! change of it shows in a diff, and `tests/peers/wiremock_serves.py` has WireMock serve it.

use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use goalpost::event::{Backend, Mode};
use goalpost::fixture::folder::read;
use goalpost::fixture::{Answer, Asked, Exchange, Origin, Recording, Role, Shape};
use serde_json::json;

use crate::{files, write};

/// The bytes of a picture of one white point.
const PICTURE: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\xdac\xf8\x0f\0\
                         \x01\x01\x01\0\x1b\xb6\xeeV\0\0\0\0IEND\xaeB`\x82";

struct Tape {
    now: u64,
    exchanges: Vec<Exchange>,
}

impl Tape {
    fn add(
        &mut self,
        role: Role,
        method: &str,
        path: &str,
        asked: impl Into<Bytes>,
        status: u16,
        answer: impl Into<Bytes>,
    ) -> &mut Exchange {
        let sent = Duration::from_micros(self.now + 1_500);
        self.now += 120_250;
        let shape = Shape { method: method.to_owned(), path: path.to_owned(), query: Vec::new() };
        self.exchanges.push(Exchange {
            role,
            asked: Asked { shape, body: asked.into() },
            answer: Answer {
                status,
                headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                body: answer.into(),
            },
            sent,
            answered: Duration::from_micros(self.now),
            evaluation: None,
        });
        self.exchanges.last_mut().unwrap()
    }

    fn screen(&mut self, title: &str, checked: bool) -> &mut Exchange {
        let node = |text: &str, top: u32| {
            json!({
                "className": "android.widget.TextView", "text": text, "resourceId": "com.android.settings:id/title",
                "packageName": "com.android.settings", "isVisibleToUser": true, "isClickable": false, "isChecked": checked,
                "boundsInScreen": { "left": 48, "top": top, "right": 1032, "bottom": top + 96 }, "children": []
            })
        };
        let rows: Vec<_> = ["Night Light", "Dark theme", "Größe"]
            .iter()
            .zip(0..)
            .map(|(text, at)| node(text, 400 + 120 * at))
            .collect();
        let screen = json!({
            "a11y_tree": { "className": "android.widget.FrameLayout", "text": title, "children": rows },
            "phone_state": { "currentApp": "Settings", "packageName": "com.android.settings", "keyboardVisible": false },
            "device_context": { "screen_bounds": { "width": 1080, "height": 2400 } }
        });
        let exchange = self.add(Role::Read, "GET", "/v1/devices/pixel%208/ui-state", "", 200, screen.to_string());
        exchange.asked.shape.query = vec![("filter".to_owned(), "false".to_owned())];
        exchange
    }

    fn decision(&mut self, key: &str) {
        let asked = json!({ "model": "jev-1", "state": { "goal": "Turn on dark theme." }, "questions": { "operation": { "type": "choice", "options": ["TAP", "DONE"] } } });
        let answer = json!({ "answers": { "operation": { "type": "choice", "key": key, "confidence": 1.0, "probabilities": { "TAP": 0.25, "DONE": 0.75 } } } });
        self.add(Role::Decision, "POST", "/v1/systemone", asked.to_string(), 200, answer.to_string());
    }
}

pub(crate) fn recording() -> Recording {
    let mut tape = Tape { now: 0, exchanges: Vec::new() };
    let devices = tape.add(Role::Read, "GET", "/v1/devices", "", 200, r#"{"items": [{"id": "pixel 8"}]}"#);
    devices.asked.shape.query = [("page", "1"), ("tag", "b"), ("page", "1"), ("q", "a&b=c d+é")]
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .into();
    devices.answer.headers =
        [("cache-control", "no-store"), ("cache-control", "private"), ("content-type", "application/json")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .into();
    tape.screen("Display", false);
    tape.screen("Display", false);
    tape.add(Role::Read, "GET", "/v1/devices/pixel%208/ui-state", "", 200, r#"{"no":"query"}"#);
    tape.decision("TAP");
    tape.screen("Display", false);
    tape.add(
        Role::Input,
        "POST",
        "/v1/devices/pixel%208/tap",
        r#"{"x":540,"y":568.0}"#,
        409,
        r#"{"error":"busy","numbers":[2.0,-0.0,1e-7]}"#,
    );
    tape.screen("Display", false);
    tape.add(Role::Read, "POST", "/v1/devices/pixel%208/screenshots", r#"{"format":"png"}"#, 200, PICTURE)
        .answer
        .headers = vec![("content-type".to_owned(), "image/png".to_owned())];
    tape.add(Role::Input, "POST", "/v1/devices/pixel%208/tap", r#"{"x":540,"y":568.0}"#, 204, "");
    tape.screen("Display", false);
    tape.screen("Display", true);
    tape.decision("DONE");
    tape.add(Role::Input, "POST", "/v1/devices/pixel%208/home", "", 200, "done\n");
    tape.add(Role::Input, "PUT", "/v1/devices/pixel%208/clipboard", &b"\xff\0text"[..], 200, &b"\0\xfe"[..]);
    tape.add(
        Role::Input,
        "PUT",
        "/v1/devices/pixel%208/clipboard",
        "{{now}} ${json-unit.any-string}",
        200,
        r#"{"a":1,"a":2}"#,
    );
    for evaluation in [1, 2] {
        tape.screen("Home", true).evaluation = Some(evaluation);
    }
    Recording {
        case: "settings/dark-theme".to_owned(),
        essence: "0123456789abcdef".repeat(4),
        origin: Origin {
            goalpost: "0.1.0".to_owned(),
            mode: Mode::Simulated,
            backend: Backend::Simulated,
            device: "pixel 8".to_owned(),
            model: Some("jev-1".to_owned()),
            answered_by: vec!["jev-1-20260901".to_owned()],
            recorded_at: "2026-11-30T20:13:03.123456789Z".parse().unwrap(),
            began: "2026-03-02T09:30:00Z".parse().unwrap(),
        },
        exchanges: tape.exchanges,
    }
}

/// `SNAPSHOTS=overwrite` writes them anew.
#[test]
fn the_example_is_what_is_written() {
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture_folder/example");
    if std::env::var("SNAPSHOTS").is_ok_and(|action| action == "overwrite") {
        write(&shown, &recording()).unwrap();
    }
    let made = tempfile::tempdir().unwrap();
    write(made.path(), &recording()).unwrap();
    let relative = |root: &Path| -> Vec<_> {
        files(root).iter().map(|file| file.strip_prefix(root).unwrap().to_owned()).collect()
    };
    assert_eq!(relative(made.path()), relative(&shown));
    for file in relative(&shown) {
        let [made, shown] = [made.path(), &shown].map(|root| std::fs::read(root.join(&file)).unwrap());
        assert_eq!(String::from_utf8_lossy(&made), String::from_utf8_lossy(&shown), "{}", file.display());
        assert!(made == shown, "{}", file.display());
    }
    assert_eq!(read(&shown, "settings/dark-theme").unwrap(), recording());
}
