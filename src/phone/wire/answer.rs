//! From request to reply: one path for every endpoint.
//!
//! Key, body, device, checks, then the faults that refuse, then the work, then the faults that spoil the reply.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header, request};
use futures::{StreamExt as _, stream};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::body::{self, Fields};
use super::command::Command;
use super::endpoint::{Class, Endpoint, Operation};
use super::fault::{FaultKind, Switches};
use super::latency::Latency;
use super::log::{Executed, Log};
use super::problem::Problem;
use super::quirk;
use super::reply::Reply;
use super::unit::{Unit, lock};
use super::{browser, environment, files, lifecycle, tools};
use crate::clock::Clock;
use crate::serve::{Line, Sent};

/// Largest body that is read.
const LARGEST_BODY: usize = 1 << 20;

/// How long a body may take, in real time.
const PATIENCE: Duration = Duration::from_secs(30);

/// All that requests share.
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) key: Option<SecretString>,
    pub(crate) schemas: String,
    pub(crate) units: Vec<Arc<Unit>>,
    pub(crate) switches: Mutex<Switches>,
    pub(crate) latency: Mutex<Latency>,
    pub(crate) log: Mutex<Log>,
    /// Inputs under way. They go on when their caller hangs up, and end with the server.
    pub(crate) inputs: Mutex<JoinSet<()>>,
}

/// Answers a request for an operation. `captures` are the named parts of its path.
pub(crate) async fn answer(
    world: Arc<World>,
    operation: &'static Operation,
    captures: HashMap<String, String>,
    head: request::Parts,
    body: Body,
) -> Response<Body> {
    let endpoint = operation.endpoint;
    let line = head.extensions.get::<Line>().cloned().unwrap_or_default();
    let number = arrive(&world, &head, Some(endpoint));
    let ticket = Arc::new(Ticket { world: Arc::clone(&world), number });
    let body = match read(body).await {
        Ok(body) => body,
        Err(problem) => return send(&world, number, problem.into_response(&world.schemas)),
    };
    lock(&world.log).amend(number, |request| request.body = String::from_utf8_lossy(&body).into_owned());
    if let Err(problem) = authorised(&world, &head) {
        return send(&world, number, problem.into_response(&world.schemas));
    }

    let faults = lock(&world.switches).draw(endpoint);
    lock(&world.log).amend(number, |request| request.faults = faults.iter().map(FaultKind::name).collect());
    if let Some(response) = refused(&faults, endpoint, &line, &world.schemas).await {
        return send(&world, number, response);
    }

    let asked = Asked { operation, captures, head, body, ticket: Arc::clone(&ticket) };
    let outcome = work(&world, asked, &faults).await;
    let mut pause = lock(&world.latency).draw(endpoint, lock(&world.switches).random());
    for fault in &faults {
        if let FaultKind::Slow(time) = fault {
            pause = pause.saturating_add(*time);
        }
    }
    if !pause.is_zero() {
        world.clock.sleep(pause).await;
    }
    let response = match outcome {
        Ok(reply) => reply.into_response(&world.schemas),
        Err(problem) => problem.into_response(&world.schemas),
    };
    let response = spoiled(&faults, &line, response, &world.schemas).await;
    send(&world, number, response)
}

/// Answers a request for nothing that exists.
pub(crate) async fn unknown(world: Arc<World>, head: request::Parts, body: Body, problem: Problem) -> Response<Body> {
    let number = arrive(&world, &head, None);
    let _ticket = Ticket { world: Arc::clone(&world), number };
    if let Ok(body) = read(body).await {
        lock(&world.log).amend(number, |request| request.body = String::from_utf8_lossy(&body).into_owned());
    }
    send(&world, number, problem.into_response(&world.schemas))
}

/// Notes an arrival in the log. The router has cut its prefix off the path; callers know the path that they sent.
fn arrive(world: &World, head: &request::Parts, endpoint: Option<Endpoint>) -> u64 {
    let sent = head.extensions.get::<Sent>().map_or(&head.uri, |Sent(uri)| uri);
    lock(&world.log).arrive(world.clock.now(), &head.method, sent, &head.headers, endpoint)
}

struct Asked {
    operation: &'static Operation,
    captures: HashMap<String, String>,
    head: request::Parts,
    body: Bytes,
    ticket: Arc<Ticket>,
}

/// Held by all that works on a request. Once nobody does, whether answered or not, the request is over.
struct Ticket {
    world: Arc<World>,
    number: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        lock(&self.world.log).end(self.number);
    }
}

pub(crate) async fn read(body: Body) -> Result<Bytes, Problem> {
    let collected = tokio::time::timeout(PATIENCE, Limited::new(body, LARGEST_BODY).collect()).await;
    let Ok(collected) = collected else {
        return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "request body did not come in time"));
    };
    match collected {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("request body is larger than {LARGEST_BODY} bytes"),
        )),
        Err(_) => Err(Problem::bad_request("request body ended early")),
    }
}

