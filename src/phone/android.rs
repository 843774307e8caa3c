//! The phone: a state machine that gestures go into and screens come out of.

use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};
use thiserror::Error;

use super::act::Act;
use super::apps::{self, App, launcher};
use super::facts::{Cause, Change, Facts, Value};
use super::metrics::{DENSITY_DPI, GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use super::page::{Frame, Glance, Page, Place};
use super::screen::{Foreground, Screen, StatusBar};
use super::view::View;
use crate::clock::Clock;

/// What a phone is made with.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What delays and the like are drawn from: phones with equal seeds and equal inputs behave equally.
    pub seed: u64,
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
    /// It has nothing to show.
    #[error("{0} has no activity {1} that could be started")]
    NoActivity(String, String),
}

/// A simulated Android phone.
///
/// ```
/// use goalpost::clock::Clock;
/// use goalpost::phone::{Android, Options};
///
/// let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
/// let mut phone = Android::new(Options::default(), clock);
/// let screen = phone.screen();
/// let home = screen.active().unwrap();
/// let icon = home.walk().find(|view| view.text == "Settings").unwrap();
/// let (x, y) = icon.bounds.center();
/// phone.tap(x, y);
/// ```
pub struct Android {
    clock: Clock,
    apps: Vec<App>,
    pages: Vec<Page>,
    facts: Facts,
    /// Oldest first.
    tasks: Vec<Task>,
    /// The task in front; the home screen if none.
    front: Option<&'static str>,
    inputs: u64,
    random: u64,
    before: Option<Before>,
}

/// What accessibility still shows after an input.
struct Before {
    screen: Screen,
    until: Timestamp,
}

/// A running app with its pages, the shown one last.
struct Task {
    package: &'static str,
    stack: Vec<Place>,
}

impl Android {
    /// A new phone, unlocked, at its home screen.
    #[must_use]
    pub fn new(options: Options, clock: Clock) -> Self {
        let apps = apps::all();
        let pages = apps.iter().flat_map(|app| (app.pages)()).collect();
        let facts = Facts::given(apps.iter().flat_map(|app| (app.facts)()));
        Self {
            clock,
            apps,
            pages,
            facts,
            tasks: Vec::new(),
            front: None,
            inputs: 0,
            random: options.seed,
            before: None,
        }
    }

    /// What the phone shows now. For a short while after an input, at most 300 ms, that may still be the screen
    /// before it.
    pub fn screen(&mut self) -> Screen {
        let now = self.clock.now();
        match &self.before {
            Some(before) if now < before.until => before.screen.clone(),
            _ => {
                self.before = None;
                self.truth()
            }
        }
    }

    /// A tap. Every input returns its number.
    pub fn tap(&mut self, x: i32, y: i32) -> u64 {
        self.input(|phone| {
            if (STATUS_BAR..GESTURE_BAR).contains(&y) {
                let screen = phone.truth();
                if let Some(window) = screen.active()
                    && let Some(act) = hit(window, x, y)
                {
                    phone.perform(&act);
                }
            }
        })
    }

    /// A swipe: scrolls what lies under the finger's first point. One that ends where it began is a long press if it
    /// takes 500 ms, else a tap.
    pub fn swipe(&mut self, swipe: Swipe) -> u64 {
        if swipe.from == swipe.to {
            return self.tap(swipe.from.0, swipe.from.1);
        }
        self.input(|_| {})
    }

    /// A key, by its Android key code.
    pub fn key(&mut self, code: i32) -> u64 {
        self.input(|phone| match code {
            3 => phone.front = None,
            4 => phone.back(),
            _ => {}
        })
    }

    /// A global action, by its Android number: 1 back, 2 home, 3 recents and so on. Unknown ones do nothing.
    pub fn global(&mut self, action: i32) -> u64 {
        self.input(|phone| match action {
            1 => phone.back(),
            2 => phone.front = None,
            _ => {}
        })
    }

    /// Types text at the cursor of the focused field, emptied first if `clear`. Without a focused field it is lost.
    pub fn type_text(&mut self, _text: &str, _clear: bool) -> u64 {
        self.input(|_| {})
    }

    /// Empties the focused field.
    pub fn clear_field(&mut self) -> u64 {
        self.type_text("", true)
    }

    /// Brings an app to the front as it was left, or starts it.
    ///
    /// # Errors
    /// No such app, or no such activity in it. That counts as an input that did nothing.
    pub fn start_app(&mut self, package: &str, activity: Option<&str>) -> Result<u64, NoSuchApp> {
        let app = self.app(package)?;
        if let Some(activity) = activity {
            return Err(NoSuchApp::NoActivity(package.to_owned(), activity.to_owned()));
        }
        let package = app.package;
        Ok(self.input(|phone| phone.perform(&Act::Launch(package.into()))))
    }

