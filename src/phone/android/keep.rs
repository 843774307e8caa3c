//! The phone's files: reached from outside as the service reaches them, and by the hand.

use bytes::Bytes;

use super::Android;
use crate::phone::act::Deed;
use crate::phone::facts::{Cause, Change};
use crate::phone::files::{Edits, FileError, FileInfo, Files};

impl Android {
    /// What lies in a folder, as `/sdcard/Download`, by name.
    ///
    /// # Errors
    /// No path, nothing there, not a folder.
    pub fn files(&self, folder: &str) -> Result<Vec<FileInfo>, FileError> {
        self.files.list(folder)
    }

    /// The content of a file.
    ///
    /// # Errors
    /// No path, nothing there, not a file.
    pub fn file(&self, path: &str) -> Result<Bytes, FileError> {
        self.files.read(path)
    }

    /// Puts a file into a folder, in the place of one of that name.
    ///
    /// # Errors
    /// No such folder, no name for a file, or no room. That is not an input.
    pub fn put_file(&mut self, folder: &str, name: &str, content: Bytes) -> Result<u64, FileError> {
        let now = self.clock.now();
        self.refile(|files| files.write(folder, name, content, now))
    }

    /// Deletes a file, or a folder with all in it.
    ///
    /// # Errors
    /// No path, nothing there, or protected. That is not an input.
    pub fn delete_file(&mut self, path: &str) -> Result<u64, FileError> {
        let now = self.clock.now();
        self.refile(|files| files.delete(path, now))
    }

    /// Changes files from outside: an input if it can be done.
    fn refile(&mut self, change: impl FnOnce(&mut Files) -> Result<Edits, FileError>) -> Result<u64, FileError> {
        let mut files = self.files.clone();
        let edits = change(&mut files)?;
        Ok(self.input(|phone| {
            phone.files = files;
            phone.note(edits);
        }))
    }

    /// All files as on a new phone.
    pub(super) fn reset_files(&mut self) {
        let given = Files::given(self.clock.now());
        let edits = self.files.until(&given);
        self.files = given;
        self.note(edits);
    }

    fn note(&mut self, edits: Edits) {
        let (cause, at) = (Cause::Input(self.inputs), self.clock.now());
        for (path, from, to) in edits.into_iter().filter(|(_, from, to)| from != to) {
            self.facts.record(Change { key: format!("file:{path}"), from, to, cause, at });
        }
    }

    /// Does with the files of the page in front what its button says.
    pub(super) fn deed(&mut self, deed: Deed) {
        let place = self.place();
        let paths: Vec<String> = place.argument().lines().map(str::to_owned).collect();
        let name = place.field("name").trim().to_owned();
        let now = self.clock.now();
        let Some((first, others)) = paths.split_first() else { return };
        // All of it or none.
        let mut files = self.files.clone();
        let mut each = |paths: &[String], change: &dyn Fn(&mut Files, &str) -> Result<Edits, FileError>| {
            let mut edits = Edits::new();
            for path in paths {
                edits.extend(change(&mut files, path)?);
            }
            Ok::<_, FileError>(edits)
        };
        let done = match deed {
            Deed::Delete => each(&paths, &|files, path| files.delete(path, now)),
            Deed::Rename => each(&paths[..1], &|files, path| files.rename(path, &name, now)),
            Deed::NewFolder => each(&paths[..1], &|files, path| files.create_folder(path, &name, now)),
            Deed::Move => each(others, &|files, path| files.transfer(path, first, false, now)),
            Deed::Copy => each(others, &|files, path| files.transfer(path, first, true, now)),
        };
        match done {
            Ok(edits) => {
                self.files = files;
                self.note(edits);
                self.leave();
                if let Some(place) = self.place_mut() {
                    place.fields.remove("selection");
                }
            }
            Err(error) => {
                if let Some(place) = self.place_mut() {
                    place.fields.insert("problem".into(), error.to_string());
                }
            }
        }
    }
}
