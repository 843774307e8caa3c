//! Inputs on the wire, and what their answers say.

use serde_json::{Value as Json, json};

use super::MobilerunDevice;
use crate::device::{Completion, Input, Transport};
use crate::http::{HttpError, Request, Response};

/// The shortest swipe that the service takes, in milliseconds.
const SHORTEST_SWIPE: u64 = 10;

impl MobilerunDevice {
    pub(super) async fn send_input(&self, input: &Input) -> Transport {
        match self.account.client.send_once(&self.request(input)).await {
            Ok(answer) => self.transport(&answer),
            Err(error) => lost(&error),
        }
    }

    pub(super) fn request(&self, input: &Input) -> Request {
        let with = |request: Request, body: Json| request.json_bytes(body.to_string());
        match input {
            Input::Tap { x, y } => with(Request::post(self.path(&["tap"])), json!({ "x": x, "y": y })),
            Input::Swipe { start, end, duration_ms } => with(
                Request::post(self.path(&["swipe"])),
                json!({
                    "startX": start.x, "startY": start.y, "endX": end.x, "endY": end.y,
                    "duration": duration_ms.max(&SHORTEST_SWIPE),
                }),
            ),
            Input::Type { text, clear, completion } => {
                let mode = match completion {
                    Completion::Accepted => "accepted",
                    Completion::Committed => "committed",
                };
                with(
                    Request::post(self.path(&["keyboard"])),
                    json!({ "text": text, "clear": clear, "completionMode": mode }),
                )
            }
            Input::ClearField => Request::delete(self.path(&["keyboard"])),
            Input::Key { code } => with(Request::put(self.path(&["keyboard"])), json!({ "key": code })),
            Input::Global { action } => with(Request::post(self.path(&["global"])), json!({ "action": action.code() })),
            Input::OpenApp { package } => with(Request::put(self.path(&["apps", package])), json!({})),
            Input::StopApp { package } => with(Request::patch(self.path(&["apps", package])), json!({})),
            Input::ClearApp { package } => {
                with(Request::patch(self.path(&["apps", package])), json!({ "clearData": true }))
            }
            Input::Grant { package, permission } => {
                with(Request::put(self.path(&["apps", package, "permissions", permission])), json!({}))
            }
            Input::OpenLink { link, package } => {
                let mut body = json!({ "deepLink": link });
                if let Some(package) = package {
                    body["packageName"] = json!(package);
                }
                with(Request::post(self.path(&["apps", "open-deep-link"])), body)
            }
            Input::PutFile { folder, name, content } => self.upload(folder, name, content),
            Input::DeleteFile { path } => Request::delete(self.path(&["files"])).query("path", path),
            Input::SetClipboard { text } => with(Request::post(self.path(&["clipboard"])), json!({ "text": text })),
            Input::SetLocation { latitude, longitude } => {
                with(Request::post(self.path(&["location"])), json!({ "latitude": latitude, "longitude": longitude }))
            }
            Input::SetTimezone { timezone } => {
                with(Request::post(self.path(&["timezone"])), json!({ "timezone": timezone }))
            }
            Input::SetLanguage { locale } => {
                with(Request::post(self.path(&["language"])), json!({ "locale": locale, "restart": true }))
            }
            Input::Reset => with(Request::post(self.path(&["reset"])), json!({ "mode": "full" })),
            Input::Script { script } => {
                with(Request::post(self.path(&["browser", "execute-script"])), json!({ "script": script }))
            }
        }
    }

    pub(super) fn transport(&self, answer: &Response) -> Transport {
        let (account, status) = (&self.account, answer.status);
        let said = || format!("{status} ({}): {}", account.client.complaint(answer), account.advice(answer));
        match status {
            200..=299 => Transport::Accepted {
                status,
                cut: answer.is_cut(),
                body_error: account.client.hidden_complaint(answer),
            },
            // The server gave up on the request, or on its order: neither says that nothing was done.
            408 | 425 => Transport::Unknown { status: Some(status), error: said() },
            400..=499 => Transport::Rejected {
                status,
                error: said(),
                retry_after: answer.retry_after(account.client.clock().now()),
            },
            _ => Transport::Unknown { status: Some(status), error: said() },
        }
    }
}

pub(super) fn lost(error: &HttpError) -> Transport {
    let said = error.to_string();
    if error.is_not_sent() {
        Transport::NotSent { error: said }
    } else {
        Transport::Unknown { status: None, error: said }
    }
}
