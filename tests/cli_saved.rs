//! `--from`, and `find`: the command on a saved screen and on a phone.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use rstest::rstest;
use support::{Ended, ended, goalpost, project};
use tempfile::TempDir;

const SCREEN: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">
  <node class=\"android.widget.FrameLayout\" package=\"com.android.settings\" bounds=\"[0,0][1080,2400]\">
    <node class=\"android.widget.LinearLayout\" clickable=\"true\" bounds=\"[0,200][1080,400]\">
      <node class=\"android.widget.TextView\" text=\"Dark theme\" resource-id=\"android:id/title\" bounds=\"[50,210][500,300]\"/>
      <node class=\"android.widget.Switch\" checkable=\"true\" checked=\"CHECKED\" bounds=\"[900,250][1000,350]\"/>
    </node>
    <node class=\"android.widget.TextView\" text=\"Display\" bounds=\"[50,10][500,90]\"/>
    <node class=\"android.widget.TextView\" text=\"Display size and text\" bounds=\"[50,410][500,490]\"/>
    <node class=\"android.widget.TextView\" text=\"Sound\" bounds=\"[50,510][500,590]\"/>
    <node class=\"android.widget.TextView\" text=\"Sound\" bounds=\"[50,610][500,690]\"/>
  </node>
</hierarchy>UI hierchary dumped to: /dev/tty
";

/// A project with a verifier for the switch, and saved screens that show it on and off.
fn saved() -> TempDir {
    let project = project();
    let write = |file: &str, text: &str| std::fs::write(project.path().join(file), text).unwrap();
    write("on.xml", &SCREEN.replace("CHECKED", "true"));
    write("off.xml", &SCREEN.replace("CHECKED", "false"));
    write("cut.xml", &SCREEN[..600]);
    write("other.xml", "<hierarchy><node package=\"com.example\" bounds=\"[0,0][9,9]\"/></hierarchy>");
    write("error.xml", "ERROR: could not get idle state.\n");
    write(
        "verifiers/dark.yaml",
        "steps: [home, open: {app: com.android.settings, fresh: true}]\n\
         check:\n  switch: { label: Dark theme, app: com.android.settings, is: on }\n",
    );
    write(
        "verifiers/scans.yaml",
        "check:\n  element: { text: Zzz, app: com.android.settings, is: absent, on: { text: Display }, scan: { class: \
         FrameLayout } }\n",
    );
    project
}

fn run(project: &TempDir, args: &[&str]) -> Ended {
    ended(&mut goalpost(project.path(), args))
}

#[rstest]
#[case::on("on.xml", 0, "confirmed")]
#[case::off("off.xml", 1, "refuted")]
#[case::elsewhere("other.xml", 4, "inconclusive")]
fn a_verifier_is_asked_about_a_saved_screen(#[case] file: &str, #[case] code: i32, #[case] verdict: &str) {
    let project = saved();
    let ended = run(&project, &["verify", "dark", "--from", file, "--json"]);
    let json = ended.json();
    assert_eq!((ended.code, json["verdict"].as_str()), (code, Some(verdict)), "{}", ended.stderr);
    assert_eq!((json["version"].as_u64(), json["backend"].as_str()), (Some(1), Some("fixture")));
    assert!(!json["evidence"].as_array().unwrap().is_empty());
}

#[test]
fn a_check_that_has_to_scroll_is_inconclusive_on_a_saved_screen() {
    let project = saved();
    let ended = run(&project, &["verify", "scans", "--from", "on.xml", "--json"]);
    assert_eq!((ended.code, ended.json()["verdict"].as_str()), (4, Some("inconclusive")), "{}", ended.stderr);
    assert!(ended.json()["because"].as_str().unwrap().contains("a saved screen takes no input"), "{}", ended.stdout);
}

