//! Inputs with what is known of them.

use std::sync::{Mutex, PoisonError};

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use crate::event::{Backend, Event, Receipt, Record, Sink};
use crate::plain::inline;

/// One input and what is known of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Sent {
    id: String,
    operation: String,
    input: Value,
    /// Unknown until it is known: an intent without an outcome is just that.
    receipt: Receipt,
    #[serde(skip)]
    effect: Option<String>,
}

/// All inputs so far, by their operation ids, in the order in which they were sent.
#[derive(Debug, Default)]
pub(super) struct Inputs(IndexMap<String, Sent>);

impl Inputs {
    pub(super) fn take_note(&mut self, event: &Event) {
        match event {
            Event::InputIntended { id, operation, input } => {
                let (operation, input) = (operation.clone(), input.clone());
                let sent = Sent { id: id.clone(), operation, input, receipt: Receipt::Unknown, effect: None };
                self.0.insert(id.clone(), sent);
            }
            Event::InputReceipt { id, receipt, effect } => {
                if let Some(sent) = self.0.get_mut(id) {
                    sent.receipt = *receipt;
                    sent.effect.clone_from(effect);
                }
            }
            _ => {}
        }
    }

    pub(super) fn all(&self) -> Vec<&Sent> {
        self.0.values().collect()
    }
}

/// Collects the inputs of a command that sends single ones, for people and for programs.
#[derive(Debug, Default)]
pub struct InputReport(Mutex<Inputs>);

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    error: Option<&'a str>,
    inputs: Vec<&'a Sent>,
}

impl InputReport {
    /// The version of the document; it grows when a member is renamed, removed or changes its meaning.
    pub const VERSION: u32 = 1;

    /// The document: `version`, `backend`, `error` (why it ended early; null where it did not) and `inputs`, whose
    /// entries are those of `goalpost agent --json`.
    ///
    /// # Errors
    /// Never in practice: all of it can be JSON.
    pub fn json(&self, backend: Backend, error: Option<&str>) -> serde_json::Result<String> {
        let inputs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        super::json::document(&Document { version: Self::VERSION, backend, error, inputs: inputs.all() })
    }

    /// A line for each input: its receipt, what it was, and what was seen of it.
    #[must_use]
    pub fn lines(&self) -> String {
        let inputs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |sent: &&Sent| {
            let effect = sent.effect.as_deref().map(|effect| format!(": {effect}")).unwrap_or_default();
            format!("{}\n", inline(&format!("{:13} {}{effect}", sent.receipt, sent.operation)))
        };
        inputs.all().iter().map(line).collect()
    }
}

impl Sink for InputReport {
    fn record(&self, record: &Record) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take_note(&record.event);
    }
}