pub(crate) fn authorised(world: &World, head: &request::Parts) -> Result<(), Problem> {
    let Some(key) = &world.key else { return Ok(()) };
    let sent = head.headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes);
    match sent.and_then(|value| value.strip_prefix(b"Bearer ")) {
        Some(sent) if sent == key.expose_secret().as_bytes() => Ok(()),
        Some(_) => Err(Problem::new(StatusCode::UNAUTHORIZED, "invalid or expired API key")),
        None => Err(Problem::new(StatusCode::UNAUTHORIZED, "missing API key: send Authorization: Bearer <key>")),
    }
}

/// Does what was asked, or says why not.
async fn work(world: &Arc<World>, asked: Asked, faults: &[FaultKind]) -> Result<Reply, Problem> {
    let endpoint = asked.operation.endpoint;
    let query = asked.head.uri.query();
    let of_all = match endpoint {
        Endpoint::ListDevices => Some(lifecycle::list(&world.units, query)?),
        Endpoint::Summary => Some(lifecycle::summary(&world.units, query)?),
        Endpoint::Count => Some(lifecycle::count(&world.units)),
        _ => None,
    };
    let mut reply = if let Some(reply) = of_all {
        reply
    } else {
        let id = asked.captures.get("id").map(String::as_str).unwrap_or_default();
        let unit = world.units.iter().find(|unit| unit.id == id);
        let unit = unit.ok_or_else(|| Problem::not_found("device not found"))?;
        let taken = faults.contains(&FaultKind::UnknownMembersTaken);
        let fields = body::decode(asked.operation.body, &asked.head.headers, &asked.body, taken)?;
        if matches!(asked.operation.class, Class::Read | Class::Action) {
            unit.usable()?;
        }
        let reply = match endpoint {
            Endpoint::GetDevice => lifecycle::get(unit),
            Endpoint::Wait => lifecycle::wait(unit, &world.clock).await?,
            Endpoint::Capabilities => lifecycle::capabilities(faults),
            Endpoint::ListInstalls => lifecycle::installs(),
            Endpoint::UiState => tools::state(unit, query, faults)?,
            Endpoint::Screenshot | Endpoint::Capture => tools::screenshot(unit, query, faults).await?,
            Endpoint::Time => tools::time(unit),
            Endpoint::GetOverlay => tools::overlay(unit),
            Endpoint::GetLocation => environment::location(unit),
            Endpoint::GetTimezone => environment::timezone(unit),
            Endpoint::GetLanguage => environment::language(unit),
            Endpoint::GetClipboard => environment::clipboard(unit),
            Endpoint::ListApps => tools::apps(unit, query)?,
            Endpoint::ListPackages => tools::packages(unit, query)?,
            Endpoint::ListFiles => files::list(unit, query)?,
            Endpoint::DownloadFile => files::download(unit, query)?,
            _ => return act(world, unit, &asked, &fields, faults).await,
        };
        leave(unit, faults);
        reply
    };
    match &mut reply {
        Reply::Object(_, members) => quirk::spoil(members, faults, asked.ticket.number),
        Reply::Plain(value) if faults.contains(&FaultKind::NullValues) => *value = serde_json::Value::Null,
        Reply::Plain(value) if !faults.contains(&FaultKind::EmptyArrays) => quirk::nil(value),
        _ => {}
    }
    Ok(reply)
}

/// Gives the phone an input. It is executed even if the caller hangs up meanwhile.
async fn act(
    world: &Arc<World>,
    unit: &Arc<Unit>,
    asked: &Asked,
    fields: &Fields,
    faults: &[FaultKind],
) -> Result<Reply, Problem> {
    let command = match asked.operation.endpoint {
        Endpoint::UploadFile => Some(files::upload(&asked.head, &asked.body).await?),
        Endpoint::DeleteFile => Some(files::delete(asked.head.uri.query())?),
        endpoint => Command::decode(endpoint, &asked.captures, fields)?,
    };
    let Some(command) = command else {
        return Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "not implemented"));
    };
    let swallows = |fault: &FaultKind| match fault {
        FaultKind::Swallowed => true,
        FaultKind::ShortSwipesLost(longest) => command.gesture() <= *longest,
        _ => false,
    };
    if faults.iter().any(swallows) {
        return Ok(Reply::Done);
    }
    let (done, outcome) = oneshot::channel();
    let (unit, faults, ticket) = (Arc::clone(unit), faults.to_vec(), Arc::clone(&asked.ticket));
    {
        let mut inputs = lock(&world.inputs);
        while inputs.try_join_next().is_some() {}
        inputs.spawn(async move {
            let _ = done.send(execute(&ticket, &unit, command, &faults).await);
        });
    }
    outcome.await.unwrap_or_else(|_| Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the phone was switched off")))
}

