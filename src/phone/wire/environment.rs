//! Reads of the phone's environment: where it is, its time zone, its language, its clipboard (mobilerun-api 1.6).

use serde_json::{Map, Value, json};

use super::reply::Reply;
use super::unit::Unit;

fn object<const N: usize>(schema: &'static str, members: [(&str, Value); N]) -> Reply {
    let members: Map<String, Value> = members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Reply::Object(schema, members)
}

/// `GET /devices/{id}/location`.
pub(crate) fn location(unit: &Unit) -> Reply {
    let position = unit.phone().position();
    let (latitude, longitude) = (json!(position.latitude()), json!(position.longitude()));
    object("Location", [("latitude", latitude), ("longitude", longitude)])
}

/// `GET /devices/{id}/timezone`.
pub(crate) fn timezone(unit: &Unit) -> Reply {
    object("TimezoneResponse", [("timezone", json!(unit.phone().time_zone()))])
}

/// `GET /devices/{id}/language`.
pub(crate) fn language(unit: &Unit) -> Reply {
    object("LanguageResponse", [("locale", json!(unit.phone().language()))])
}

/// `GET /devices/{id}/clipboard`.
pub(crate) fn clipboard(unit: &Unit) -> Reply {
    object("ClipboardResponse", [("text", json!(unit.phone().clipboard()))])
}
