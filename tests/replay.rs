//! A recorded run, replayed: it comes to the same, and to nothing else.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use goalpost::act::InMemory;
use goalpost::case::{self, Case, Rig};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, CaseResult, Collected, Event, Events, Kind, Mode, Outcome, Record};
use goalpost::fixture::{Asked, Exchange, Origin, Party, Recorder, Recording, Redaction, Role, Same, compare, folder};
use goalpost::http::{self, BaseUrl};
use goalpost::model::{Model, Options};
use goalpost::phone::{DeviceState, Fault, Latency, Phone, PhoneOptions};
use goalpost::policy::jev::{Jev, SystemOne};
use goalpost::secret::Secret;
use goalpost::suite::replayed;
use goalpost::verify::Registry;
use jiff::Timestamp;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// One of the shipped cases.
fn case(name: &str) -> Case {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut loaded = goalpost::spec::load_only(root, name);
    let mut cases = goalpost::case::compile(&mut loaded, &Registry::new());
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    cases.remove(0)
}

/// A case of this goal, judged by a verifier called `it`.
fn case_of(goal: &str, verifier: &str) -> Case {
    let root = tempfile::tempdir().unwrap();
    for (folder, file, text) in [("goals", "goals/it.yaml", goal), ("verifiers", "verifiers/it.yaml", verifier)] {
        std::fs::create_dir(root.path().join(folder)).unwrap();
        std::fs::write(root.path().join(file), text).unwrap();
    }
    let mut loaded = goalpost::spec::load(root.path());
    let mut cases = goalpost::case::compile(&mut loaded, &Registry::new());
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    cases.remove(0)
}

const DARK_THEME: &str = "
steps:
  - open: { app: com.android.settings, fresh: true }
  - tap: { text: Display }
check:
  switch: { label: Dark theme, app: com.android.settings, is: on }
";

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// What became of a run, and everything that it said.
struct Ran {
    result: CaseResult,
    records: Vec<Record>,
}

/// How a phone and a model answer.
#[derive(Debug, Clone, Default)]
struct Weather {
    faults: Vec<Fault>,
    phone: Duration,
    model: Duration,
    seed: u64,
    /// How long the phone is still being made when the case begins.
    creating: Duration,
}

/// Runs a case on the embedded phone and records it; none where the run can't be recorded.
fn record(case: &Case, weather: &Weather) -> (Ran, Result<Recording, String>) {
    runtime().block_on(async {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        let Weather { faults, phone, model, seed, creating } = weather.clone();
        let latency = Latency::all(phone);
        let mut options = PhoneOptions { clock: clock.clone(), faults, latency, ..PhoneOptions::default() };
        options.android.seed = seed;
        let phone = Phone::start(options).await.unwrap();
        if creating > Duration::ZERO {
            phone.set_state(phone.device_id(), DeviceState::Creating, Some(creating));
        }
        let model = Model::start(Options { clock: clock.clone(), latency: model, ..Options::default() }).await.unwrap();
        let recorder = Recorder::new(&clock);
        let collected = Arc::new(Collected::default());
        let events = Events::to(vec![collected.clone(), recorder.clone()], clock.clone());
        let base = BaseUrl::parse(phone.url()).unwrap();
        let told = events.of_case(case.name(), clock.clone());
        let service = Mobilerun::new(base, None, http::Options::default(), clock.clone(), told.clone()).unwrap();
        let device =
            service.as_backend(Backend::Simulated).taped(recorder.tape(Party::Phone)).device(phone.device_id());
        let base = BaseUrl::parse(&model.url()).unwrap();
        let service =
            SystemOne::new(base, None, goalpost::settings::TYPESAFE_MODEL, SystemOne::options(), clock.clone(), told)
                .unwrap();
        let policy = Jev::new(service.taped(recorder.tape(Party::Model)));
        let rig = Rig {
            device: Arc::new(device),
            policy: Arc::new(policy),
            clock,
            events,
            journal: Arc::new(InMemory::default()),
            secrets: goalpost::secret::Secrets::default(),
            referee: None,
        };
        let result = case::run(case, &rig).await;
        let recording = recorder.finish().map(|heard| Recording {
            case: case.name().to_owned(),
            essence: case.essence().to_owned(),
            origin: Origin {
                goalpost: "0".to_owned(),
                mode: Mode::Simulated,
                backend: Backend::Simulated,
                device: phone.device_id().to_owned(),
                model: Some(rig.policy.name()),
                answered_by: heard.answered_by,
                recorded_at: Timestamp::UNIX_EPOCH,
                began: heard.began,
            },
            exchanges: heard.exchanges,
        });
        (Ran { result, records: collected.records() }, recording)
    })
}

