//! `secrets:` of a goal: values that no file of the project holds, by where they are kept.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Deserializer, de};

use super::fault::{Fault, quote};
use super::yaml::{Node, Value, decode};
use crate::secret::Secret;

/// The largest file that a secret is read from, in bytes.
const LARGEST: u64 = 64 * 1024;

/// A secret of a goal, by reference: its value is read when a run needs it, and never stands in YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretRef {
    /// What the goal, placeholders and messages call it: words of `a-z` and `0-9` with single `-` or `_` between.
    pub name: String,
    /// Where its value is.
    pub source: SecretSource,
}

/// Where the value of a secret is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretSource {
    /// `env: NAME`: an environment variable.
    Env(String),
    /// `file: PATH`: the text of a file below the project's root, without the line break at its end.
    File(PathBuf),
}

impl fmt::Display for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Env(variable) => write!(f, "the environment variable {variable}"),
            Self::File(path) => write!(f, "the file {}", path.display()),
        }
    }
}

/// Why the value of a secret is not to be had. No value is ever repeated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// The variable is not there, or blank.
    #[error("the secret {name} needs the environment variable {variable}, which is not set")]
    Unset {
        /// The secret.
        name: String,
        /// The variable.
        variable: String,
    },
    /// The variable holds more than anybody types.
    #[error("the secret {name} needs the environment variable {variable}, which has more than 64 KiB")]
    Oversized {
        /// The secret.
        name: String,
        /// The variable.
        variable: String,
    },
    /// The file is not there, or can't be read.
    #[error("the secret {name} needs the file {}: {source}", path.display())]
    Unreadable {
        /// The secret.
        name: String,
        /// The file, as the goal has it.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is there and holds no secret.
    #[error("the secret {name} needs the file {}, and it {why}", path.display())]
    Unusable {
        /// The secret.
        name: String,
        /// The file, as the goal has it.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl SecretRef {
    /// The value, with files below `root` and variables as `variable` has them. To be called where something is typed
    /// or recorded: a replay needs no secrets.
    ///
    /// # Errors
    /// When it is not there, is blank, or is not to be read; the error names the secret, and the variable or the file.
    pub fn read(&self, root: &Path, variable: impl Fn(&str) -> Option<String>) -> Result<Secret, SecretError> {
        let name = self.name.clone();
        let path = match &self.source {
            SecretSource::File(path) => path,
            SecretSource::Env(wanted) => {
                let value = variable(wanted).filter(|value| !value.trim().is_empty());
                if value.as_ref().is_some_and(|value| value.len() as u64 > LARGEST) {
                    return Err(SecretError::Oversized { name, variable: wanted.clone() });
                }
                return value.map(Secret::new).ok_or_else(|| SecretError::Unset { name, variable: wanted.clone() });
            }
        };
        let unreadable = |source| SecretError::Unreadable { name: name.clone(), path: path.clone(), source };
        let unusable = |why| SecretError::Unusable { name: name.clone(), path: path.clone(), why };
        let file = root.join(path);
        // A pipe or a device could block for ever, or never end.
        if !std::fs::metadata(&file).map_err(unreadable)?.is_file() {
            return Err(unusable("is not a regular file"));
        }
        let mut bytes = Vec::new();
        let read = std::fs::File::open(&file).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        if read.map_err(unreadable)? as u64 > LARGEST {
            return Err(unusable("has more than 64 KiB"));
        }
        let text = String::from_utf8(bytes).map_err(|_| unusable("is not UTF-8"))?;
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let value = line.strip_suffix('\r').unwrap_or(line);
        if value.trim().is_empty() { Err(unusable("is blank")) } else { Ok(Secret::new(value)) }
    }
}

/// Reads `secrets:`.
///
/// # Errors
/// Everything that is wrong with it. What stands where a value was written by mistake is not repeated.
pub(super) fn read(node: &Node) -> Result<Vec<SecretRef>, Vec<Fault>> {
    const FORM: &str = "for example `secrets: { pin: { env: WORK_PIN } }`";
    let Value::Map(entries) = &node.value else {
        return Err(vec![Fault::error(node.span, "expected secrets by their names").help(FORM)]);
    };
    if entries.is_empty() {
        return Err(vec![Fault::error(node.span, "no secret is named here").help(FORM)]);
    }
    let (mut secrets, mut faults) = (Vec::new(), Vec::new());
    for (key, value) in entries {
        if !is_name(&key.text) {
            let message = format!("{} is not a name for a secret", quote(&key.text));
            faults.push(
                Fault::error(key.span, message).help("names are words of a-z and 0-9 with single - or _ between"),
            );
        }
        match source(value) {
            Ok(source) => secrets.push(SecretRef { name: key.text.clone(), source }),
            Err(found) => faults.extend(found),
        }
    }
    // `-` and `_` are one in placeholders that people compare by eye.
    let mut seen = BTreeSet::new();
    for (key, _) in entries {
        if !seen.insert(key.text.replace('_', "-")) {
            faults.push(Fault::error(key.span, format!("another secret is called nearly {}", quote(&key.text))));
        }
    }
    if faults.is_empty() { Ok(secrets) } else { Err(faults) }
}

fn source(node: &Node) -> Result<SecretSource, Vec<Fault>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Keys {
        #[serde(default)]
        env: Option<Variable>,
        #[serde(default)]
        file: Option<Below>,
    }
    const KEPT: &str = "say where it is kept: `{ env: WORK_PIN }` or `{ file: secrets/pin.txt }`";
    if !matches!(node.value, Value::Map(_)) {
        let message = "the value of a secret does not stand in a goal file";
        return Err(vec![Fault::error(node.span, message).help(KEPT)]);
    }
    match decode::<Keys>(node)? {
        Keys { env: Some(Variable(name)), file: None } => Ok(SecretSource::Env(name)),
        Keys { env: None, file: Some(Below(path)) } => Ok(SecretSource::File(path)),
        Keys { env: None, file: None } => {
            Err(vec![Fault::error(node.span, "neither `env` nor `file` is here").help(KEPT)])
        }
        Keys { env: Some(_), file: Some(_) } => {
            Err(vec![Fault::error(node.span, "a secret has `env` or `file`, not both").help("remove one of them")])
        }
    }
}

