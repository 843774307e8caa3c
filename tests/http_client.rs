//! The HTTP client against real sockets: what it repeats, what it never repeats, and what it says.

#![allow(clippy::unwrap_used)]

mod raw_server;

use std::sync::Arc;
use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::event::{Collected, Event, Events};
use goalpost::http::{BaseUrl, Client, ClientError, HttpError, Options, Request, Retry};
use goalpost::secret::Secret;
use proptest::prelude::*;
use raw_server::{RawServer, Then, answer};
use rstest::rstest;

const KEY: &str = "dr_sk_0123456789abcdef";

fn options() -> Options {
    Options {
        body_cap: 1000,
        retry: Retry {
            attempts: 3,
            budget: Duration::from_secs(30),
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(5),
            count_header: Some("x-typesafe-retry-count"),
        },
        ..Options::default()
    }
}

struct Setup {
    client: Client,
    clock: Clock,
    events: Arc<Collected>,
}

impl Setup {
    /// A client with a server's own patience.
    fn of(server: &RawServer, options: Options) -> Self {
        let patient = Options { read_timeout: server.patience, send_timeout: server.patience, ..options };
        Self::new(&server.url, patient)
    }

    fn new(url: &str, options: Options) -> Self {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        let events = Arc::new(Collected::default());
        let told = Events::to(vec![events.clone()], clock.clone());
        let base = BaseUrl::parse(url).unwrap();
        let client = Client::new(base, Some(&Secret::from(KEY)), options, clock.clone(), told).unwrap();
        Self { client, clock, events }
    }

    /// Virtual time that the waits took.
    fn waited(&self) -> Duration {
        self.clock.since("2026-09-01T10:00:00Z".parse().unwrap())
    }

    /// The reasons of all retries.
    fn retries(&self) -> Vec<String> {
        let retried = |event| match event {
            Event::Retried { because, .. } => Some(because),
            _ => None,
        };
        self.events.records().into_iter().filter_map(|record| retried(record.event)).collect()
    }
}

fn ok() -> Then {
    Then::json(200, "{}")
}

fn tap() -> Request {
    Request::post(["devices", "d", "tap"]).json_bytes("{\"x\":1}")
}

