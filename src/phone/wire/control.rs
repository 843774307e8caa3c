//! Control of a phone that is being served, beside the API: faults, latency, device state, and what happened.
//!
//! | request | does |
//! |---|---|
//! | `GET /control/faults` | `{"faults": ["status=429:2@tap*1", ...]}` |
//! | `POST /control/faults` `{"fault": "NAME[=VALUE][@ENDPOINT][*TIMES][%PERCENT]"}` | sets one more |
//! | `DELETE /control/faults` | unsets all |
//! | `POST /control/latency` `{"latency": "[ENDPOINT=]MS[..MS]"}` | changes how long replies take |
//! | `POST /control/state` `{"state": S, "ms"?: N, "device"?: ID}` | puts a device into a state, for a time or for good |
//! | `POST /control/hang` `{"input"?: N}` | the app in front stops responding, now or after the Nth input |
//! | `POST /control/hang` `{"start": PACKAGE}` | the app stops responding the next time that it is started |
//! | `POST /control/notification` `{"package": P, "title": S, "text": S, "tag"?: S}` | the app posts it, if it may |
//! | `GET /control/requests` | all requests to the API, with what was executed |
//! | `GET /control/facts` | all facts of the first phone: its settings, and the data of its apps |
//! | `POST /control/facts` `{"facts": {NAME: VALUE or null}}` | sets facts as the phone would by itself; null deletes |
//! | `GET /control/changes` | all changes of the first phone's facts, with the input that caused each |
//!
//! Hangs, notifications, facts and changes are those of the first phone. It is no part of the API, so it lies outside
//! its prefix, is reached by loopback alone, as the whole server is, and is neither logged nor hit by faults. Where the API asks for a key, so does this.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value, json};

use super::answer::{World, authorised, read};
use super::body::{self, Fields, Kind, Shape, optional, required};
use super::problem::{Flaw, Problem};
use super::reply::Reply;
use super::state::DeviceState;
use super::unit::lock;
use crate::phone::{Cause, Change, Hang, Value as Fact};

/// Path in front of it all.
pub(crate) const PATH: &str = "/control";

const FAULT: Shape = Shape::Object(&[required("fault", Kind::Text)]);
const LATENCY: Shape = Shape::Object(&[required("latency", Kind::Text)]);
const STATE: Shape = Shape::Object(&[
    required("state", Kind::Text),
    optional("ms", Kind::Integer { min: 0, max: u32::MAX as i64 }),
    optional("device", Kind::Text),
]);

const FACTS: Shape = Shape::Object(&[required("facts", Kind::Object)]);
const HANG: Shape =
    Shape::Optional(&[optional("input", Kind::Integer { min: 1, max: i64::MAX }), optional("start", Kind::Text)]);
const NOTIFICATION: Shape = Shape::Object(&[
    required("package", Kind::Text),
    required("title", Kind::Text),
    required("text", Kind::Text),
    optional("tag", Kind::Text),
]);

type Answer = fn(&World, &Fields) -> Result<Reply, Problem>;

pub(crate) fn router(world: &Arc<World>) -> Router {
    let handler = |shape: Shape, answer: Answer| {
        let world = Arc::clone(world);
        move |request: Request| respond(Arc::clone(&world), shape, answer, request)
    };
    Router::new()
        .route(
            "/faults",
            get(handler(Shape::Ignored, faults))
                .post(handler(FAULT, set_fault))
                .delete(handler(Shape::Ignored, clear_faults)),
        )
        .route("/latency", post(handler(LATENCY, set_latency)))
        .route("/state", post(handler(STATE, set_state)))
        .route("/hang", post(handler(HANG, hang)))
        .route("/notification", post(handler(NOTIFICATION, notification)))
        .route("/requests", get(handler(Shape::Ignored, requests)))
        .route("/facts", get(handler(Shape::Ignored, facts)).post(handler(FACTS, set_facts)))
        .route("/changes", get(handler(Shape::Ignored, changes)))
}

async fn respond(world: Arc<World>, shape: Shape, answer: Answer, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let answered = async {
        authorised(&world, &head)?;
        let body = read(body).await?;
        // Whatever its content type: `curl -d` says that JSON is a form.
        answer(&world, &body::decode(shape, &HeaderMap::new(), &body, false)?)
    };
    match answered.await {
        Ok(reply) => reply.into_response(&world.schemas),
        Err(problem) => problem.into_response(&world.schemas),
    }
}

fn faults(world: &World, _: &Fields) -> Result<Reply, Problem> {
    let mut reply = Map::new();
    reply.insert("faults".into(), json!(lock(&world.switches).written()));
    Ok(Reply::Object("Faults", reply))
}

fn set_fault(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let written = fields.text("fault").unwrap_or_default();
    let fault = written.parse().map_err(|error| unreadable("fault", &error))?;
    lock(&world.switches).add(fault);
    Ok(Reply::Done)
}

