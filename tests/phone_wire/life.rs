//! The server comes up, survives what is no HTTP, and goes.

use goalpost::phone::{Phone, PhoneOptions};
use rstest::rstest;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::support::*;

#[rstest]
#[case::noise(b"\x00\xff\x13\x37\r\n\r\n")]
#[case::tls(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")]
#[case::no_version(b"GET /v1/devices\r\n\r\n")]
#[case::http2(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")]
#[case::bad_length(b"POST /v1/devices HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n")]
#[case::two_lengths(b"POST /v1/devices HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab")]
#[case::bad_chunk(b"POST /v1/devices HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n")]
#[case::header_without_colon(b"GET /v1/devices HTTP/1.1\r\nnonsense\r\n\r\n")]
#[case::half_a_body(b"POST /v1/devices/x/tap HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")]
#[case::absolute(b"GET http://elsewhere/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")]
#[case::star(b"OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")]
#[case::connect(b"CONNECT elsewhere:443 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")]
#[case::strange_method(b"BREW /v1/devices HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")]
#[tokio::test]
async fn malformed_requests_are_answered_or_closed_and_the_server_stays_up(#[case] bytes: &[u8]) {
    let phone = start(options()).await;
    let mut stream = connect(&phone).await;
    stream.write_all(bytes).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut reply = Vec::new();
    let _ = stream.read_to_end(&mut reply).await;
    assert!(reply.is_empty() || reply.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&reply));
    assert_eq!(get(&phone, "").await.status(), 200);
}

#[tokio::test]
async fn endless_headers_are_refused() {
    let phone = start(options()).await;
    let mut stream = connect(&phone).await;
    let _ = stream.write_all(b"GET /v1/devices HTTP/1.1\r\n").await;
    for index in 0..200_000 {
        if stream.write_all(format!("x-{index}: y\r\n").as_bytes()).await.is_err() {
            break;
        }
    }
    assert_eq!(get(&phone, "").await.status(), 200);
}

#[tokio::test]
async fn a_stopped_phone_frees_its_port_and_closes_its_connections() {
    let phone = start(options()).await;
    let mut stream = connect(&phone).await;
    let port = stream.peer_addr().unwrap().port();
    phone.stop().await;
    let mut reply = Vec::new();
    let _ = stream.read_to_end(&mut reply).await;
    assert!(reply.is_empty());
    drop(stream);
    let again = start(PhoneOptions { port, ..options() }).await;
    assert_eq!(get(&again, "").await.status(), 200);
}

#[tokio::test]
async fn a_port_in_use_and_a_wrong_prefix_are_errors() {
    let phone = start(options()).await;
    let port = connect(&phone).await.peer_addr().unwrap().port();
    let taken = Phone::start(PhoneOptions { port, ..options() }).await.unwrap_err();
    assert_eq!(taken.kind(), std::io::ErrorKind::AddrInUse);
    for prefix in ["", "/", "/v2", "v1", "/a//v1", "/{a}/v1", "/a b/v1"] {
        let wrong = PhoneOptions { prefix: prefix.to_owned(), ..options() };
        assert_eq!(Phone::start(wrong).await.unwrap_err().kind(), std::io::ErrorKind::InvalidInput, "{prefix}");
    }
}

#[tokio::test]
async fn a_longer_prefix_is_part_of_the_url() {
    let phone = start(PhoneOptions { prefix: "/mobile-run/v1".to_owned(), ..options() }).await;
    assert!(phone.url().ends_with("/mobile-run/v1"));
    assert_eq!(get(&phone, "").await.status(), 200);
}
