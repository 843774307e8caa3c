//! The phone: a state machine that gestures go into and screens come out of.

mod alert;
mod browse;
mod environment;
mod gesture;
mod keep;
mod link;
mod perform;
mod show;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use alert::Hang;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};
pub use link::NoLink;
use thiserror::Error;

use super::act::Layer;
use super::apps::{self, App, launcher};
use super::facts::{Cause, Change, Facts, Value};
use super::files::Files;
use super::look::Look;
use super::page::{Page, Place};
use super::rules;
use super::screen::Screen;
use super::words::Words;
use crate::clock::Clock;

/// What a phone is made with.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What delays and the like are drawn from: phones with equal seeds and equal inputs behave equally.
    pub seed: u64,
    /// Which Android its screens look like.
    pub look: Look,
    /// Other words for those on its screens.
    pub words: Words,
}

/// A finger drawn over the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swipe {
    /// Where it goes down.
    pub from: (i32, i32),
    /// Where it is lifted.
    pub to: (i32, i32),
    /// How long that takes.
    pub duration: Duration,
    /// How long it rests before it is lifted; a finger that rested flings nothing.
    pub hold: Duration,
}

/// An app, as the list of apps tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppInfo {
    /// As `com.android.settings`.
    pub package: String,
    /// As `Settings`.
    pub label: String,
    /// As `15`.
    pub version_name: String,
    /// As `35`.
    pub version_code: i64,
    /// Came with the phone.
    pub system: bool,
}

/// The app cannot be started or stopped.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSuchApp {
    /// No such package is installed.
    #[error("no app {0} is installed on this phone")]
    Unknown(String),
    /// It has no pages of its own.
    #[error("{0} has no activity that could be started")]
    NothingToStart(String),
    /// It has pages, but no such one.
    #[error("{0} has no activity {1}")]
    NoActivity(String, String),
    /// It cannot be deleted.
    #[error("{0} came with the phone and cannot be deleted")]
    CameWithPhone(String),
}

/// A simulated Android phone.
///
/// ```
/// use goalpost::clock::Clock;
/// use goalpost::phone::{Android, Options};
/// use std::time::Duration;
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
/// let mut phone = Android::new(Options::default(), clock.clone());
/// let home = phone.screen();
/// let icon = home.active().unwrap().walk().find(|view| view.text == "Settings").unwrap();
/// let (x, y) = icon.bounds.center();
/// phone.tap(x, y);
/// clock.sleep(Duration::from_millis(300)).await; // trees lag a little behind
/// assert_eq!(phone.screen().foreground.unwrap().package, "com.android.settings");
/// # });
/// ```
pub struct Android {
    look: Look,
    words: Words,
    clock: Clock,
    /// When it was last switched on.
    started: Timestamp,
    apps: Vec<App>,
    pages: Vec<Page>,
    facts: Facts,
    files: Files,
    /// The one used last at the end. The home screen's is always among them.
    tasks: Vec<Task>,
    /// A page of the system over everything, as the notification shade.
    overlay: Option<Place>,
    /// The system's message that an app is not responding, over all that.
    alert: Option<Place>,
    /// Apps that will stop responding.
    hangs: Vec<Hang>,
    /// The app that the current input brought to the front.
    launched: Option<&'static str>,
    /// The current input made the phone start its apps anew.
    restarted: bool,
    /// The open keyboard's layer.
    keyboard: Option<Layer>,
    inputs: u64,
    random: u64,
    lag: Option<Lag>,
    /// Time up to which schedules have been looked at.
    seen: Timestamp,
}

/// What accessibility still shows after an input.
struct Lag {
    /// The screen before.
    before: Screen,
    /// Until then, that one.
    until: Timestamp,
    /// Until then, nothing: the page is being made anew.
    blank: Timestamp,
}

/// A phone that has just been made was switched on this long ago.
const ON_FOR: SignedDuration = SignedDuration::from_secs(26 * 3600 + 754);

/// How long there is nothing to be seen while all apps start anew, in milliseconds.
const RESTART: i64 = 1_500;

/// A running app with its pages, the shown one last.
struct Task {
    package: &'static str,
    stack: Vec<Place>,
}

