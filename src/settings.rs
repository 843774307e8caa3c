//! What the environment says: keys, devices, models and where they are.
//!
//! An exported variable wins over `.env.local`, which wins over `.env`; blank values count as absent. The files are
//! read, not loaded: the process's own environment is never changed, so nothing leaks to child processes.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `MOBILERUN_API_KEY`, or `MOBILERUN_CLOUD_API_KEY` | the key for phones | none |
//! | `MOBILERUN_DEVICE_ID` | one device id, or several separated by commas | none |
//! | `MOBILERUN_BASE_URL` | where phones are, with `/v1` | [`MOBILERUN_BASE_URL`] |
//! | `TYPESAFE_API_KEY` | the key for the model | none |
//! | `TYPESAFE_MODEL` | the model's name | [`TYPESAFE_MODEL`] |
//! | `TYPESAFE_BASE_URL` | where the model is, without `/v1` | [`TYPESAFE_BASE_URL`] |

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use crate::secret::Secret;

/// Where Mobilerun's phones are unless the environment says otherwise.
pub const MOBILERUN_BASE_URL: &str = "https://api.mobilerun.ai/v1";

/// Where TypeSafe's models are unless the environment says otherwise.
pub const TYPESAFE_BASE_URL: &str = "https://api.typesafe.ai";

/// The model that is asked for unless the environment says otherwise.
pub const TYPESAFE_MODEL: &str = "jev-latest";

const MOBILERUN_KEYS: [&str; 2] = ["MOBILERUN_API_KEY", "MOBILERUN_CLOUD_API_KEY"];
const TYPESAFE_KEYS: [&str; 1] = ["TYPESAFE_API_KEY"];
const OTHERS: [&str; 4] = ["MOBILERUN_DEVICE_ID", "MOBILERUN_BASE_URL", "TYPESAFE_MODEL", "TYPESAFE_BASE_URL"];

/// The largest environment file that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// Why the environment cannot be used. No value is ever repeated: it may be a key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// An environment file is there and cannot be read.
    #[error("{file} cannot be read: {why}")]
    Unreadable {
        /// Which file.
        file: String,
        /// Why.
        why: String,
    },
    /// A line of an environment file is not `NAME=value`.
    #[error("{file}, line {line}: not NAME=value (quote values with spaces, # or $)")]
    Malformed {
        /// Which file.
        file: String,
        /// Which line, from 1.
        line: usize,
    },
    /// A key is there and cannot be one.
    #[error("{name} ({from}) is malformed: {why}; copy the key again, without quotes and spaces")]
    MalformedKey {
        /// The variable.
        name: String,
        /// Where it was found.
        from: String,
        /// What is wrong, without the key.
        why: &'static str,
    },
}

/// The settings as found. Keys are looked at when they are asked for, so that a broken one disturbs only who needs it.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    layers: Vec<Layer>,
}

#[derive(Clone)]
struct Layer {
    from: String,
    values: BTreeMap<String, String>,
}

/// Values may be keys: only names are shown.
impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layer").field("from", &self.from).field("names", &self.values.keys()).finish()
    }
}

impl Settings {
    /// The process's environment, and the environment files in `dir`.
    ///
    /// # Errors
    /// When a file is there and cannot be read, or is malformed.
    pub fn load(dir: &Path) -> Result<Self, SettingsError> {
        let exported = MOBILERUN_KEYS.iter().chain(&TYPESAFE_KEYS).chain(&OTHERS).filter_map(|name| {
            // A value that is not Unicode is no usable key or URL; kept, so that it is complained about where needed.
            std::env::var_os(name).map(|value| ((*name).to_owned(), value.to_string_lossy().into_owned()))
        });
        let mut layers = vec![Layer { from: "exported".to_owned(), values: exported.collect() }];
        for name in [".env.local", ".env"] {
            layers.extend(read_file(&dir.join(name), name)?);
        }
        Ok(Self { layers })
    }

    /// Settings from given layers, the strongest first, each with a name for messages. For tests, and for programs
    /// that keep their settings elsewhere.
    #[must_use]
    pub fn from_layers<N: Into<String>>(layers: impl IntoIterator<Item = (N, BTreeMap<String, String>)>) -> Self {
        let layers = layers.into_iter().map(|(from, values)| Layer { from: from.into(), values });
        Self { layers: layers.collect() }
    }