fn replay(case: &Case, recording: &Recording) -> Ran {
    let runtime = runtime();
    let collected = Arc::new(Collected::default());
    let events = Events::to(vec![collected.clone()], Clock::real());
    let supplied = runtime.block_on(replayed(recording.clone(), case, &events)).unwrap();
    let result = runtime.block_on(case::run(case, &supplied.rig));
    drop(runtime);
    Ran { result, records: collected.records() }
}

/// What happened and when, without what differs from run to run: operation ids and real time.
fn course(ran: &Ran) -> Vec<Value> {
    let told = |record: &Record| {
        let mut event = serde_json::to_value(&record.event).unwrap();
        let members = event.as_object_mut().unwrap();
        for varies in ["id", "took_ms", "recorded"] {
            members.remove(varies);
        }
        json!({ "at": record.at, "phase": record.phase, "event": event })
    };
    ran.records.iter().map(told).collect()
}

fn weather() -> impl Strategy<Value = Weather> {
    let faults = prop::sample::subsequence(
        vec![
            "status=500@ui_state%20",
            "status=503@ui_state*2",
            "status=429:2@tap*1",
            "status=409@start_app*1",
            "stale_tree=600%40",
            "stale_tree=1500%20",
            "empty_arrays%50",
            "zero_bounds%30",
        ],
        0..4,
    );
    let creating = prop_oneof![Just(0), 1..20_u64];
    (faults, 0..900_u64, 0..1500_u64, any::<u64>(), creating).prop_map(|(faults, phone, model, seed, creating)| {
        Weather {
            faults: faults.into_iter().map(|fault| fault.parse().unwrap()).collect(),
            phone: Duration::from_millis(phone),
            model: Duration::from_millis(model),
            seed,
            creating: Duration::from_secs(creating),
        }
    })
}

#[rstest]
#[case("settings/dark-theme")]
#[case("settings/hologram")]
#[case("settings/device-name")]
#[case("settings/live-caption-by-steps")]
fn a_run_replays_to_everything_that_it_said_at_the_same_times(#[case] name: &str) {
    let case = case(name);
    let (ran, recording) = record(&case, &Weather { phone: Duration::from_millis(350), ..Weather::default() });
    assert_eq!(ran.result.outcome, Outcome::Passed, "{}", ran.result.message);
    let replayed = replay(&case, &recording.unwrap());
    assert_eq!(course(&replayed), course(&ran));
    assert_eq!(CaseResult { recorded: None, ..replayed.result }, ran.result);
}

#[rstest]
#[case::pursued_baseline(
    "goal: Turn on dark theme in Android Settings.\nverifier: it\nbaseline: { goal: Turn off dark theme in Android Settings., steps: [{ open: { app: com.android.settings, fresh: true } }, { tap: { text: Display } }, { tap: { label: Dark theme, role: switch } }] }",
    DARK_THEME
)]
#[case::cleanup(
    "goal: Turn on dark theme in Android Settings.\nverifier: it\ncleanup: { steps: [{ open: { app: com.android.settings, fresh: true } }, { tap: { text: Display } }, { tap: { label: Dark theme, role: switch } }] }",
    DARK_THEME
)]
#[case::failing_cleanup(
    "goal: Turn on dark theme in Android Settings.\nverifier: it\ncleanup: { steps: [{ tap: { text: Nobody is called so, timeout: 1s } }] }",
    DARK_THEME
)]
#[case::scanning_verifier(
    "goal: Turn on dark theme in Android Settings.\nverifier: it\n",
    "steps: [{ open: { app: com.android.settings, fresh: true } }, { tap: { text: Display } }]
check:
  all:
    - switch: { label: Dark theme, app: com.android.settings, is: on }
    - element: { text: Flux, app: com.android.settings, is: absent, on: { label: Display }, scan: { id: recycler_view } }
"
)]
#[case::scripted(
    "steps: [{ open: { app: com.android.settings, fresh: true } }, { tap: { text: Display } }, { tap: { label: Dark theme, role: switch } }]\nverifier: it\n",
    DARK_THEME
)]
fn every_part_of_a_goal_replays_at_the_same_times(#[case] goal: &str, #[case] verifier: &str) {
    let case = case_of(goal, verifier);
    let (ran, recording) = record(&case, &Weather { phone: Duration::from_millis(120), ..Weather::default() });
    assert_eq!(ran.result.outcome, Outcome::Passed, "{} {}", ran.result.kind, ran.result.message);
    let recording = recording.unwrap();
    let replayed = replay(&case, &recording);
    assert_eq!(course(&replayed), course(&ran));
    for change in ["dropped", "doubled", "altered"] {
        let (at, recording) = changed(&recording, change).pop().unwrap();
        let result = replay(&case, &recording).result;
        assert_eq!(result.kind, Kind::FixtureMismatch, "{change} at {}: {}", at + 1, result.message);
    }
}