#[test]
fn a_saved_screen_is_observed_like_a_phone() {
    let project = saved();
    let json = run(&project, &["observe", "--from", "on.xml", "--json"]).json();
    assert_eq!(json["deviceId"], "saved");
    assert_eq!(json["phone"]["packageName"], "com.android.settings");
    assert_eq!(json["screen"], serde_json::json!({"width": 1080, "height": 2400}));
    assert_eq!(json["elements"][1]["text"], "Dark theme");
    assert_eq!(json["fingerprint"].as_str().unwrap().len(), 64);
    let sized = run(&project, &["observe", "--from", "on.xml", "--screen", "1080x300", "--json"]).json();
    assert_eq!(sized["screen"]["height"], 300);
    let ended = run(&project, &["observe", "--from", "on.xml"]);
    assert!(ended.code == 0 && ended.stdout.contains("Dark theme"), "{}", ended.stderr);
}

#[test]
fn what_a_phone_replied_is_the_same_from_a_file() {
    let server = support::Served::start(&["phone", "serve"]);
    let project = saved();
    let device = format!("simulated={}", server.url);
    let direct = run(&project, &["observe", "--device", &device, "--json"]).json();
    let id = direct["deviceId"].as_str().unwrap();
    let reply = get(&server.url, &format!("/devices/{id}/ui-state?filter=false"));
    std::fs::write(project.path().join("reply.json"), reply).unwrap();
    let from_file = run(&project, &["observe", "--from", "reply.json", "--json"]).json();
    let parts = |json: &serde_json::Value| (json["phone"].clone(), json["screen"].clone(), json["elements"].clone());
    assert_eq!(parts(&direct), parts(&from_file));
}

/// The body of a GET, over a bare socket.
fn get(base: &str, path: &str) -> Vec<u8> {
    let address = base.trim_start_matches("http://").trim_end_matches("/v1");
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET /v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    std::io::Read::read_to_end(&mut stream, &mut answer).unwrap();
    let body = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    answer[body..].to_vec()
}

#[test]
fn a_dump_can_come_down_a_pipe() {
    let project = saved();
    let mut command: Command = goalpost(project.path(), &["find", "Dark theme", "--from", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(SCREEN.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("one thing matches {text: Dark theme}"));
}

#[rstest]
#[case::one("Dark theme", 0, "one thing matches {text: Dark theme}")]
#[case::where_it_is("Dark theme", 0, "\"Dark theme\" (TextView, android:id/title) at ui.0.0 [50,210][500,300]")]
#[case::what_a_tap_hits(
    "Dark theme",
    0,
    "a tap hits \"Dark theme\" (LinearLayout) at ui.0 [0,200][1080,400], at 540,300"
)]
#[case::a_switch("{switch: {label: dark theme}}", 0, "one thing matches the switch \"dark theme\"")]
#[case::several("Sound", 1, "2 things match {text: Sound}")]
#[case::several_are_listed("Sound", 1, "\"Sound\" (TextView) at ui.4 [50,610][500,690]")]
#[case::none("Displey", 1, "nothing matches {text: Displey}")]
#[case::why_not("Displey", 1, "text is \"Display\", not \"Displey\"")]
#[case::nothing_near("Zzzz", 1, "com.android.settings shows \"")]
#[case::a_state("{text: Display, enabled: false}", 1, "enabled is true, not false")]
fn find_says_what_matches_and_why_the_rest_does_not(#[case] query: &str, #[case] code: i32, #[case] says: &str) {
    let project = saved();
    let ended = run(&project, &["find", query, "--from", "on.xml"]);
    assert!(ended.stdout.contains(says), "{}{}", ended.stdout, ended.stderr);
    assert_eq!(ended.code, code);
}

