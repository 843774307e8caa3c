//! `value`: what stands somewhere on the screen, with which the answer to a question is compared.
//!
//! ```yaml
//! about: How much of the battery is left.
//! steps: [open: { app: com.android.settings, fresh: true }, tap: { text: Battery }]
//! value: { of: { id: usage_summary, app: com.android.settings }, is: number }
//! ```
//!
//! A value counts when two readings in a row, [`PAUSE`] apart, agree. It is read once before the agent
//! begins and once after; what is no single thing, or is empty, or is no number where one is meant, is unread.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;

use super::channel::quoted;
use super::element::shown_text;
use super::place::{PLACE, PLACE_KEYS, Place, View, unknown};
use super::switch::ambiguous;
use crate::event::{Event, Evidence, Verdict};
use crate::screen::{PASSWORD, Query, find};
use crate::script::{NARROW, QUERY_KEYS, decode_query, describe, instead};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, decode};
use crate::verify::check::{Check, Powers};
use crate::verify::error::{ProbeError, VerifyError};
use crate::verify::evaluation::Evaluation;
use crate::verify::probe::Probe;
use crate::verify::reads::Reads;
use crate::verify::settle::{PAUSE, QUIET};
use crate::verify::values::number_in;

/// How a `value` is written.
pub const VALUE_SHAPE: Shape = Shape::Map(&[&[
    Key::new("of", Shape::Map(&[QUERY_KEYS, PLACE_KEYS]), "What shows it, and in which app.").needed(),
    Key::new("is", Shape::Words(&["text", "number"]), "Its text, or the one number in that.").or("text"),
]]);

/// What came of reading a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueReport {
    /// The value, as it is shown. Where it is a number, [`number_in`](crate::verify::values::number_in) reads it. None where it could not be read.
    pub value: Option<String>,
    /// Why not.
    pub because: Option<String>,
    /// What it rests on: the last reading.
    pub evidence: Vec<Evidence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    of: Node,
    #[serde(default)]
    is: What,
}

/// What of a text counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    #[default]
    Text,
    Number,
}

/// A check that something shows a value.
#[derive(Debug)]
pub(in crate::verify) struct ValueCheck {
    query: Query,
    place: Place,
    is: What,
}

impl ValueCheck {
    /// Reads `{of, is}`.
    pub(in crate::verify) fn read(node: &Node) -> Result<Self, Vec<Fault>> {
        let example =
            || "for example `value: { of: { id: summary, app: com.android.settings }, is: number }`".to_owned();
        let read = || {
            let Written { of, is } = decode(node)?;
            let (place, query) = of.split(PLACE);
            match (Place::read(&place), decode_query(&query, PLACE)) {
                (Ok(place), Ok(query)) => Ok(Self { query, place, is }),
                (place, query) => Err([place.err(), query.err()].into_iter().flatten().flatten().collect::<Vec<_>>()),
            }
        };
        read().map_err(|faults: Vec<Fault>| faults.into_iter().map(|fault| fault.or_help(example)).collect())
    }

    /// Reads until two readings in a row agree, or the time is up.
    pub(in crate::verify) async fn settle(&self, probe: &Probe, within: Duration) -> Result<ValueReport, VerifyError> {
        let clock = probe.clock();
        let mut first = None;
        let mut before: Option<String> = None;
        loop {
            let last_input = match probe.last_input_at().await {
                Ok(at) => at,
                Err(error) => error.unless_inconclusive().map(|_| None)?,
            };
            if let Some(input) = last_input {
                clock.sleep(QUIET.saturating_sub(clock.since(input))).await;
            }
            let begun = clock.now();
            probe.events().emit(Event::EvaluationStarted);
            let (value, now) = match self.reading(&Reads::new(probe)).await {
                Ok(reading) => reading,
                Err(error) => {
                    let because = error.unless_inconclusive()?;
                    (None, Evaluation::of(self.rule(), Verdict::Inconclusive, probe.now()).because(because))
                }
            };
            let (verdict, evidence) = (now.verdict, now.evidence.clone());
            probe.events().emit(Event::Evaluated { verdict, counts: true, evidence });
            if value.is_some() && value == before {
                return Ok(ValueReport { value, because: None, evidence: now.evidence });
            }
            let late = clock.since(*first.get_or_insert(begun)) + PAUSE > within;
            if late && begun != first.unwrap_or(begun) {
                let why = now.reason().map_or_else(|| "the value changed".to_owned(), str::to_owned);
                let because = Some(format!("unsettled: within {within:?} no two readings in a row agreed: {why}"));
                return Ok(ValueReport { value: None, because, evidence: now.evidence });
            }
            before = value;
            clock.sleep(PAUSE).await;
        }
    }

    /// What is shown, if that can be told, and what it rests on.
    async fn reading(&self, reads: &Reads<'_>) -> Result<(Option<String>, Evaluation), ProbeError> {
        let rule = self.rule();
        Ok(match self.place.look(&rule, reads).await? {
            Ok(view) => self.judge(&rule, &view),
            Err(unknown) => (None, unknown),
        })
    }

    fn judge(&self, rule: &str, view: &View) -> (Option<String>, Evaluation) {
        let found = view.all(|screen| find(screen, &self.query));
        let Some(screen) = view.screen() else {
            return (None, Evaluation::from_evidence(Verdict::Inconclusive, Vec::new()));
        };
        let only = match found.as_slice() {
            [only] => only,
            [] => {
                let instead = instead(screen, &self.query);
                return (None, unknown(rule, screen, format!("nothing matches {}; {instead}", view.words())));
            }
            several => {
                let told = ambiguous(rule, several, NARROW, |sighting| describe(sighting.screen, sighting.element));
                return (None, told);
            }
        };
        let told = |verdict| {
            Evaluation::of(rule, verdict, only.screen.taken_at).at(&only.element.id).on(&only.screen.fingerprint)
        };
        let unread = |why: &str| (None, told(Verdict::Inconclusive).because(why));
        if only.element.password || only.element.text == PASSWORD {
            return unread("it is a password, which is not read");
        }
        let read = shown_text(only.element);
        if read.trim().is_empty() {
            return unread("it shows nothing");
        }
        let confirmed = told(Verdict::Confirmed).read(quoted(read));
        match (self.is, number_in(read)) {
            (What::Text, _) => (Some(read.to_owned()), confirmed),
            (What::Number, Ok(number)) => (Some(read.to_owned()), confirmed.normalized(number.to_string())),
            (What::Number, Err(why)) => (None, told(Verdict::Inconclusive).read(quoted(read)).because(why)),
        }
    }
}

#[async_trait]
impl Check for ValueCheck {
    fn rule(&self) -> String {
        let what = if self.is == What::Text { "a text" } else { "a number" };
        format!("{} {} shows {what}", self.query, self.place.words())
    }

    fn apps(&self) -> Vec<&str> {
        self.place.apps()
    }

    fn powers(&self) -> Powers {
        Powers::CONFIRM
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        Ok(self.reading(reads).await?.1)
    }
}
