//! The Mobilerun device against the embedded phone, and against bare sockets for what no phone does on purpose.

#![allow(clippy::unwrap_used)]

mod devices;
#[cfg(feature = "phone")]
mod embedded;
mod errors;
mod inputs;
#[path = "../raw_server/mod.rs"]
mod raw_server;
mod screens;

use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::device::mobilerun::{Mobilerun, MobilerunDevice};
use goalpost::device::{Channel, Completion, Device, DeviceError, Input, Reading, Transport, Value};
use goalpost::event::{Backend, Events};
use goalpost::http::{BaseUrl, Options};
use goalpost::screen::{Global, Point, Size};
use goalpost::secret::Secret;
use goalpost::settings::Settings;
use raw_server::{RawServer, Then};
use rstest::rstest;
use serde_json::json;

fn clock() -> Clock {
    Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap())
}

fn account(url: &str, key: Option<&str>, clock: &Clock) -> Mobilerun {
    account_within(url, key, clock, Duration::from_secs(20))
}

/// An account whose requests have this long to be answered, in real time.
fn account_within(url: &str, key: Option<&str>, clock: &Clock, time: Duration) -> Mobilerun {
    let options = Options { read_timeout: time, send_timeout: time, ..Options::default() };
    let key = key.map(Secret::from);
    Mobilerun::new(BaseUrl::parse(url).unwrap(), key.as_ref(), options, clock.clone(), Events::silent()).unwrap()
}

fn device(server: &RawServer) -> MobilerunDevice {
    account_within(&server.url, None, &clock(), server.patience).device("d-1")
}

fn tap() -> Input {
    Input::Tap { x: 261, y: 500 }
}

/// A ui-state with this context and one label.
fn ui_state(context: &serde_json::Value) -> String {
    json!({
        "$schema": "https://somewhere/schema.json",
        "a11y_tree": {
            "className": "FrameLayout", "packageName": "com.example", "resourceId": "", "text": "",
            "contentDescription": "", "boundsInScreen": {"left": 0, "top": 0, "right": 720, "bottom": 1280},
            "isEnabled": true, "children": [{
                "className": "TextView", "text": "Hello", "isClickable": true, "isEnabled": true, "children": null,
                "boundsInScreen": {"left": 0, "top": 1200, "right": 720, "bottom": 1900},
            }],
        },
        "phone_state": {"packageName": "com.example", "keyboardVisible": false, "isEditable": false},
        "device_context": context,
    })
    .to_string()
}
