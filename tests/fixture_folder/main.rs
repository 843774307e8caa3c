//! The folder of a fixture: written, read back, served by WireMock, and refused when anything about it is wrong.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod broken;
mod example;
mod laws;
mod writing;

use std::path::{Path, PathBuf};
use std::{fs, io};

use goalpost::fixture::folder::{Written, folder_of};
use goalpost::fixture::{FixtureError, Recording, Redacted};
use sha2::{Digest, Sha256};

/// Writes a recording that holds no secrets.
pub(crate) fn write(fixtures: &Path, recording: &Recording) -> Result<Written, FixtureError> {
    goalpost::fixture::folder::write(fixtures, recording, &Redacted::default())
}

/// A folder of fixtures that holds one.
pub(crate) struct Fixtures {
    pub(crate) root: tempfile::TempDir,
    pub(crate) case: String,
}

impl Fixtures {
    pub(crate) fn with(recording: &Recording) -> Self {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), recording).unwrap();
        Self { root, case: recording.case.clone() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn folder(&self) -> PathBuf {
        folder_of(self.path(), &self.case)
    }

    /// Every file of the fixture, in order.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        files(&self.folder())
    }

    /// Replaces the first occurrence of a text in a file.
    pub(crate) fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.folder().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// Makes all digests fit, as somebody would who wants an edit to go unnoticed.
    pub(crate) fn seal(&self) {
        let path = self.folder().join("fixture.json");
        let mut header: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let names = self.files().into_iter().filter(|file| !file.ends_with("fixture.json"));
        header["files"] = names
            .map(|file| {
                let name = file.strip_prefix(self.folder()).unwrap().to_str().unwrap().to_owned();
                (name, serde_json::Value::String(sha256(&fs::read(file).unwrap())))
            })
            .collect::<serde_json::Map<_, _>>()
            .into();
        header.as_object_mut().unwrap().shift_remove("digest");
        let text = serde_json::to_string_pretty(&header).unwrap();
        self.seal_header(text.strip_suffix("\n}").unwrap());
    }

    /// Writes `fixture.json` with a digest that fits this text.
    pub(crate) fn seal_header(&self, covered: &str) {
        let text = format!("{covered},\n \"digest\": \"{}\"\n}}\n", sha256(covered.as_bytes()));
        fs::write(self.folder().join("fixture.json"), text).unwrap();
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files below a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries: io::Result<Vec<_>> = fs::read_dir(folder).unwrap().collect();
    for entry in entries.unwrap() {
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}
