//! The trace: every event of a run, one JSON object on a line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::clock::Clock;
use crate::event::{Record, Sink};

/// A file that takes every [`Record`] of a run as JSON lines, each written at once, so that a crash costs none of them.
///
/// Traces hold what stood on the screen, so only their owner may read them (mode 0600), and an existing file is never
/// written over.
#[derive(Debug)]
pub struct Trace {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// The first thing that went wrong; nothing is written after it.
    broken: Option<io::Error>,
}

/// A trace cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The file is there already.
    #[error(
        "the trace file {0:?} exists already, and a trace is never written over; name another file or move it away"
    )]
    Exists(PathBuf),
    /// The file cannot be made.
    #[error("the trace file {path:?} can't be created: {source}")]
    Create {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder cannot be made.
    #[error("the folder {path:?} for traces can't be created: {source}")]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing stopped on the way.
    #[error("the trace file {path:?} is not complete: {source}")]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Trace {
    /// Creates `path`, whose folder must exist.
    ///
    /// # Errors
    /// When the file exists or can't be created.
    pub fn create(path: &Path) -> Result<Self, TraceError> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(path) {
            Ok(file) => Ok(Self { path: path.to_owned(), state: Mutex::new(State { file, broken: None }) }),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(TraceError::Exists(path.to_owned())),
            Err(source) => Err(TraceError::Create { path: path.to_owned(), source }),
        }
    }

    /// Creates a file of a new name in `folder`, and the folder where it is missing. Processes that do so at the same
    /// time do not meet.
    ///
    /// # Errors
    /// When folder or file can't be created.
    pub fn create_in(folder: &Path) -> Result<Self, TraceError> {
        std::fs::create_dir_all(folder).map_err(|source| TraceError::Folder { path: folder.to_owned(), source })?;
        let stem = format!("{}-{}", Clock::real().now().strftime("%Y%m%dT%H%M%SZ"), std::process::id());
        let mut tried = Self::create(&folder.join(format!("{stem}.jsonl")));
        for again in 2..1000 {
            match tried {
                Err(TraceError::Exists(_)) => tried = Self::create(&folder.join(format!("{stem}-{again}.jsonl"))),
                done => return done,
            }
        }
        tried
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether everything so far was written. To be asked at the end of a run.
    ///
    /// # Errors
    /// When something was not; later calls say that all is well.
    pub fn finish(&self) -> Result<(), TraceError> {
        match self.state.lock().unwrap_or_else(PoisonError::into_inner).broken.take() {
            None => Ok(()),
            Some(source) => Err(TraceError::Write { path: self.path.clone(), source }),
        }
    }
}

impl Sink for Trace {
    fn record(&self, record: &Record) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.broken.is_some() {
            return;
        }
        let written =
            super::json::line(record).map_err(io::Error::from).and_then(|line| state.file.write_all(line.as_bytes()));
        state.broken = written.err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, Events};
    use std::sync::Arc;

    #[test]
    fn every_event_is_a_line_of_versioned_json() {
        let dir = tempfile::tempdir().unwrap();
        let trace = Arc::new(Trace::create(&dir.path().join("t.jsonl")).unwrap());
        let events = Events::to(vec![trace.clone()], Clock::real());
        events.emit(Event::Warning { message: "one\ntwo".to_owned() });
        events.of_case("a/b", Clock::real()).emit(Event::Waited { ms: 100 });
        trace.finish().unwrap();
        let text = std::fs::read_to_string(trace.path()).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["version"], 1);
        assert_eq!(lines[0]["event"]["type"], "warning");
        assert_eq!(lines[1]["case"], "a/b");
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let trace = Trace::create_in(&dir.path().join("new/deep")).unwrap();
        assert_eq!(std::fs::metadata(trace.path()).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn an_existing_file_is_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.jsonl");
        std::fs::write(&path, "mine").unwrap();
        assert!(matches!(Trace::create(&path), Err(TraceError::Exists(_))));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    }

    #[test]
    fn two_traces_of_one_process_in_one_folder_get_two_names() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (Trace::create_in(dir.path()).unwrap(), Trace::create_in(dir.path()).unwrap());
        assert_ne!(one.path(), two.path());
    }

    #[test]
    fn a_folder_that_is_missing_is_said_by_name() {
        let dir = tempfile::tempdir().unwrap();
        let error = Trace::create(&dir.path().join("nowhere/t.jsonl")).unwrap_err();
        assert!(error.to_string().contains("nowhere"), "{error}");
    }
}
