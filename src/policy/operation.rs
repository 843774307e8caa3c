//! The kinds of step that a policy chooses from.

use serde::{Deserialize, Serialize};

use crate::screen::{Action, Direction, Global};

/// A kind of step. It is written as the model sees it: `TAP`, `SCROLL_DOWN`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Operation {
    /// Open another app.
    OpenApp,
    /// Tap an element.
    Tap,
    /// Replace the text of the focused field.
    TypeText,
    /// Empty the focused field. Never offered to a model.
    ClearText,
    /// Show what is further down.
    ScrollDown,
    /// Show what is further up.
    ScrollUp,
    /// Show what is further left.
    ScrollLeft,
    /// Show what is further right.
    ScrollRight,
    /// One step back.
    Back,
    /// To the home screen.
    Home,
    /// The list of recent apps. Never offered to a model.
    Recents,
    /// Press Enter.
    Enter,
    /// Press another key. Never offered to a model.
    Key,
    /// Look again in a moment.
    Wait,
    /// The goal is reached.
    Done,
    /// The goal cannot be reached.
    Blocked,
}

impl Operation {
    /// The name the model sees.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Operation::OpenApp => "OPEN_APP",
            Operation::Tap => "TAP",
            Operation::TypeText => "TYPE_TEXT",
            Operation::ClearText => "CLEAR_TEXT",
            Operation::ScrollDown => "SCROLL_DOWN",
            Operation::ScrollUp => "SCROLL_UP",
            Operation::ScrollLeft => "SCROLL_LEFT",
            Operation::ScrollRight => "SCROLL_RIGHT",
            Operation::Back => "BACK",
            Operation::Home => "HOME",
            Operation::Recents => "RECENTS",
            Operation::Enter => "ENTER",
            Operation::Key => "KEY",
            Operation::Wait => "WAIT",
            Operation::Done => "DONE",
            Operation::Blocked => "BLOCKED",
        }
    }

    /// The operation that scrolls this way.
    #[must_use]
    pub fn scroll(direction: Direction) -> Self {
        match direction {
            Direction::Down => Operation::ScrollDown,
            Direction::Up => Operation::ScrollUp,
            Direction::Left => Operation::ScrollLeft,
            Direction::Right => Operation::ScrollRight,
        }
    }

    /// The operation that an action belongs to.
    #[must_use]
    pub fn of(action: &Action) -> Self {
        match action {
            Action::TapElement { .. } | Action::LongPress { .. } | Action::TapPoint(_) => Operation::Tap,
            Action::Global { name: Global::Back } => Operation::Back,
            Action::Global { name: Global::Home } => Operation::Home,
            Action::Global { name: Global::Recents } => Operation::Recents,
            Action::Swipe(swipe) => Operation::scroll(swipe.direction().unwrap_or(Direction::Down)),
            Action::Key { key: crate::screen::Key::Enter } => Operation::Enter,
            Action::Key { .. } => Operation::Key,
            Action::Type { .. } => Operation::TypeText,
            Action::ClearField => Operation::ClearText,
            Action::OpenApp { .. } => Operation::OpenApp,
        }
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