#[rstest]
#[case::request_time_out(Then::json(408, ""))]
#[case::too_many(Then::json(429, ""))]
#[case::server_error(Then::json(500, ""))]
#[case::overloaded(Then::json(529, ""))]
#[case::closed(Then::WriteAndClose(String::new()))]
#[case::reset(Then::WriteAndReset(String::new()))]
#[case::reset_unread(Then::ResetUnread)]
#[case::half_a_status(Then::WriteAndClose("HTTP/1.1 20".to_owned()))]
#[case::cut_body(Then::WriteAndClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".to_owned()))]
#[case::silence(Then::Silence)]
#[tokio::test]
async fn a_read_that_may_fare_better_is_repeated(#[case] trouble: Then) {
    let server = RawServer::scripted([trouble.clone(), trouble, ok()]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.read(Request::get(["devices"])).await.unwrap();
    assert_eq!((response.status, response.attempts), (200, 3));
    assert_eq!(setup.retries().len(), 2, "{:?}", setup.retries());
    // Half a second and a second, each up to a quarter shorter.
    assert!(setup.waited() > Duration::from_millis(1124) && setup.waited() <= Duration::from_millis(1500));
    let counts: Vec<_> = server.seen().iter().map(|s| s.header("x-typesafe-retry-count").map(str::to_owned)).collect();
    assert_eq!(counts, [None, Some("1".to_owned()), Some("2".to_owned())]);
}

#[rstest]
#[case(204)]
#[case(302)]
#[case(400)]
#[case(401)]
#[case(403)]
#[case(404)]
#[case(409)]
#[case(413)]
#[case(422)]
#[case(425)]
#[tokio::test]
async fn a_read_answered_for_good_is_not_repeated(#[case] status: u16) {
    let server = RawServer::scripted([Then::Answer(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n"))]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.read(Request::get(["devices"])).await.unwrap();
    assert_eq!((response.status, response.attempts, server.seen().len()), (status, 1, 1));
}

#[tokio::test]
async fn the_last_answer_is_given_when_attempts_are_used_up() {
    let server = RawServer::scripted([Then::json(503, "{\"detail\":\"down\"}")]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.read(Request::get(["devices"])).await.unwrap();
    assert_eq!((response.status, response.attempts, server.seen().len()), (503, 3, 3));
    assert_eq!(setup.client.complaint(&response), "down");
}

#[rstest]
#[case::milliseconds_first("retry-after-ms: 2500\r\nRetry-After: 9\r\n", 2500)]
#[case::seconds("Retry-After: 7\r\n", 7000)]
#[case::a_date("Retry-After: Tue, 01 Sep 2026 10:00:12 GMT\r\n", 12_000)]
#[tokio::test]
async fn a_read_waits_as_long_as_the_server_asks(#[case] headers: &str, #[case] ms: u64) {
    let server = RawServer::scripted([Then::with_headers(429, headers, ""), ok()]).await;
    let setup = Setup::of(&server, options());
    setup.client.read(Request::get(["devices"])).await.unwrap();
    assert_eq!(setup.waited(), Duration::from_millis(ms));
}

#[tokio::test]
async fn a_wait_beyond_the_budget_is_not_begun() {
    let server = RawServer::scripted([Then::with_headers(429, "Retry-After: 40\r\n", "")]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.read(Request::get(["devices"])).await.unwrap();
    assert_eq!((response.status, server.seen().len(), setup.waited()), (429, 1, Duration::ZERO));
}

#[rstest]
#[case::closed(Then::WriteAndClose(String::new()), "lost")]
#[case::reset(Then::WriteAndReset(String::new()), "lost")]
#[case::reset_unread(Then::ResetUnread, "lost")]
#[case::half_a_status(Then::WriteAndClose("HTTP/1.1 20".to_owned()), "lost")]
#[case::nonsense(Then::WriteAndClose("SSH-2.0-OpenSSH_9\r\n\r\n".to_owned()), "lost")]
#[case::silence(Then::Silence, "no answer")]
#[tokio::test]
async fn a_mutation_without_a_status_is_neither_repeated_nor_called_unsent(#[case] trouble: Then, #[case] says: &str) {
    let server = RawServer::scripted([ok(), trouble, ok()]).await;
    let setup = Setup::of(&server, options());
    setup.client.read(Request::get(["warm"])).await.unwrap();
    let error = setup.client.send_once(&tap()).await.unwrap_err();
    assert!(!error.is_not_sent(), "{error:?}");
    assert!(error.to_string().starts_with("POST /devices/d/tap: ") && error.to_string().contains(says), "{error}");
    assert_eq!(server.seen().len(), 2);
}

#[rstest]
#[case(307)]
#[case(308)]
#[case(408)]
#[case(429)]
#[case(500)]
#[case(503)]
#[tokio::test]
async fn a_mutation_with_any_status_is_not_repeated(#[case] status: u16) {
    let script = Then::with_headers(status, "Location: /v1/elsewhere\r\nRetry-After: 0\r\nConnection: close\r\n", "");
    let server = RawServer::scripted([script]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.send_once(&tap()).await.unwrap();
    assert_eq!((response.status, server.lines()), (status, vec!["POST /v1/devices/d/tap".to_owned()]));
}

#[tokio::test]
async fn a_server_that_is_not_there_got_nothing() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let setup = Setup::new(&url, options());
    let error = setup.client.send_once(&tap()).await.unwrap_err();
    assert!(matches!(error, HttpError::NoConnection { .. }) && error.is_not_sent(), "{error:?}");
    // A read tries again, and says in the end what it met.
    let error = setup.client.read(Request::get(["devices"])).await.unwrap_err();
    assert!(error.to_string().contains("no connection"), "{error}");
    assert_eq!(setup.retries().len(), 2);
}

#[tokio::test]
async fn a_server_that_cannot_do_tls_gets_no_request() {
    let server = RawServer::scripted([Then::WriteAndClose("HTTP/1.1 400 X\r\n\r\n".to_owned())]).await;
    let url = server.url.replace("http://", "https://");
    let setup = Setup::new(&url, Options { connect_timeout: Duration::from_millis(200), ..options() });
    let error = setup.client.send_once(&tap()).await.unwrap_err();
    assert!(error.is_not_sent(), "{error:?}");
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn a_fresh_connection_is_used_again_and_an_old_one_is_not() {
    let server = RawServer::scripted([ok()]).await;
    let setup = Setup::of(&server, Options { reuse_within: Duration::from_secs(60), ..options() });
    setup.client.read(Request::get(["a"])).await.unwrap();
    setup.client.send_once(&tap()).await.unwrap();
    let old = Setup::of(&server, Options { reuse_within: Duration::ZERO, ..options() });
    old.client.read(Request::get(["a"])).await.unwrap();
    let answered = old.client.send_once(&tap()).await.unwrap();
    let connections: Vec<usize> = server.seen().iter().map(|seen| seen.connection).collect();
    assert_eq!(connections, [0, 0, 1, 2]);
    assert!(answered.timing.connect.is_some(), "a new connection is timed");
}

#[tokio::test]
async fn a_connection_that_the_server_closed_meanwhile_costs_no_second_send() {
    let server = RawServer::start(|_, seen| match seen.line().starts_with("GET") {
        true => Then::WriteAndClose(answer(200, "", "{}")),
        false => ok(),
    })
    .await;
    let setup = Setup::of(&server, options());
    for _ in 0..50 {
        setup.client.read(Request::get(["a"])).await.unwrap();
        // Whether the close has been noticed yet is a race; the count below must not depend on it.
        let _ = setup.client.send_once(&tap()).await;
    }
    let taps = server.lines().iter().filter(|line| line.starts_with("POST")).count();
    assert!(taps <= 50, "{taps} taps arrived of 50");
}

#[rstest]
#[case::by_length(answer(200, "", &"x".repeat(1001)))]
#[case::chunked(format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", format!("200\r\n{}\r\n", "x".repeat(512)).repeat(2)))]
#[case::until_close(format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", "x".repeat(1001)))]
#[tokio::test]
async fn a_body_beyond_the_cap_is_dropped(#[case] text: String) {
    let server = RawServer::scripted([Then::WriteAndClose(text)]).await;
    let setup = Setup::of(&server, options());
    let error = setup.client.read(Request::get(["a"])).await.unwrap_err();
    assert!(matches!(error, HttpError::TooLarge { cap: 1000, .. }), "{error:?}");
    assert_eq!(server.seen().len(), 1, "another attempt would get the same");
    // The status of a mutation still counts.
    let response = setup.client.send_once(&tap()).await.unwrap();
    assert!(response.is_success() && response.is_cut());
}

#[tokio::test]
async fn a_status_with_a_broken_body_is_still_an_answer_to_a_mutation() {
    let server =
        RawServer::scripted([Then::WriteAndClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".to_owned())]).await;
    let response = Setup::of(&server, options()).client.send_once(&tap()).await.unwrap();
    assert!(response.is_success() && response.is_cut());
    assert_eq!(&response.body[..], b"abc");
}

#[tokio::test]
async fn requests_carry_the_key_and_say_who_asks() {
    let server = RawServer::scripted([ok()]).await;
    let setup = Setup::new(&format!("{}/", server.url), options());
    let request = Request::get(["devices", "a b/c"]).query("filter", "false").header("x-extra", "1");
    let response = setup.client.read(request).await.unwrap();
    assert!(response.timing.total >= response.timing.first_byte);
    let seen = server.seen().remove(0);
    assert_eq!(seen.line(), "GET /v1/devices/a%20b%2Fc?filter=false");
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(seen.header("accept"), Some("application/json"));
    assert!(seen.header("user-agent").unwrap().starts_with("goalpost/"));
    assert_eq!(seen.header("x-extra"), Some("1"));
}

#[tokio::test]
async fn on_this_machine_no_key_is_needed_and_none_is_sent() {
    let server = RawServer::scripted([ok()]).await;
    let base = BaseUrl::parse(&server.url).unwrap();
    let client = Client::new(base, None, options(), Clock::real(), Events::silent()).unwrap();
    client.read(Request::get(["a"])).await.unwrap();
    assert_eq!(server.seen()[0].header("authorization"), None);
}

#[test]
fn proxy_variables_do_not_reach_this_machine() {
    // The variables are read when a client is made, and may only be set for a process of its own.
    let test = "requests_carry_the_key_and_say_who_asks";
    let nowhere = "http://127.0.0.1:1";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .envs(["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"].map(|name| (name, nowhere)))
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn elsewhere_a_missing_key_is_said_before_anything_is_sent() {
    let base = BaseUrl::parse("https://api.example.com/v1").unwrap();
    let options = Options { key_variable: "MOBILERUN_API_KEY", ..options() };
    let error = Client::new(base, None, options, Clock::real(), Events::silent()).unwrap_err();
    assert!(matches!(error, ClientError::NoKey { .. }));
    assert_eq!(error.to_string(), "https://api.example.com/v1 needs a key, and there is none: set MOBILERUN_API_KEY");
}

#[rstest]
#[case("")]
#[case("two words")]
#[case("line\nbreak")]
#[case("clé")]
fn a_key_that_cannot_stand_in_a_header_is_refused_and_not_repeated(#[case] key: &str) {
    let base = BaseUrl::parse("http://localhost:1").unwrap();
    let error = Client::new(base, Some(&Secret::from(key)), options(), Clock::real(), Events::silent()).unwrap_err();
    assert!(matches!(error, ClientError::MalformedKey { .. }));
    assert!(key.is_empty() || !error.to_string().contains(key));
}

#[tokio::test]
async fn a_key_that_a_server_repeats_is_masked() {
    let body = format!("{{\"message\":\"bad key {KEY} in Bearer {KEY}\"}}");
    let server = RawServer::scripted([Then::json(401, &body)]).await;
    let setup = Setup::of(&server, options());
    let response = setup.client.read(Request::get(["a"])).await.unwrap();
    assert_eq!(setup.client.complaint(&response), "bad key ••• in Bearer •••");
    assert!(!format!("{:?}", setup.client).contains(KEY));
}

/// All that can happen to one request.
fn trouble() -> impl Strategy<Value = Then> {
    let statuses = prop::sample::select(vec![200_u16, 204, 302, 307, 400, 408, 409, 425, 429, 500, 503, 529]);
    prop_oneof![
        statuses.prop_map(|status| Then::with_headers(status, "Location: /v1/x\r\nRetry-After: 0\r\n", "")),
        Just(Then::WriteAndClose(String::new())),
        Just(Then::WriteAndReset(String::new())),
        Just(Then::ResetUnread),
        Just(Then::WriteAndClose("HTTP/1.1 2".to_owned())),
        Just(Then::WriteAndClose("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab".to_owned())),
        Just(Then::WriteAndReset("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab".to_owned())),
        Just(Then::WriteAndClose(answer(200, "", "{}"))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_mutation_arrives_at_most_once_whatever_happens(script in prop::collection::vec(trouble(), 1..8)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = RawServer::scripted(script).await;
            let setup = Setup::of(&server, options());
            for number in 0..4 {
                let marked = Request::post(["devices", "d", "tap"]).json_bytes(format!("{{\"x\":{number}}}"));
                let _ = setup.client.send_once(&marked).await;
                let _ = setup.client.read(Request::get(["ui-state"])).await;
            }
            for number in 0..4 {
                let mark = format!("{{\"x\":{number}}}");
                let arrived = server.seen().iter().filter(|seen| seen.body == mark || seen.head.contains(&mark)).count();
                prop_assert!(arrived <= 1, "{mark} arrived {arrived} times");
            }
            Ok(())
        })?;
    }
}
