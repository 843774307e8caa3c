//! Which goals and verifiers there are, by their file names alone.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::fault::{Fault, Span, quote};
use super::problem::Problem;
use super::source::Source;
use super::words::Name;

/// No more files and directories than this are looked at.
const MAX_ENTRIES: usize = 20_000;

/// A goal or verifier file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its name: the path below its directory, without extension, with slashes.
    pub name: Name,
    /// Where it is.
    pub file: PathBuf,
    /// How it is called in messages: its path from the root.
    pub path: PathBuf,
}

/// The files below one directory.
#[derive(Debug, Default)]
pub struct Names {
    /// In the order of their names; no name appears twice.
    pub found: Vec<Found>,
    /// What could not be taken: unreadable directories, files without a proper name, names that appear twice.
    pub problems: Vec<Problem>,
}

/// The goals below `root/goals`, without reading any.
pub fn names(root: &Path) -> Names {
    discover(root, "goals")
}

/// The YAML files below `root/directory`. A directory that is not there has none.
pub(super) fn discover(root: &Path, directory: &str) -> Names {
    let mut walk = Walk { root, top: directory, visited: BTreeSet::new(), looked_at: 0, names: Names::default() };
    let top = PathBuf::from(directory);
    if fs::symlink_metadata(root.join(&top)).is_ok() {
        // Links come last, so that a directory is known by its own path and not by that of a link to it.
        let mut directories = vec![top];
        let mut links = Vec::new();
        while let Some(next) = directories.pop().or_else(|| links.pop()) {
            walk.directory(&next, &mut directories, &mut links);
        }
    }
    walk.finish()
}

struct Walk<'a> {
    root: &'a Path,
    top: &'a str,
    visited: BTreeSet<PathBuf>,
    looked_at: usize,
    names: Names,
}

impl Walk<'_> {
    fn directory(&mut self, path: &Path, directories: &mut Vec<PathBuf>, links: &mut Vec<PathBuf>) {
        let entries = fs::canonicalize(self.root.join(path)).and_then(|real| {
            if !self.visited.insert(real.clone()) {
                return Err(io::Error::other("this link leads to a directory that is read already"));
            }
            fs::read_dir(real)?.map(|entry| entry.map(|entry| entry.file_name())).collect::<io::Result<Vec<_>>>()
        });
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                return self
                    .problem(path, Fault::error(Span::default(), format!("cannot read this directory: {error}")));
            }
        };
        entries.sort();
        for entry in entries {
            self.looked_at += 1;
            if self.looked_at > MAX_ENTRIES {
                let message = format!("more than {MAX_ENTRIES} files here; the rest is not read");
                return self.problem(Path::new(self.top), Fault::error(Span::default(), message));
            }
            if entry.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = path.join(entry);
            let file = self.root.join(&path);
            let is_link = fs::symlink_metadata(&file).is_ok_and(|data| data.is_symlink());
            match fs::metadata(&file) {
                Ok(data) if data.is_dir() && is_link => links.push(path),
                Ok(data) if data.is_dir() => directories.push(path),
                Ok(_) => self.file(path, file),
                // Said only of what would have been a goal; a dangling editor lock is nobody's business.
                Err(error) if is_yaml(&path) => {
                    self.problem(&path, Fault::error(Span::default(), format!("cannot read this file: {error}")));
                }
                Err(_) => {}
            }
        }
    }

    fn file(&mut self, path: PathBuf, file: PathBuf) {
        if !is_yaml(&path) {
            return;
        }
        let below = path.strip_prefix(self.top).unwrap_or(&path).with_extension("");
        let words: Vec<_> = below.components().map(|word| word.as_os_str().to_string_lossy()).collect();
        match Name::new(&words.join("/")) {
            Ok(name) => self.names.found.push(Found { name, file, path }),
            Err(wrong) => {
                let fault = Fault::error(Span::default(), format!("the path of this file is its name, and {wrong}"));
                self.problem(&path, fault.help("rename the file or its directory"));
            }
        }
    }

    fn problem(&mut self, path: &Path, fault: Fault) {
        let source = Arc::new(Source::new(path, ""));
        self.names.problems.push(Problem::new(&source, fault));
    }

    fn finish(mut self) -> Names {
        let mut found = std::mem::take(&mut self.names.found);
        found.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        for next in found {
            match self.names.found.last() {
                Some(first) if first.name == next.name => {
                    let message = format!(
                        "the name {} is taken by {}",
                        quote(next.name.as_str()),
                        quote(&first.path.to_string_lossy())
                    );
                    self.problem(
                        &next.path,
                        Fault::error(Span::default(), message).help("rename or remove one of them"),
                    );
                }
                _ => self.names.found.push(next),
            }
        }
        self.names
    }
}

fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml"))
}