async fn execute(
    Ticket { world, number }: &Ticket,
    unit: &Unit,
    command: Command,
    faults: &[FaultKind],
) -> Result<Reply, Problem> {
    let _finger = unit.finger.lock().await;
    let rename = matches!(command, Command::Rename(_));
    let reply = || if rename { lifecycle::get(unit) } else { Reply::Done };
    if faults.contains(&FaultKind::Deduplicated) && lock(&world.log).is_repeated(*number) {
        return Ok(reply());
    }
    if !command.gesture().is_zero() {
        world.clock.sleep(command.gesture()).await;
    }
    for fault in faults {
        if let FaultKind::StaleTree(time) = fault {
            unit.hold_screen(*time);
        }
    }
    let (input, reply) = match &command {
        Command::Script(script) => browser::execute(unit, script)?,
        _ => (command.perform(unit)?, reply()),
    };
    let wait = command.wait();
    lock(&world.log).amend(*number, |request| request.executed = Some(Executed { command, input }));
    leave(unit, faults);
    if !wait.is_zero() {
        world.clock.sleep(wait).await;
    }
    Ok(reply)
}

/// Makes the device leave `ready`, if a fault says so.
fn leave(unit: &Unit, faults: &[FaultKind]) {
    for fault in faults {
        if let FaultKind::Becomes(state, time) = fault {
            unit.enter(state.clone(), Some(*time));
        }
    }
}

/// The reply of the first fault that keeps the request from being executed.
async fn refused(faults: &[FaultKind], endpoint: Endpoint, line: &Line, schemas: &str) -> Option<Response<Body>> {
    for fault in faults {
        match fault {
            FaultKind::Status { status, retry_after } => {
                let problem = Problem { retry_after: *retry_after, ..injected(*status) };
                return Some(problem.into_response(schemas));
            }
            FaultKind::Gateway(status) => return Some(gateway(*status)),
            FaultKind::NoBrowserTransport(seconds) => {
                return Some(browser::unreachable(*seconds).into_response(schemas));
            }
            FaultKind::Lacks(what) if endpoint.capability() == Some(what) => {
                return Some(unsupported(endpoint, what).into_response(schemas));
            }
            FaultKind::OtherKeyboard => {
                let detail = "the Mobilerun keyboard is not the selected input method";
                return Some(Problem::conflict(detail).into_response(schemas));
            }
            FaultKind::Dropped => gone(line).await,
            FaultKind::ErrorInside => {
                let body = r#"{"status":"error","error":"device did not accept the command"}"#;
                let mut response = Response::new(Body::from(body));
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
                return Some(response);
            }
            _ => {}
        }
    }
    None
}

/// What is left of the reply of an executed request.
async fn spoiled(faults: &[FaultKind], line: &Line, mut response: Response<Body>, schemas: &str) -> Response<Body> {
    for fault in faults {
        match fault {
            FaultKind::StatusAfter(status) => return injected(*status).into_response(schemas),
            FaultKind::ReplyLost => gone(line).await,
            FaultKind::Hang => std::future::pending().await,
            FaultKind::LoneSurrogates => {
                let (parts, body) = response.into_parts();
                let whole = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
                response = Response::from_parts(parts, Body::from(quirk::halve(&whole)));
            }
            FaultKind::ReplyCut => return cut(line, response).await,
            _ => {}
        }
    }
    response
}

/// What a device without this capability says (mobilerun-api 1.2, 2.1).
fn unsupported(endpoint: Endpoint, capability: &str) -> Problem {
    let detail = format!("DEVICE_TOOL_UNSUPPORTED: this device does not have the capability {capability}");
    // A device that cannot be parked has nothing at that address.
    if endpoint == Endpoint::Stop { Problem::not_found(detail) } else { Problem::bad_request(detail) }
}

fn injected(status: u16) -> Problem {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Problem::new(status, format!("{} (injected fault)", status.canonical_reason().unwrap_or("error")))
}

fn gateway(status: u16) -> Response<Body> {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let title = format!("{} {}", status.as_u16(), status.canonical_reason().unwrap_or("Error"));
    let page = format!(
        "<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n\
         <hr><center>gateway</center>\r\n</body>\r\n</html>\r\n"
    );
    let mut response = Response::new(Body::from(page));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html"));
    response
}

async fn gone(line: &Line) -> ! {
    line.cut();
    std::future::pending().await
}

/// The first half of the reply, and the end of the connection. A reply without a body is given one to be cut.
async fn cut(line: &Line, response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let whole = match body.collect().await.map(http_body_util::Collected::to_bytes) {
        Ok(bytes) if !bytes.is_empty() => bytes,
        _ => Bytes::from_static(b"{\"status\":\"success\"}"),
    };
    if parts.status == StatusCode::NO_CONTENT {
        parts.status = StatusCode::OK;
    }
    parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(whole.len()));
    let line = line.clone();
    let half = stream::once(std::future::ready(Ok::<_, io::Error>(whole.slice(..whole.len() / 2))));
    let end = stream::once(async move {
        // The half must be on its way before the line goes.
        tokio::time::sleep(Duration::from_millis(5)).await;
        gone(&line).await
    });
    Response::from_parts(parts, Body::from_stream(half.chain(end)))
}

fn send(world: &World, number: u64, response: Response<Body>) -> Response<Body> {
    let status = response.status().as_u16();
    lock(&world.log).amend(number, |request| request.status = Some(status));
    response
}