impl Android {
    /// A new phone, unlocked, at its home screen.
    #[must_use]
    pub fn new(options: Options, clock: Clock) -> Self {
        let mut apps = apps::all(options.look);
        let pages = apps.iter_mut().flat_map(|app| std::mem::take(&mut app.pages)).collect();
        let facts = Facts::given(apps.iter().flat_map(App::given));
        let now = clock.now();
        let mut phone = Self {
            look: options.look,
            words: options.words,
            clock,
            started: now.checked_sub(ON_FOR).unwrap_or(now),
            apps,
            pages,
            facts,
            files: Files::given(now),
            tasks: Vec::new(),
            overlay: None,
            alert: None,
            hangs: Vec::new(),
            launched: None,
            restarted: false,
            keyboard: None,
            inputs: 0,
            random: options.seed,
            lag: None,
            seen: now,
        };
        phone.launch(launcher::PACKAGE);
        phone
    }

    /// What the phone shows now. For a short while after an input, at most 300 ms, that may still be the screen
    /// before it; and while all apps start anew in another language, nothing.
    pub fn screen(&mut self) -> Screen {
        self.pass_time();
        let now = self.clock.now();
        match &self.lag {
            Some(lag) if now < lag.until => lag.before.clone(),
            Some(lag) if now < lag.blank => {
                Screen { windows: Vec::new(), foreground: None, focus: None, ..self.truth() }
            }
            _ => {
                self.lag = None;
                self.truth()
            }
        }
    }

    /// A key, by its Android key code. Unknown ones do nothing.
    pub fn key(&mut self, code: i32) -> u64 {
        self.input(|phone| phone.press(code))
    }

    /// A global action, by its Android number: 1 back, 2 home, 3 recents, 4 notifications, 5 quick settings. Others
    /// do nothing.
    pub fn global(&mut self, action: i32) -> u64 {
        self.input(|phone| match action {
            1 => phone.back(),
            2 => phone.home(),
            3 => phone.recents(),
            4 => phone.overlay(apps::system::SHADE),
            5 => phone.overlay(apps::system::QUICK_SETTINGS),
            _ => {}
        })
    }

    /// Types text at the end of the focused field, emptied first if `clear`. Without a focused field it is lost.
    pub fn type_text(&mut self, text: &str, clear: bool) -> u64 {
        self.input(|phone| {
            if clear {
                phone.empty_focused();
            }
            phone.type_in(text);
        })
    }

    /// Empties the focused field.
    pub fn clear_field(&mut self) -> u64 {
        self.input(Self::empty_focused)
    }

    /// Brings an app to the front as it was left, or starts it. With an activity, the page of that activity is shown.
    ///
    /// # Errors
    /// No such app, or no such activity in it. That is not an input.
    pub fn start_app(&mut self, package: &str, activity: Option<&str>) -> Result<u64, NoSuchApp> {
        let app = self.app(package)?;
        let (package, activities) = (app.package, app.activities);
        let start = app.start.ok_or_else(|| NoSuchApp::NothingToStart(package.to_owned()))?;
        let page = match activity {
            None => None,
            Some(activity) => {
                let full = if activity.starts_with('.') { format!("{package}{activity}") } else { activity.to_owned() };
                let first = self.pages.iter().any(|page| page.id == start && page.activity == full);
                let other = activities.iter().find(|(name, _)| *name == full).map(|(_, page)| *page);
                if !first && other.is_none() {
                    return Err(NoSuchApp::NoActivity(package.to_owned(), activity.to_owned()));
                }
                other
            }
        };
        Ok(self.input(|phone| {
            phone.launch(package);
            if let Some(page) = page {
                phone.go(&page.into());
            }
        }))
    }

    /// Stops an app: its pages are gone and it will start afresh. With `clear_data` its own data are as on a new
    /// phone; the phone's settings are not the Settings app's data.
    ///
    /// # Errors
    /// No such app. That is not an input.
    pub fn stop_app(&mut self, package: &str, clear_data: bool) -> Result<u64, NoSuchApp> {
        let package = self.app(package)?.package;
        Ok(self.input(|phone| {
            phone.stop(package);
            if clear_data {
                phone.clear_data(package);
            }
        }))
    }

    /// Deletes an app with its data.
    ///
    /// # Errors
    /// No such app, or one that came with the phone. That is not an input.
    pub fn uninstall(&mut self, package: &str) -> Result<u64, NoSuchApp> {
        let app = self.app(package)?;
        if app.system {
            return Err(NoSuchApp::CameWithPhone(package.to_owned()));
        }
        let package = app.package;
        Ok(self.input(|phone| phone.delete(package)))
    }

