//! The phone's shared storage: folders and files below `/sdcard`, bounded in size and number.
//!
//! Every operation does all of its work or none, and tells what it changed, as changes of facts are told: the fact
//! `file:PATH` is the text `folder` or `file N bytes sha256:HEX`.

mod path;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::facts::Value;
use path::{LONGEST_PATH, numbered, own, plain};
pub(super) use path::{name, parent};

/// The folder that all others are in.
pub(super) const ROOT: &str = "/sdcard";
/// Where downloads go.
pub(super) const DOWNLOADS: &str = "/sdcard/Download";
/// The largest file, in bytes.
const LARGEST: usize = 512 << 10;
/// All files together are no larger than this, in bytes.
const ROOM: usize = 8 << 20;
/// There are no more files and folders than this.
const MOST: usize = 1_000;
/// The longest name, in bytes, as file systems have it.
const LONGEST_NAME: usize = 255;

/// A file or folder, as a listing tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// As `/sdcard/Documents/report.txt`.
    pub path: String,
    /// Its last part.
    pub name: String,
    /// Whether it is a folder.
    pub folder: bool,
    /// Size in bytes; that of a folder's own block for folders.
    pub size: usize,
    /// When its content, or what lies in it, changed last.
    pub modified: Timestamp,
}

/// What cannot be done with a file.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// No usable path.
    #[error("{0:?} is no path: it must begin with / and have no . or .. or control characters in it")]
    BadPath(String),
    /// It lies elsewhere.
    #[error("{0} is outside of /sdcard, the only storage that can be reached")]
    Outside(String),
    /// It must stay as it is.
    #[error("{0} is protected")]
    Protected(String),
    /// Nothing is there.
    #[error("no such file or directory: {0}")]
    Missing(String),
    /// A file where a folder is needed.
    #[error("{0} is not a directory")]
    NotAFolder(String),
    /// A folder where a file is needed.
    #[error("{0} is a directory")]
    IsAFolder(String),
    /// The name is taken.
    #[error("{0} is already there")]
    Exists(String),
    /// No usable name.
    #[error("{0:?} is no file name: it must have 1 to 255 bytes, no / and no control characters, and not be . or ..")]
    BadName(String),
    /// A folder would be put into itself.
    #[error("{0} cannot be put into itself")]
    IntoItself(String),
    /// The file is too large.
    #[error("{0} bytes are too many for one file; at most 524288 are taken")]
    TooLarge(usize),
    /// There is no room left.
    #[error("no space left on the phone")]
    Full,
}

/// What an operation changed: path, what was there, what is there.
pub(super) type Edits = Vec<(String, Option<Value>, Option<Value>)>;

#[derive(Debug, Clone)]
struct Node {
    /// None for a folder.
    content: Option<Bytes>,
    modified: Timestamp,
}

impl Node {
    /// The value of the fact that it is.
    fn value(&self) -> Value {
        Value::Text(match &self.content {
            None => "folder".to_owned(),
            Some(content) => {
                let digest: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
                format!("file {} bytes sha256:{digest}", content.len())
            }
        })
    }
}

/// All of it.
#[derive(Debug, Clone)]
pub(super) struct Files {
    /// By full path.
    nodes: BTreeMap<String, Node>,
}

