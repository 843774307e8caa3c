//! Scripts in the page of the phone's browser (mobilerun-api 1.4).

use axum::http::StatusCode;
use serde_json::Map;

use super::problem::Problem;
use super::reply::Reply;
use super::unit::Unit;
use crate::phone::ScriptError;

/// `POST /devices/{id}/browser/execute-script`, with the number of the phone's input.
pub(crate) fn execute(unit: &Unit, script: &str) -> Result<(Option<u64>, Reply), Problem> {
    let (input, result) = unit.phone().run_script(script).map_err(|error| match error {
        ScriptError::NoPage => Problem::bad_request(format!("DEVICE_NO_BROWSER_TARGET: {error}")),
        _ => Problem::bad_request(error.to_string()),
    })?;
    let mut reply = Map::new();
    reply.insert("result".into(), result);
    Ok((Some(input), Reply::Object("BrowserExecuteScriptResponse", reply)))
}

/// The browser cannot be reached for so many seconds; nothing was executed.
pub(crate) fn unreachable(seconds: u32) -> Problem {
    let detail = "CDP_TRANSPORT_UNAVAILABLE: the browser could not be reached (injected fault)";
    Problem {
        retry_after: Some(seconds),
        outcome: Some("not_executed"),
        ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }
}
