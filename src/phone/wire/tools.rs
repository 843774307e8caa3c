//! Reads of the phone itself: screen, picture, time, apps (mobilerun-api 1.3, 1.5).

use base64::Engine as _;
use serde_json::{Map, Value, json};

use super::command::PROTECTED;
use super::fault::FaultKind;
use super::problem::Problem;
use super::query::Query;
use super::reply::Reply;
use super::ui_state::ui_state;
use super::unit::Unit;
use axum::http::StatusCode;

use crate::phone::{AppInfo, picture};

/// `GET /devices/{id}/ui-state`.
pub(crate) fn state(unit: &Unit, query: Option<&str>, faults: &[FaultKind]) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    let filter = query.boolean("filter").unwrap_or(false);
    query.finish()?;
    if faults.contains(&FaultKind::ServiceDown) {
        return Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Accessibility service not available"));
    }
    let found = if faults.contains(&FaultKind::NullRoot) { None } else { ui_state(&unit.screen(), filter) };
    let state = found
        .ok_or_else(|| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "No active window or root filtered out"))?;
    Ok(Reply::Object("StateUIResponse", state))
}

/// `GET /devices/{id}/screenshot` and `POST /devices/{id}/screenshots`.
pub(crate) async fn screenshot(unit: &Unit, query: Option<&str>, faults: &[FaultKind]) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    let hidden = query.boolean("hideOverlay").unwrap_or(false);
    let overlay = unit.overlay() && !hidden;
    // Nothing is stored here, and the reply says so.
    let saved = query.boolean("save").filter(|save| *save).map(|_| false);
    query.finish()?;
    // Pictures show the phone as it is, trees may lag: two calls, not the same instant.
    let screen = unit.phone().screen();
    let black = faults.contains(&FaultKind::BlackScreenshot) || screen.secure;
    let drawn =
        tokio::task::spawn_blocking(
            move || if black { picture::black(&screen) } else { picture::png(&screen, overlay) },
        );
    let bytes = drawn
        .await
        .ok()
        .flatten()
        .ok_or_else(|| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the screen could not be captured"))?;
    if faults.contains(&FaultKind::WrongScreenshot) {
        let wrapped = json!({"image": base64::engine::general_purpose::STANDARD.encode(bytes)}).to_string();
        return Ok(Reply::Image { bytes: wrapped.into_bytes(), content_type: "application/json", saved });
    }
    Ok(Reply::Image { bytes, content_type: "image/png", saved })
}

/// `GET /devices/{id}/overlay`.
pub(crate) fn overlay(unit: &Unit) -> Reply {
    let mut reply = Map::new();
    reply.insert("visible".into(), json!(unit.overlay()));
    Reply::Object("OverlayVisibleResponse", reply)
}

/// `GET /devices/{id}/time`: a JSON string with the local time.
pub(crate) fn time(unit: &Unit) -> Reply {
    Reply::Plain(json!(unit.phone().time().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()))
}

/// `GET /devices/{id}/apps`.
pub(crate) fn apps(unit: &Unit, query: Option<&str>) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    query.boolean("includeUpdates");
    let apps = installed(unit, query.boolean("includeSystemApps"), query.boolean("includeProtectedApps"));
    query.finish()?;
    let describe = |app: AppInfo| {
        let mut item = Map::new();
        item.insert("packageName".into(), json!(app.package));
        item.insert("label".into(), json!(app.label));
        item.insert("versionName".into(), json!(app.version_name));
        item.insert("versionCode".into(), json!(app.version_code));
        item.insert("isSystemApp".into(), json!(app.system));
        Value::Object(item)
    };
    Ok(Reply::Plain(apps.into_iter().map(describe).collect()))
}

/// `GET /devices/{id}/packages`.
pub(crate) fn packages(unit: &Unit, query: Option<&str>) -> Result<Reply, Problem> {
    let mut query = Query::parse(query);
    let apps = installed(unit, query.boolean("includeSystemPackages"), query.boolean("includeProtectedPackages"));
    query.finish()?;
    Ok(Reply::Plain(apps.into_iter().map(|app| json!(app.package)).collect()))
}

fn installed(unit: &Unit, system: Option<bool>, protected: Option<bool>) -> Vec<AppInfo> {
    let mut apps = unit.phone().apps();
    apps.retain(|app| system.unwrap_or(false) || !app.system);
    if protected.unwrap_or(false) {
        apps.push(AppInfo {
            package: PROTECTED.to_owned(),
            label: "Mobilerun Portal".to_owned(),
            version_name: "0.7.2".to_owned(),
            version_code: 72,
            system: false,
        });
    }
    apps
}