    /// Lets an app post notifications, or not.
    ///
    /// # Errors
    /// No such app. That is not an input.
    pub fn permit_notifications(&mut self, package: &str, granted: bool) -> Result<u64, NoSuchApp> {
        let key = apps::notifications(self.app(package)?.package);
        Ok(self.input(|phone| phone.put(&key, granted.into(), Cause::Input(phone.inputs))))
    }

    /// Wipes the phone: all is as on a new one, but what has changed is remembered.
    pub fn factory_reset(&mut self) -> u64 {
        self.input(|phone| {
            let now = phone.clock.now();
            phone.apps = apps::all(phone.look);
            let given = phone.apps.iter().flat_map(App::given).collect();
            phone.facts.reset("", given, Cause::Input(phone.inputs), now);
            phone.reset_files();
            phone.reboot();
        })
    }

    /// Switches it off and on: apps are closed, settings stay, and a language that waited for this is spoken. Not an
    /// input.
    pub fn reboot(&mut self) {
        self.started = self.clock.now();
        self.restart(Cause::Phone);
        (self.lag, self.restarted) = (None, false);
    }

    /// All apps on the phone, those that came with it too.
    #[must_use]
    pub fn apps(&self) -> Vec<AppInfo> {
        let info = |app: &App| AppInfo {
            package: app.package.to_owned(),
            label: self.words.say(app.label),
            version_name: app.version.to_owned(),
            version_code: app.version_code,
            system: app.system,
        };
        self.apps.iter().map(info).collect()
    }

    /// The phone's local time.
    #[must_use]
    pub fn time(&self) -> ZonedDateTime {
        self.clock.now().to_zoned_datetime(self.zone())
    }

    /// A fact of the phone, as `dark_theme`. Pages show facts; tests may look behind them.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.facts.get(key)
    }

    /// Gives a fact a value, as the phone would by itself. Not an input.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.put(key, value.into(), Cause::Phone);
    }

    /// Deletes a fact, as the phone would by itself. Not an input.
    pub fn unset(&mut self, key: &str) {
        let now = self.clock.now();
        self.facts.delete(key, Cause::Phone, now);
    }

    /// All facts, by name.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.facts.beginning("")
    }

    /// All changes of facts so far, oldest first.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.facts.changes()
    }

    /// How many inputs there were: the number of the last one.
    #[must_use]
    pub fn inputs(&self) -> u64 {
        self.inputs
    }

    /// Does one input, and lets the screen before it stand a little longer.
    fn input(&mut self, act: impl FnOnce(&mut Self)) -> u64 {
        self.pass_time();
        self.inputs += 1;
        let before = self.truth();
        (self.launched, self.restarted) = (None, false);
        act(self);
        self.hang_if_due();
        let after = self.truth();
        if after != before || self.restarted {
            let delay = 20 + self.chance(180);
            // Only these make pages anew.
            let blank = match after.dark == before.dark {
                _ if self.restarted => RESTART,
                true => 0,
                false => 40 + self.chance(60),
            };
            let until = self.later(delay);
            self.lag = Some(Lag { before, until, blank: self.later(delay + blank) });
        }
        self.inputs
    }

    fn later(&self, millis: i64) -> Timestamp {
        self.clock.now().checked_add(SignedDuration::from_millis(millis)).unwrap_or(Timestamp::MAX)
    }

    /// A number from zero to below `limit`, from the seed.
    fn chance(&mut self, limit: i64) -> i64 {
        // SplitMix64: small, and good enough for delays.
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        i64::try_from((z ^ (z >> 31)) >> 1).unwrap_or_default() % limit.max(1)
    }

    /// Lets schedules do what they would have done since the last look.
    fn pass_time(&mut self) {
        let now = self.time();
        let from = self.seen.to_zoned_datetime(self.zone());
        self.seen = self.clock.now();
        for (key, value) in rules::scheduled(&self.facts, &from, &now) {
            self.put(key, value, Cause::Phone);
        }
    }

    /// Gives a fact a value, with all that follows from it.
    fn put(&mut self, key: &str, value: Value, cause: Cause) {
        let now = self.clock.now();
        self.facts.put(key, value.clone(), cause, now);
        for (key, value) in rules::consequences(&self.facts, key, &value) {
            self.facts.put(key, value, cause, now);
        }
    }

    fn app(&self, package: &str) -> Result<&App, NoSuchApp> {
        let found = self.apps.iter().find(|app| app.package == package);
        found.ok_or_else(|| NoSuchApp::Unknown(package.to_owned()))
    }
}
