//! What a request asks the phone to do, decoded and checked.

use std::collections::HashMap;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use serde_json::{Value, json};

use super::body::Fields;
use super::endpoint::Endpoint;
use super::files::no_file;
use super::problem::{Flaw, Problem};
use super::state::DeviceState;
use super::unit::Unit;
use crate::phone::{BadEnvironment, NoLink, NoSuchApp, Position, Swipe};

/// The service's own app on the phone: hidden, and not to be started, stopped, deleted or permitted anything.
pub(crate) const PROTECTED: &str = "com.mobilerun.portal";

/// The one permission that the service grants today.
const PERMISSION: &str = "POST_NOTIFICATIONS";

/// How long a device takes to come back, by the phone's clock. Real ones take minutes, of which nothing is learnt.
const RESTART: Duration = Duration::from_secs(5);

/// Longest swipe with its hold that the service takes, in milliseconds; longer swipes without a hold end here too.
const LONGEST_GESTURE: i64 = 9_000;

/// How long a committed text takes until the phone is quiet.
const COMMIT: Duration = Duration::from_millis(300);

/// A change of the phone, asked for by one request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// A tap at a pixel.
    Tap {
        /// Pixels from the left.
        x: i32,
        /// Pixels from the top.
        y: i32,
    },
    /// A finger drawn over the screen.
    Swipe(Swipe),
    /// A global action, by its Android number.
    Global(i32),
    /// A key, by its Android key code.
    Key(i32),
    /// Text typed into the focused field.
    Write {
        /// The text.
        text: String,
        /// Whether the field is emptied first.
        clear: bool,
        /// Whether the reply waits until the phone is quiet.
        committed: bool,
    },
    /// Emptying the focused field.
    Clear,
    /// Starting an app.
    StartApp {
        /// Its package.
        package: String,
        /// The activity; its main one if none.
        activity: Option<String>,
    },
    /// Stopping an app.
    StopApp {
        /// Its package.
        package: String,
        /// Whether its data go too.
        clear_data: bool,
    },
    /// Deleting an app.
    DeleteApp {
        /// Its package.
        package: String,
    },
    /// Letting an app post notifications, or not.
    Permit {
        /// Its package.
        package: String,
        /// Whether it may.
        granted: bool,
    },
    /// Putting a file into a folder.
    PutFile {
        /// Path of the folder.
        folder: String,
        /// Name of the file.
        name: String,
        /// Its content.
        content: Bytes,
    },
    /// Deleting a file or folder.
    DeleteFile {
        /// Its path.
        path: String,
    },
    /// Opening a link.
    OpenLink {
        /// The link.
        link: String,
        /// The action of Android's to open it with; to view it if none.
        action: Option<String>,
        /// The package to open it; the one that can if none.
        package: Option<String>,
    },
    /// Evaluating a script in the browser's page.
    Script(String),
    /// Bringing the phone to a place, or back to where it was at first.
    Locate(Option<Position>),
    /// Putting the phone into the time zone of this IANA name.
    SetTimezone(String),
    /// Setting the phone's language.
    SetLanguage {
        /// The locale.
        locale: String,
        /// Whether it is spoken at once, after all apps have started anew, or after the next reboot.
        restart: bool,
    },
    /// Copying a text.
    SetClipboard(String),
    /// Showing or hiding the service's overlay, which screenshots show.
    Overlay(bool),
    /// Wiping the device.
    Reset,
    /// Restarting the device.
    Reboot,
    /// Parking the device.
    Stop,
    /// Waking the parked device.
    Resume,
    /// Giving the device a name.
    Rename(String),
}

