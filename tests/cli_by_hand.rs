//! The commands that send one input: `tap`, `swipe`, `type`, `clear`, `press`, `open`, `back`, `home`.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Stdio;
use std::sync::LazyLock;
use std::time::Duration;

use goalpost::phone::{DeviceState, Endpoint, Fault, FaultKind, Latency, Phone, PhoneOptions};
use rstest::rstest;
use serde_json::Value;
use support::{Ended, Served, ended, goalpost};
use tokio::runtime::Runtime;

/// A phone in this process, which the command reaches over HTTP in real time.
struct Bench {
    phone: Phone,
    _runtime: Runtime,
}

impl Bench {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let phone = runtime.block_on(Phone::start(PhoneOptions::default())).unwrap();
        Self { phone, _runtime: runtime }
    }

    /// On the Display page of Settings.
    fn on_display() -> Self {
        let bench = Self::new();
        bench.must(&["open", "Settings"], "verified");
        bench.must(&["tap", "Display"], "verified");
        bench
    }

    fn run(&self, args: &[&str]) -> Ended {
        let device = format!("simulated={}", self.phone.url());
        // Nothing here has to be waited for.
        ended(goalpost(Path::new("."), args).args(["--timeout", "300ms", "--device", &device]))
    }

    /// Runs it, and the last input has this receipt.
    fn must(&self, args: &[&str], receipt: &str) {
        let ended = self.run(args);
        assert_eq!(ended.code, 0, "{args:?}: {}", ended.stderr);
        let last = ended.stdout.lines().last().unwrap();
        assert_eq!(last.split_whitespace().next(), Some(receipt), "{args:?}: {}", ended.stdout);
    }

    /// How many inputs came.
    fn inputs(&self) -> usize {
        self.phone.requests().iter().filter(|received| received.endpoint.is_some_and(Endpoint::is_action)).count()
    }
}

fn names(json: &Value) -> Vec<&str> {
    json.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_phone_is_driven_by_hand_and_each_input_says_its_receipt() {
    let bench = Bench::new();
    for (args, receipt) in [
        (&["open", "com.android.settings"][..], "verified"),
        (&["tap", "Display"], "verified"),
        (&["tap", "{switch: {label: Dark theme}}"], "verified"),
        (&["swipe", "up", "--takes", "400ms"], "verified"),
        (&["swipe", "down", "--in", "{id: recycler_view}"], "verified"),
        (&["swipe", "--from", "540,1800", "--to", "540,900"], "verified"),
        (&["back"], "verified"),
        (&["home"], "verified"),
        (&["home"], "dispatched"),
        (&["open", "settings"], "verified"),
        (&["press", "enter"], "dispatched"),
    ] {
        bench.must(args, receipt);
    }
    assert_eq!(bench.inputs(), 11);
}

#[test]
fn text_goes_into_the_field_that_is_meant() {
    let bench = Bench::new();
    bench.must(&["open", "Settings"], "verified");
    let search = bench.run(&["tap", "Search Settings"]);
    assert_eq!(search.code, 0, "{}", search.stderr);
    bench.must(&["type", "batt", "--into", "{role: field}"], "verified");
    bench.must(&["type", "ery", "--append"], "verified");
    bench.must(&["press", "backspace"], "verified");
    // The hint that shows then can't be told from a text.
    bench.must(&["clear"], "dispatched");
    bench.must(&["type", "x: \"y\"", "--into", "{role: field}"], "verified");
}

#[test]
fn with_json_stdout_is_one_document_with_the_inputs_of_an_agent() {
    let bench = Bench::new();
    let ended = bench.run(&["open", "Settings", "--json"]);
    let json = ended.json();
    assert_eq!(names(&json), ["version", "backend", "error", "inputs"]);
    assert_eq!((&json["version"], &json["backend"], &json["error"]), (&1.into(), &"simulated".into(), &Value::Null));
    assert_eq!(names(&json["inputs"][0]), ["id", "operation", "input", "receipt"]);
    assert_eq!(json["inputs"][0]["input"], serde_json::json!({"kind": "open_app", "package": "com.android.settings"}));
    assert_eq!(json["inputs"][0]["receipt"], "verified");
}

#[rstest]
#[case::no_such_text(&["tap", "Dork theme"], "com.android.settings shows \"Dark theme\"")]
#[case::several(&["tap", "{id: title}"], "means 7 things, say which by")]
#[case::no_such_switch(&["tap", "{switch: {label: Dork theme}}"], "no switch is called \"Dork theme\"")]
#[case::off_the_screen(&["tap", "--at", "1080,5"], "1080,5 is not on the screen, which is 1080 x 2400")]
#[case::off_the_screen_at_the_end(&["swipe", "--from", "5,5", "--to", "5,2400"], "5,2400 is not on the screen")]
#[case::a_label_is_no_text(&["tap", "Display"], "shows label \"Display\"")]
#[case::no_such_part(&["swipe", "up", "--in", "Nothing"], "nothing matches {text: Nothing}")]
#[case::no_field(&["type", "x"], "no text field has the focus")]
#[case::no_such_field(&["type", "x", "--into", "{role: field}"], "nothing matches {role: field}")]
#[case::into_no_field(&["clear", "--into", "Dark theme"], "is no text field")]
#[case::no_field_to_clear(&["clear"], "no text field has the focus")]
#[case::no_such_app(&["open", "Setings"], "did you mean `Settings`?")]
#[case::no_such_package(&["open", "com.android.setings"], "did you mean `com.android.settings`?")]
fn a_target_that_is_not_there_or_not_alone_ends_with_1_and_sends_nothing(#[case] args: &[&str], #[case] says: &str) {
    // All can share it: that nothing is sent is the point.
    static BENCH: LazyLock<Bench> = LazyLock::new(Bench::on_display);
    let before = BENCH.inputs();
    let ended = BENCH.run(args);
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (1, ""), "{}", ended.stderr);
    assert_eq!(BENCH.inputs(), before);
}

