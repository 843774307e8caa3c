//! The apps on a phone.

use serde_json::Value as Json;

use super::MobilerunDevice;
use super::environment::unusable;
use crate::device::DeviceError;
use crate::http::Request;
use crate::screen::App;

impl MobilerunDevice {
    pub(super) async fn read_apps(&self) -> Result<Vec<App>, DeviceError> {
        let apps = self.app_details().await?;
        Ok(apps.as_array().into_iter().flatten().filter_map(app).collect())
    }

    /// The list of apps as the service has it.
    pub(super) async fn app_details(&self) -> Result<Json, DeviceError> {
        let what = "listing the apps";
        // Settings, for one, is a system app.
        let request = Request::get(self.path(&["apps"])).query("includeSystemApps", "true");
        match self.account.get_json(what, request).await? {
            apps @ Json::Array(_) => Ok(apps),
            // An empty list arrives as null.
            Json::Null => Ok(Json::Array(Vec::new())),
            _ => Err(unusable(what, "it is no list")),
        }
    }
}

/// An app, called by its package where it has no label.
fn app(json: &Json) -> Option<App> {
    let text = |key: &str| json.get(key).and_then(Json::as_str).map(str::trim).filter(|text| !text.is_empty());
    let package = text("packageName")?;
    Some(App { package: package.to_owned(), label: text("label").unwrap_or(package).to_owned() })
}
