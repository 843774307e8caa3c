//! What `when` and `unless` ask of the screen.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::dialog::is_dialog;
use super::query::decode_query;
use super::runner::{LAG, Runner};
use super::step::Problem;
use crate::screen::{Observation, Query, find};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Package, decode_part};

/// How long something may take to come up: as long as an old screen may still be read after an input. A script that
/// has to wait longer says so in a `wait` step.
pub(super) const WITHIN: Duration = LAG;
/// Looks at a screen that keeps answering differently.
const LOOKS: u32 = 60;

/// A question that a look at the screen answers.
#[derive(Debug)]
pub(super) enum Condition {
    /// This app is in front.
    App(Package),
    /// A dialog is in front; with a query, one that holds such a thing.
    Dialog(Option<Box<Query>>),
    /// Something matches.
    Shows(Box<Query>),
}

/// How a condition is written.
pub(super) const CONDITION_KEYS: &[Key] = &[
    Key::new("app", Shape::Package, "This app is in front."),
    Key::new(
        "dialog",
        Shape::Any(&[Shape::Words(&["any"]), Shape::Query]),
        "A dialog is in front: any, or one that holds what the query means.",
    ),
    Key::new("shows", Shape::Query, "Something on the screen matches."),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    app: Option<Package>,
    dialog: Option<Node>,
    shows: Option<Node>,
}

impl Condition {
    /// Reads `app: PACKAGE`, `dialog: any`, `dialog: {query}` or `shows: {query}`; `others` are keys that may stand beside.
    pub(super) fn read(node: &Node, others: &[&str]) -> Result<Self, Vec<Fault>> {
        let Written { app, dialog, shows } = decode_part(node, others)?;
        let query = |node: &Node| decode_query(node, &[]).map(Box::new);
        match (app, dialog, shows) {
            (Some(app), None, None) => Ok(Self::App(app)),
            (None, Some(dialog), None) if dialog.text() == Some("any") => Ok(Self::Dialog(None)),
            (None, Some(dialog), None) => query(&dialog).map(|query| Self::Dialog(Some(query))),
            (None, None, Some(shows)) => query(&shows).map(Self::Shows),
            (None, None, None) => Err(vec![
                Fault::error(node.span, "no condition is here")
                    .help("ask `app: PACKAGE`, `dialog: any`, `dialog: {query}` or `shows: {query}`"),
            ]),
            _ => Err(vec![
                Fault::error(node.span, "a step asks one of `app`, `dialog` and `shows`, and here are several")
                    .help("put a second `when` into the `then` of the first"),
            ]),
        }
    }

    /// The app that it names.
    pub(super) fn app(&self) -> Option<&str> {
        match self {
            Self::App(app) => Some(app.as_str()),
            Self::Dialog(_) | Self::Shows(_) => None,
        }
    }

    /// What one look says; nothing where the screen is being built.
    fn on(&self, screen: &Observation) -> Option<bool> {
        if screen.foreground().is_empty() || screen.nodes().len() < 2 {
            return None;
        }
        Some(match self {
            Self::App(app) => screen.foreground() == app.as_str(),
            Self::Dialog(None) => is_dialog(screen),
            Self::Dialog(Some(query)) => is_dialog(screen) && !find(screen, query).is_empty(),
            Self::Shows(query) => !find(screen, query).is_empty(),
        })
    }

    /// Whether it holds: two looks in a row say so. What does not hold is looked at again for [`WITHIN`].
    ///
    /// # Errors
    /// The screen shows nothing or keeps changing its mind, or the phone fails.
    pub(super) async fn holds(&self, runner: &mut Runner<'_>) -> Result<bool, Problem> {
        let deadline = runner.deadline(WITHIN);
        let mut before = None;
        for _ in 0..LOOKS {
            let now = self.on(&runner.look().await?);
            match (before, now) {
                (Some(true), Some(true)) => return Ok(true),
                (Some(false), Some(false)) if deadline.passed(runner) => return Ok(false),
                _ => before = now,
            }
            runner.pause().await;
        }
        Err(Problem::Unresolved(format!("it can't be told whether {self}: the screen does not come to rest")))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::App(app) => write!(f, "{app} is in front"),
            Self::Dialog(None) => f.write_str("a dialog is in front"),
            Self::Dialog(Some(query)) => write!(f, "a dialog with {query} is in front"),
            Self::Shows(query) => write!(f, "{query} is on the screen"),
        }
    }
}