#[rstest]
#[case::no_status(Fault::new(FaultKind::ReplyLost).on(Endpoint::Global), 3, "unknown", 1)]
#[case::gateway(Fault::status(502).on(Endpoint::Global), 3, "unknown", 1)]
#[case::refused(Fault::status(403).on(Endpoint::Global), 4, "rejected", 1)]
#[case::busy_for_good(Fault::status(409).on(Endpoint::Global), 4, "rejected", 3)]
#[case::busy_once(Fault::status(409).on(Endpoint::Global).once(), 0, "verified", 2)]
#[case::body_error(Fault::new(FaultKind::ErrorInside).on(Endpoint::Global), 0, "dispatched", 1)]
#[case::swallowed(Fault::new(FaultKind::Swallowed).on(Endpoint::Global), 0, "dispatched", 1)]
fn what_becomes_of_an_input_is_said_and_it_is_never_sent_twice(
    #[case] fault: Fault,
    #[case] code: i32,
    #[case] receipt: &str,
    #[case] sent: usize,
) {
    let bench = Bench::on_display();
    let before = bench.inputs();
    bench.phone.fault(fault);
    let ended = bench.run(&["home", "--json"]);
    let json = ended.json();
    let inputs = json["inputs"].as_array().unwrap();
    assert_eq!((ended.code, inputs.len()), (code, sent), "{}", ended.stderr);
    assert_eq!(inputs[sent - 1]["receipt"], receipt);
    assert_eq!(json["error"].is_null(), code == 0, "{json}");
    assert_eq!(bench.inputs() - before, sent);
}

#[test]
fn a_phone_that_vanishes_after_an_input_leaves_its_receipt() {
    let bench = Bench::on_display();
    let gone = FaultKind::Becomes(DeviceState::named("disconnected"), Duration::from_secs(600));
    bench.phone.fault(Fault::new(gone).on(Endpoint::Global));
    let ended = bench.run(&["home", "--json"]);
    assert_eq!(ended.code, 4, "{}", ended.stderr);
    assert_eq!(ended.json()["inputs"][0]["receipt"], "dispatched");
    let after = bench.run(&["home"]);
    assert!(after.stderr.contains("disconnected") && after.stderr.contains("connect the phone"), "{}", after.stderr);
    assert_eq!((after.code, after.stdout.as_str()), (4, ""));
}

