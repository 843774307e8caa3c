//! One input by hand, as a command line asks for it.
//!
//! Its target is found as a step's is, and it goes the same way to the phone. But where a step has to have its effect,
//! this one tells what is known of it: its receipt.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;

use super::aim::Aim;
use super::focus::{focus, in_focus};
use super::region::{Region, reach};
use super::runner::{Choice, LAG, Runner};
use super::step::{Problem, Step};
use super::target::identity;
use crate::plain::printable;
use crate::screen::{Action, App, Direction, Global, Key, Observation, Point, Query, Swipe, text};
use crate::spec::{quote, suggest};

/// One input by hand.
#[derive(Debug, Clone)]
pub struct Single {
    /// What is to be done.
    pub gesture: Gesture,
    /// How long its target is waited for.
    pub timeout: Duration,
}

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Gesture {
    /// A tap on the one thing that is meant.
    Tap(Aim),
    /// A tap at a place.
    TapAt(Point),
    /// A finger moves over most of the screen, or of the part that a query means.
    Swipe {
        /// Where the finger moves to. What is shown moves along with it.
        finger: Direction,
        /// The part of the screen.
        within: Option<Query>,
        /// How long it takes.
        takes: Duration,
    },
    /// A finger moves from one place to another.
    SwipeFrom {
        /// Where it comes down.
        start: Point,
        /// Where it is lifted.
        end: Point,
        /// How long it takes.
        takes: Duration,
    },
    /// Text into the field that has the focus, or gets it first.
    Type {
        /// The text.
        text: String,
        /// The field, if it is not the one that has the focus.
        into: Option<Query>,
        /// Whether it replaces what is there.
        clear: bool,
    },
    /// Empties the field that has the focus, or gets it first.
    Clear {
        /// The field, if it is not the one that has the focus.
        into: Option<Query>,
    },
    /// A key.
    Press(Key),
    /// An app to the front, by its package or its label.
    Open(String),
    /// One of the system's own buttons.
    Global(Global),
}

/// In words, as reports and the journal have it.
impl fmt::Display for Gesture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |query: &Option<Query>, word: &str| {
            query.as_ref().map(|query| format!(" {word} {query}")).unwrap_or_default()
        };
        match self {
            Self::Tap(aim) => write!(f, "tap {aim}"),
            Self::TapAt(Point { x, y }) => write!(f, "tap at {x},{y}"),
            Self::Swipe { finger, within, .. } => write!(f, "swipe {}{}", finger.name(), of(within, "in")),
            Self::SwipeFrom { start, end, .. } => {
                write!(f, "swipe from {},{} to {},{}", start.x, start.y, end.x, end.y)
            }
            Self::Type { text, into, .. } => write!(f, "type \"{}\"{}", printable(text, 60), of(into, "into")),
            Self::Clear { into } => write!(f, "clear the field{}", of(into, "that is")),
            Self::Press(key) => write!(f, "press {}", key.name()),
            Self::Open(app) => write!(f, "open {}", printable(app, 80)),
            Self::Global(Global::Back) => f.write_str("back"),
            Self::Global(Global::Home) => f.write_str("home"),
            Self::Global(Global::Recents) => f.write_str("recents"),
        }
    }
}

#[async_trait]
impl Step for Single {
    fn words(&self) -> String {
        self.gesture.to_string()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let timeout = self.timeout;
        if let Gesture::Type { into: Some(query), .. } | Gesture::Clear { into: Some(query) } = &self.gesture {
            focus(runner, query, timeout).await?;
        }
        let app = match &self.gesture {
            Gesture::Open(name) => Some(called(&runner.act().installed().await?, name).map_err(Problem::Unmet)?),
            _ => None,
        };
        runner.act_on(timeout, |screen| self.choose(screen, app.as_deref())).await?;
        // An effect may be late. After that it counts as not seen, which is no failure here.
        let deadline = runner.deadline(LAG);
        while runner.act().is_unseen() && !deadline.passed(runner) {
            runner.pause().await;
            runner.look().await?;
        }
        Ok(())
    }
}