#[test]
fn a_run_that_waited_for_its_phone_replays() {
    let case = case("settings/dark-theme");
    let weather = Weather { creating: Duration::from_secs(7), phone: Duration::from_millis(90), ..Weather::default() };
    let (ran, recording) = record(&case, &weather);
    assert_eq!(ran.result.outcome, Outcome::Passed, "{}", ran.result.message);
    let recording = recording.unwrap();
    assert!(recording.exchanges.iter().any(|e| e.asked.shape.path.ends_with("/wait")));
    assert_eq!(course(&replay(&case, &recording)), course(&ran));
}

#[test]
fn a_run_without_a_whole_reply_to_each_request_is_not_recordable() {
    let weather = Weather { faults: vec!["dropped@ui_state*1".parse().unwrap()], ..Weather::default() };
    let (_, recording) = record(&case("settings/dark-theme"), &weather);
    assert!(recording.unwrap_err().contains("no reply"));
}

fn ordered(recording: &Recording) -> Vec<usize> {
    (0..recording.exchanges.len()).filter(|at| recording.exchanges[*at].role.is_ordered()).collect()
}

/// The reply to a decision, with another option chosen.
fn swayed(exchange: &Exchange) -> Option<Exchange> {
    let mut reply: Value = serde_json::from_slice(&exchange.answer.body).ok()?;
    let answer = reply.pointer_mut("/answers/operation")?;
    let chosen = answer.get("choice").or_else(|| answer.get("answer"))?.as_str()?.to_owned();
    let probabilities = answer.get_mut("probabilities")?.as_object_mut()?;
    let other = probabilities.keys().find(|key| **key != chosen)?.clone();
    let (a, b) = (probabilities.get(&chosen)?.clone(), probabilities.get(&other)?.clone());
    probabilities.insert(chosen.clone(), b);
    probabilities.insert(other.clone(), a);
    for member in ["choice", "answer"] {
        if answer.get(member).is_some() {
            answer[member] = json!(other);
        }
    }
    let mut exchange = exchange.clone();
    exchange.answer.body = serde_json::to_vec(&reply).unwrap().into();
    Some(exchange)
}

/// Another request of the same shape.
fn altered(exchange: &Exchange) -> Exchange {
    let mut exchange = exchange.clone();
    let mut body: Value = serde_json::from_slice(&exchange.asked.body).unwrap_or_else(|_| json!({}));
    match body.pointer_mut("/state/goal") {
        Some(goal) => *goal = json!("Something else."),
        None => body = json!({ "was": body }),
    }
    exchange.asked.body = serde_json::to_vec(&body).unwrap().into();
    exchange
}

/// All single changes of one kind.
fn changed(recording: &Recording, change: &str) -> Vec<(usize, Recording)> {
    let places = ordered(recording);
    let changed = |at: usize| -> Option<Recording> {
        let mut new = recording.clone();
        let exchanges = &mut new.exchanges;
        match change {
            "dropped" => drop(exchanges.remove(at)),
            "doubled" => exchanges.insert(at, exchanges[at].clone()),
            "altered" => exchanges[at] = altered(&exchanges[at]),
            "swayed" if exchanges[at].role == Role::Decision => exchanges[at] = swayed(&exchanges[at])?,
            "swapped" => {
                let next = *places.iter().find(|next| **next > at)?;
                if exchanges[at].asked == exchanges[next].asked {
                    return None;
                }
                exchanges.swap(at, next);
            }
            _ => return None,
        }
        Some(new)
    };
    places.iter().filter_map(|at| Some((*at, changed(*at)?))).collect()
}

#[rstest]
fn any_single_change_of_what_was_done_or_decided_is_caught(
    #[values("dropped", "doubled", "altered", "swayed", "swapped")] change: &str,
) {
    let case = case("settings/dark-theme");
    let (ran, recording) = record(&case, &Weather::default());
    assert_eq!(ran.result.outcome, Outcome::Passed);
    let all = changed(&recording.unwrap(), change);
    assert!(!all.is_empty());
    for (at, recording) in all {
        let result = replay(&case, &recording).result;
        assert_eq!(
            (result.outcome, result.kind),
            (Outcome::Errored, Kind::FixtureMismatch),
            "{change} at {}: {}",
            at + 1,
            result.message
        );
    }
}

