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
    pub(super) counts: Counts,
    pub(super) cases: Vec<CaseResult>,
}

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

    /// The document: `version`, `mode`, `backend`, `model`, `counts` and `cases`, the latter by name.
    ///
    /// # Errors
    /// Never in practice: all of it can be JSON.
    pub fn json(&self) -> serde_json::Result<String> {
        super::json::document(&self.run())
    }

    fn run(&self) -> Run {
        let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        run.cases.sort_by(|a, b| a.name.cmp(&b.name));
        run
    }
}

impl Sink for Results {
    fn record(&self, record: &Record) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take(&record.event);
    }
}

impl Run {
    /// Takes in one event. Events that say nothing of results pass by.
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::RunStarted { mode, backend, model, .. } => {
                *self = Self {
                    version: Results::VERSION,
                    mode: Some(*mode),
                    backend: Some(*backend),
                    model: model.clone(),
                    ..Self::default()
                };
            }
            Event::CaseIgnored { .. } => self.counts.ignored += 1,
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