impl Single {
    fn choose(&self, screen: &Observation, app: Option<&str>) -> Choice<Action> {
        match &self.gesture {
            Gesture::Tap(aim) => match aim.tappable(screen) {
                Ok(target) => Choice::Same(Action::TapElement { element_id: target.id.clone() }, identity(target)),
                Err(because) => Choice::NotYet(because),
            },
            Gesture::TapAt(point) => on_screen(screen, &[*point], Action::TapPoint(*point)),
            Gesture::Swipe { finger, within: None, takes } => {
                let area = reach(screen, screen.screen.bounds());
                let swipe = Swipe::scrolling("", area, shown_next(*finger));
                Choice::AtOnce(Action::Swipe(Swipe { region_id: None, duration: millis(*takes), ..swipe }))
            }
            Gesture::Swipe { finger, within: Some(query), takes } => {
                match Region::Of(Box::new(query.clone())).on(screen) {
                    Ok(region) => {
                        let swipe = Swipe::scrolling(&region.id, reach(screen, region.bounds), shown_next(*finger));
                        let region_id = swipe.region_id.filter(|_| region.scrollable && region.enabled);
                        let swipe = Swipe { region_id, duration: millis(*takes), ..swipe };
                        Choice::Same(Action::Swipe(swipe), identity(region))
                    }
                    Err(because) => Choice::NotYet(because),
                }
            }
            Gesture::SwipeFrom { start, end, takes } => {
                let swipe = Swipe { start: *start, end: *end, duration: millis(*takes), region_id: None };
                on_screen(screen, &[*start, *end], Action::Swipe(swipe))
            }
            Gesture::Type { text, clear, .. } => in_focus(screen, &Action::Type { text: text.clone(), clear: *clear }),
            Gesture::Clear { .. } => in_focus(screen, &Action::ClearField),
            Gesture::Press(key) => Choice::AtOnce(Action::Key { key: *key }),
            Gesture::Open(name) => Choice::AtOnce(Action::OpenApp { package: app.unwrap_or(name).to_owned() }),
            Gesture::Global(name) => Choice::AtOnce(Action::Global { name: *name }),
        }
    }
}

/// `action`, if all its places are on the screen.
pub(super) fn on_screen(screen: &Observation, places: &[Point], action: Action) -> Choice<Action> {
    let area = screen.screen.bounds();
    match places.iter().find(|place| !area.contains(**place)) {
        None => Choice::AtOnce(action),
        Some(Point { x, y }) => {
            let because = format!("{x},{y} is not on the screen, which is {} x {}", area.width(), area.height());
            Choice::Never(Problem::Unmet(because), format!("{area:?}"))
        }
    }
}

fn millis(takes: Duration) -> u64 {
    u64::try_from(takes.as_millis()).unwrap_or(u64::MAX)
}

/// What a finger's move brings into view: the content follows the finger, so what comes is on the other side.
pub(super) fn shown_next(finger: Direction) -> Direction {
    match finger {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// The package of the app that `name` means: a package, or else a label that one app alone has.
fn called(apps: &[App], name: &str) -> Result<String, String> {
    if let Some(app) = apps.iter().find(|app| app.package == name) {
        return Ok(app.package.clone());
    }
    let wanted = text::normalize(name);
    let named: Vec<&App> = apps.iter().filter(|app| text::normalize(&app.label) == wanted).collect();
    match named.as_slice() {
        [only] => Ok(only.package.clone()),
        [] => {
            let known = apps.iter().flat_map(|app| [app.label.as_str(), app.package.as_str()]);
            let meant = suggest(name, known).map(|known| format!("; did you mean {}?", quote(known)));
            let help = meant.unwrap_or_else(|| "; `goalpost apps` lists them".to_owned());
            Err(format!("no app of this phone is called {}{help}", quote(name)))
        }
        several => {
            let packages: Vec<&str> = several.iter().map(|app| app.package.as_str()).collect();
            Err(format!(
                "{} apps are called {}: {}; name one by its package",
                several.len(),
                quote(name),
                packages.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn apps() -> Vec<App> {
        [
            ("com.android.settings", "Settings"),
            ("com.a.files", "Files"),
            ("com.b.files", "Files"),
            ("org.wifi", "Wi\u{2011}Fi"),
        ]
        .map(|(package, label)| App { package: package.to_owned(), label: label.to_owned() })
        .to_vec()
    }

    #[rstest]
    #[case("com.a.files", "com.a.files")]
    #[case("settings", "com.android.settings")]
    #[case("Wi-Fi", "org.wifi")]
    fn an_app_is_called_by_its_package_or_its_label(#[case] name: &str, #[case] package: &str) {
        assert_eq!(called(&apps(), name).as_deref(), Ok(package));
    }

    #[rstest]
    #[case("Files", "2 apps are called `Files`: com.a.files, com.b.files; name one by its package")]
    #[case("Setings", "did you mean `Settings`?")]
    #[case("com.b.file", "did you mean `com.b.files`?")]
    #[case("Calculator", "`goalpost apps` lists them")]
    fn an_app_that_is_not_one_is_said(#[case] name: &str, #[case] says: &str) {
        let error = called(&apps(), name).unwrap_err();
        assert!(error.contains(says), "{error}");
    }

    #[rstest]
    #[case(Direction::Up)]
    #[case(Direction::Down)]
    #[case(Direction::Left)]
    #[case(Direction::Right)]
    fn a_swipe_moves_the_finger_where_it_says(#[case] finger: Direction) {
        let area = crate::screen::Bounds { left: 0, top: 0, right: 100, bottom: 100 };
        let Swipe { start, end, .. } = Swipe::scrolling("", area, shown_next(finger));
        let moved = (end.x - start.x, end.y - start.y);
        let expected = match finger {
            Direction::Up => (0, -60),
            Direction::Down => (0, 60),
            Direction::Left => (-60, 0),
            Direction::Right => (60, 0),
        };
        assert_eq!(moved, expected);
    }
}
