//! Error answers: what they say, and what to do about it.

use serde_json::Value as Json;

use super::Mobilerun;
use crate::device::DeviceError;
use crate::http::Response;

/// The service's name for a tool that this device does not have.
const UNSUPPORTED: &str = "DEVICE_TOOL_UNSUPPORTED";

/// Codes that the service puts somewhere into the body, with what to do. Where they stand is not documented, so the
/// whole body is searched.
const CODES: [(&str, &str); 4] = [
    (UNSUPPORTED, "this device cannot do that: use another device"),
    ("DEVICE_NO_BROWSER_TARGET", "open exactly one page in Chrome first"),
    ("CDP_TRANSPORT_UNAVAILABLE", "the browser cannot be reached now: wait and run again"),
    ("DEVICE_TYPE_UNAVAILABLE", "no device of this type is to be had now: ask for another type"),
];

/// What the service says while a window changes or the accessibility service starts.
const NO_TREE_YET: [&str; 2] = ["No active window or root filtered out", "Accessibility service not available"];

impl Mobilerun {
    /// The error that an answer without success is.
    pub(super) fn refused(&self, what: &str, answer: &Response) -> DeviceError {
        self.refused_inside(what, answer, self.client.complaint(answer))
    }

    /// The error that an answer is whose status may say otherwise.
    pub(super) fn refused_inside(&self, what: &str, answer: &Response, said: String) -> DeviceError {
        DeviceError::Refused { what: what.to_owned(), status: answer.status, said, advice: self.advice(answer) }
    }

    /// What to do about an error answer.
    pub(super) fn advice(&self, answer: &Response) -> String {
        let body = String::from_utf8_lossy(&answer.body);
        if let Some((_, advice)) = CODES.iter().find(|(code, _)| body.contains(code)) {
            return (*advice).to_owned();
        }
        if NO_TREE_YET.iter().any(|text| body.contains(text)) {
            return "the phone shows no readable window: unlock it, close what covers the screen, or restart its \
                    accessibility service"
                .to_owned();
        }
        match answer.status {
            200..=299 => {
                "it claims success with an error in its body: run again, and look at the device if it stays so"
                    .to_owned()
            }
            300..=399 => format!(
                "redirects are not followed, because the key would go along: set the base URL (now {}) to the \
                 server's final address",
                self.client.base()
            ),
            400 | 422 => "this server does not take the request as it is: it may be of another version, or the device \
                          cannot do this"
                .to_owned(),
            401 => "the key is missing, wrong or expired: set MOBILERUN_API_KEY".to_owned(),
            402 | 403 => "the account may not do this: look at its plan, its limits and its free slots".to_owned(),
            404 if !self.client.base().path().ends_with("/v1") => format!(
                "the base URL {} does not end in /v1, and without it every path is unknown: set MOBILERUN_BASE_URL",
                self.client.base()
            ),
            404 => "there is no such thing for this key: look at the device id (`goalpost devices` lists them), and \
                    at MOBILERUN_BASE_URL"
                .to_owned(),
            409 => "the device is not in a state for it now: see that nobody else uses it, and run again".to_owned(),
            429 => "too many requests: run fewer cases at once, or later".to_owned(),
            500..=599 => {
                "the device or the service failed: run again, and restart the device if it stays so".to_owned()
            }
            _ => "look at the service's status and at MOBILERUN_BASE_URL".to_owned(),
        }
    }
}

/// Whether this is what the service answers when the screen can be read a moment later: it says so, or it claims success
/// and has no tree.
pub(super) fn no_tree_yet(answer: &Response) -> bool {
    // A screen may well show these words, and has a tree; an answer without one is short.
    const LONGEST: usize = 4096;
    if answer.body.len() > LONGEST {
        return false;
    }
    let has_tree = answer.json().is_ok_and(|json| json.get("a11y_tree").is_some_and(Json::is_object));
    let body = String::from_utf8_lossy(&answer.body);
    !has_tree && (answer.is_success() || NO_TREE_YET.iter().any(|text| body.contains(text)))
}

impl DeviceError {
    /// Whether the device lacks what was asked for, now and later.
    pub(super) fn is_unsupported(&self) -> bool {
        match self {
            Self::Refused { status: 405 | 501, .. } => true,
            Self::Refused { said, advice, .. } => said.contains(UNSUPPORTED) || advice == CODES[0].1,
            _ => false,
        }
    }
}
