//! Links from outside: which app opens what.

use thiserror::Error;

use super::Android;
use crate::phone::act::PageId;
use crate::phone::apps::{chrome, files};
use crate::phone::web;

/// To view what a link says: what links are opened with unless another action is named.
const VIEW: &str = "android.intent.action.VIEW";
const SETTINGS: &str = "com.android.settings";
const DIALER: &str = "com.google.android.dialer";
/// The authority of documents in shared storage.
const DOCUMENTS: &str = "content://com.android.externalstorage.documents/";

/// Actions and the pages of Settings that they show.
pub(super) const SETTINGS_ACTIONS: &[(&str, &str)] = &[
    ("android.settings.ACCESSIBILITY_SETTINGS", "settings/accessibility"),
    ("android.settings.AIRPLANE_MODE_SETTINGS", "settings/network"),
    ("android.settings.APPLICATION_SETTINGS", "settings/apps"),
    ("android.settings.BATTERY_SAVER_SETTINGS", "settings/battery_saver"),
    ("android.settings.BLUETOOTH_SETTINGS", "settings/bluetooth"),
    ("android.settings.CAPTIONING_SETTINGS", "settings/captions"),
    ("android.settings.DARK_THEME_SETTINGS", "settings/dark_theme"),
    ("android.settings.DATE_SETTINGS", "settings/date_and_time"),
    ("android.settings.DEVICE_INFO_SETTINGS", "settings/about"),
    ("android.settings.DISPLAY_SETTINGS", "settings/display"),
    ("android.settings.INTERNAL_STORAGE_SETTINGS", "settings/storage"),
    ("android.settings.LOCALE_SETTINGS", "settings/system_languages"),
    ("android.settings.LOCATION_SOURCE_SETTINGS", "settings/location"),
    ("android.settings.MANAGE_APPLICATIONS_SETTINGS", "settings/all_apps"),
    ("android.settings.MANAGE_DEFAULT_APPS_SETTINGS", "settings/default_apps"),
    ("android.settings.NIGHT_DISPLAY_SETTINGS", "settings/night_light"),
    ("android.settings.NOTIFICATION_SETTINGS", "settings/notifications"),
    ("android.settings.PRIVACY_SETTINGS", "settings/privacy_controls"),
    ("android.settings.SECURITY_SETTINGS", "settings/security"),
    ("android.settings.SETTINGS", "settings/home"),
    ("android.settings.SOUND_SETTINGS", "settings/sound"),
    ("android.settings.VPN_SETTINGS", "settings/vpn"),
    ("android.settings.WIFI_SETTINGS", "settings/internet"),
    ("android.settings.WIRELESS_SETTINGS", "settings/network"),
    ("android.settings.ZEN_MODE_SETTINGS", "settings/do_not_disturb"),
];
/// The action whose link names the package to show.
const APP_DETAILS: &str = "android.settings.APPLICATION_DETAILS_SETTINGS";

/// A link that cannot be opened.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoLink {
    /// No such package is installed.
    #[error("no app {0} is installed on this phone")]
    NoApp(String),
    /// No app opens it.
    #[error("nothing on this phone opens {0:?}")]
    Nothing(String),
    /// Another app does.
    #[error("{package} does not open {link:?}")]
    NotThis {
        /// The package that was asked to.
        package: String,
        /// The link.
        link: String,
    },
}

impl Android {
    /// Opens a link, with an action of Android's (`android.intent.action.VIEW` if none) and in a package if one is
    /// named: web addresses, telephone numbers, folders and files of shared storage, and pages of Settings by their
    /// actions, which may also be written in the place of the link.
    ///
    /// # Errors
    /// No such app, or none that opens it. That is not an input.
    pub fn open_link(&mut self, link: &str, action: Option<&str>, package: Option<&str>) -> Result<u64, NoLink> {
        let named = package.map(|package| self.app(package).map(|app| app.package));
        let named = named.transpose().map_err(|_| NoLink::NoApp(package.unwrap_or_default().to_owned()))?;
        let (package, page) = self.opens(link, action)?;
        if let Some(named) = named.filter(|named| *named != package) {
            return Err(NoLink::NotThis { package: named.to_owned(), link: shortened(link) });
        }
        if self.app(package).is_err() {
            return Err(NoLink::Nothing(shortened(link)));
        }
        Ok(self.input(|phone| {
            phone.launch(package);
            let start = phone.app(package).ok().and_then(|app| app.start);
            if start != Some(&*page) {
                phone.go(&page);
            } else if let Some(task) = phone.tasks.last_mut() {
                task.stack.truncate(1);
            }
        }))
    }

    /// The app and its page that show a link.
    fn opens(&self, link: &str, action: Option<&str>) -> Result<(&'static str, PageId), NoLink> {
        let nothing = || NoLink::Nothing(shortened(if link.is_empty() { action.unwrap_or_default() } else { link }));
        // An action alone is often written where the link should be.
        let action = action.unwrap_or(if link.starts_with("android.settings.") { link } else { VIEW });
        if action == APP_DETAILS {
            let app = link.strip_prefix("package:").and_then(|package| self.app(package).ok()).ok_or_else(nothing)?;
            return Ok((SETTINGS, format!("settings/app?{}", app.package).into()));
        }
        if let Some((_, page)) = SETTINGS_ACTIONS.iter().find(|(name, _)| *name == action) {
            return Ok((SETTINGS, (*page).into()));
        }
        let (scheme, rest) = link.split_once(':').ok_or_else(nothing)?;
        let dials = ["android.intent.action.DIAL", "android.intent.action.CALL"].contains(&action);
        let scheme = scheme.to_ascii_lowercase();
        match scheme.as_str() {
            "tel" if dials || action == VIEW => Ok((DIALER, format!("phone/dial?{}", number(rest)).into())),
            _ if action != VIEW => Err(nothing()),
            "http" | "https" => {
                let address = web::address(link).ok_or_else(nothing)?;
                Ok((chrome::PACKAGE, chrome::page_of(&address)))
            }
            "file" | "content" => {
                let path = self.stored(link).ok_or_else(nothing)?;
                Ok((files::PACKAGE, files::page_of(&path)))
            }
            _ => Err(nothing()),
        }
    }

    /// The folder that a link to shared storage is about: a file's own folder for a file.
    fn stored(&self, link: &str) -> Option<String> {
        let path = match link.strip_prefix(DOCUMENTS) {
            // As `document/primary:Documents/report.txt`, its parts escaped.
            Some(document) => {
                let whole = unescaped(document);
                let (_, place) = whole.split_once('/')?;
                format!("/sdcard/{}", place.strip_prefix("primary:")?)
            }
            None => unescaped(link.strip_prefix("file://")?),
        };
        let info = self.files.info(&path).ok()?;
        Some(if info.folder { info.path } else { crate::phone::files::parent(&info.path).to_owned() })
    }
}

fn unescaped(text: &str) -> String {
    // A plus sign stands for itself in a path.
    let text = text.replace('+', "%2B");
    url::form_urlencoded::parse(text.replace(['&', '='], " ").as_bytes()).map(|(key, _)| key.into_owned()).collect()
}

/// What of a telephone number can be dialled.
fn number(text: &str) -> String {
    unescaped(text).chars().filter(|c| c.is_ascii_digit() || "+*#,".contains(*c)).take(40).collect()
}

fn shortened(link: &str) -> String {
    link.chars().take(200).collect()
}
