//! `goalpost phone serve` with a look, faults, latency and a log.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Instant;

use rstest::rstest;
use serde_json::Value;
use support::{Served, ended, goalpost};

/// One request, by hand: status and body.
fn ask(phone: &Served, method: &str, path: &str, body: &str) -> (u16, String) {
    let host = format!("127.0.0.1:{}", phone.port());
    let mut stream = std::net::TcpStream::connect(&host).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_owned())
}

fn device(phone: &Served) -> String {
    let devices: Value = serde_json::from_str(&ask(phone, "GET", "/v1/devices", "").1).unwrap();
    format!("/v1/devices/{}", devices["items"][0]["id"].as_str().unwrap())
}

#[test]
fn faults_latency_and_log_are_as_the_command_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("requests.jsonl");
    let phone = Served::start(&[
        "phone",
        "serve",
        "--fault",
        "status=429:2@tap*1",
        "--latency",
        "1",
        "--latency",
        "time=200",
        "--log",
        log.to_str().unwrap(),
    ]);
    let device = device(&phone);
    assert_eq!(ask(&phone, "POST", &format!("{device}/tap"), r#"{"x":1,"y":2}"#).0, 429);
    assert_eq!(ask(&phone, "POST", &format!("{device}/tap"), r#"{"x":1,"y":2}"#).0, 204);
    let begun = Instant::now();
    assert_eq!(ask(&phone, "GET", &format!("{device}/time"), "").0, 200);
    assert!(begun.elapsed().as_millis() >= 200);
    drop(phone);
    let lines = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines.iter().map(|line| (line["endpoint"].as_str().unwrap(), line["status"].as_u64())).collect();
    assert_eq!(told, [("list_devices", Some(200)), ("tap", Some(429)), ("tap", Some(204)), ("time", Some(200))]);
    assert_eq!((&lines[1]["executed"], &lines[2]["executed"]["command"]), (&Value::Null, &Value::from("tap")));
}

#[test]
fn equal_seeds_give_equal_device_ids_and_the_look_is_chosen() {
    let one = Served::start(&["phone", "serve", "--seed", "7", "--look", "11"]);
    let other = Served::start(&["phone", "serve", "--seed", "7"]);
    assert_eq!(device(&one), device(&other));
    let settings = |phone: &Served| {
        let list = ask(phone, "GET", &format!("{}/apps?includeSystemApps=true", device(phone)), "").1;
        let apps: Value = serde_json::from_str(&list).unwrap();
        let settings = apps.as_array().unwrap().iter().find(|app| app["label"] == "Settings").unwrap();
        settings["versionName"].as_str().unwrap().to_owned()
    };
    assert_eq!((settings(&one), settings(&other)), ("11".to_owned(), "15".to_owned()));
}

#[test]
fn a_running_phone_is_controlled_beside_its_api() {
    let phone = Served::start(&["phone", "serve"]);
    assert_eq!(ask(&phone, "POST", "/control/faults", r#"{"fault":"gateway=502@list_devices*1"}"#).0, 204);
    assert_eq!(ask(&phone, "GET", "/v1/devices", "").0, 502);
    assert_eq!(ask(&phone, "GET", "/v1/devices", "").0, 200);
    assert!(ask(&phone, "GET", "/control/requests", "").1.contains("list_devices"));
}

#[rstest]
#[case::fault(&["--fault", "reply_lots"], "reply_lost")]
#[case::endpoint(&["--fault", "reply_lost@tab"], "no endpoint is called")]
#[case::latency(&["--latency", "tap=soon"], "milliseconds")]
#[case::look(&["--look", "9"], "11, 15")]
#[case::seed(&["--seed", "x"], "--seed")]
fn what_cannot_be_read_is_a_usage_error_that_says_what_can(#[case] args: &[&str], #[case] says: &str) {
    let ended = ended(&mut goalpost(Path::new("."), &[&["phone", "serve"], args].concat()));
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
}

#[test]
fn a_log_that_cannot_be_written_is_said_before_anything_is_served() {
    let ended = ended(&mut goalpost(Path::new("."), &["phone", "serve", "--log", "/nowhere/requests.jsonl"]));
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    assert!(ended.stderr.contains("/nowhere/requests.jsonl"), "{}", ended.stderr);
}

#[test]
fn a_log_is_added_to_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    std::fs::write(&log, "precious\n").unwrap();
    let phone = Served::start(&["phone", "serve", "--log", log.to_str().unwrap()]);
    ask(&phone, "GET", "/devices", "");
    drop(phone);
    assert!(std::fs::read_to_string(&log).unwrap().starts_with("precious\n"));
}

#[test]
fn the_help_lists_every_fault() {
    let help = ended(&mut goalpost(Path::new("."), &["phone", "serve", "--help"]));
    for fault in goalpost::phone::FAULTS {
        assert!(help.stdout.contains(fault.name), "{}", fault.name);
    }
}
