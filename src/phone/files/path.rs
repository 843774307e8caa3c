//! Paths of shared storage.

use super::{FileError, ROOT};

/// What apps keep here is theirs alone.
const PROTECTED: &str = "/sdcard/Android";
/// Other names of the root, by links that real phones have.
const LINKS: [&str; 2] = ["/storage/emulated/0", "/storage/self/primary"];
/// The longest path, in bytes.
pub(super) const LONGEST_PATH: usize = 1_024;

/// The path as it is kept: below the root, without needless slashes.
pub(super) fn plain(path: &str) -> Result<String, FileError> {
    let bad = || FileError::BadPath(path.chars().take(LONGEST_PATH).collect());
    if !path.starts_with('/') || path.len() > LONGEST_PATH || path.chars().any(char::is_control) {
        return Err(bad());
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| *part == "." || *part == "..") {
        return Err(bad());
    }
    let path = format!("/{}", parts.join("/"));
    let inside = |root: &str| {
        let rest = path.strip_prefix(root)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{ROOT}{rest}"))
    };
    std::iter::once(ROOT).chain(LINKS).find_map(inside).ok_or(FileError::Outside(path.clone()))
}

/// The path, if it may be changed.
pub(super) fn own(path: String) -> Result<String, FileError> {
    let protected = path == ROOT || path == PROTECTED || path.starts_with(&format!("{PROTECTED}/"));
    if protected { Err(FileError::Protected(path)) } else { Ok(path) }
}

/// The last part of a path.
pub(in crate::phone) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The folder that a path lies in.
pub(in crate::phone) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// A name with a number, before a file's ending: `report (1).txt`.
pub(super) fn numbered(name: &str, number: usize, folder: bool) -> String {
    match name.rsplit_once('.').filter(|(stem, _)| !folder && !stem.is_empty()) {
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}