#[test]
fn a_mismatch_says_what_was_asked_where_and_what_to_do() {
    let case = case("settings/dark-theme");
    let (_, recording) = record(&case, &Weather::default());
    let mut recording = recording.unwrap();
    let tap = recording.exchanges.iter().position(|e| e.asked.shape.path.ends_with("/tap")).unwrap();
    let body = String::from_utf8(recording.exchanges[tap].asked.body.to_vec()).unwrap();
    let mut moved: Value = serde_json::from_str(&body).unwrap();
    moved["x"] = json!(moved["x"].as_i64().unwrap() + 1);
    recording.exchanges[tap].asked.body = serde_json::to_vec(&moved).unwrap().into();
    let message = replay(&case, &recording).result.message;
    for part in ["/tap, after exchange", "differs at /x: recorded", "goalpost run --record settings/dark-theme"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_recording_without_exchanges_can_not_pass() {
    let case = case("settings/dark-theme");
    let (_, recording) = record(&case, &Weather::default());
    let empty = Recording { exchanges: Vec::new(), ..recording.unwrap() };
    assert_eq!(replay(&case, &empty).result.kind, Kind::FixtureMismatch);
}

#[test]
fn reworded_questions_are_warned_of_and_pass() {
    let case = case("settings/dark-theme");
    let (_, recording) = record(&case, &Weather::default());
    let mut recording = recording.unwrap();
    for exchange in recording.exchanges.iter_mut().filter(|e| e.role == Role::Decision) {
        let mut body: Value = serde_json::from_slice(&exchange.asked.body).unwrap();
        body["questions"]["operation"]["instructions"] = json!("What next?");
        exchange.asked.body = serde_json::to_vec(&body).unwrap().into();
    }
    let ran = replay(&case, &recording);
    assert_eq!(ran.result.outcome, Outcome::Passed, "{}", ran.result.message);
    let warned = ran.records.iter().any(|record| {
        matches!(&record.event, Event::Warning { message } if message.contains("/questions/operation/instructions"))
    });
    assert!(warned);
}

/// The ways to all texts, numbers and so on of a body.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, v)| leaves(v, &format!("{path}/{}", escaped(key)), found))
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(at, v)| leaves(v, &format!("{path}/{at}"), found)),
        _ => found.push(path.to_owned()),
    }
}

/// What may be worded otherwise: instructions, and what an operation or the answer that no text fits mean.
fn is_wording(path: &str) -> bool {
    let parts: Vec<_> = path.split('/').skip(1).collect();
    matches!(
        parts[..],
        ["questions", _, "instructions"]
            | ["questions", "operation", "criteria", _]
            | ["questions", "text_value", "criteria", "NONE"]
    )
}

#[rstest]
#[case("settings/dark-theme")]
#[case("settings/device-name")]
fn every_place_of_a_decision_is_wording_that_may_drift_or_content_that_may_not(#[case] name: &str) {
    let (_, recording) = record(&case(name), &Weather::default());
    let mut counts = (0, 0);
    for exchange in recording.unwrap().exchanges.iter().filter(|e| e.role == Role::Decision) {
        let body: Value = serde_json::from_slice(&exchange.asked.body).unwrap();
        let mut places = Vec::new();
        leaves(&body, "", &mut places);
        for place in places {
            let mut other = body.clone();
            let leaf = other.pointer_mut(&place).unwrap();
            *leaf = match leaf {
                Value::Number(number) => json!(number.as_f64().unwrap() + 1.0),
                Value::Bool(is) => json!(!*is),
                Value::String(text) => json!(format!("{text} indeed")),
                _ => json!("something"),
            };
            let asked = Asked { body: serde_json::to_vec(&other).unwrap().into(), ..exchange.asked.clone() };
            match (compare(Role::Decision, &exchange.asked, &asked), is_wording(&place)) {
                (Ok(Same::ButForWording(_)), true) => counts.0 += 1,
                (Err(difference), false) if difference.place == place.replace("~1", "/") => counts.1 += 1,
                (found, _) => panic!("{place}: {found:?}"),
            }
        }
    }
    assert!(counts.0 > 10 && counts.1 > 100, "{counts:?}");
}

