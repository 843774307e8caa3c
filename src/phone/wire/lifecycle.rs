//! Devices as the service lists and describes them (mobilerun-api 1.2). These answer in every state of a device.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::fault::FaultKind;
use super::problem::Problem;
use super::query::Query;
use super::reply::Reply;
use super::state::{DeviceState, STATES};
use super::unit::{DEVICE_TYPE, Unit};
use crate::clock::Clock;

const TYPES: &[&str] = &[
    "android_cloud_phone",
    "android_physical_phone",
    "ios_stealth_phone",
    "android_emulator",
    "ios_simulator",
    "device_slot",
];

/// The service names no limit; past this the wait is answered 408.
const WAIT_LIMIT: Duration = Duration::from_secs(30);

/// How often a wait looks at the device.
const WAIT_STEP: Duration = Duration::from_millis(250);

/// `GET /devices`.
pub(crate) fn list(units: &[Arc<Unit>], query: Option<&str>) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    let states = query.list("state", STATES);
    let types = query.list("type", TYPES);
    let platform = query.one_of("platform", &["android", "ios"]);
    let after = query.instant("createdAfter");
    let before = query.instant("createdBefore");
    let mine = query.boolean("mine");
    let order = query.one_of("orderBy", &["id", "createdAt", "updatedAt", "assignedAt", "gridPosition"]);
    let descending = query.one_of("orderByDirection", &["asc", "desc"]).as_deref() == Some("desc");
    let page = query.integer("page", 1, i64::from(i32::MAX)).unwrap_or(1);
    let size = query.integer("pageSize", 1, 100).unwrap_or(20);
    let name = query.text("name").map(str::to_owned);
    let search = query.text("search").map(str::to_lowercase);
    // What these devices do not have, nothing matches.
    let foreign = ["country", "providerId", "createdBy"].iter().any(|name| query.text(name).is_some());
    if mine.is_some() && query.text("createdBy").is_some() {
        return Err(Problem::bad_request("mine and createdBy cannot be combined"));
    }
    query.finish()?;

    let listed = |unit: &&Arc<Unit>| {
        let state = unit.state();
        let shown = match &states {
            Some(states) => states.iter().any(|name| name == state.name()),
            None => !matches!(state, DeviceState::Terminated | DeviceState::Unknown),
        };
        shown
            && !foreign
            && types.as_ref().is_none_or(|types| types.iter().any(|name| name == DEVICE_TYPE))
            && platform.as_ref().is_none_or(|platform| platform == "android")
            && name.as_ref().is_none_or(|name| *name == unit.name())
            && search.as_ref().is_none_or(|words| unit.name().to_lowercase().contains(words) || unit.id.contains(words))
            // Only the later of the two is exclusive.
            && after.is_none_or(|after| unit.created() >= after)
            && before.is_none_or(|before| unit.created() < before)
    };
    let mut found: Vec<&Arc<Unit>> = units.iter().filter(listed).collect();
    match order.as_deref() {
        Some("id") => found.sort_by(|a, b| a.id.cmp(&b.id)),
        Some("updatedAt") => found.sort_by_key(|unit| unit.updated()),
        _ => {}
    }
    if descending {
        found.reverse();
    }

    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let pages = total.div_euclid(size) + i64::from(total % size != 0);
    let skipped = usize::try_from((page - 1).saturating_mul(size)).unwrap_or(usize::MAX);
    let shown = usize::try_from(size).unwrap_or(usize::MAX);
    let items = found.into_iter().skip(skipped).take(shown).map(|unit| Value::Object(unit.describe())).collect();
    let mut reply = Map::new();
    reply.insert("items".into(), Value::Array(items));
    reply.insert(
        "pagination".into(),
        json!({
            "hasNext": page < pages, "hasPrev": page > 1, "page": page,
            "pages": pages, "pageSize": size, "total": total,
        }),
    );
    Ok(Reply::Object("DeviceListOutputBody", reply))
}

/// `GET /devices/summary`.
pub(crate) fn summary(units: &[Arc<Unit>], query: Option<&str>) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    let states = query.list("state", STATES);
    query.finish()?;
    let of: Vec<String> = units.iter().map(|unit| unit.state().name().to_owned()).collect();
    let of = of.into_iter().filter(|state| states.as_ref().is_none_or(|states| states.contains(state)));
    let mut by_state = Map::new();
    let mut total = 0;
    for state in of {
        total += 1;
        let count = by_state.get(&state).and_then(Value::as_u64).unwrap_or(0);
        by_state.insert(state, json!(count + 1));
    }
    let mut reply = Map::new();
    reply.insert("byState".into(), Value::Object(by_state));
    reply.insert("byType".into(), json!({DEVICE_TYPE: total}));
    reply.insert("total".into(), json!(total));
    Ok(Reply::Object("DeviceSummary", reply))
}

/// `GET /devices/count`: deprecated. A map from types to numbers, and so without a schema.
pub(crate) fn count(units: &[Arc<Unit>]) -> Reply {
    Reply::Plain(json!({DEVICE_TYPE: units.len()}))
}

/// `GET /devices/{id}/apps/installs`: nothing was ever installed.
pub(crate) fn installs() -> Reply {
    let mut reply = Map::new();
    reply.insert("installs".into(), json!([]));
    Reply::Object("InstallList", reply)
}

/// `GET /devices/{id}`.
pub(crate) fn get(unit: &Unit) -> Reply {
    Reply::Object("Device", unit.describe())
}

/// `GET /devices/{id}/wait`: answers when the device is ready.
pub(crate) async fn wait(unit: &Unit, clock: &Clock) -> Result<Reply, Problem> {
    let begun = clock.now();
    loop {
        match unit.state() {
            DeviceState::Ready => return Ok(get(unit)),
            DeviceState::Terminated => return Err(Problem::conflict("device is terminated and will not become ready")),
            state if clock.since(begun) >= WAIT_LIMIT => {
                let detail = format!("device did not become ready in time: it is {state}");
                return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, detail));
            }
            _ => clock.sleep(WAIT_STEP).await,
        }
    }
}

/// The capabilities that the service knows, and whether this server has them.
pub(crate) const CAPABILITIES: &[(&str, bool)] = &[
    ("accessibility", true),
    ("agent", false),
    ("apps", true),
    ("browser", true),
    ("cameraInjection", false),
    ("clipboard", true),
    ("esim", false),
    ("factoryReset", true),
    ("files", true),
    ("fingerprint", false),
    ("frida", false),
    ("geo", true),
    ("humanTouch", false),
    ("identityReset", false),
    ("language", true),
    ("logcat", false),
    ("microphoneInjection", false),
    ("proxy", false),
    ("recording", false),
    ("reset", true),
    ("shell", false),
    ("spoofing", false),
    ("stop", true),
    ("stream", false),
    ("time", true),
    ("trafficInspection", false),
];

/// `GET /devices/{id}/capabilities`: what this server has, but for what faults take from it.
pub(crate) fn capabilities(faults: &[FaultKind]) -> Reply {
    let told = CAPABILITIES.iter().filter(|(name, _)| !faults.contains(&FaultKind::Untold(name)));
    let has = |(name, has): &(&'static str, bool)| {
        ((*name).to_owned(), json!(*has && !faults.contains(&FaultKind::Lacks(name))))
    };
    let mut reply = Map::new();
    reply.insert("deviceType".into(), json!(DEVICE_TYPE));
    reply.insert("capabilities".into(), Value::Object(told.map(has).collect()));
    Reply::Object("DeviceCapabilities", reply)
}
