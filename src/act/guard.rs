//! The guard: what may not be touched, whoever asks.
//!
//! It is asked with the fresh observation, right before an input would be sent, for agents, scripts and verifiers
//! alike. Where it can't tell, it forbids.

use crate::device::Input;
use crate::screen::query::{tap_target_at, topmost_at};
use crate::screen::text::normalize;
use crate::screen::{Action, App, Element, Global, Observation};

/// The limits within which a goal may be pursued. Empty lists limit nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    /// Packages that may be opened and acted in.
    pub apps: Vec<String>,
    /// Labels that may never be touched, nor a row that bears one; letter case, spaces and dashes do not matter.
    pub never: Vec<String>,
}

/// What the guard needs to know of the phone beside the screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings<'a> {
    /// The package that a press of home led to; none while home was never pressed.
    pub home: Option<&'a str>,
    /// The phone's own list of apps.
    pub installed: &'a [App],
}

impl Guard {
    /// Why `action` may not be sent on `screen`; none if it may.
    pub(super) fn forbids(
        &self,
        action: &Action,
        screen: &Observation,
        surroundings: Surroundings<'_>,
    ) -> Option<String> {
        self.forbids_app(action, screen, surroundings).or_else(|| self.forbids_label(action, screen))
    }

    /// Why a command, which is aimed at no screen, may not be sent. No list of apps forbids to stop one: an app that is
    /// not to be touched is safest when it is not running.
    pub(super) fn forbids_command(&self, command: &Input) -> Option<String> {
        if self.apps.is_empty() {
            return None;
        }
        match command {
            Input::ClearApp { package }
            | Input::Grant { package, .. }
            | Input::OpenLink { package: Some(package), .. } => {
                (!self.lists(package)).then(|| format!("{package} is not among the apps that the guard lists"))
            }
            Input::OpenLink { package: None, .. } => {
                Some("the guard lists apps, and nothing says which app opens the link; name it by `app:`".to_owned())
            }
            _ => None,
        }
    }

    /// Why a script may not be run in what is on `screen`.
    pub(super) fn forbids_script(&self, screen: &Observation) -> Option<String> {
        if !self.never.is_empty() {
            return Some("it names what must never be touched, and a script may touch anything".to_owned());
        }
        let front = screen.foreground();
        (!self.apps.is_empty() && !self.lists(front))
            .then(|| format!("{front} is in front and is not among the apps that the guard lists"))
    }

    fn lists(&self, package: &str) -> bool {
        self.apps.iter().any(|app| app == package)
    }

    fn forbids_app(&self, action: &Action, screen: &Observation, surroundings: Surroundings<'_>) -> Option<String> {
        if self.apps.is_empty() {
            return None;
        }
        match action {
            Action::OpenApp { package } => {
                (!self.lists(package)).then(|| format!("{package} is not among the apps that the guard lists"))
            }
            // The ways out.
            Action::Global { name: Global::Back | Global::Home } => None,
            _ if surroundings.home.is_some_and(|home| home == screen.foreground()) => {
                self.forbids_icon(action, screen, surroundings.installed)
            }
            _ if self.lists(screen.foreground()) => None,
            _ => Some(match screen.foreground() {
                "" => "no app is known to be in front, and the guard lists apps".to_owned(),
                other => format!("{other} is in front and is not among the apps that the guard lists"),
            }),
        }
    }

    /// From the home screen only listed apps are opened: an icon that bears the label of an installed app that is not
    /// listed is not touched.
    fn forbids_icon(&self, action: &Action, screen: &Observation, installed: &[App]) -> Option<String> {
        let names: Vec<String> = touched(action, screen).into_iter().map(normalize).collect();
        let bearer = |app: &&App| names.contains(&normalize(&app.label));
        let mut bearers = installed.iter().filter(bearer).peekable();
        let first = *bearers.peek()?;
        (!bearers.any(|app| self.lists(&app.package)))
            .then(|| format!("this opens {} ({}), which the guard does not list", first.label, first.package))
    }

    fn forbids_label(&self, action: &Action, screen: &Observation) -> Option<String> {
        if self.never.is_empty() {
            return None;
        }
        let names = match action {
            Action::Type { .. } | Action::ClearField | Action::Key { .. } => {
                names_around(screen, screen.input_element()?)
            }
            _ => touched(action, screen),
        };
        self.never.iter().find_map(|label| {
            let forbidden = normalize(label);
            names
                .iter()
                .find(|name| normalize(name) == forbidden)
                .map(|name| format!("\"{name}\" must never be touched (the guard's \"{label}\")"))
        })
    }
}

/// Every name of what a finger would come down on, or of what stands around it; none for what scrolls or is no touch.
fn touched<'a>(action: &Action, screen: &'a Observation) -> Vec<&'a str> {
    let elements = match action {
        Action::TapElement { element_id } | Action::LongPress { element_id } => [screen.element(element_id), None],
        // What takes the tap, and what is written there.
        Action::TapPoint(point) => [tap_target_at(screen, *point), topmost_at(screen, *point)],
        // What scrolls no region may move what it begins on: rows are swiped away.
        Action::Swipe(swipe) if swipe.region_id.is_none() => {
            [tap_target_at(screen, swipe.start), topmost_at(screen, swipe.start)]
        }
        _ => [None, None],
    };
    elements.into_iter().flatten().flat_map(|element| names_around(screen, element)).collect()
}

/// Every name of an element, of the row it stands in and of all that either holds.
fn names_around<'a>(screen: &'a Observation, own: &'a Element) -> Vec<&'a str> {
    let row = screen.row_of(own);
    [Some(own), row]
        .into_iter()
        .flatten()
        .flat_map(|element| std::iter::once(element).chain(screen.descendants(element)))
        .flat_map(|element| [&element.text, &element.label, &element.hint])
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect()
}
