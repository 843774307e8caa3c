//! The write-ahead journal: what was about to be sent, before it is sent.
//!
//! Here it is a seam with one keeper, [`InMemory`]: it orders intent and outcome and survives nothing. Who needs to
//! know after a crash what a phone may have been told needs a keeper that syncs to disk.

use std::io;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::device::{Input, Transport};
use crate::event::Receipt;
use crate::secret::Redactor;

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// An input is about to be sent. Without an outcome its effect is unknown, now and after a crash.
    Intent {
        /// The operation id.
        id: String,
        /// The phone it is meant for.
        device: String,
        /// The decision or step, in words.
        operation: String,
        /// The input.
        input: Input,
    },
    /// Its one attempt ended.
    Outcome {
        /// The operation id.
        id: String,
        /// How.
        transport: Transport,
    },
    /// What is finally known of it.
    Receipt {
        /// The operation id.
        id: String,
        /// The receipt.
        receipt: Receipt,
    },
}

impl Entry {
    /// The same entry without these secrets.
    pub(super) fn without(&self, secrets: &Redactor) -> Self {
        let hidden = |text: &str| secrets.redact(text).into_owned();
        match self {
            Self::Intent { id, device, operation, input } => Self::Intent {
                id: id.clone(),
                device: device.clone(),
                operation: hidden(operation),
                input: input.clone().with_texts(hidden),
            },
            Self::Outcome { id, transport } => {
                Self::Outcome { id: id.clone(), transport: transport.clone().with_texts(hidden) }
            }
            receipt @ Self::Receipt { .. } => receipt.clone(),
        }
    }
}

/// Keeps the journal.
pub trait Journal: Send + Sync {
    /// Appends one entry. When this returns, the entry is as safe as this journal can make it.
    ///
    /// # Errors
    /// When it could not be kept. An intent that could not be kept is not sent.
    fn append(&self, entry: &Entry) -> io::Result<()>;

    /// Where it is kept, in a word or two.
    fn place(&self) -> &str;
}

/// Keeps the journal in memory.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<Vec<Entry>>);

impl InMemory {
    /// All entries so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Journal for InMemory {
    fn append(&self, entry: &Entry) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
        Ok(())
    }

    fn place(&self) -> &'static str {
        "memory"
    }
}
