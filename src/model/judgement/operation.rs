//! Operations of a phone agent, recognised by their names in whatever spelling.

use super::words::words;

/// What an agent can do next, or say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Operation {
    OpenApp,
    Tap,
    Type,
    ScrollDown,
    ScrollUp,
    ScrollSideways,
    Back,
    Home,
    Enter,
    Wait,
    Done,
    Blocked,
}

impl Operation {
    /// Reads a name such as `SCROLL_DOWN` or "swipe down".
    pub(super) fn of(name: &str) -> Option<Self> {
        let words = words(name);
        let word = |index: usize| words.get(index).map(String::as_str).unwrap_or_default();
        Some(match (word(0), word(1)) {
            ("open" | "launch" | "start", _) => Self::OpenApp,
            ("scroll" | "swipe", "up") => Self::ScrollUp,
            ("scroll" | "swipe", "left" | "right") => Self::ScrollSideways,
            ("scroll" | "swipe", _) => Self::ScrollDown,
            ("tap" | "click" | "press", "back") => Self::Back,
            ("tap" | "click" | "press", "home") => Self::Home,
            ("tap" | "click" | "press", "enter") => Self::Enter,
            ("tap" | "click" | "press" | "touch" | "select", _) => Self::Tap,
            ("type" | "input" | "write" | "fill", _) | ("enter", "text") => Self::Type,
            ("back", _) | ("go" | "navigate", "back") => Self::Back,
            ("home", _) | ("go", "home") => Self::Home,
            ("enter" | "submit", _) => Self::Enter,
            ("wait", _) => Self::Wait,
            ("done" | "finish" | "finished" | "complete" | "completed" | "success", _) => Self::Done,
            ("blocked" | "stuck" | "fail" | "failed" | "impossible" | "abort" | "handoff", _) => Self::Blocked,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("OPEN_APP", Operation::OpenApp)]
    #[case("TYPE_TEXT", Operation::Type)]
    #[case("SCROLL_LEFT", Operation::ScrollSideways)]
    #[case("swipe down", Operation::ScrollDown)]
    #[case("press_back", Operation::Back)]
    #[case("ENTER", Operation::Enter)]
    #[case("click", Operation::Tap)]
    #[case("BLOCKED", Operation::Blocked)]
    fn operations_are_known_by_name(#[case] name: &str, #[case] operation: Operation) {
        assert_eq!(Operation::of(name), Some(operation));
    }

    #[test]
    fn other_names_are_no_operations() {
        assert_eq!(Operation::of("Billing"), None);
    }
}
