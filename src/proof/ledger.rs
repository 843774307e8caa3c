//! The last proof of each case, in a file that is kept with the project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::outcome::Proof;
use crate::plain::printable;

/// Where it lies, below a project's root.
pub const PROOFS: &str = "tests/proofs.json";

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 8 << 20;

const VERSION: u32 = 1;

/// The last proof of each case. Nothing in it depends on the machine or the time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    version: u32,
    /// By the names of cases.
    pub cases: BTreeMap<String, Entry>,
}

/// The last proof of one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The verifier.
    pub verifier: String,
    /// What the proof depends on of goal and verifier, as a hash.
    pub essence: String,
    /// How many mutants were not confirmed.
    pub killed: usize,
    /// How many were.
    pub survived: usize,
}

/// The file can't be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file system does not let it.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It holds something else.
    #[error("{} does not hold proofs ({why}); delete it and prove again", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl Default for Ledger {
    fn default() -> Self {
        Self { version: VERSION, cases: BTreeMap::new() }
    }
}

impl Ledger {
    /// Reads that of the project at `root`; none where there is no such file.
    ///
    /// # Errors
    /// It can't be read, or is something else.
    pub fn read(root: &Path) -> Result<Option<Self>, LedgerError> {
        let file = root.join(PROOFS);
        let failed = |source| LedgerError::Io { file: file.clone(), source };
        let foreign = |why: String| LedgerError::Foreign { file: file.clone(), why };
        match std::fs::metadata(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
            // A pipe or a device could block for ever, or never end.
            Ok(found) if !found.is_file() => return Err(foreign("it is no regular file".to_owned())),
            Ok(found) if found.len() > MAX_FILE => return Err(foreign("it is too long".to_owned())),
            Ok(_) => {}
        }
        let text = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => return Err(foreign(error.to_string())),
            text => text.map_err(failed)?,
        };
        let ledger: Self = serde_json::from_str(&text).map_err(|error| foreign(printable(&error.to_string(), 200)))?;
        if ledger.version == VERSION {
            Ok(Some(ledger))
        } else {
            Err(foreign(format!("its version is {}", ledger.version)))
        }
    }

    /// Takes in a proof that came as far as its mutants; forgets what it knew of the case where it did not.
    pub fn note(&mut self, proof: &Proof, essence: &str) {
        if proof.mutants.is_empty() {
            self.cases.remove(&proof.name);
            return;
        }
        let (killed, survived) = (proof.killed(), proof.survivors().count());
        let entry = Entry { verifier: proof.verifier.clone(), essence: essence.to_owned(), killed, survived };
        self.cases.insert(proof.name.clone(), entry);
    }

    /// Writes it, where that changes the file.
    fn write(&self, root: &Path) -> Result<(), LedgerError> {
        let file = root.join(PROOFS);
        let failed = |source| LedgerError::Io { file: file.clone(), source };
        let text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))? + "\n";
        if std::fs::read_to_string(&file).is_ok_and(|there| there == text) {
            return Ok(());
        }
        // In one step, so that whoever reads meanwhile finds the old file or the new one.
        let new = file.with_extension(format!("json.{}", std::process::id()));
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &file));
        written.map_err(|error| {
            // Nothing is to be left of what could not be put in its place.
            let _ = std::fs::remove_file(&new);
            failed(error)
        })
    }

    /// Reads it, changes it and writes it, while no other process does.
    ///
    /// # Errors
    /// It can't be read or written, or another process holds it for long.
    pub fn update(root: &Path, change: impl FnOnce(&mut Self)) -> Result<(), LedgerError> {
        let file = root.join(PROOFS);
        let failed = |source| LedgerError::Io { file: file.clone(), source };
        let folder = file.parent().unwrap_or(root);
        std::fs::create_dir_all(folder).map_err(failed)?;
        // The folder is locked, not the file: that is exchanged. Where a system can't, the last one to write wins.
        let held = std::fs::File::open(folder).and_then(|folder| folder.lock().map(|()| folder)).ok();
        let mut ledger = Self::read(root)?.unwrap_or_default();
        change(&mut ledger);
        let written = ledger.write(root);
        drop(held);
        written
    }
}
