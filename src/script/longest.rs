//! How long steps and checks may take, for whoever has to tell a slow one from one that hangs.

use std::time::Duration;

use super::runner::TIMEOUT;
use crate::spec::{Node, Period};

/// A look that begins just before a step's time is up may still have to be answered, and asked again where that fails.
const ANSWER: Duration = Duration::from_secs(30);
/// Looking through a long list: to its beginning, through it and back, at two seconds a swipe.
pub const SCAN: Duration = Duration::from_secs(360);

/// The time that one step may take: to find what it is for and to see what it does, each within its own `timeout:`.
pub(super) fn of_step(step: &Node) -> Duration {
    let own = step.entries().iter().flat_map(|(_, args)| ["timeout", "time"].map(|key| args.get(key)));
    let longest = own.flatten().filter_map(|node| node.text()?.parse::<Period>().ok()).map(|period| period.0).max();
    let scans = step.entries().iter().any(|(verb, _)| matches!(verb.text.as_str(), "scan" | "scroll_to"));
    2 * longest.unwrap_or(TIMEOUT).max(TIMEOUT) + ANSWER + if scans { SCAN } else { Duration::ZERO }
}

/// The time that computing a check once may take.
#[must_use]
pub fn of_check(check: &Node) -> Duration {
    let scans = scans(check);
    ANSWER + SCAN * u32::try_from(scans).unwrap_or(u32::MAX).min(100)
}

/// How many lists are looked through. Checks stand in checks, and trees that were read are not deep.
fn scans(node: &Node) -> usize {
    let own = usize::from(node.get("scan").is_some());
    let of_entries: usize = node.entries().iter().map(|(_, value)| scans(value)).sum();
    own + of_entries + node.items().iter().map(scans).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn node(yaml: &str) -> Node {
        crate::spec::yaml::read(&crate::spec::Source::new("x.yaml", yaml), crate::spec::yaml::Limits::default())
            .unwrap()
    }

    #[rstest]
    #[case("home", 40)]
    #[case("tap: { text: Display }", 40)]
    #[case("tap: { text: Display, timeout: 20s }", 70)]
    #[case("wait: { time: 5m }", 630)]
    #[case("scroll_to: { text: About phone }", 400)]
    fn a_step_takes_its_own_time_at_most(#[case] yaml: &str, #[case] seconds: u64) {
        assert_eq!(of_step(&node(yaml)), Duration::from_secs(seconds));
    }

    #[rstest]
    #[case("foreground: { app: a.b }", 30)]
    #[case("all: [{ element: { text: x, scan: { id: list } } }, { not: { element: { scan: {} } } }]", 750)]
    fn a_check_takes_as_long_as_the_lists_it_looks_through(#[case] yaml: &str, #[case] seconds: u64) {
        assert_eq!(of_check(&node(yaml)), Duration::from_secs(seconds));
    }
}
