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
    let Some((verb, args)) = step.entries().first() else { return 2 * TIMEOUT + ANSWER };
    let own = ["timeout", "time", "takes"].map(|key| args.get(key)?.text()?.parse::<Period>().ok());
    let longest = own.into_iter().flatten().map(|period| period.0).max();
    let once = 2 * longest.unwrap_or(TIMEOUT).max(TIMEOUT) + ANSWER;
    match verb.text.as_str() {
        "scan" | "scroll_to" => once + SCAN,
        // A keyboard that covers the target is closed first, and the target is looked for again.
        "tap" | "long_press" | "type" => once + ANSWER,
        // A condition, and one of two lists.
        "when" | "unless" => {
            let list = |key| args.get(key).map(|steps| steps.items().iter().map(of_step).sum::<Duration>());
            once + list("then").max(list("else")).unwrap_or_default()
        }
        // What is sent is read before and afterwards, and may be a large file.
        "app" | "put" | "delete" => once + ANSWER,
        // The same for each of up to four things.
        "set" => once + 4 * ANSWER,
        _ => once,
    }
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
    #[case("tap: { text: Display }", 70)]
    #[case("tap: { text: Display, timeout: 20s }", 100)]
    #[case("wait: { time: 5m }", 630)]
    #[case("scroll_to: { text: About phone }", 400)]
    #[case("when: { dialog: any, then: [home, home], else: [wait: { time: 5m }] }", 40 + 630)]
    #[case("unless: { app: a.b, then: [when: { app: a.b, then: [home] }] }", 3 * 40)]
    #[case("set: { language: de-DE, timeout: 1m }", 270)]
    #[case("put: { file: a, to: /sdcard/a }", 70)]
    #[case("swipe: { direction: up, takes: 10s }", 50)]
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
