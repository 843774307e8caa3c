//! `goalpost find`

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::from::{FromArg, Seen};
use super::target::DeviceArg;
use super::{interrupt, out, shown};
use crate::event::Backend;
use crate::plain::inline;
use crate::screen::explain::{Explanation, Hit, NearMiss, Tap, Unmet};
use crate::screen::{Bounds, Element, Observation, Point};
use crate::script::{Aim, describe};

/// Show what a query finds on the screen, and why it does not find the rest
///
/// Says what matches and where, what a tap on it would hit, and of what nearly matches which condition fails.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost find Settings
  goalpost find '{label: Search, role: button}' --device simulated=http://127.0.0.1:8700/v1
  goalpost find '{switch: {label: Dark theme}}' --from window_dump.xml
  adb exec-out uiautomator dump /dev/tty | goalpost find '{id: title, match: contains, text: theme}' --from -

Exit codes:
  0    one thing matches
  1    nothing matches, or several things do
  2    the arguments can't be used
  4    the phone can't be read, or the file is no screen
  130  interrupted")]
pub(super) struct FindArgs {
    /// A text on the screen, or in braces a query as goals and verifiers have it: `{text: Display, role: text}`
    #[arg(value_name = "QUERY", value_parser = Aim::parse)]
    query: Aim,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    from: FromArg,
    /// Print a JSON document: `{\"version\":1, \"backend\", \"query\", \"matches\":[{\"element\", \"class\", \"package\",
    /// \"tap\"}], \"tap\":{\"hits\" or \"because\"}, \"near\":[{\"element\", \"class\", \"package\", \"unmet\"}]}`
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: FindArgs) -> Exit {
    let seen = match Seen::by(args.device, &args.from) {
        Ok(seen) => seen,
        Err(exit) => return exit,
    };
    interrupt::until_stopped(async {
        let screen = match seen.observe("find").await {
            Ok(screen) => screen,
            Err(error) => return out::fail(Exit::Trouble, &error),
        };
        let explanation = args.query.explain(&screen);
        let exit = if explanation.matches.len() == 1 { Exit::Passed } else { Exit::Failed };
        let tapped = args.query.tappable(&screen);
        if args.json {
            return out::json(&Document::of(seen.backend(), &args.query, &explanation, &tapped), exit);
        }
        out::result(&told(&args.query, &screen, &explanation, &tapped), exit)
    })
}

/// How many matches a person is shown.
const LISTED: usize = 100;

/// For a person.
fn told(query: &Aim, screen: &Observation, explanation: &Explanation<'_>, tapped: &Result<&Element, String>) -> String {
    let mut text = String::new();
    let mut line = |indent: usize, words: &str| {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:indent$}{}", "", inline(words));
    };
    match explanation.matches.len() {
        // Why there is no target says it as well.
        0 if explanation.near.is_empty() => {}
        0 => line(0, &format!("nothing matches {query}")),
        1 => line(0, &format!("one thing matches {query}")),
        several => line(0, &format!("{several} things match {query}")),
    }
    for Hit { element, tap } in explanation.matches.iter().take(LISTED) {
        line(2, &placed(screen, element));
        line(4, &tap_words(screen, element, tap));
    }
    if explanation.matches.len() > LISTED {
        line(2, &format!("and {} more (--json lists all)", explanation.matches.len() - LISTED));
    }
    match tapped {
        Ok(target) if explanation.matches.len() > 1 => {
            line(0, &format!("as a target of `tap` they mean one thing: {}", placed(screen, target)));
        }
        Err(because) if explanation.matches.len() > 1 || explanation.near.is_empty() => line(0, because),
        _ => {}
    }
    if !explanation.near.is_empty() {
        line(0, &format!("near, of {} nodes on the screen:", screen.nodes().len()));
    }
    for NearMiss { element, unmet } in &explanation.near {
        line(2, &placed(screen, element));
        unmet.iter().for_each(|unmet| line(4, &unmet.to_string()));
    }
    text
}

/// An element and where it is, in the tree and on the screen.
fn placed(screen: &Observation, element: &Element) -> String {
    let Bounds { left, top, right, bottom } = element.bounds;
    let state = match (element.checkable, element.checked) {
        (false, _) => "",
        (true, true) => ", on",
        (true, false) => ", off",
    };
    format!("{}{state} at {} [{left},{top}][{right},{bottom}]", describe(screen, element), shown::id(&element.id))
}

fn tap_words(screen: &Observation, element: &Element, tap: &Tap<'_>) -> String {
    let named = |target: &Element| match target.index == element.index {
        true => "it".to_owned(),
        false => placed(screen, target),
    };
    match tap {
        Tap::Hits { target, at } => format!("a tap hits {}, at {},{}", named(target), at.x, at.y),
        Tap::Disabled { target } => format!("a tap would hit {}, which is disabled", named(target)),
        Tap::Covered { target } => format!("a tap would hit {}, which the keyboard covers", named(target)),
        Tap::Nothing => "a tap hits nothing that reacts".to_owned(),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    query: String,
    matches: Vec<Match<'a>>,
    tap: Tapped<'a>,
    near: Vec<Near<'a>>,
}

#[derive(Serialize)]
struct Match<'a> {
    element: &'a Element,
    class: &'a str,
    package: &'a str,
    tap: TapEntry<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum TapEntry<'a> {
    Hits { target: &'a str, at: Point },
    Disabled { target: &'a str },
    Covered { target: &'a str },
    Nothing,
}

/// What the query means to a `tap` step.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Tapped<'a> {
    Hits(&'a str),
    Because(&'a str),
}

#[derive(Serialize)]
struct Near<'a> {
    element: &'a Element,
    class: &'a str,
    package: &'a str,
    unmet: &'a [Unmet],
}

impl<'a> Document<'a> {
    fn of(
        backend: Backend,
        query: &Aim,
        explanation: &'a Explanation<'_>,
        tapped: &'a Result<&Element, String>,
    ) -> Self {
        let hit = |hit: &'a Hit<'_>| Match {
            element: hit.element,
            class: &hit.element.class_name,
            package: &hit.element.package_name,
            tap: match hit.tap {
                Tap::Hits { target, at } => TapEntry::Hits { target: &target.id, at },
                Tap::Disabled { target } => TapEntry::Disabled { target: &target.id },
                Tap::Covered { target } => TapEntry::Covered { target: &target.id },
                Tap::Nothing => TapEntry::Nothing,
            },
        };
        let near = |near: &'a NearMiss<'_>| Near {
            element: near.element,
            class: &near.element.class_name,
            package: &near.element.package_name,
            unmet: &near.unmet,
        };
        Self {
            version: 1,
            backend,
            query: query.to_string(),
            matches: explanation.matches.iter().map(hit).collect(),
            tap: match tapped {
                Ok(target) => Tapped::Hits(&target.id),
                Err(because) => Tapped::Because(because),
            },
            near: explanation.near.iter().map(near).collect(),
        }
    }
}
