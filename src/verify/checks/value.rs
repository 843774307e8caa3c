//! `value`: what the phone shows in one place, for goals that ask for it.
//!
//! ```yaml
//! about: How much of the battery is left.
//! steps: [open: { app: com.android.settings, fresh: true }]
//! value: { of: { beside: Battery, app: com.android.settings }, is: number }
//! ```
//!
//! It is confirmed when it can be read, and settles when two readings in a row agree. What is no single thing, or is
//! empty, or is no number where one is meant, is unread.

use async_trait::async_trait;
use serde::Deserialize;

use super::element::shown_text;
use super::place::{PLACE, PLACE_KEYS, Place, unknown};
use super::switch::ambiguous;
use crate::event::Verdict;
use crate::plain::printable;
use crate::screen::{PASSWORD, Query, find};
use crate::script::{NARROW, QUERY_KEYS, decode_query, describe, instead};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, decode};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::reads::Reads;
use crate::verify::values::number_in;

/// How a `value` is written.
pub const VALUE_SHAPE: Shape = Shape::Map(&[&[
    Key::new("of", Shape::Map(&[QUERY_KEYS, PLACE_KEYS]), "What shows it, and in which app.").needed(),
    Key::new("is", Shape::Words(&["text", "number"]), "Its text, or the one number in that.").or("text"),
]]);

/// A value to be read: `{ of: QUERY, is: text or number }`, with the keys of a place in the query.
///
/// It is confirmed when it can be read. A number is compared and told without what stands around it.
#[derive(Debug)]
struct Value {
    query: Query,
    place: Place,
    is: Kind,
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Text,
    Number,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    of: Node,
    #[serde(default)]
    is: Kind,
}

/// Reads `value:`.
pub(in crate::verify) fn compile(node: &Node) -> Result<Box<dyn Check>, Vec<Fault>> {
    let example = "value: { of: { beside: Android version, app: com.android.settings }, is: text }";
    let written: Result<Written, _> = decode(node);
    let Written { of, is } = written.map_err(|faults| {
        faults.into_iter().map(|fault| fault.or_help(|| format!("write `{example}`"))).collect::<Vec<_>>()
    })?;
    let (place, query) = of.split(PLACE);
    match (Place::read(&place), decode_query(&query, PLACE)) {
        (Ok(place), Ok(query)) => Ok(Box::new(Value { query, place, is })),
        (place, query) => Err([place.err(), query.err()].into_iter().flatten().flatten().collect()),
    }
}

#[async_trait]
impl Check for Value {
    fn rule(&self) -> String {
        let is = if self.is == Kind::Text { "a text" } else { "a number" };
        format!("{} {} is {is}", self.query, self.place.words())
    }

    fn apps(&self) -> Vec<&str> {
        self.place.apps()
    }

    fn powers(&self) -> Powers {
        Powers::CONFIRM
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let view = match self.place.look(&rule, reads).await? {
            Ok(view) => view,
            Err(unknown) => return Ok(unknown),
        };
        let Some(screen) = view.screen() else {
            return Ok(Evaluation::from_evidence(Verdict::Inconclusive, Vec::new()));
        };
        let found = view.all(|screen| find(screen, &self.query));
        let only = match found.as_slice() {
            [only] => only,
            [] => {
                let instead = instead(screen, &self.query);
                return Ok(unknown(&rule, screen, format!("nothing matches {}; {instead}", view.words())));
            }
            several => return Ok(ambiguous(&rule, several, NARROW, |seen| describe(seen.screen, seen.element))),
        };
        let text = shown_text(only.element);
        let seen = |verdict| {
            Evaluation::of(rule.clone(), verdict, only.screen.taken_at)
                .read(printable(text, 200))
                .at(&only.element.id)
                .on(&only.screen.fingerprint)
        };
        if only.element.password || text == PASSWORD {
            return Ok(seen(Verdict::Inconclusive).because("it is a password, which is not read"));
        }
        Ok(match self.value(text) {
            Ok(value) => seen(Verdict::Confirmed)
                .normalized(&value)
                .valued(value)
                .and_used([Used::Presence, Used::Text(text.to_owned())])
                .and_used(self.place.used()),
            Err(because) => seen(Verdict::Inconclusive).because(because),
        })
    }
}

impl Value {
    /// What of a text counts.
    fn value(&self, text: &str) -> Result<String, String> {
        match (self.is, text.trim()) {
            (_, "") => Err("it shows nothing".to_owned()),
            (Kind::Text, text) => Ok(text.to_owned()),
            (Kind::Number, text) => number_in(text).map(|number| number.to_string()),
        }
    }
}