impl Command {
    /// The command of a request whose body has the declared members; none if the endpoint only reads.
    ///
    /// # Errors
    ///
    /// 422 for members that contradict each other, 400, 403 and 404 for what the service never does.
    pub(crate) fn decode(
        endpoint: Endpoint,
        captures: &HashMap<String, String>,
        body: &Fields,
    ) -> Result<Option<Self>, Problem> {
        let package = captures.get("package").map(String::as_str).unwrap_or_default();
        if package == PROTECTED {
            return Err(Problem::forbidden(format!("{package} is a protected package")));
        }
        let pixel = |name| body.integer(name).map_or(0, saturate);
        let command = match endpoint {
            Endpoint::Tap => {
                humanized(body)?;
                Self::Tap { x: pixel("x"), y: pixel("y") }
            }
            Endpoint::Swipe => {
                let (duration, hold) = (body.integer("duration").unwrap_or(0), body.integer("holdMs").unwrap_or(0));
                if humanized(body)? && hold > 0 {
                    return Err(flaw("holdMs", "holdMs cannot be combined with humanize"));
                }
                if hold > 0 && duration.saturating_add(hold) > LONGEST_GESTURE {
                    return Err(flaw("holdMs", "duration + holdMs must not exceed 9000"));
                }
                let millis = |ms: i64| Duration::from_millis(ms.clamp(0, LONGEST_GESTURE).unsigned_abs());
                Self::Swipe(Swipe {
                    from: (pixel("startX"), pixel("startY")),
                    to: (pixel("endX"), pixel("endY")),
                    duration: millis(duration),
                    hold: millis(hold),
                })
            }
            Endpoint::Global => Self::Global(pixel("action")),
            Endpoint::Key => Self::Key(pixel("key")),
            Endpoint::Write => {
                humanized(body)?;
                Self::Write {
                    text: body.text("text").unwrap_or_default().to_owned(),
                    clear: body.boolean("clear").unwrap_or(false),
                    committed: body.text("completionMode") == Some("committed"),
                }
            }
            Endpoint::Clear => Self::Clear,
            Endpoint::StartApp => {
                let activity = body.text("activity").filter(|name| !name.is_empty()).map(str::to_owned);
                Self::StartApp { package: package.to_owned(), activity }
            }
            Endpoint::StopApp => {
                let clear_data = body.boolean("clearData").unwrap_or(false);
                Self::StopApp { package: package.to_owned(), clear_data }
            }
            Endpoint::InstallApp => return Err(not_in_library(body)),
            Endpoint::DeleteApp => Self::DeleteApp { package: package.to_owned() },
            Endpoint::Grant | Endpoint::Revoke => {
                let permission = captures.get("permission").map(String::as_str).unwrap_or_default();
                if permission != PERMISSION {
                    let detail = format!("permission {permission} is not supported; supported: {PERMISSION}");
                    return Err(Problem::bad_request(detail));
                }
                Self::Permit { package: package.to_owned(), granted: endpoint == Endpoint::Grant }
            }
            Endpoint::OpenLink => open_link(body)?,
            Endpoint::ExecuteScript => Self::Script(body.text("script").unwrap_or_default().to_owned()),
            Endpoint::SetLocation => {
                let degrees = |name| body.number(name).unwrap_or_default();
                let position = Position::new(degrees("latitude"), degrees("longitude"));
                Self::Locate(Some(position.ok_or_else(|| flaw("latitude", "expected degrees"))?))
            }
            Endpoint::ResetLocation => Self::Locate(None),
            Endpoint::SetTimezone => Self::SetTimezone(body.text("timezone").unwrap_or_default().to_owned()),
            Endpoint::SetLanguage => Self::SetLanguage {
                locale: body.text("locale").unwrap_or_default().to_owned(),
                restart: body.boolean("restart").unwrap_or(false),
            },
            Endpoint::SetClipboard => Self::SetClipboard(body.text("text").unwrap_or_default().to_owned()),
            Endpoint::SetOverlay => Self::Overlay(body.boolean("visible").unwrap_or(false)),
            Endpoint::Reset => match body.text("mode") {
                Some("identity") => {
                    let detail = "DEVICE_TOOL_UNSUPPORTED: this device cannot reset its identity alone";
                    return Err(Problem::bad_request(detail));
                }
                _ => Self::Reset,
            },
            Endpoint::Reboot => Self::Reboot,
            Endpoint::Stop => Self::Stop,
            Endpoint::Resume => Self::Resume,
            Endpoint::Rename => match body.text("name").unwrap_or_default() {
                "" => return Err(flaw("name", "expected length >= 1")),
                name => Self::Rename(name.to_owned()),
            },
            _ => return Ok(None),
        };
        Ok(Some(command))
    }