/// A picture of one pixel.
const PICTURE: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\xdacH\x98p\x00\x00\x03\x04\x01\xb1z\\uP\x00\x00\x00\x00IEND\xaeB`\x82";

/// What is there on a new phone: path, content (none for a folder), how many days old.
const GIVEN: [(&str, Option<&[u8]>, i64); 21] = [
    ("/sdcard", None, 40),
    ("/sdcard/Android", None, 40),
    ("/sdcard/DCIM", None, 40),
    ("/sdcard/DCIM/Camera", None, 3),
    ("/sdcard/DCIM/Camera/IMG_0412.png", Some(PICTURE), 9),
    ("/sdcard/DCIM/Camera/IMG_0413.png", Some(PICTURE), 3),
    ("/sdcard/Documents", None, 2),
    ("/sdcard/Documents/Meeting notes.txt", Some(b"Monday: plan the move.\nTuesday: call the landlord.\n"), 6),
    ("/sdcard/Documents/Work", None, 12),
    ("/sdcard/Documents/Work/agenda.txt", Some(b"1. Welcome\n2. Numbers\n3. Next steps\n"), 12),
    ("/sdcard/Documents/budget.csv", Some(b"item,amount\nrent,900\nfood,310\ntravel,85\n"), 5),
    ("/sdcard/Documents/report.txt", Some(b"Quarterly report\nAll figures are final.\n"), 2),
    ("/sdcard/Download", None, 1),
    ("/sdcard/Download/invoice.pdf", Some(b"%PDF-1.4\n% Invoice 1042, total 58.20\n%%EOF\n"), 4),
    ("/sdcard/Download/packing list.txt", Some(b"Tent\nLamp\nRope\n"), 1),
    ("/sdcard/Download/recipe.txt", Some(b"Flour, eggs, milk.\nBake for 20 minutes.\n"), 8),
    ("/sdcard/Music", None, 40),
    ("/sdcard/Pictures", None, 7),
    ("/sdcard/Pictures/Screenshots", None, 40),
    ("/sdcard/Pictures/beach.png", Some(PICTURE), 20),
    ("/sdcard/Pictures/garden.png", Some(PICTURE), 7),
];

impl Files {
    /// What is there on a new phone.
    pub(super) fn given(now: Timestamp) -> Self {
        let node = |(path, content, days): &(&str, Option<&'static [u8]>, i64)| {
            let modified = now.checked_sub(SignedDuration::from_hours(days * 24)).unwrap_or(now);
            ((*path).to_owned(), Node { content: content.map(Bytes::from_static), modified })
        };
        Self { nodes: GIVEN.iter().map(node).collect() }
    }

    /// What must change for all to be as in `other`.
    pub(super) fn until(&self, other: &Self) -> Edits {
        let mut paths: Vec<&String> = self.nodes.keys().chain(other.nodes.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        let value = |files: &Self, path: &str| files.nodes.get(path).map(Node::value);
        let edits = paths.into_iter().map(|path| (path.clone(), value(self, path), value(other, path)));
        edits.filter(|(_, from, to)| from != to).collect()
    }

    /// What lies in a folder, by name.
    pub(super) fn list(&self, folder: &str) -> Result<Vec<FileInfo>, FileError> {
        let folder = plain(folder)?;
        match self.node(&folder)?.content {
            Some(_) => Err(FileError::NotAFolder(folder)),
            None => Ok(self.below(&folder).filter(|info| parent(&info.path) == folder).collect()),
        }
    }

    /// All files and folders below a folder, by path.
    pub(super) fn below(&self, folder: &str) -> impl Iterator<Item = FileInfo> {
        let start = format!("{}/", folder.trim_end_matches('/'));
        self.nodes.iter().filter(move |(path, _)| path.starts_with(&start)).map(|(path, node)| told(path, node))
    }

    /// One file or folder.
    pub(super) fn info(&self, path: &str) -> Result<FileInfo, FileError> {
        let path = plain(path)?;
        Ok(told(&path, self.node(&path)?))
    }

    /// The content of a file.
    pub(super) fn read(&self, path: &str) -> Result<Bytes, FileError> {
        let path = plain(path)?;
        self.node(&path)?.content.clone().ok_or(FileError::IsAFolder(path))
    }

    /// Puts a file into a folder, in the place of one of that name.
    pub(super) fn write(
        &mut self,
        folder: &str,
        name: &str,
        content: Bytes,
        now: Timestamp,
    ) -> Result<Edits, FileError> {
        let path = self.place(folder, name)?;
        if content.len() > LARGEST {
            return Err(FileError::TooLarge(content.len()));
        }
        let old = self.nodes.get(&path);
        if old.is_some_and(|node| node.content.is_none()) {
            return Err(FileError::IsAFolder(path));
        }
        let freed = old.map_or(0, |node| node.content.as_ref().map_or(0, Bytes::len));
        self.room(usize::from(old.is_none()), content.len().saturating_sub(freed))?;
        let edit = self.insert(path, Node { content: Some(content), modified: now }, now);
        Ok(vec![edit])
    }

    /// Makes a folder in a folder.
    pub(super) fn create_folder(&mut self, folder: &str, name: &str, now: Timestamp) -> Result<Edits, FileError> {
        let path = self.place(folder, name)?;
        if self.nodes.contains_key(&path) {
            return Err(FileError::Exists(path));
        }
        self.room(1, 0)?;
        let edit = self.insert(path, Node { content: None, modified: now }, now);
        Ok(vec![edit])
    }

    /// Deletes a file, or a folder with all in it.
    pub(super) fn delete(&mut self, path: &str, now: Timestamp) -> Result<Edits, FileError> {
        let path = own(plain(path)?)?;
        self.node(&path)?;
        let edits = self.tree(&path).into_iter().filter_map(|path| {
            let node = self.nodes.remove(&path)?;
            Some((path, Some(node.value()), None))
        });
        let edits = edits.collect();
        self.touch(parent(&path), now);
        Ok(edits)
    }

    /// Gives a file or folder another name.
    pub(super) fn rename(&mut self, path: &str, name: &str, now: Timestamp) -> Result<Edits, FileError> {
        let path = own(plain(path)?)?;
        self.node(&path)?;
        let to = self.place(parent(&path), name)?;
        if to == path {
            return Ok(Edits::new());
        }
        if self.nodes.contains_key(&to) {
            return Err(FileError::Exists(to));
        }
        self.fits(&path, &to)?;
        Ok(self.shift(&path, &to, false, now))
    }

    /// Puts a file or folder into another folder, and leaves it where it was too if it is `kept`. Where its name is
    /// taken it gets a number.
    pub(super) fn transfer(
        &mut self,
        path: &str,
        folder: &str,
        kept: bool,
        now: Timestamp,
    ) -> Result<Edits, FileError> {
        let path = if kept { plain(path)? } else { own(plain(path)?)? };
        let info = told(&path, self.node(&path)?);
        let folder = plain(folder)?;
        if folder == path || folder.starts_with(&format!("{path}/")) {
            return Err(FileError::IntoItself(path));
        }
        if !kept && folder == parent(&path) {
            return Ok(Edits::new());
        }
        let mut to = self.place(&folder, &info.name)?;
        for number in 1..=MOST {
            if !self.nodes.contains_key(&to) {
                break;
            }
            to = self.place(&folder, &numbered(&info.name, number, info.folder))?;
        }
        if kept {
            let tree = self.tree(&path);
            let size = tree.iter().filter_map(|path| self.nodes.get(path)?.content.as_ref()).map(Bytes::len).sum();
            self.room(tree.len(), size)?;
        }
        self.fits(&path, &to)?;
        Ok(self.shift(&path, &to, kept, now))
    }

    /// The path of a name in a folder that things may be put into.
    fn place(&self, folder: &str, name: &str) -> Result<String, FileError> {
        let folder = plain(folder)?;
        if self.node(&folder)?.content.is_some() {
            return Err(FileError::NotAFolder(folder));
        }
        let bad = name.is_empty() || name.len() > LONGEST_NAME || name == "." || name == "..";
        if bad || name.chars().any(|letter| letter == '/' || letter.is_control()) {
            return Err(FileError::BadName(name.chars().take(LONGEST_NAME).collect()));
        }
        own(plain(&format!("{folder}/{name}"))?)
    }

    fn node(&self, path: &str) -> Result<&Node, FileError> {
        self.nodes.get(path).ok_or_else(|| FileError::Missing(path.to_owned()))
    }

    /// Nothing if so many more nodes and bytes fit.
    fn room(&self, nodes: usize, bytes: usize) -> Result<(), FileError> {
        let used: usize = self.nodes.values().filter_map(|node| node.content.as_ref()).map(Bytes::len).sum();
        let fits = self.nodes.len() + nodes <= MOST && used + bytes <= ROOM;
        if fits { Ok(()) } else { Err(FileError::Full) }
    }

    /// Nothing if all below a path still has paths that are not too long when it has another one.
    fn fits(&self, from: &str, to: &str) -> Result<(), FileError> {
        let long = self.tree(from).into_iter().find(|path| path.len() - from.len() + to.len() > LONGEST_PATH);
        long.map_or(Ok(()), |path| Err(FileError::BadPath(path)))
    }

    /// A path and all paths below it.
    fn tree(&self, path: &str) -> Vec<String> {
        std::iter::once(path.to_owned()).chain(self.below(path).map(|info| info.path)).collect()
    }

    fn insert(&mut self, path: String, node: Node, now: Timestamp) -> (String, Option<Value>, Option<Value>) {
        let to = node.value();
        self.touch(parent(&path), now);
        let from = self.nodes.insert(path.clone(), node).map(|node| node.value());
        (path, from, Some(to))
    }

    /// Moves or copies a tree to a path that is free.
    fn shift(&mut self, from: &str, to: &str, kept: bool, now: Timestamp) -> Edits {
        let mut edits = Edits::new();
        for path in self.tree(from) {
            let node = if kept { self.nodes.get(&path).cloned() } else { self.nodes.remove(&path) };
            let Some(node) = node else { continue };
            let value = node.value();
            let new = format!("{to}{}", path.strip_prefix(from).unwrap_or_default());
            if !kept {
                edits.push((path, Some(value.clone()), None));
            }
            self.nodes.insert(new.clone(), node);
            edits.push((new, None, Some(value)));
        }
        for folder in [parent(from), parent(to)] {
            self.touch(folder, now);
        }
        edits
    }

    fn touch(&mut self, path: &str, now: Timestamp) {
        if let Some(node) = self.nodes.get_mut(path) {
            node.modified = now;
        }
    }
}

fn told(path: &str, node: &Node) -> FileInfo {
    FileInfo {
        path: path.to_owned(),
        name: name(path).to_owned(),
        folder: node.content.is_none(),
        size: node.content.as_ref().map_or(4096, Bytes::len),
        modified: node.modified,
    }
}
