//! Both servers are sent what nobody should send. They answer with a refusal or close the connection, never with a
//! failure of their own, and stay up. The inputs follow from seeds, so a failure can be repeated.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::time::Duration;

use goalpost::model::{self, Model};
use goalpost::phone::{Phone, PhoneOptions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

/// How many inputs of each kind.
const CASES: u32 = 250;
/// Longer than any server here thinks.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends the bytes and nothing more; the reply until the connection is closed. A server that waits for more is told
/// that there is none.
async fn exchange(address: &str, bytes: &[u8]) -> Vec<u8> {
    let talk = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // The server may have had enough before it has heard all.
        let _ = stream.write_all(bytes).await;
        let mut reply = Vec::new();
        let read = tokio::time::timeout(Duration::from_millis(40), stream.read_to_end(&mut reply)).await;
        if read.is_err() {
            let _ = stream.shutdown().await;
            let _ = stream.read_to_end(&mut reply).await;
        }
        reply
    };
    tokio::time::timeout(PATIENCE, talk).await.unwrap_or_else(|_| panic!("neither an answer nor an end"))
}

/// Each status in a reply, which may hold several of a pipeline.
fn statuses(reply: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(reply);
    text.split("HTTP/1.1 ").skip(1).filter_map(|rest| rest.get(..3)?.parse().ok()).collect()
}

fn address(url: &str) -> String {
    url.trim_start_matches("http://").split('/').next().unwrap().to_owned()
}

/// A request with this body, whose length is told as it is.
fn request(method: &str, path: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Well-formed requests and what may become of their bytes: some cut, some doubled, some replaced.
fn spoiled(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (0..3_u8, any::<prop::sample::Index>(), any::<u8>(), 0..24_usize);
    (prop::sample::select(seeds), prop::collection::vec(edit, 1..6)).prop_map(|(mut bytes, edits)| {
        for (kind, at, byte, length) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            let end = (at + length).min(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.drain(at..end)),
                _ => {
                    let again = bytes[at..end].to_vec();
                    bytes.splice(at..at, again);
                }
            }
        }
        bytes
    })
}

/// JSON of any shape, and texts that are nearly JSON.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|b| b.to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| format!("{n:e}")),
        Just("1e999".to_owned()),
        Just("-0".to_owned()),
        Just(r#""\ud83d""#.to_owned()),
        Just(r#""\u0000""#.to_owned()),
        ".{0,12}".prop_map(|text| serde_json::Value::from(text).to_string()),
    ];
    // The members that the servers read, so that the values get somewhere.
    let name = prop::sample::select(vec![
        "x",
        "y",
        "text",
        "duration",
        "action",
        "key",
        "clear",
        "name",
        "mode",
        "state",
        "questions",
        "type",
        "options",
        "instructions",
        "criteria",
        "model",
        "when_true",
        "when_false",
        "levels",
        "",
    ]);
    let tree = leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((name.clone(), inner), 0..6).prop_map(|members| {
                let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    });
    prop_oneof![
        6 => tree,
        1 => (1..60_000_usize).prop_map(|depth| "[".repeat(depth)),
        1 => (1..30_000_usize).prop_map(|depth| "{\"x\":".repeat(depth)),
        1 => Just("{\"x\":1,\"x\":2".to_owned()),
        1 => Just("\u{feff}{}".to_owned()),
    ]
}

/// The same inputs in every run.
fn runner() -> TestRunner {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Sends all that this makes; no reply may be a failure of the server's own, and `alive` must be answered afterwards.
fn bombard(address: &str, runtime: &Runtime, inputs: impl Strategy<Value = Vec<u8>>, alive: &[u8]) {
    let sent = runner().run(&inputs, |bytes| {
        let reply = runtime.block_on(exchange(address, &bytes));
        let failed = statuses(&reply).into_iter().find(|status| *status >= 500 && *status != 501);
        prop_assert!(failed.is_none(), "{failed:?} for {:?}", String::from_utf8_lossy(&bytes));
        Ok(())
    });
    if let Err(error) = sent {
        panic!("{error}");
    }
    assert_eq!(runtime.block_on(still_answers(address, alive)), 200);
}

/// The status of a good request, however long its answer takes.
async fn still_answers(address: &str, request: &[u8]) -> u16 {
    let talk = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).await.unwrap();
        statuses(&reply)[0]
    };
    tokio::time::timeout(PATIENCE, talk).await.unwrap_or_else(|_| panic!("no answer"))
}