#[test]
fn find_tells_programs_the_same() {
    let project = saved();
    let json = run(&project, &["find", "Dark theme", "--from", "off.xml", "--json"]).json();
    assert_eq!((json["version"].as_u64(), json["backend"].as_str()), (Some(1), Some("fixture")));
    let found = &json["matches"][0];
    assert_eq!(
        (found["element"]["id"].as_str(), found["class"].as_str()),
        (Some("ui.0.0"), Some("android.widget.TextView"))
    );
    assert_eq!(found["tap"], serde_json::json!({"kind": "hits", "target": "ui.0", "at": {"x": 540, "y": 300}}));
    assert_eq!(json["tap"]["hits"], "ui.0");
    let json = run(&project, &["find", "Displey", "--from", "off.xml", "--json"]).json();
    assert_eq!(json["matches"], serde_json::json!([]));
    assert_eq!(json["near"][0]["unmet"][0]["condition"], "text");
    assert!(json["tap"]["because"].as_str().unwrap().contains("nothing matches"));
}

#[test]
fn find_looks_at_a_phone_as_well() {
    let project = saved();
    let ended = run(&project, &["find", "Settings", "--json"]);
    assert_eq!(
        (ended.code, ended.json()["backend"].as_str()),
        (0, Some("simulated")),
        "{}{}",
        ended.stdout,
        ended.stderr
    );
}

#[rstest]
#[case::cut_off("cut.xml", "cut.xml:8:2: it is cut off")]
#[case::half_a_screen("cut.xml", "half a screen proves nothing")]
#[case::what_a_tool_said("error.xml", "the screen never came to rest")]
#[case::not_a_dump("verifiers/dark.yaml", "neither JSON nor XML")]
#[case::no_file("nobody.xml", "nobody.xml can't be read")]
#[case::a_folder("goals", "goals can't be read")]
fn a_file_without_a_screen_ends_with_4_and_says_why(#[case] file: &str, #[case] says: &str) {
    let project = saved();
    for command in [&["observe"][..], &["verify", "dark"], &["find", "x"]] {
        let ended = run(&project, &[command, &["--from", file]].concat());
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
        assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    }
}

#[rstest]
#[case::a_file_and_a_phone(&["observe", "--from", "on.xml", "--device", "simulated"], "cannot be used with")]
#[case::a_size_alone(&["observe", "--screen", "1080x2400"], "--from")]
#[case::no_size(&["observe", "--from", "on.xml", "--screen", "1080"], "WIDTHxHEIGHT")]
#[case::nothing_wide(&["observe", "--from", "on.xml", "--screen", "0x5"], "WIDTHxHEIGHT")]
#[case::beyond_all_screens(&["observe", "--from", "on.xml", "--screen", "99999999999x5"], "WIDTHxHEIGHT")]
#[case::no_query(&["find"], "<QUERY>")]
#[case::blank_query(&["find", " "], "a query is a text on the screen")]
#[case::a_slip(&["find", "{lable: x}"], "did you mean `label`?")]
#[case::broken_query(&["find", "{text: ["], "query:1:")]
fn wrong_arguments_end_with_2(#[case] args: &[&str], #[case] says: &str) {
    let project = saved();
    let ended = run(&project, args);
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
}

#[test]
fn what_an_app_shows_never_drives_the_terminal() {
    let project = saved();
    let hostile = SCREEN.replace("Dark theme", "Dark&#27;[2J&#8238;theme");
    std::fs::write(project.path().join("hostile.xml"), hostile).unwrap();
    for args in [&["observe"][..], &["find", "Dark theme"], &["find", "Dark theme", "--json"]] {
        let ended = run(&project, &[args, &["--from", "hostile.xml"]].concat());
        assert!(!ended.stdout.contains(['\u{1b}', '\u{202e}']), "{:?}", ended.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_unicode_is_a_file_name() {
    use std::os::unix::ffi::OsStrExt;
    let project = saved();
    let name = std::ffi::OsStr::from_bytes(b"a\xff.xml");
    std::fs::write(project.path().join(name), SCREEN).unwrap();
    let ended = ended(goalpost(project.path(), &["observe", "--from"]).arg(name));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}
