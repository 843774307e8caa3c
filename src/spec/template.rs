//! A new goal with its verifier, to begin with.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::load::load_only;
use super::words::{Ask, Name};

/// What the agent is asked unless something else is said: with the template's verifier it can be run as it is.
const ASK: &str = "Open Android Settings.";

/// The files that were written, by their paths below the project's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The goal.
    pub goal: PathBuf,
    /// Its verifier.
    pub verifier: PathBuf,
}

/// A new goal could not be written; nothing is left of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// There is one of this name.
    #[error("{} exists already; nothing is written over it, so choose another name", .0.display())]
    Exists(PathBuf),
    /// A row of another goal's `cases` makes this name.
    #[error("a row of {} makes the case {name}; choose another name", file.display())]
    Row {
        /// The name.
        name: Name,
        /// The goal with that row.
        file: PathBuf,
    },
    /// A file can't be written.
    #[error("{} can't be written: {source}", file.display())]
    Unwritable {
        /// Which.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Writes a goal and a verifier of this name below `root`, over nothing that is there.
///
/// # Errors
/// When the name is taken, or a file can't be written.
pub fn write_goal(root: &Path, name: &Name, ask: Option<&Ask>) -> Result<Written, TemplateError> {
    let path = |folder: &str, extension: &str| Path::new(folder).join(format!("{name}.{extension}"));
    for folder in ["goals", "verifiers"] {
        // Both endings make the same name.
        for taken in [path(folder, "yaml"), path(folder, "yml")] {
            if fs::symlink_metadata(root.join(&taken)).is_ok() {
                return Err(TemplateError::Exists(taken));
            }
        }
    }
    if let Some(file) = load_only(root, name.as_str()).file_of_row(name) {
        return Err(TemplateError::Row { name: name.clone(), file });
    }
    let written = Written { goal: path("goals", "yaml"), verifier: path("verifiers", "yaml") };
    write(root, &written.verifier, &verifier())?;
    write(root, &written.goal, &goal(name, ask)).inspect_err(|_| {
        // Half a goal is none. A verifier that stays behind harms nobody.
        let _ = fs::remove_file(root.join(&written.verifier));
    })?;
    Ok(written)
}

fn write(root: &Path, file: &Path, text: &str) -> Result<(), TemplateError> {
    let full = root.join(file);
    let unwritable = |source| TemplateError::Unwritable { file: file.to_owned(), source };
    full.parent().map_or(Ok(()), fs::create_dir_all).map_err(unwritable)?;
    let opened = OpenOptions::new().write(true).create_new(true).open(&full);
    let mut opened = opened.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => TemplateError::Exists(file.to_owned()),
        _ => unwritable(source),
    })?;
    opened.write_all(text.as_bytes()).map_err(unwritable)
}

fn goal(name: &Name, ask: Option<&Ask>) -> String {
    let ask = quoted(ask.map_or(ASK, Ask::as_str));
    format!(
        "# What the agent is asked, in a person's words.
goal: {ask}
# What decides whether it is reached: verifiers/{name}.yaml
verifier: {name}
tags: [new]
"
    )
}

fn verifier() -> String {
    "# Reads the phone and decides. It never sees what the agent claims, and it has to refute before the agent starts.
#
# Say here what is true once the goal is reached. Most goals need steps that bring the evidence on screen:
#
# about: The Dark theme switch on the Display page is on.
# steps:
#   - home
#   - open: { app: com.android.settings, fresh: true }
#   - tap: { text: Display }
# check:
#   switch: { label: Dark theme, app: com.android.settings, is: on }
about: Android Settings is in front.
check:
  foreground: { app: com.android.settings }
"
    .to_owned()
}

/// The text as YAML that nothing in it can break: plain where it is made of harmless characters, else in double quotes.
fn quoted(text: &str) -> String {
    let harmless = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | ',' | '-' | '\'' | '(' | ')' | '/' | '!');
    if text.starts_with(char::is_alphabetic) && text.chars().all(harmless) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    // What a value of `cases` would be put in stays text.
    for c in text.replace("${", "$${").chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // The escape of every character that YAML or a terminal would take for something else.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}'..) => {
                quoted += &format!("\\U{:08X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec;
    use proptest::prelude::*;
    use rstest::rstest;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whatever_is_asked_is_read_back_as_it_was(text in "\\PC{1,80}|[ -~\n\t]{1,40}") {
            let Ok(ask) = Ask::new(&text) else { return Ok(()) };
            let project = tempfile::tempdir().unwrap();
            write_goal(project.path(), &name("a/b"), Some(&ask)).unwrap();
            let loaded = spec::load(project.path());
            prop_assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
            let file = fs::read_to_string(project.path().join("goals/a/b.yaml")).unwrap();
            let read = match &loaded.goal("a/b").unwrap().file.task {
                spec::Task::Ask(read) => read.clone(),
                other => panic!("{other:?}"),
            };
            prop_assert_eq!(read, ask, "{}", file);
        }
    }

    #[rstest]
    #[case("goals/a.yaml")]
    #[case("goals/a.yml")]
    #[case("verifiers/a.yaml")]
    fn nothing_is_written_where_something_is(#[case] taken: &str) {
        let project = tempfile::tempdir().unwrap();
        let taken = project.path().join(taken);
        fs::create_dir_all(taken.parent().unwrap()).unwrap();
        fs::write(&taken, "mine").unwrap();
        assert!(matches!(write_goal(project.path(), &name("a"), None), Err(TemplateError::Exists(_))));
        assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
        let files =
            ["goals", "verifiers"].map(|folder| fs::read_dir(project.path().join(folder)).map_or(0, Iterator::count));
        assert_eq!(files.iter().sum::<usize>(), 1);
    }

    #[test]
    fn half_a_goal_is_none() {
        let project = tempfile::tempdir().unwrap();
        fs::write(project.path().join("goals"), "no folder").unwrap();
        assert!(matches!(write_goal(project.path(), &name("a"), None), Err(TemplateError::Unwritable { .. })));
        assert!(!project.path().join("verifiers/a.yaml").exists());
    }
}