fn phone(runtime: &Runtime) -> Phone {
    let clock = goalpost::clock::Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    runtime.block_on(Phone::start(PhoneOptions { clock, ..PhoneOptions::default() })).unwrap()
}

/// Requests to every kind of endpoint.
fn asked(phone: &Phone) -> Vec<(&'static str, String)> {
    let device = |path: &str| format!("/v1/devices/{}{path}", phone.device_id());
    vec![
        ("POST", device("/tap")),
        ("POST", device("/swipe")),
        ("POST", device("/global")),
        ("POST", device("/keyboard")),
        ("PUT", device("/keyboard")),
        ("PUT", device("/apps/com.android.settings")),
        ("PATCH", device("/apps/com.android.settings")),
        ("POST", device("/apps")),
        ("POST", device("/overlay")),
        ("PUT", device("/name")),
        ("POST", "/control/faults".to_owned()),
        ("POST", "/control/latency".to_owned()),
    ]
}

/// One question of each type.
const QUESTIONS: &str = r#"{"model":"jev-latest","state":{"goal":"Turn on x","elements":[{"index":"1","label":"X"}]},
"questions":{"tap":{"type":"choice","instructions":"Which?","criteria":{"1":"X","none":null}},
"done":{"type":"noul","instructions":"Is it?"},"risk":{"type":"score","criteria":["low","high"]}}}"#;

fn model(runtime: &Runtime) -> (Model, String) {
    let clock = goalpost::clock::Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let model = runtime.block_on(Model::start(model::Options { clock, ..model::Options::default() })).unwrap();
    let address = address(&model.url());
    (model, address)
}

#[test]
fn a_phone_withstands_spoiled_http() {
    let runtime = Runtime::new().unwrap();
    let phone = phone(&runtime);
    let mut seeds: Vec<Vec<u8>> =
        asked(&phone).iter().map(|(method, path)| request(method, path, br#"{"x":1,"y":2,"text":"a"}"#)).collect();
    seeds.push(request("GET", "/v1/devices?state=ready,stopped&page=1", b""));
    seeds.push(request("GET", &format!("/v1/devices/{}/ui-state?filter=true", phone.device_id()), b""));
    let alive = request("GET", "/v1/devices", b"");
    bombard(&address(phone.url()), &runtime, spoiled(seeds), &alive);
}

#[test]
fn a_phone_withstands_any_json() {
    let runtime = Runtime::new().unwrap();
    let phone = phone(&runtime);
    let bodies = (prop::sample::select(asked(&phone)), json());
    let requests = bodies.prop_map(|((method, path), body)| request(method, &path, body.as_bytes()));
    let alive = request("GET", "/v1/devices", b"");
    bombard(&address(phone.url()), &runtime, requests, &alive);
}

#[test]
fn a_model_withstands_spoiled_http() {
    let runtime = Runtime::new().unwrap();
    let (_model, address) = model(&runtime);
    let seeds = vec![request("POST", "/v1/systemone", QUESTIONS.as_bytes()), request("GET", "/v1/models", b"")];
    bombard(&address, &runtime, spoiled(seeds), &request("GET", "/v1/models", b""));
}

#[test]
fn a_model_withstands_any_json() {
    let runtime = Runtime::new().unwrap();
    let (_model, address) = model(&runtime);
    assert_eq!(runtime.block_on(still_answers(&address, &request("POST", "/v1/systemone", QUESTIONS.as_bytes()))), 200);
    // Any JSON at all, and in the place of something that is well-formed.
    let holes =
        ["\"jev-latest\"", "\"Turn on x\"", "[{\"index\":\"1\",\"label\":\"X\"}]", "\"Which?\"", "\"X\"", "null"];
    let holes = [&holes[..], &["\"choice\"", "[\"low\",\"high\"]", "{\"1\":\"X\",\"none\":null}"]].concat();
    let filled = (prop::sample::select(holes), json()).prop_map(|(hole, value)| QUESTIONS.replace(hole, &value));
    let bodies = prop_oneof![json(), filled];
    let requests = bodies.prop_map(|body| request("POST", "/v1/systemone", body.as_bytes()));
    bombard(&address, &runtime, requests, &request("GET", "/v1/models", b""));
}

#[test]
fn callers_that_send_nothing_keep_nobody_out() {
    let runtime = Runtime::new().unwrap();
    let phone = phone(&runtime);
    runtime.block_on(async {
        let address = address(phone.url());
        let mut idle = Vec::new();
        for _ in 0..100 {
            idle.push(TcpStream::connect(&address).await.unwrap());
        }
        assert_eq!(still_answers(&address, &request("GET", "/v1/devices", b"")).await, 200);
    });
}