    /// The key for phones.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn mobilerun_key(&self) -> Result<Option<Secret>, SettingsError> {
        self.key(&MOBILERUN_KEYS)
    }

    /// The key for the model.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn typesafe_key(&self) -> Result<Option<Secret>, SettingsError> {
        self.key(&TYPESAFE_KEYS)
    }

    /// The pool of devices, in order, each once. Empty when none is named.
    #[must_use]
    pub fn device_ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        let listed = self.first(&["MOBILERUN_DEVICE_ID"]).map_or("", |(_, _, value)| value);
        for id in listed.split(',').map(str::trim).filter(|id| !id.is_empty()) {
            if !ids.iter().any(|known| known == id) {
                ids.push(id.to_owned());
            }
        }
        ids
    }

    /// Where phones are.
    #[must_use]
    pub fn mobilerun_base_url(&self) -> &str {
        self.first(&["MOBILERUN_BASE_URL"]).map_or(MOBILERUN_BASE_URL, |(_, _, value)| value)
    }

    /// Where the model is.
    #[must_use]
    pub fn typesafe_base_url(&self) -> &str {
        self.first(&["TYPESAFE_BASE_URL"]).map_or(TYPESAFE_BASE_URL, |(_, _, value)| value)
    }

    /// The model's name.
    #[must_use]
    pub fn typesafe_model(&self) -> &str {
        self.first(&["TYPESAFE_MODEL"]).map_or(TYPESAFE_MODEL, |(_, _, value)| value)
    }

    /// The first value that is not blank, with the name it was found under and where.
    fn first<'a>(&'a self, names: &[&'a str]) -> Option<(&'a str, &'a str, &'a str)> {
        self.layers.iter().find_map(|layer| {
            names.iter().find_map(|name| {
                let value = layer.values.get(*name).map(|value| value.trim()).filter(|value| !value.is_empty())?;
                Some((*name, layer.from.as_str(), value))
            })
        })
    }

    fn key(&self, names: &[&str]) -> Result<Option<Secret>, SettingsError> {
        let Some((name, from, value)) = self.first(names) else { return Ok(None) };
        let why = if value.chars().any(char::is_whitespace) {
            "there is white space in it"
        } else if !value.is_ascii() {
            "there are characters beyond ASCII in it"
        } else if value.chars().any(char::is_control) {
            "there are unprintable characters in it"
        } else {
            return Ok(Some(Secret::new(value)));
        };
        Err(SettingsError::MalformedKey { name: name.to_owned(), from: from.to_owned(), why })
    }
}

