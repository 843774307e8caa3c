//! What became of a run and of each of its cases.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::event::{Backend, CaseResult, Counts, Event, Mode, Record, Sink};

/// Collects the results of a run: the document that `goalpost run --json` prints.
#[derive(Debug, Default)]
pub struct Results(Mutex<Run>);

/// A run as far as it went.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Run {
    version: u32,
    mode: Option<Mode>,
    backend: Option<Backend>,
    pub(super) model: String,
    /// The models that answered, by the names they give themselves, in the order they first did.
    pub(super) answered_by: Vec<String>,
    pub(super) counts: Counts,
    pub(super) cases: Vec<CaseResult>,
    /// Those that were selected and not run: `counts.ignored` of them.
    ignored: Vec<Ignored>,
    /// How many recordings were written.
    #[serde(skip)]
    pub(super) written: usize,
    /// How many recordings came out as they were.
    #[serde(skip)]
    pub(super) unchanged: usize,
}

/// A case that was selected and not run.
#[derive(Debug, Clone, Serialize)]
struct Ignored {
    name: String,
    because: String,
}

/// A server may call itself by another name each time.
const MOST_MODELS: usize = 20;

impl Results {
    /// The version of the document; it grows when a member is renamed, removed or changes its meaning.
    pub const VERSION: u32 = 1;

    /// How many cases ended how, so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.run().counts
    }

    /// Whether a run has begun, so that there is something to tell.
    #[must_use]
    pub fn began(&self) -> bool {
        self.run().mode.is_some()
    }

    /// The results so far, by name.
    #[must_use]
    pub fn cases(&self) -> Vec<CaseResult> {
        self.run().cases
    }

    /// The document: `version`, `mode`, `backend`, `model` (as it was asked for), `answered_by` (the models that
    /// answered, as they call themselves), `counts`, `cases` and `ignored`. `cases` are those that were run, `ignored`
    /// those that were selected and were not, with the reason in `because`; both by name.
    ///
    /// # Errors
    /// Never in practice: all of it can be JSON.
    pub fn json(&self) -> serde_json::Result<String> {
        super::json::document(&self.run())
    }

    fn run(&self) -> Run {
        let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        run.cases.sort_by(|a, b| a.name.cmp(&b.name));
        run.ignored.sort_by(|a, b| a.name.cmp(&b.name));
        run
    }
}

impl Sink for Results {
    fn record(&self, record: &Record) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take(record);
    }
}

impl Run {
    /// Takes in one event. Events that say nothing of results pass by.
    pub(super) fn take(&mut self, record: &Record) {
        match &record.event {
            Event::RunStarted { mode, backend, model, .. } => {
                *self = Self {
                    version: Results::VERSION,
                    mode: Some(*mode),
                    backend: Some(*backend),
                    model: model.clone(),
                    ..Self::default()
                };
            }
            Event::CaseIgnored { because } => {
                self.counts.ignored += 1;
                let name = record.case.clone().unwrap_or_default();
                self.ignored.push(Ignored { name, because: because.clone() });
            }
            Event::Decided { model, .. }
                if self.answered_by.len() < MOST_MODELS && !self.answered_by.contains(model) =>
            {
                self.answered_by.push(model.clone());
            }
            Event::Recorded { unchanged: false, .. } => self.written += 1,
            Event::Recorded { unchanged: true, .. } => self.unchanged += 1,
            Event::CaseEnded(result) => {
                self.counts.add(result.outcome);
                self.cases.push(result.clone());
            }
            // Knows also of cases that were not begun.
            Event::RunEnded { counts } => self.counts = *counts,
            _ => {}
        }
    }
}