#[cfg(unix)]
#[test]
fn an_input_whose_answer_was_not_waited_for_is_unknown() {
    let bench = Bench::new();
    bench.phone.set_latency(Latency::all(Duration::ZERO).but(Endpoint::Global, Duration::from_secs(60)));
    let device = format!("simulated={}", bench.phone.url());
    let mut command = goalpost(Path::new("."), &["home", "--json", "--device", &device]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let said = std::io::BufReader::new(child.stderr.as_mut().unwrap());
    assert!(std::io::BufRead::lines(said).any(|line| line.unwrap().starts_with("sends")));
    support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["inputs"][0]["receipt"], "unknown");
}

#[test]
fn a_phone_that_is_not_there_ends_with_4() {
    let gone = Served::start(&["phone", "serve"]).url.clone();
    let device = format!("simulated={gone}");
    let ended = ended(&mut goalpost(Path::new("."), &["home", "--device", &device]));
    assert!(ended.stderr.contains("127.0.0.1"), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
}

#[test]
fn an_input_by_hand_is_in_its_trace() {
    let folder = tempfile::tempdir().unwrap();
    let ended = ended(&mut goalpost(folder.path(), &["open", "Settings", "--trace", "t.jsonl"]));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let trace = std::fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let events: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|record| record["event"]["type"].as_str().unwrap()).collect();
    for kind in ["observed", "input_intended", "input_answered", "input_receipt"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
}

#[rstest]
#[case::nothing(&["tap"], "<QUERY>")]
#[case::blank(&["tap", " "], "a query is a text on the screen")]
#[case::a_slip(&["tap", "{lable: x}"], "did you mean `label`?")]
#[case::broken(&["tap", "{text: "], "query:1:")]
#[case::both(&["tap", "Display", "--at", "1,2"], "cannot be used with")]
#[case::no_place(&["tap", "--at", "1"], "a place is X,Y")]
#[case::a_huge_place(&["tap", "--at", "99999999999999999999,1"], "a place is X,Y")]
#[case::no_direction(&["swipe"], "<up|down|left|right>")]
#[case::no_such_direction(&["swipe", "sideways"], "a finger moves up, down, left or right")]
#[case::half_a_swipe(&["swipe", "--from", "1,2"], "--to <X,Y>")]
#[case::a_swipe_without_length(&["swipe", "--from", "1,2", "--to", "1,2"], "ends elsewhere")]
#[case::both_swipes(&["swipe", "up", "--from", "1,2", "--to", "3,4"], "cannot be used with")]
#[case::takes_too_long(&["swipe", "--from", "1,2", "--to", "3,4", "--takes", "1m"], "from 10ms to 10s")]
#[case::a_switch_is_no_field(&["type", "x", "--into", "{switch: {label: a}}"], "`switch:` is for taps")]
#[case::no_text(&["type"], "<TEXT>")]
#[case::empty_text(&["type", ""], "goalpost clear")]
#[case::no_key(&["press"], "<KEY>")]
#[case::no_such_key(&["press", "volume_up"], "a key is one of enter, tab")]
#[case::back_is_no_key(&["press", "back"], "goalpost back")]
#[case::no_app(&["open"], "<APP>")]
#[case::extra(&["home", "now"], "unexpected argument 'now'")]
#[case::no_time(&["back", "--timeout", "soon"], "is not a length of time")]
fn wrong_arguments_end_with_2_and_touch_nothing(#[case] args: &[&str], #[case] says: &str) {
    // Nobody listens there: who tried to would end with 4.
    let mut command = goalpost(Path::new("."), args);
    let ended = ended(command.args(["--device", "simulated=http://127.0.0.1:9/v1"]));
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
}
