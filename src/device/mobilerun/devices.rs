//! The devices of an account.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value as Json;

use super::Mobilerun;
use crate::device::DeviceError;
use crate::http::{Reached, Request};

/// Pages that are read at most; a server that always has a next one would otherwise never end.
const MOST_PAGES: u32 = 200;

/// Devices asked for per page.
const PAGE_SIZE: u32 = 50;

/// What the service says of one device. Stream tokens are left out: they are secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its id, as `--device mobilerun=ID` and `MOBILERUN_DEVICE_ID` take it.
    pub id: String,
    /// The name somebody gave it; may be empty.
    pub name: String,
    /// The service's word for what it is doing: `ready`, `creating`, ...
    pub state: String,
    /// What the service adds to that; may be empty.
    pub state_message: String,
    /// The service's word for what it is: `android_cloud_phone`, ...
    pub kind: String,
    /// `android`, `ios`, or empty where the service does not say.
    pub platform: String,
}

impl DeviceInfo {
    pub(super) fn read(json: &Json) -> Option<Self> {
        let text = |key: &str| json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let id = text("id");
        (!id.is_empty()).then(|| Self {
            id,
            name: text("name"),
            state: text("state"),
            state_message: text("stateMessage"),
            kind: text("type"),
            platform: text("platform"),
        })
    }
}

impl Mobilerun {
    /// Whether the service answers and takes the key.
    ///
    /// # Errors
    /// What keeps it from that.
    pub async fn reach(&self) -> Result<Reached, DeviceError> {
        let request = Request::get(["devices"]).query("page", "1").query("pageSize", "1");
        Ok(self.get("asking for a device", request).await?.reached())
    }

    /// All devices of the account that exist, whatever their state, in the service's order.
    ///
    /// # Errors
    /// When a page cannot be read.
    pub async fn devices(&self) -> Result<Vec<DeviceInfo>, DeviceError> {
        let what = "listing the devices";
        let mut devices: IndexMap<String, DeviceInfo> = IndexMap::new();
        for page in 1..=MOST_PAGES {
            let request =
                Request::get(["devices"]).query("page", page.to_string()).query("pageSize", PAGE_SIZE.to_string());
            let answer = self.get_json(what, request).await?;
            // An empty list arrives as null.
            let items = match answer.get("items") {
                Some(Json::Array(items)) => items.as_slice(),
                Some(Json::Null) => &[],
                _ => return Err(DeviceError::Unusable { what: what.to_owned(), why: "it has no items".to_owned() }),
            };
            for device in items.iter().filter_map(DeviceInfo::read) {
                // Pages move under us when a device is made meanwhile.
                devices.entry(device.id.clone()).or_insert(device);
            }
            let more = answer.get("pagination").and_then(|p| p.get("hasNext")).and_then(Json::as_bool) == Some(true);
            if !more || items.is_empty() {
                break;
            }
        }
        Ok(devices.into_values().collect())
    }
}
