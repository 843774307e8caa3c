//! Paths of files, on the phone and in the project.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Deserializer, de};

/// The longest path, in bytes.
const LONGEST: usize = 1024;

/// The path of a file on a phone: a folder and a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PhonePath {
    /// The folder: `/sdcard/Download`.
    pub folder: String,
    /// The file's name.
    pub name: String,
}

impl PhonePath {
    fn read(path: &str) -> Result<Self, &'static str> {
        let Some((folder, name)) = path.rsplit_once('/').filter(|_| path.starts_with('/')) else {
            return Err("this is no path of a file on a phone, such as /sdcard/Download/notes.txt");
        };
        if path.len() > LONGEST || path.chars().any(char::is_control) {
            return Err("a path has at most 1024 bytes and no control characters");
        }
        if folder.is_empty() || name.is_empty() {
            return Err("say a file in a folder, such as /sdcard/Download/notes.txt");
        }
        if path.split('/').skip(1).any(|part| matches!(part, "" | "." | "..")) {
            return Err("a path on a phone has no empty parts and no `.` or `..`");
        }
        Ok(Self { folder: folder.to_owned(), name: name.to_owned() })
    }
}

impl std::fmt::Display for PhonePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.folder, self.name)
    }
}

impl<'de> Deserialize<'de> for PhonePath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// The path of a file of the project, which lies below its root.
pub(super) struct ProjectPath(pub PathBuf);

impl<'de> Deserialize<'de> for ProjectPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let path = Path::new(&text);
        let below = path.components().all(|part| matches!(part, Component::Normal(_)));
        match below && path.file_name().is_some() && text.len() <= LONGEST {
            true => Ok(Self(path.to_owned())),
            false => Err(de::Error::custom("this is no path to a file below the project, such as data/notes.txt")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("/sdcard/a.txt", "/sdcard", "a.txt")]
    #[case("/sdcard/My files/\u{e9}t\u{e9}.txt", "/sdcard/My files", "\u{e9}t\u{e9}.txt")]
    fn a_file_on_a_phone_is_a_folder_and_a_name(#[case] path: &str, #[case] folder: &str, #[case] name: &str) {
        let read = PhonePath::read(path).unwrap();
        assert_eq!((read.folder.as_str(), read.name.as_str()), (folder, name));
        assert_eq!(read.to_string(), path);
    }

    #[rstest]
    #[case("a.txt")]
    #[case("/a.txt")]
    #[case("/sdcard/")]
    #[case("/sdcard/../data/a.txt")]
    #[case("/sdcard//a.txt")]
    #[case("/sdcard/./a.txt")]
    #[case("/sdcard/a\n.txt")]
    fn what_is_no_such_path_is_refused(#[case] path: &str) {
        assert!(PhonePath::read(path).is_err());
    }
}
