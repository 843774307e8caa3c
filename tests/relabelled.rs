//! The offline model and the embedded phone are not fitted to each other, nor to the goals.
//!
//! A seeded map replaces the words on the phone's screens, in the goals and in the verifiers alike by nonsense. A model
//! that goes by which words the goal and the screen share gets the same passes as with the real words, which
//! `tests/goals.rs` runs: all of them. One that knows the phone, or the goals, does not.
//!
//! Only function words, numbers, verbs and on/off are kept (`nonsense/mod.rs`). Even "Settings" goes: where no app is
//! known to be the one for settings, the model looks into some of them, as it would on a phone of another language.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, reason = "a test")]

mod nonsense;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use goalpost::act::InMemory;
use goalpost::case::{self, Case, Rig};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, Events, Kind, Outcome};
use goalpost::http::{BaseUrl, Options};
use goalpost::model::{self, Model};
use goalpost::phone::{self, Phone, PhoneOptions, Words};
use goalpost::policy::jev::{Jev, SystemOne};
use goalpost::suite::Cases;
use goalpost::verify::Registry;
use nonsense::Nonsense;
use serde_yaml::Value;

type Results = BTreeMap<String, (Outcome, Kind)>;

/// How many maps there are. Each case meets one of them.
const MAPS: usize = 3;

/// Runs every so many'th case of a project, beginning with the `first`, on fresh phones that say these words.
fn results(root: &Path, words: &Words, first: usize) -> Results {
    let cases = Cases::load(root, &Registry::new());
    let wrong: Vec<String> = cases.problems().iter().map(ToString::to_string).collect();
    assert!(!cases.has_errors(), "{wrong:?}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running = cases
        .all()
        .iter()
        .skip(first)
        .step_by(MAPS)
        .map(|case| (case.name(), runtime.spawn(result(Arc::clone(case), words.clone()))));
    let running: Vec<_> = running.collect();
    running.into_iter().map(|(name, result)| (name.to_owned(), runtime.block_on(result).unwrap())).collect()
}

async fn result(case: Arc<Case>, words: Words) -> (Outcome, Kind) {
    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let android = phone::Options { words, ..phone::Options::default() };
    let phone = Phone::start(PhoneOptions { clock: clock.clone(), android, ..PhoneOptions::default() }).await.unwrap();
    let model = Model::start(model::Options { clock: clock.clone(), ..model::Options::default() }).await.unwrap();
    let events = Events::silent();
    let url = BaseUrl::parse(phone.url()).unwrap();
    let account = Mobilerun::new(url, None, Options::default(), clock.clone(), events.clone()).unwrap();
    let url = BaseUrl::parse(&model.url()).unwrap();
    let system = SystemOne::new(url, None, "jev-latest", SystemOne::options(), clock.clone(), events.clone());
    let rig = Rig {
        device: Arc::new(account.as_backend(Backend::Simulated).device(phone.device_id())),
        policy: Arc::new(Jev::new(system.unwrap())),
        clock,
        events,
        journal: Arc::new(InMemory::default()),
        secrets: goalpost::secret::Secrets::default(),
        referee: None,
    };
    let result = case::run(&case, &rig).await;
    (result.outcome, result.kind)
}

/// A copy of the project's goals and verifiers in other words.
fn rewritten(words: &Words) -> tempfile::TempDir {
    let project = tempfile::tempdir().unwrap();
    for folder in ["goals", "verifiers"] {
        for file in yaml_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let mut document: Value = serde_yaml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
            rewrite(&mut document, words, Said::Nothing);
            let below = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
            let copy = project.path().join(below);
            std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
            std::fs::write(copy, serde_yaml::to_string(&document).unwrap()).unwrap();
        }
    }
    project
}

fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => yaml_files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect()
}

/// What a text below a key is.
#[derive(Clone, Copy, PartialEq)]
enum Said {
    /// Names and other words of the language.
    Nothing,
    /// What stands on a screen, or in a goal.
    Words,
}

/// Replaces what stands on screens and what is asked for; keys, packages and the words of the language stay.
fn rewrite(value: &mut Value, words: &Words, said: Said) {
    match value {
        Value::String(text) if said == Said::Words => *text = replaced(text, words),
        Value::Sequence(items) => items.iter_mut().for_each(|item| rewrite(item, words, said)),
        Value::Mapping(members) => {
            for (key, value) in members.iter_mut().filter(|(key, _)| key.as_str() != Some("args")) {
                let said = match key.as_str().unwrap_or_default() {
                    "goal" | "text" | "label" | "hint" | "beside" | "never" | "type" | "contains" => Said::Words,
                    "cases" => Said::Words,
                    "verifier" if value.is_mapping() => Said::Words,
                    "clipboard" => Said::Words,
                    // What the phone says of itself beside its screens.
                    "zone" | "tag" => Said::Nothing,
                    "app" | "apps" | "role" | "id" | "class" | "match" | "normalize" => Said::Nothing,
                    "path" | "to" => {
                        rewrite_path(value, words);
                        continue;
                    }
                    _ => said,
                };
                rewrite(value, words, said);
            }
        }
        _ => {}
    }
}

/// Replaces the name of a folder at the end of a path: it is made by typing it. The phone's own folders, and files, have
/// their names beside what the screen says of them.
fn rewrite_path(value: &mut Value, words: &Words) {
    if let Value::String(path) = value
        && let Some((folder, name)) = path.rsplit_once('/').filter(|(_, name)| !name.contains('.'))
    {
        *path = format!("{folder}/{}", replaced(name, words));
    }
}

/// A text in other words; what stands for an argument, `${name}`, stays.
fn replaced(text: &str, words: &Words) -> String {
    let mut parts = text.split("${");
    let mut all = words.say(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        all.push_str(&format!("${{{name}}}{}", words.say(rest)));
    }
    all
}

#[test]
fn the_same_cases_pass_when_labels_goals_and_verifiers_are_nonsense() {
    let plain = Cases::load(Path::new(env!("CARGO_MANIFEST_DIR")), &Registry::new());
    let mut count = 0;
    for (first, seed) in (0..MAPS).zip(1..) {
        let nonsense = Nonsense::of(seed);
        let words = Words::by(move |word| nonsense.other(word));
        let results = results(rewritten(&words).path(), &words, first);
        let failed: Vec<_> = results.iter().filter(|(_, (outcome, _))| *outcome != Outcome::Passed).collect();
        assert!(failed.is_empty(), "seed {seed}: {failed:?}");
        count += results.len();
    }
    assert_eq!(count, plain.all().len());
}

#[test]
fn what_is_left_of_a_goal_is_its_grammar() {
    let nonsense = Nonsense::of(1);
    let words = Words::by(move |word| nonsense.other(word));
    let said = words.say("Turn on dark theme in the Display page of the Settings app, for 5 minutes.");
    let kept: Vec<&str> = said.split(' ').filter(|word| "Turn on in the for 5".contains(word)).collect();
    assert_eq!(kept, ["Turn", "on", "in", "the", "the", "for", "5"]);
    for gone in ["dark", "theme", "Display", "page", "minute", "app", "Settings"] {
        assert!(!said.contains(gone), "{said}");
    }
    assert_eq!(words.say(&said), said, "nonsense stays as it is");
}