#[test]
fn a_replay_can_end_within_a_task_that_has_used_up_its_turn() {
    let (_, recording) = record(&case("settings/live-caption-by-steps"), &Weather::default());
    let recording = recording.unwrap();
    runtime().block_on(async {
        // Nothing else is awaited, so that the turn is used up somewhere on the way, wherever that is.
        for _ in 0..300 {
            drop(goalpost::fixture::Replay::start(recording.clone()).await);
        }
    });
}

#[test]
fn parallel_replays_share_nothing() {
    let case = Arc::new(case("settings/dark-theme"));
    let (ran, recording) = record(&case, &Weather::default());
    let recording = Arc::new(recording.unwrap());
    let expected = course(&ran);
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let (case, recording) = (case.clone(), recording.clone());
            std::thread::spawn(move || course(&replay(&case, &recording)))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn any_run_that_can_be_recorded_replays_to_the_same(
        weather in weather(),
        name in prop::sample::select(vec!["settings/dark-theme", "settings/wifi-off", "settings/screen-timeout", "contacts/call-nobody"]),
    ) {
        let case = case(name);
        let (ran, recording) = record(&case, &weather);
        let Ok(recording) = recording else { return Ok(()) };
        // A run that ended early is not recorded; what it said until then replays all the same.
        prop_assume!(ran.result.outcome != Outcome::Errored);
        let again = replay(&case, &recording);
        prop_assert_eq!(course(&again), course(&ran));
    }

    #[test]
    fn any_change_of_any_run_is_caught(
        weather in weather(),
        name in prop::sample::select(vec!["settings/dark-theme", "launcher/open-clock", "settings/screen-timeout"]),
        change in prop::sample::select(vec!["dropped", "doubled", "altered", "swayed", "swapped"]),
        which in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let case = case(name);
        let (ran, recording) = record(&case, &weather);
        let Ok(recording) = recording else { return Ok(()) };
        prop_assume!(ran.result.outcome == Outcome::Passed);
        let places = ordered(&recording);
        let recording = if change == "swapped" {
            let (a, b) = (places[which.index(places.len())], places[other.index(places.len())]);
            prop_assume!(recording.exchanges[a].asked != recording.exchanges[b].asked);
            let mut swapped = recording;
            swapped.exchanges.swap(a, b);
            swapped
        } else {
            let all = changed(&recording, change);
            all[which.index(all.len())].1.clone()
        };
        let result = replay(&case, &recording).result;
        // Who is swayed to do again what was just done ends as stuck, and asks for nothing that is not recorded: then it is
        // what the agent says that differs.
        let says_otherwise = change == "swayed" && result.outcome == Outcome::Failed && result.claim != ran.result.claim;
        if !says_otherwise {
            prop_assert_eq!(result.kind, Kind::FixtureMismatch, "{}: {}", change, result.message);
        }
    }

    #[test]
    fn whatever_of_a_run_is_secret_stands_in_no_byte_that_is_written(
        name in prop::sample::select(vec!["settings/device-name", "launcher/open-clock", "contacts/call-nobody"]),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 4..40_usize), 1..4),
    ) {
        let (_, recording) = record(&case(name), &Weather::default());
        let mut recording = recording.unwrap();
        // Any part of anything that was said, however unlike a secret it is.
        let mut redaction = Redaction::new();
        let mut secrets = Vec::new();
        for (exchange, place, length) in &picks {
            let exchange = exchange.get(&recording.exchanges);
            let body = if exchange.asked.body.is_empty() { &exchange.answer.body } else { &exchange.asked.body };
            let text: Vec<char> = String::from_utf8_lossy(body).chars().collect();
            prop_assume!(text.len() > 50);
            let start = place.index(text.len() - length);
            let secret: String = text[start..start + length].iter().collect();
            redaction = redaction.value("pin", Secret::new(secret.clone()));
            secrets.push(secret);
        }
        let untouched = recording.clone();
        let folder = tempfile::tempdir().unwrap();
        match redaction.apply_to(&mut recording) {
            Ok(redacted) => drop(folder::write(folder.path(), &recording, &redacted)),
            Err(_) => prop_assert_eq!(&recording, &untouched),
        }
        for (path, text) in written(folder.path()) {
            for secret in &secrets {
                let json = serde_json::to_string(secret).unwrap();
                for form in [secret.as_str(), json.trim_matches('"')] {
                    prop_assert!(!text.contains(form), "{:?} in {}", form, path);
                }
            }
        }
    }
}

/// All files below a folder, as text.
fn written(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(written(&path));
        } else {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            found.push((path.display().to_string(), text));
        }
    }
    found
}
