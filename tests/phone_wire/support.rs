//! A phone and a client for it.

use goalpost::clock::Clock;
use goalpost::phone::{Phone, PhoneOptions};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::net::TcpStream;

pub(crate) fn clock() -> Clock {
    Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap())
}

pub(crate) fn options() -> PhoneOptions {
    PhoneOptions { clock: clock(), ..PhoneOptions::default() }
}

pub(crate) async fn start(options: PhoneOptions) -> Phone {
    Phone::start(options).await.unwrap()
}

/// A phone with these faults.
pub(crate) async fn faulty(faults: &[&str]) -> Phone {
    let faults = faults.iter().map(|written| written.parse().unwrap()).collect();
    start(PhoneOptions { faults, ..options() }).await
}

pub(crate) fn client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

/// A request below the device, with this body unless it is null.
pub(crate) fn ask(phone: &Phone, method: &str, path: &str, body: &Value) -> RequestBuilder {
    let url = format!("{}/devices/{}{path}", phone.url(), phone.device_id());
    let request = client().request(Method::from_bytes(method.as_bytes()).unwrap(), url);
    if body.is_null() { request } else { request.header("content-type", "application/json").body(body.to_string()) }
}

pub(crate) async fn send(phone: &Phone, method: &str, path: &str, body: Value) -> Response {
    ask(phone, method, path, &body).send().await.unwrap()
}

pub(crate) async fn get(phone: &Phone, path: &str) -> Response {
    send(phone, "GET", path, Value::Null).await
}

/// `GET /devices` with this query.
pub(crate) async fn list(phone: &Phone, query: &str) -> Response {
    client().get(format!("{}/devices?{query}", phone.url())).send().await.unwrap()
}

pub(crate) async fn json(response: Response) -> Value {
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// The body of a refusal, checked to have the service's form.
pub(crate) async fn problem(response: Response) -> Value {
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let status = response.status().as_u16();
    let problem = json(response).await;
    assert_eq!(problem["status"], status);
    assert!(problem["$schema"].is_string() && problem["title"].is_string() && problem["detail"].is_string());
    problem
}

/// A body for a tap on nothing.
pub(crate) fn tap() -> Value {
    json!({"x": 10, "y": 300})
}

pub(crate) fn swipe(duration: i64) -> Value {
    json!({"startX": 500, "startY": 1500, "endX": 500, "endY": 500, "duration": duration})
}

/// Mean brightness of a PNG, from 0 to 1.
pub(crate) fn brightness(png: &[u8]) -> f64 {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let sum: u64 = pixels.chunks(4).map(|pixel| u64::from(pixel[1])).sum();
    sum as f64 / (pixels.len() / 4) as f64 / 255.0
}

pub(crate) async fn connect(phone: &Phone) -> TcpStream {
    let address = phone.url().trim_start_matches("http://").split('/').next().unwrap().to_owned();
    TcpStream::connect(address).await.unwrap()
}

/// For each request so far, whether the phone did something.
pub(crate) fn executed(phone: &Phone) -> Vec<bool> {
    phone.requests().iter().map(|request| request.executed.is_some()).collect()
}