/// The name of an environment variable. What is none is not repeated: it may be the value itself.
struct Variable(String);

impl<'de> Deserialize<'de> for Variable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if begins && name.len() <= 128 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Ok(Self(name));
        }
        Err(de::Error::custom("this is no name of an environment variable, such as WORK_PIN"))
    }
}

/// A path that leads to somewhere below the project's root.
struct Below(PathBuf);

impl<'de> Deserialize<'de> for Below {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let path = PathBuf::from(String::deserialize(deserializer)?);
        let below = path.components().all(|part| matches!(part, Component::Normal(_)));
        if below && path.file_name().is_some() {
            return Ok(Self(path));
        }
        Err(de::Error::custom("this is no path to a file below the project, such as secrets/pin.txt"))
    }
}

fn is_name(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'));
    text.len() <= 64 && text.split(['-', '_']).all(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn env() -> SecretRef {
        SecretRef { name: "pin".to_owned(), source: SecretSource::Env("WORK_PIN".to_owned()) }
    }

    fn file(path: &str) -> SecretRef {
        SecretRef { name: "pin".to_owned(), source: SecretSource::File(path.into()) }
    }

    #[test]
    fn a_secret_is_read_from_a_variable() {
        let read = env().read(Path::new("."), |name| (name == "WORK_PIN").then(|| "4821 ".to_owned())).unwrap();
        assert_eq!(read.reveal(), "4821 ");
    }

    #[rstest]
    #[case(None)]
    #[case(Some(" "))]
    fn a_variable_that_says_nothing_is_named(#[case] value: Option<&str>) {
        let error = env().read(Path::new("."), |_| value.map(str::to_owned)).unwrap_err().to_string();
        assert_eq!(error, "the secret pin needs the environment variable WORK_PIN, which is not set");
    }

    #[test]
    fn a_variable_that_is_too_long_is_named() {
        let error = env().read(Path::new("."), |_| Some("x".repeat(70_000))).unwrap_err().to_string();
        assert_eq!(error, "the secret pin needs the environment variable WORK_PIN, which has more than 64 KiB");
    }

    #[rstest]
    #[case("4821", "4821")]
    #[case("4821\n", "4821")]
    #[case("4821\r\n", "4821")]
    #[case(" a b\nc\n\n", " a b\nc\n")]
    fn a_secret_is_read_from_a_file_without_the_line_break_at_its_end(#[case] text: &str, #[case] expected: &str) {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("pin.txt"), text).unwrap();
        assert_eq!(file("pin.txt").read(root.path(), |_| None).unwrap().reveal(), expected);
    }

    #[rstest]
    #[case::not_there("nothing.txt", "the secret pin needs the file nothing.txt: ")]
    #[case::a_folder("folder", "the secret pin needs the file folder, and it is not a regular file")]
    #[case::blank("blank", "the secret pin needs the file blank, and it is blank")]
    #[case::binary("binary", "the secret pin needs the file binary, and it is not UTF-8")]
    #[case::large("large", "the secret pin needs the file large, and it has more than 64 KiB")]
    fn a_file_that_holds_no_secret_is_named(#[case] path: &str, #[case] expected: &str) {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("folder")).unwrap();
        std::fs::write(root.path().join("blank"), " \n").unwrap();
        std::fs::write(root.path().join("binary"), [0xff]).unwrap();
        std::fs::write(root.path().join("large"), "x".repeat(70_000)).unwrap();
        let error = file(path).read(root.path(), |_| None).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