fn clear_faults(world: &World, _: &Fields) -> Result<Reply, Problem> {
    lock(&world.switches).clear();
    Ok(Reply::Done)
}

fn set_latency(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let mut latency = lock(&world.latency);
    let changed = latency.clone().read(fields.text("latency").unwrap_or_default());
    *latency = changed.map_err(|error| unreadable("latency", &error))?;
    Ok(Reply::Done)
}

fn set_state(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let named = fields.text("device");
    let unit = world.units.iter().find(|unit| named.is_none_or(|id| unit.id == id));
    let unit = unit.ok_or_else(|| Problem::not_found("device not found"))?;
    let time = fields.integer("ms").and_then(|ms| u64::try_from(ms).ok()).map(Duration::from_millis);
    unit.enter(DeviceState::named(fields.text("state").unwrap_or_default()), time);
    Ok(Reply::Done)
}

fn hang(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let Some(unit) = world.units.first() else { return Err(Problem::not_found("device not found")) };
    let mut phone = unit.phone();
    let input = fields.integer("input").and_then(|number| u64::try_from(number).ok());
    match (input, fields.text("start")) {
        (None, None) => phone.hang_now(),
        (Some(number), None) => phone.hang(Hang::AtInput(number)),
        (None, Some(package)) => phone.hang(Hang::AfterStart(package.to_owned())),
        _ => return Err(Problem::invalid(vec![Flaw::new("body.start", "send input or start, not both", None)])),
    }
    Ok(Reply::Done)
}

fn notification(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let Some(unit) = world.units.first() else { return Err(Problem::not_found("device not found")) };
    let text = |name| fields.text(name).unwrap_or_default();
    let tag = fields.text("tag").unwrap_or("control");
    let posted = unit.phone().notify_as(text("package"), tag, text("title"), text("text"));
    match posted {
        Ok(true) => Ok(Reply::Done),
        Ok(false) => Err(Problem::forbidden(format!("{} may not post notifications", text("package")))),
        Err(error) => Err(Problem::not_found(error.to_string())),
    }
}

fn requests(world: &World, _: &Fields) -> Result<Reply, Problem> {
    Ok(Reply::Plain(lock(&world.log).all().iter().map(super::log::Request::to_json).collect()))
}

fn facts(world: &World, _: &Fields) -> Result<Reply, Problem> {
    let Some(unit) = world.units.first() else { return Ok(Reply::Plain(json!({}))) };
    let phone = unit.phone();
    Ok(Reply::Plain(Value::Object(phone.values().map(|(key, value)| (key.to_owned(), written(Some(value)))).collect())))
}

/// All of them or, if one is no fact's value, none.
fn set_facts(world: &World, fields: &Fields) -> Result<Reply, Problem> {
    let named: Result<Vec<_>, Problem> = fields
        .object("facts")
        .into_iter()
        .flatten()
        .map(|(key, value)| {
            let value = match value {
                Value::Null => Ok(None),
                Value::Bool(on) => Ok(Some(Fact::Flag(*on))),
                Value::String(text) => Ok(Some(Fact::Text(text.clone()))),
                other => other.as_i64().map(|number| Some(Fact::Number(number))).ok_or_else(|| {
                    let expected = "expected boolean, integer, string or null".to_owned();
                    Problem::invalid(vec![Flaw::new(format!("body.facts.{key}"), expected, None)])
                }),
            };
            value.map(|value| (key, value))
        })
        .collect();
    let unit = world.units.first().ok_or_else(|| Problem::not_found("device not found"))?;
    let mut phone = unit.phone();
    for (key, value) in named? {
        match value {
            Some(value) => phone.set(key, value),
            None => phone.unset(key),
        }
    }
    Ok(Reply::Done)
}

fn changes(world: &World, _: &Fields) -> Result<Reply, Problem> {
    let Some(unit) = world.units.first() else { return Ok(Reply::Plain(json!([]))) };
    let phone = unit.phone();
    Ok(Reply::Plain(phone.changes().map(change).collect()))
}

fn change(change: &Change) -> Value {
    let input = match change.cause {
        Cause::Input(number) => Some(number),
        Cause::Phone => None,
    };
    json!({
        "fact": change.key, "from": written(change.from.as_ref()), "to": written(change.to.as_ref()),
        "input": input, "at": change.at.to_string(),
    })
}

fn written(value: Option<&Fact>) -> Value {
    match value {
        None => Value::Null,
        Some(Fact::Flag(on)) => json!(on),
        Some(Fact::Number(number)) => json!(number),
        Some(Fact::Text(text)) => json!(text),
    }
}

fn unreadable(member: &str, error: &dyn std::error::Error) -> Problem {
    Problem::invalid(vec![Flaw::new(format!("body.{member}"), error.to_string(), None)])
}