    /// Its name and what it was given, for the log.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Tap { x, y } => json!({"command": "tap", "x": x, "y": y}),
            Self::Swipe(Swipe { from, to, duration, hold }) => json!({
                "command": "swipe", "from": [from.0, from.1], "to": [to.0, to.1],
                "duration_ms": duration.as_millis(), "hold_ms": hold.as_millis(),
            }),
            Self::Global(action) => json!({"command": "global", "action": action}),
            Self::Key(key) => json!({"command": "key", "key": key}),
            Self::Write { text, clear, committed } => {
                json!({"command": "write", "text": text, "clear": clear, "committed": committed})
            }
            Self::Clear => json!({"command": "clear"}),
            Self::StartApp { package, activity } => {
                json!({"command": "start_app", "package": package, "activity": activity})
            }
            Self::StopApp { package, clear_data } => {
                json!({"command": "stop_app", "package": package, "clear_data": clear_data})
            }
            Self::DeleteApp { package } => json!({"command": "delete_app", "package": package}),
            Self::Permit { package, granted } => json!({"command": "permit", "package": package, "granted": granted}),
            Self::PutFile { folder, name, content } => {
                json!({"command": "put_file", "folder": folder, "name": name, "size": content.len()})
            }
            Self::DeleteFile { path } => json!({"command": "delete_file", "path": path}),
            Self::OpenLink { link, action, package } => {
                json!({"command": "open_link", "link": link, "action": action, "package": package})
            }
            Self::Script(script) => json!({"command": "script", "script": script}),
            Self::Locate(None) => json!({"command": "locate"}),
            Self::Locate(Some(position)) => json!({
                "command": "locate", "latitude": position.latitude(), "longitude": position.longitude(),
            }),
            Self::SetTimezone(timezone) => json!({"command": "set_timezone", "timezone": timezone}),
            Self::SetLanguage { locale, restart } => {
                json!({"command": "set_language", "locale": locale, "restart": restart})
            }
            Self::SetClipboard(text) => json!({"command": "set_clipboard", "text": text}),
            Self::Overlay(visible) => json!({"command": "overlay", "visible": visible}),
            Self::Reset => json!({"command": "reset"}),
            Self::Reboot => json!({"command": "reboot"}),
            Self::Stop => json!({"command": "stop"}),
            Self::Resume => json!({"command": "resume"}),
            Self::Rename(name) => json!({"command": "rename", "name": name}),
        }
    }

    /// How long the finger is on the glass before the phone has it all.
    pub(crate) fn gesture(&self) -> Duration {
        match self {
            Self::Swipe(swipe) => swipe.duration + swipe.hold,
            _ => Duration::ZERO,
        }
    }

    /// How long the reply waits for the phone after it.
    pub(crate) fn wait(&self) -> Duration {
        match self {
            Self::Write { committed: true, .. } => COMMIT,
            _ => Duration::ZERO,
        }
    }

    /// Does it; the number of the phone's input, if it was one.
    ///
    /// # Errors
    ///
    /// 404 for an app that is not there, 400 for one that cannot be deleted, 409 for a device in the wrong state, 422 for
    /// a time zone or a locale that does not exist.
    pub(crate) fn perform(&self, unit: &Unit) -> Result<Option<u64>, Problem> {
        if let Some(input) = self.perform_on_phone(unit)? {
            return Ok(Some(input));
        }
        match self {
            Self::Overlay(visible) => unit.show_overlay(*visible),
            Self::Rename(name) => unit.rename(name),
            Self::Reset => {
                unit.usable()?;
                let input = unit.phone().factory_reset();
                unit.enter(DeviceState::Resetting, Some(RESTART));
                return Ok(Some(input));
            }
            Self::Reboot => {
                unit.usable()?;
                unit.phone().reboot();
                unit.enter(DeviceState::Rebooting, Some(RESTART));
            }
            Self::Stop => {
                unit.alive()?;
                unit.phone().reboot();
                unit.enter(DeviceState::Stopped, None);
            }
            Self::Resume if unit.state() == DeviceState::Stopped => unit.enter(DeviceState::Assigned, Some(RESTART)),
            Self::Resume => unit.alive()?,
            _ => {}
        }
        Ok(None)
    }

    /// Does what is a matter of the phone itself.
    fn perform_on_phone(&self, unit: &Unit) -> Result<Option<u64>, Problem> {
        let mut phone = unit.phone();
        let input = match self {
            Self::Tap { x, y } => phone.tap(*x, *y),
            Self::Swipe(swipe) => phone.swipe(*swipe),
            Self::Global(action) => phone.global(*action),
            Self::Key(code) => phone.key(*code),
            Self::Write { text, clear, .. } => phone.type_text(text, *clear),
            Self::Clear => phone.clear_field(),
            Self::StartApp { package, activity } => phone.start_app(package, activity.as_deref()).map_err(no_app)?,
            Self::StopApp { package, clear_data } => phone.stop_app(package, *clear_data).map_err(no_app)?,
            Self::DeleteApp { package } => phone.uninstall(package).map_err(no_app)?,
            Self::Permit { package, granted } => phone.permit_notifications(package, *granted).map_err(no_app)?,
            Self::PutFile { folder, name, content } => {
                phone.put_file(folder, name, content.clone()).map_err(no_file)?
            }
            Self::DeleteFile { path } => phone.delete_file(path).map_err(no_file)?,
            Self::OpenLink { link, action, package } => {
                phone.open_link(link, action.as_deref(), package.as_deref()).map_err(no_link)?
            }
            Self::Locate(position) => phone.locate(*position),
            Self::SetTimezone(name) => phone.set_time_zone(name).map_err(|error| wrong("timezone", &error))?,
            Self::SetLanguage { locale, restart } => {
                phone.set_language(locale, *restart).map_err(|error| wrong("locale", &error))?
            }
            Self::SetClipboard(text) => phone.set_clipboard(text).map_err(|error| wrong("text", &error))?,
            _ => return Ok(None),
        };
        Ok(Some(input))
    }
}

