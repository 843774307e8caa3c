//! `goalpost phone serve` and `goalpost model serve`.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use rstest::rstest;
use support::{Served, ended, goalpost};

/// One GET, by hand: status line and body.
fn get(url: &str, key: Option<&str>) -> String {
    use std::io::Write;
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n{key}Connection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_served_phone_answers_at_the_url_it_says() {
    let phone = Served::start(&["phone", "serve"]);
    assert!(phone.url.starts_with("http://127.0.0.1:") && phone.url.ends_with("/v1"), "{}", phone.url);
    assert!(get(&format!("{}/devices", phone.url), None).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_served_model_answers_at_the_url_it_says() {
    let model = Served::start(&["model", "serve"]);
    assert!(!model.url.ends_with("/v1"), "{}", model.url);
    assert!(get(&format!("{}/v1/models", model.url), None).starts_with("HTTP/1.1 200"));
}

#[rstest]
#[case("phone", "/devices")]
#[case("model", "/v1/models")]
fn a_key_is_asked_for_where_one_is_set(#[case] what: &str, #[case] path: &str) {
    let served = Served::start(&[what, "serve", "--key", "sesame"]);
    let url = format!("{}{path}", served.url);
    assert!(get(&url, None).starts_with("HTTP/1.1 40"));
    assert!(get(&url, Some("wrong")).starts_with("HTTP/1.1 40"));
    assert!(get(&url, Some("sesame")).starts_with("HTTP/1.1 200"));
}

#[rstest]
#[case("phone")]
#[case("model")]
fn a_port_in_use_is_said_with_what_to_do(#[case] what: &str) {
    let first = Served::start(&[what, "serve"]);
    let second = ended(&mut goalpost(Path::new("."), &[what, "serve", "--port", &first.port()]));
    assert_eq!(second.code, 4);
    assert!(second.stderr.contains(&format!("port {} is in use; name another", first.port())), "{}", second.stderr);
    assert_eq!(second.stdout, "");
}

#[cfg(unix)]
#[rstest]
#[case::ctrl_c("phone", "-INT")]
#[case::ctrl_c("model", "-INT")]
#[case::a_supervisor("phone", "-TERM")]
#[case::a_supervisor("model", "-TERM")]
fn an_interruption_ends_it(#[case] what: &str, #[case] signal: &str) {
    assert_eq!(Served::start(&[what, "serve"]).stop(signal), 130);
}

#[cfg(target_os = "linux")]
#[test]
fn a_first_line_that_nobody_gets_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = goalpost(Path::new("."), &["phone", "serve"]).stdout(full).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(4));
}

#[rstest]
#[case(&["phone", "serve", "--port", "70000"])]
#[case(&["phone", "serve", "--port", "-1"])]
#[case(&["phone", "serve", "--key", ""])]
#[case(&["phone", "serve", "--key", "two words"])]
#[case(&["model", "serve", "--key", &"k".repeat(1001)])]
#[case(&["phone", "serve", "extra"])]
#[case(&["model", "serve", "--nonsense"])]
#[case(&["phone"])]
#[case(&["phone", "nonsense"])]
fn wrong_arguments_are_usage_errors(#[case] args: &[&str]) {
    let ended = ended(&mut goalpost(Path::new("."), args));
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
    assert!(!ended.stderr.is_empty());
}
