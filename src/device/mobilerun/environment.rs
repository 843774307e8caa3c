//! What a phone says of its surroundings: language, time zone, location, clipboard, time.

use serde_json::Value as Json;

use super::MobilerunDevice;
use crate::device::DeviceError;
use crate::http::Request;

impl MobilerunDevice {
    pub(super) async fn time(&self) -> Result<Json, DeviceError> {
        let what = "reading the phone's time";
        match self.account.get_json(what, Request::get(self.path(&["time"]))).await? {
            time @ Json::String(_) => Ok(time),
            _ => Err(unusable(what, "it is no text")),
        }
    }

    pub(super) async fn language(&self) -> Result<Json, DeviceError> {
        self.text_member("reading the language", "language", "locale").await
    }

    pub(super) async fn timezone(&self) -> Result<Json, DeviceError> {
        // The service leaves the member out where it does not know.
        self.text_member("reading the time zone", "timezone", "timezone").await
    }

    pub(super) async fn clipboard(&self) -> Result<Json, DeviceError> {
        self.text_member("reading the clipboard", "clipboard", "text").await
    }

    pub(super) async fn location(&self) -> Result<Json, DeviceError> {
        let what = "reading the location";
        let answer = self.account.get_json(what, Request::get(self.path(&["location"]))).await?;
        match (answer.get("latitude"), answer.get("longitude")) {
            (Some(Json::Number(_)), Some(Json::Number(_))) => Ok(answer),
            _ => Err(unusable(what, "it has no `latitude` and `longitude` that are numbers")),
        }
    }

    async fn text_member(&self, what: &str, path: &str, member: &str) -> Result<Json, DeviceError> {
        let mut answer = self.account.get_json(what, Request::get(self.path(&[path]))).await?;
        match answer.get_mut(member).map(Json::take) {
            Some(text @ Json::String(_)) => Ok(text),
            _ => Err(unusable(what, &format!("it has no `{member}` that is a text"))),
        }
    }
}

pub(super) fn unusable(what: &str, why: &str) -> DeviceError {
    DeviceError::Unusable { what: what.to_owned(), why: why.to_owned() }
}
