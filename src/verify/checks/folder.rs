//! Looking for something by the listings of folders, so that what is not there is known not to be there.
//!
//! A listing that could not be had, and one that is empty, prove nothing by themselves: a server may answer a folder
//! that does not exist with an empty list. So the folders above are asked too, up to the first whose listing has
//! something in it.

use jiff::Timestamp;
use serde_json::Value as Json;

use super::channel::{json, unknown};
use crate::device::Channel;
use crate::plain::printable;
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::reads::Reads;

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: String,
    pub kind: EntryKind,
    /// Bytes, where the listing tells.
    pub size: Option<u64>,
}

/// What something in a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Folder,
    /// It stands for something else, be that a file or a folder.
    Link,
}

impl Entry {
    fn of(json: &Json) -> Option<Self> {
        let name = json.get("name")?.as_str().filter(|name| !name.is_empty())?;
        let kind = json.get("type")?.as_str()?.to_ascii_lowercase();
        let is_link = kind.contains("link") || json.get("symlinkTarget").is_some_and(Json::is_string);
        let kind = match () {
            () if is_link => EntryKind::Link,
            () if kind.starts_with("dir") => EntryKind::Folder,
            () => EntryKind::File,
        };
        // A link's length is that of the path in it.
        let size = json.get("size").and_then(Json::as_u64).filter(|_| kind == EntryKind::File);
        Some(Self { name: name.to_owned(), kind, size })
    }

    /// As evidence shows it.
    pub(super) fn words(&self) -> String {
        let name = printable(&self.name, 200);
        match (self.kind, self.size) {
            (EntryKind::Folder, _) => format!("folder {name}"),
            (EntryKind::Link, _) => format!("link {name}"),
            (EntryKind::File, Some(size)) => format!("file {name}, {size} bytes"),
            (EntryKind::File, None) => format!("file {name}"),
        }
    }
}

/// What came of looking.
#[derive(Debug)]
pub(super) struct Found {
    /// What is there; none where nothing is.
    pub entry: Option<Entry>,
    /// The listing that told it.
    pub folder: String,
    /// When it was read.
    pub when: Timestamp,
}

/// Looks for the thing at `path`.
pub(super) async fn find(rule: &str, path: &str, reads: &Reads<'_>) -> Result<Result<Found, Evaluation>, ProbeError> {
    let mut here = path;
    // What the folder below was: empty, or said not to be there.
    let mut below: Option<Below> = None;
    loop {
        let (above, name) = here.rsplit_once('/').unwrap_or(("", here));
        let channel = Channel::Folder { path: if above.is_empty() { "/".to_owned() } else { above.to_owned() } };
        let (listing, when) = match json(rule, &channel, reads).await? {
            Ok(read) => read,
            Err(unknown) => return Ok(Err(unknown)),
        };
        let unsure = |why: String| Ok(Err(unknown(rule, &channel, when, why)));
        let entries = match listing {
            Json::Null => None,
            Json::Array(items) => match items.iter().map(Entry::of).collect::<Option<Vec<_>>>() {
                Some(entries) => Some(entries),
                None => return unsure("its listing has something without a name or a type".to_owned()),
            },
            _ => return unsure("its listing is no list".to_owned()),
        };
        let found = |entry| Ok(Ok(Found { entry, folder: channel.to_string(), when }));
        match entries {
            Some(entries) if !entries.is_empty() => {
                let mut alike = entries.into_iter().filter(|entry| entry.name == name);
                let (entry, second) = (alike.next(), alike.next());
                if second.is_some() {
                    return unsure(format!("its listing has {} twice", printable(name, 200)));
                }
                return match (entry, below) {
                    (entry, None) => found(entry),
                    // Nothing can be in a folder that is not there, or in a file.
                    (None, Some(_)) => found(None),
                    (Some(entry), Some(_)) if entry.kind == EntryKind::File => found(None),
                    (Some(_), Some(Below::Empty)) => found(None),
                    (Some(_), Some(Below::Missing)) => {
                        unsure(format!("it lists {}, which is said not to be there", printable(name, 200)))
                    }
                };
            }
            Some(_) => below = Some(Below::Empty),
            None => below = Some(Below::Missing),
        }
        if above.is_empty() {
            return unsure("no listing has anything in it, so that what is missing may only not be listed".to_owned());
        }
        // From here on the question is whether the folder itself is there.
        here = above;
    }
}

/// What the folder below was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Below {
    Empty,
    Missing,
}
