//! The operations of the API, as data: name, method, path, what the body holds, and what kind of operation it is.

use std::fmt;
use std::str::FromStr;

use axum::routing::MethodFilter;

use super::body::{INTEGER, Kind, Member, Shape, optional, required};

/// What an endpoint is about, which decides what it needs and what it tolerates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Reads the device as the service sees it; answers in every state of the device.
    Lifecycle,
    /// Changes the device as the service sees it; says itself which states it needs.
    Manage,
    /// Reads the phone itself; needs a device that is ready.
    Read,
    /// Changes the phone itself; needs a device that is ready.
    Action,
}

/// One row of the API.
pub(crate) struct Operation {
    pub(crate) endpoint: Endpoint,
    pub(crate) name: &'static str,
    pub(crate) method: MethodFilter,
    pub(crate) path: &'static str,
    pub(crate) class: Class,
    pub(crate) body: Shape,
}

macro_rules! endpoints {
    ($($(#[$doc:meta])* $variant:ident $name:literal $method:ident $path:literal $class:ident $body:expr;)+) => {
        /// An operation of the API, as faults, latencies and the log name it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Endpoint {
            $($(#[$doc])* $variant,)+
        }

        /// All operations, in the order of the enum.
        pub(crate) static OPERATIONS: &[Operation] = &[
            $(Operation {
                endpoint: Endpoint::$variant,
                name: $name,
                method: MethodFilter::$method,
                path: $path,
                class: Class::$class,
                body: $body,
            },)+
        ];
    };
}

/// Portal and the skill document agree on 10 ms as the shortest swipe.
const DURATION: Kind = Kind::Integer { min: 10, max: i32::MAX as i64 };
const HOLD: Kind = Kind::Integer { min: 0, max: i32::MAX as i64 };
const TAP: &[Member] = &[
    required("x", INTEGER),
    required("y", INTEGER),
    optional("humanize", Kind::Boolean),
    optional("stealth", Kind::Boolean),
];
const SWIPE: &[Member] = &[
    required("startX", INTEGER),
    required("startY", INTEGER),
    required("endX", INTEGER),
    required("endY", INTEGER),
    required("duration", DURATION),
    optional("holdMs", HOLD),
    optional("humanize", Kind::Boolean),
    optional("stealth", Kind::Boolean),
];
const LINK: &[Member] = &[
    required("deepLink", Kind::Text),
    optional("action", Kind::Text),
    optional("packageName", Kind::Text),
    optional("bundleId", Kind::Text),
];
const INSTALL: &[Member] = &[
    optional("packageName", Kind::Text),
    optional("bundleId", Kind::Text),
    optional("background", Kind::Boolean),
    optional("country", Kind::Text),
    optional("versionCode", INTEGER),
];
const WRITE: &[Member] = &[
    required("text", Kind::Text),
    optional("clear", Kind::Boolean),
    optional("completionMode", Kind::OneOf(&["accepted", "committed"])),
    optional("errorRate", Kind::Number),
    optional("humanize", Kind::Boolean),
    optional("stealth", Kind::Boolean),
    optional("wpm", Kind::Integer { min: 0, max: i32::MAX as i64 }),
];
const LOCATION: &[Member] = &[required("latitude", Kind::Degrees(90.0)), required("longitude", Kind::Degrees(180.0))];

endpoints! {
    /// `GET /devices`
    ListDevices "list_devices" GET "/devices" Lifecycle Shape::Ignored;
    /// `GET /devices/summary`
    Summary "summary" GET "/devices/summary" Lifecycle Shape::Ignored;
    /// `GET /devices/count`
    Count "count" GET "/devices/count" Lifecycle Shape::Ignored;
    /// `GET /devices/{id}`
    GetDevice "get_device" GET "/devices/{id}" Lifecycle Shape::Ignored;
    /// `GET /devices/{id}/wait`
    Wait "wait" GET "/devices/{id}/wait" Lifecycle Shape::Ignored;
    /// `GET /devices/{id}/capabilities`
    Capabilities "capabilities" GET "/devices/{id}/capabilities" Lifecycle Shape::Ignored;
    /// `POST /devices/{id}/reset`
    Reset "reset" POST "/devices/{id}/reset" Manage
        Shape::Optional(&[optional("mode", Kind::OneOf(&["full", "identity"]))]);
    /// `POST /devices/{id}/reboot`
    Reboot "reboot" POST "/devices/{id}/reboot" Manage Shape::Ignored;
    /// `POST /devices/{id}/stop`
    Stop "stop" POST "/devices/{id}/stop" Manage Shape::Ignored;
    /// `POST /devices/{id}/resume`
    Resume "resume" POST "/devices/{id}/resume" Manage Shape::Ignored;
    /// `PUT /devices/{id}/name`
    Rename "rename" PUT "/devices/{id}/name" Manage Shape::Object(&[required("name", Kind::Text)]);
    /// `GET /devices/{id}/ui-state`
    UiState "ui_state" GET "/devices/{id}/ui-state" Read Shape::Ignored;
    /// `GET /devices/{id}/screenshot`
    Screenshot "screenshot" GET "/devices/{id}/screenshot" Read Shape::Ignored;
    /// `POST /devices/{id}/screenshots`
    Capture "capture" POST "/devices/{id}/screenshots" Read Shape::Ignored;
    /// `GET /devices/{id}/time`
    Time "time" GET "/devices/{id}/time" Read Shape::Ignored;
    /// `GET /devices/{id}/overlay`
    GetOverlay "get_overlay" GET "/devices/{id}/overlay" Read Shape::Ignored;
    /// `POST /devices/{id}/overlay`
    SetOverlay "set_overlay" POST "/devices/{id}/overlay" Action Shape::Object(&[required("visible", Kind::Boolean)]);
    /// `GET /devices/{id}/apps`
    ListApps "list_apps" GET "/devices/{id}/apps" Read Shape::Ignored;
    /// `GET /devices/{id}/packages`
    ListPackages "list_packages" GET "/devices/{id}/packages" Read Shape::Ignored;
    /// `GET /devices/{id}/files`
    ListFiles "list_files" GET "/devices/{id}/files" Read Shape::Ignored;
    /// `GET /devices/{id}/files/download`
    DownloadFile "download_file" GET "/devices/{id}/files/download" Read Shape::Ignored;
    /// `POST /devices/{id}/files`
    UploadFile "upload_file" POST "/devices/{id}/files" Action Shape::Ignored;
    /// `DELETE /devices/{id}/files`
    DeleteFile "delete_file" DELETE "/devices/{id}/files" Action Shape::Ignored;
    /// `POST /devices/{id}/apps/open-deep-link`
    OpenLink "open_link" POST "/devices/{id}/apps/open-deep-link" Action Shape::Object(LINK);
    /// `POST /devices/{id}/browser/execute-script`
    ExecuteScript "execute_script" POST "/devices/{id}/browser/execute-script" Action
        Shape::Object(&[required("script", Kind::Text)]);
    /// `PUT /devices/{id}/apps/{package}`
    StartApp "start_app" PUT "/devices/{id}/apps/{package}" Action
        Shape::Optional(&[optional("activity", Kind::Text)]);
    /// `PATCH /devices/{id}/apps/{package}`
    StopApp "stop_app" PATCH "/devices/{id}/apps/{package}" Action
        Shape::Object(&[optional("clearData", Kind::Boolean)]);
    /// `GET /devices/{id}/apps/installs`
    ListInstalls "list_installs" GET "/devices/{id}/apps/installs" Lifecycle Shape::Ignored;
    /// `POST /devices/{id}/apps`
    InstallApp "install_app" POST "/devices/{id}/apps" Action Shape::Object(INSTALL);
    /// `DELETE /devices/{id}/apps/{package}`
    DeleteApp "delete_app" DELETE "/devices/{id}/apps/{package}" Action Shape::Optional(&[]);
    /// `PUT /devices/{id}/apps/{package}/permissions/{permission}`
    Grant "grant" PUT "/devices/{id}/apps/{package}/permissions/{permission}" Action Shape::Ignored;
    /// `DELETE /devices/{id}/apps/{package}/permissions/{permission}`
    Revoke "revoke" DELETE "/devices/{id}/apps/{package}/permissions/{permission}" Action Shape::Ignored;
    /// `POST /devices/{id}/tap`
    Tap "tap" POST "/devices/{id}/tap" Action Shape::Object(TAP);
    /// `POST /devices/{id}/swipe`
    Swipe "swipe" POST "/devices/{id}/swipe" Action Shape::Object(SWIPE);
    /// `POST /devices/{id}/global`
    Global "global" POST "/devices/{id}/global" Action Shape::Object(&[required("action", INTEGER)]);
    /// `POST /devices/{id}/keyboard`
    Write "write" POST "/devices/{id}/keyboard" Action Shape::Object(WRITE);
    /// `PUT /devices/{id}/keyboard`
    Key "key" PUT "/devices/{id}/keyboard" Action Shape::Object(&[required("key", INTEGER)]);
    /// `DELETE /devices/{id}/keyboard`
    Clear "clear" DELETE "/devices/{id}/keyboard" Action Shape::Ignored;
    /// `GET /devices/{id}/location`
    GetLocation "get_location" GET "/devices/{id}/location" Read Shape::Ignored;
    /// `POST /devices/{id}/location`
    SetLocation "set_location" POST "/devices/{id}/location" Action Shape::Object(LOCATION);
    /// `DELETE /devices/{id}/location`
    ResetLocation "reset_location" DELETE "/devices/{id}/location" Action Shape::Ignored;
    /// `GET /devices/{id}/timezone`
    GetTimezone "get_timezone" GET "/devices/{id}/timezone" Read Shape::Ignored;
    /// `POST /devices/{id}/timezone`
    SetTimezone "set_timezone" POST "/devices/{id}/timezone" Action Shape::Object(&[required("timezone", Kind::Text)]);
    /// `GET /devices/{id}/language`
    GetLanguage "get_language" GET "/devices/{id}/language" Read Shape::Ignored;
    /// `POST /devices/{id}/language`
    SetLanguage "set_language" POST "/devices/{id}/language" Action
        Shape::Object(&[required("locale", Kind::Text), optional("restart", Kind::Boolean)]);
    /// `GET /devices/{id}/clipboard`
    GetClipboard "get_clipboard" GET "/devices/{id}/clipboard" Read Shape::Ignored;
    /// `POST /devices/{id}/clipboard`
    SetClipboard "set_clipboard" POST "/devices/{id}/clipboard" Action Shape::Object(&[required("text", Kind::Text)]);
}

impl Endpoint {
    /// Every endpoint.
    pub fn all() -> impl Iterator<Item = Self> {
        OPERATIONS.iter().map(|operation| operation.endpoint)
    }

    /// Its name in snake case: `ui_state`, `start_app`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.operation().map_or("", |operation| operation.name)
    }

    /// Whether it changes the phone.
    #[must_use]
    pub fn is_action(self) -> bool {
        self.operation().is_some_and(|operation| operation.class == Class::Action)
    }

    /// The capability that a device must have for it; none if every device can do it.
    pub(crate) fn capability(self) -> Option<&'static str> {
        Some(match self {
            Self::UiState | Self::Tap | Self::Swipe | Self::Global | Self::Write | Self::Key | Self::Clear => {
                "accessibility"
            }
            Self::ListApps
            | Self::ListPackages
            | Self::StartApp
            | Self::StopApp
            | Self::ListInstalls
            | Self::InstallApp
            | Self::DeleteApp
            | Self::Grant
            | Self::Revoke => "apps",
            Self::GetLocation | Self::SetLocation | Self::ResetLocation => "geo",
            Self::Time | Self::GetTimezone | Self::SetTimezone => "time",
            Self::GetLanguage | Self::SetLanguage => "language",
            Self::GetClipboard | Self::SetClipboard => "clipboard",
            Self::ListFiles | Self::DownloadFile | Self::UploadFile | Self::DeleteFile => "files",
            Self::ExecuteScript => "browser",
            Self::Reset => "reset",
            Self::Stop => "stop",
            _ => return None,
        })
    }

    fn operation(self) -> Option<&'static Operation> {
        OPERATIONS.iter().find(|operation| operation.endpoint == self)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Endpoint {
    type Err = UnknownEndpoint;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::all().find(|endpoint| endpoint.name() == name).ok_or_else(|| UnknownEndpoint(name.to_owned()))
    }
}

/// No endpoint has this name.
#[derive(Debug, thiserror::Error)]
#[error("no endpoint is called {name:?}; there are: {names}", name = .0, names = Endpoint::all().map(Endpoint::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownEndpoint(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_is_found_by_its_name() {
        for endpoint in Endpoint::all() {
            assert_eq!(endpoint.name().parse::<Endpoint>().unwrap(), endpoint);
        }
    }
}