/// One environment file; none where there is no such file.
fn read_file(path: &Path, name: &str) -> Result<Option<Layer>, SettingsError> {
    let unreadable = |why: String| SettingsError::Unreadable { file: name.to_owned(), why };
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
        // A pipe or a device could block for ever, or never end.
        Ok(metadata) if !metadata.is_file() => return Err(unreadable("it is not a regular file".to_owned())),
        Ok(_) => {}
    }
    let mut text = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut text));
    if read.map_err(|error| unreadable(error.to_string()))? as u64 > LARGEST_FILE {
        return Err(unreadable(format!("it has more than {LARGEST_FILE} bytes")));
    }
    let text = String::from_utf8(text).map_err(|_| unreadable("it is not UTF-8".to_owned()))?;
    let mut values = BTreeMap::new();
    for entry in dotenvy::from_read_iter(text.as_bytes()) {
        match entry {
            // The first wins, as it does when the file is loaded into an environment.
            Ok((key, value)) => {
                values.entry(key).or_insert(value);
            }
            // The parser's own message repeats the line, key and all.
            Err(dotenvy::Error::LineParse(bad, _)) => {
                let bad = bad.lines().next().unwrap_or_default();
                let line = text.lines().position(|line| line.contains(bad)).map_or(1, |at| at + 1);
                return Err(SettingsError::Malformed { file: name.to_owned(), line });
            }
            Err(_) => return Err(unreadable("its form is not that of an environment file".to_owned())),
        }
    }
    Ok(Some(Layer { from: name.to_owned(), values }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn layer(values: &[(&str, &str)]) -> BTreeMap<String, String> {
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn key_of(settings: &Settings) -> Option<String> {
        settings.mobilerun_key().unwrap().map(|key| key.reveal().to_owned())
    }

    #[test]
    fn without_anything_there_are_defaults_and_no_keys() {
        let settings = Settings::default();
        assert!(settings.mobilerun_key().unwrap().is_none() && settings.typesafe_key().unwrap().is_none());
        assert!(settings.device_ids().is_empty());
        assert_eq!(settings.mobilerun_base_url(), "https://api.mobilerun.ai/v1");
        assert_eq!(settings.typesafe_base_url(), "https://api.typesafe.ai");
        assert_eq!(settings.typesafe_model(), "jev-latest");
    }

    #[rstest]
    #[case::the_stronger_layer_wins(&[("MOBILERUN_CLOUD_API_KEY", "b")], &[("MOBILERUN_API_KEY", "a")], "b")]
    #[case::the_shorter_name_wins(&[("MOBILERUN_CLOUD_API_KEY", "b"), ("MOBILERUN_API_KEY", "a")], &[], "a")]
    #[case::a_blank_is_absent(&[("MOBILERUN_API_KEY", "  ")], &[("MOBILERUN_API_KEY", " c ")], "c")]
    fn a_key_is_found(#[case] strong: &[(&str, &str)], #[case] weak: &[(&str, &str)], #[case] expected: &str) {
        let settings = Settings::from_layers([("exported", layer(strong)), (".env", layer(weak))]);
        assert_eq!(key_of(&settings).as_deref(), Some(expected));
    }

    #[rstest]
    #[case("dr sk", "white space")]
    #[case("dr_\nsk", "white space")]
    #[case("dr_sk\u{7f}", "unprintable")]
    #[case("dr_ské", "ASCII")]
    fn a_malformed_key_is_named_and_not_repeated(#[case] key: &str, #[case] why: &str) {
        let settings = Settings::from_layers([("exported", layer(&[("TYPESAFE_API_KEY", key)]))]);
        let error = settings.typesafe_key().unwrap_err().to_string();
        assert!(error.contains("TYPESAFE_API_KEY (exported)") && error.contains(why), "{error}");
        assert!(!error.contains("dr"), "{error}");
        assert!(settings.mobilerun_key().unwrap().is_none(), "only who needs the key is disturbed");
    }

    #[test]
    fn devices_are_a_pool() {
        let settings = Settings::from_layers([("exported", layer(&[("MOBILERUN_DEVICE_ID", " a, b,,a ,")]))]);
        assert_eq!(settings.device_ids(), ["a", "b"]);
    }

    #[test]
    fn the_local_file_wins_over_the_shared_one() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(".env"), "TYPESAFE_MODEL=from-env\nTYPESAFE_BASE_URL='https://a.b' # ours\n")
            .unwrap();
        std::fs::write(dir.path().join(".env.local"), "export TYPESAFE_MODEL=\"from-local\"\n").unwrap();
        let files = [".env.local", ".env"].map(|name| read_file(&dir.path().join(name), name).unwrap().unwrap());
        let settings = Settings { layers: files.into() };
        assert_eq!((settings.typesafe_model(), settings.typesafe_base_url()), ("from-local", "https://a.b"));
    }

    #[rstest]
    #[case("A=1\n\nthis is a secret line\n", "line 3")]
    #[case("A=\"secret\n", "line 1")]
    fn a_broken_line_is_named_by_its_number_alone(#[case] text: &str, #[case] place: &str) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(".env"), text).unwrap();
        let error = read_file(&dir.path().join(".env"), ".env").unwrap_err().to_string();
        assert!(error.contains(place) && error.contains(".env") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn a_file_that_is_none_is_said() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join(".env")).unwrap();
        assert!(Settings::load(dir.path()).is_err());
        std::fs::write(dir.path().join(".env.local"), b"A=\xff").unwrap();
        assert!(read_file(&dir.path().join(".env.local"), ".env.local").is_err());
    }

    #[cfg(unix)]
    #[rstest]
    #[case::endless("/dev/zero")]
    #[case::blocking("/dev/tty")]
    #[case::empty("/dev/null")]
    fn a_device_is_no_environment_file(#[case] device: &str) {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(device, dir.path().join(".env")).unwrap();
        let error = Settings::load(dir.path()).unwrap_err().to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }

    #[test]
    fn settings_show_names_and_no_values() {
        let settings = Settings::from_layers([("exported", layer(&[("TYPESAFE_API_KEY", "topsecret")]))]);
        let shown = format!("{settings:?}");
        assert!(shown.contains("TYPESAFE_API_KEY") && !shown.contains("topsecret"), "{shown}");
    }
}