    /// Stops an app: its pages are gone and it will start afresh. With `clear_data` its data are as on a new phone.
    ///
    /// # Errors
    /// No such app.
    pub fn stop_app(&mut self, package: &str, _clear_data: bool) -> Result<u64, NoSuchApp> {
        let package = self.app(package)?.package;
        Ok(self.input(|phone| {
            phone.tasks.retain(|task| task.package != package);
            if phone.front == Some(package) {
                phone.front = None;
            }
        }))
    }

    /// All apps on the phone, those that came with it too.
    #[must_use]
    pub fn apps(&self) -> Vec<AppInfo> {
        let info = |app: &App| AppInfo {
            package: app.package.to_owned(),
            label: app.label.to_owned(),
            version_name: app.version.to_owned(),
            version_code: app.version_code,
            system: app.system,
        };
        self.apps.iter().map(info).collect()
    }

    /// The phone's local time.
    #[must_use]
    pub fn time(&self) -> ZonedDateTime {
        self.clock.now().to_zoned_datetime(TimeZone::UTC)
    }

    /// A fact of the phone, as `dark_theme`. Pages show facts; tests may look behind them.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.facts.get(key)
    }

    /// Gives a fact a value, as the phone would by itself. Not an input.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.facts.put(key, value.into(), Cause::Phone, self.clock.now());
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
        self.inputs += 1;
        let before = self.truth();
        act(self);
        if self.truth() != before {
            let delay = SignedDuration::from_millis(self.chance(200));
            let until = self.clock.now().checked_add(delay).unwrap_or(Timestamp::MAX);
            self.before = Some(Before { screen: before, until });
        }
        self.inputs
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

    fn app(&self, package: &str) -> Result<&App, NoSuchApp> {
        let found = self.apps.iter().find(|app| app.package == package);
        found.ok_or_else(|| NoSuchApp::Unknown(package.to_owned()))
    }

    fn back(&mut self) {
        if let Some(front) = self.front
            && let Some(task) = self.tasks.iter_mut().find(|task| task.package == front)
        {
            task.stack.pop();
            if task.stack.is_empty() {
                self.tasks.retain(|task| task.package != front);
                self.front = None;
            }
        }
    }

    fn perform(&mut self, act: &Act) {
        if let Act::Launch(package) = act
            && let Some(app) = self.apps.iter().find(|app| app.package == *package)
            && let Some(start) = app.start
        {
            let package = app.package;
            if !self.tasks.iter().any(|task| task.package == package) {
                self.tasks.push(Task { package, stack: vec![Place::new(start)] });
            }
            self.front = Some(package);
        }
    }

    /// What the phone would show if nothing lagged.
    fn truth(&self) -> Screen {
        let home = Place::new(launcher::HOME);
        let stack = self.front.and_then(|front| self.tasks.iter().find(|task| task.package == front));
        let place = stack.and_then(|task| task.stack.last()).unwrap_or(&home);
        let now = self.time();
        let mut windows = Vec::new();
        let mut foreground = None;
        if let Some(page) = self.pages.iter().find(|page| page.id == place.name()) {
            let glance = Glance { facts: &self.facts, now: &now, apps: &self.apps, place };
            let Frame::Drawn(draw) = &page.frame;
            windows.push(draw(&glance).owned_by(page.package));
            let app = self.apps.iter().find(|app| app.package == page.package);
            foreground = app.map(|app| Foreground {
                package: app.package.to_owned(),
                label: app.label.to_owned(),
                activity: page.activity.to_owned(),
            });
        }
        Screen {
            width: WIDTH,
            height: HEIGHT,
            density_dpi: DENSITY_DPI,
            windows,
            keyboard: None,
            foreground,
            focus: None,
            dark: self.facts.on("dark_theme"),
            status: StatusBar {
                time: now.strftime("%-H:%M").to_string(),
                battery: 100,
                wifi: true,
                airplane: self.facts.on("airplane_mode"),
            },
        }
    }
}

/// What a touch at this point does: the act of the top-most clickable view there.
fn hit(view: &View, x: i32, y: i32) -> Option<Act> {
    if !view.bounds.contains(x, y) || !view.flags.visible {
        return None;
    }
    let inner = view.children.iter().rev().find_map(|child| hit(child, x, y));
    inner.or_else(|| view.flags.clickable.then(|| if view.flags.enabled { view.act.clone() } else { Act::Nothing }))
}