fn open_link(body: &Fields) -> Result<Command, Problem> {
    if body.text("bundleId").is_some() {
        return Err(flaw("bundleId", "bundleId is for iOS devices; send packageName"));
    }
    let some = |name| body.text(name).filter(|text| !text.is_empty()).map(str::to_owned);
    let (link, action, package) = (some("deepLink").unwrap_or_default(), some("action"), some("packageName"));
    if package.as_deref() == Some(PROTECTED) {
        return Err(Problem::forbidden(format!("{PROTECTED} is a protected package")));
    }
    if link.is_empty() && action.is_none() {
        return Err(flaw("deepLink", "expected length >= 1"));
    }
    Ok(Command::OpenLink { link, action, package })
}

fn no_link(error: NoLink) -> Problem {
    match error {
        NoLink::NoApp(_) => Problem::not_found(error.to_string()),
        _ => Problem::bad_request(error.to_string()),
    }
}

fn no_app(error: NoSuchApp) -> Problem {
    match error {
        NoSuchApp::CameWithPhone(_) => Problem::bad_request(error.to_string()),
        _ => Problem::not_found(error.to_string()),
    }
}

/// Apps come from the account's library alone, and there is nothing in it.
fn not_in_library(body: &Fields) -> Problem {
    match (body.text("packageName"), body.text("bundleId")) {
        (_, Some(_)) => flaw("bundleId", "bundleId is for iOS devices; send packageName"),
        (Some(PROTECTED), _) => Problem::forbidden(format!("{PROTECTED} is a protected package")),
        (Some(package), _) if !package.is_empty() => {
            Problem::new(StatusCode::NOT_FOUND, format!("{package} is not in the app library of this account"))
        }
        _ => flaw("packageName", "expected required property packageName to be present"),
    }
}

/// `stealth` is the old name of `humanize`; sent together they must agree.
fn humanized(body: &Fields) -> Result<bool, Problem> {
    match (body.boolean("humanize"), body.boolean("stealth")) {
        (Some(a), Some(b)) if a != b => Err(flaw("stealth", "stealth is the old name of humanize and must equal it")),
        (a, b) => Ok(a.or(b).unwrap_or(false)),
    }
}

fn wrong(member: &str, error: &BadEnvironment) -> Problem {
    flaw(member, &error.to_string())
}

fn flaw(member: &str, message: &str) -> Problem {
    Problem::invalid(vec![Flaw::new(format!("body.{member}"), message, None)])
}

fn saturate(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX })
}
