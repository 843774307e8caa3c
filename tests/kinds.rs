//! Every outcome and kind that a case can have without recordings, reached on the embedded phone.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use goalpost::act::{Entry, InMemory};
use goalpost::case::Rig;
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, CaseResult, Claim, Collected, Event, Events, Kind, Outcome, Phase, Receipt, Verdict};
use goalpost::http::{self, BaseUrl};
use goalpost::phone::{Android, Endpoint, Fault, FaultKind, Phone, PhoneOptions};
use goalpost::policy::{Chosen, Decision, Policy, PolicyError, Situation};
use goalpost::screen::{Action, Global};
use goalpost::verify::{Args, Probe, Registry};
use rstest::rstest;

const SETTINGS: &str = "com.android.settings";

/// One thing that the agent of a test does.
#[derive(Clone)]
enum Does {
    Open(&'static str),
    /// Taps the row that shows this text.
    Row(&'static str),
    /// Taps the switch with this label.
    Switch(&'static str),
    /// Taps what has this text or label.
    Tap(&'static str),
    /// Thinks for so many seconds.
    Sleeps(u64),
    /// Somebody sets this fact of the phone, over its control.
    Told(&'static str),
    /// Replaces the text of the focused field.
    Type(&'static str),
    Home,
    Wait,
    Says(Chosen),
    /// Is done, with this answer.
    Answers(&'static str),
    /// Something happens to the phone while the agent thinks.
    Meanwhile(fn(&Phone)),
    Fails,
}
use Does::{Answers, Fails, Meanwhile, Open, Row, Says, Sleeps, Switch, Tap, Told};

/// An agent that does what is written down, and then the last of it for ever.
struct Written {
    does: Mutex<VecDeque<Does>>,
    phone: Arc<Phone>,
}

#[async_trait]
impl Policy for Written {
    fn name(&self) -> String {
        "written".to_owned()
    }

    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        loop {
            let next = {
                let mut does = self.does.lock().unwrap();
                if does.len() > 1 { does.pop_front() } else { does.front().cloned() }
            };
            let tap = |element_id: &str| Chosen::Act(Action::TapElement { element_id: element_id.to_owned() });
            let screen = situation.observation;
            let choice = match next.unwrap() {
                Open(app) => Chosen::Act(Action::OpenApp { package: app.to_owned() }),
                Row(text) => {
                    let title = screen.nodes().iter().find(|e| e.text == text).unwrap();
                    tap(&screen.row_of(title).unwrap().id)
                }
                Switch(label) => tap(&screen.nodes().iter().find(|e| e.checkable && e.label == label).unwrap().id),
                Tap(name) => {
                    tap(&screen.nodes().iter().find(|e| e.clickable && (e.text == name || e.label == name)).unwrap().id)
                }
                Sleeps(seconds) => {
                    self.phone.clock().sleep(Duration::from_secs(seconds)).await;
                    continue;
                }
                Told(fact) => {
                    let control = self.phone.url().replace("/v1", "/control/facts");
                    let facts = serde_json::json!({"facts": {fact: true}}).to_string();
                    let told = reqwest::Client::new().post(control).body(facts).send().await.unwrap();
                    assert!(told.status().is_success());
                    continue;
                }
                Does::Type(text) => Chosen::Act(Action::Type { text: text.to_owned(), clear: true }),
                Does::Home => Chosen::Act(Action::Global { name: Global::Home }),
                Does::Wait => Chosen::Wait,
                Says(choice) => choice,
                Answers(text) => {
                    let answer = Some(text.to_owned());
                    return Ok(Decision { answer, ..Decision::plain("written", Chosen::Done) });
                }
                Meanwhile(happens) => {
                    happens(&self.phone);
                    continue;
                }
                Fails => return Err(PolicyError::Other("the model is on holiday".into())),
            };
            return Ok(Decision::plain("written", choice));
        }
    }
}

struct Ran {
    result: CaseResult,
    phone: Arc<Phone>,
    events: Vec<(Option<Phase>, Event)>,
    journal: Vec<Entry>,
}

impl Ran {
    fn ended(&self) -> (Outcome, Kind) {
        (self.result.outcome, self.result.kind)
    }

    fn entered(&self) -> Vec<Phase> {
        let phase = |event: &Event| if let Event::PhaseStarted { phase } = event { Some(*phase) } else { None };
        self.events.iter().filter_map(|(_, event)| phase(event)).collect()
    }
}

async fn run(name: &str, does: &[Does], faults: Vec<Fault>) -> Ran {
    run_on(name, does, faults, |_| {}).await
}

/// The same on a phone to which something has happened before.
async fn run_on(name: &str, does: &[Does], faults: Vec<Fault>, happened: fn(&mut Android)) -> Ran {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds");
    let mut loaded = goalpost::spec::load_only(&root, name);
    let panics = |_: Probe, _: Args| async { if true { panic!("no reason") } else { unreachable!() } };
    let registry = Registry::new().with("panics", panics);
    let cases = goalpost::case::compile(&mut loaded, &registry);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);

    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let options = PhoneOptions { clock: clock.clone(), faults, ..PhoneOptions::default() };
    let phone = Arc::new(Phone::start(options).await.unwrap());
    happened(&mut phone.android().unwrap());
    let collected = Arc::new(Collected::default());
    let events = Events::to(vec![collected.clone()], clock.clone());
    let base = BaseUrl::parse(phone.url()).unwrap();
    let service = Mobilerun::new(base, None, http::Options::default(), clock.clone(), events.clone()).unwrap();
    let journal = Arc::new(InMemory::default());
    let rig = Rig {
        device: Arc::new(service.as_backend(Backend::Simulated).device(phone.device_id())),
        policy: Arc::new(Written { does: Mutex::new(does.to_vec().into()), phone: phone.clone() }),
        clock,
        events,
        journal: journal.clone(),
        secrets: goalpost::secret::Secrets::default(),
        referee: None,
    };
    let result = goalpost::case::run(&cases[0], &rig).await;
    let events = collected.records().into_iter().map(|record| (record.phase, record.event)).collect();
    Ran { result, phone, events, journal: journal.entries() }
}

fn says(chosen: Chosen) -> Vec<Does> {
    vec![Says(chosen)]
}

fn done() -> Does {
    Says(Chosen::Done)
}

/// The way to the switch, and the switch.
fn turns_dark() -> Vec<Does> {
    vec![Open(SETTINGS), Row("Display"), Switch("Dark theme")]
}

fn turns_dark_and_says(chosen: Chosen) -> Vec<Does> {
    let mut does = turns_dark();
    does.push(Says(chosen));
    does
}

/// Sets a timer by these keys and says that it is the right one.
fn timer(keys: &[&'static str]) -> Vec<Does> {
    let mut does = vec![Open("com.google.android.deskclock"), Tap("Timer")];
    does.extend(keys.iter().map(|key| Tap(key)));
    does.extend([Tap("Start"), done()]);
    does
}

fn it_gets_dark(phone: &Phone) {
    phone.android().unwrap().set("dark_theme", true);
}

fn the_tree_is_gone(phone: &Phone) {
    phone.fault(Fault::new(FaultKind::EmptyTree));
}

fn it_is_renamed(phone: &Phone) {
    phone.android().unwrap().set("device_name", "Workbench");
}

#[rstest]
#[case::answered("phone-name", vec![Answers("pixel  8")], Outcome::Passed, Kind::Verified)]
#[case::answered_wrongly("phone-name", vec![Answers("Pixel 9")], Outcome::Failed, Kind::FalseSuccess)]
#[case::done_without_an_answer("phone-name", says(Chosen::Done), Outcome::Failed, Kind::FalseSuccess)]
#[case::given_up("phone-name", says(Chosen::Blocked), Outcome::Failed, Kind::NotReached)]
#[case::no_text_answers("phone-name", says(Chosen::NeedsInput { why: "it".into() }), Outcome::Failed, Kind::NotReached)]
#[case::answered_before_it_changed(
    "phone-name",
    vec![Meanwhile(it_is_renamed), Answers("Workbench")],
    Outcome::Errored,
    Kind::Unverifiable
)]
#[case::a_question_that_the_phone_does_not_answer(
    "phone-name-lost",
    vec![Answers("Pixel 8")],
    Outcome::Errored,
    Kind::BaselineUnknown
)]
#[case::verified("dark", turns_dark_and_says(Chosen::Done), Outcome::Passed, Kind::Verified)]
#[case::a_script("scripted", vec![], Outcome::Passed, Kind::Verified)]
#[case::false_success("dark", says(Chosen::Done), Outcome::Failed, Kind::FalseSuccess)]
#[case::silent_success("dark", turns_dark_and_says(Chosen::Blocked), Outcome::Failed, Kind::SilentSuccess)]
#[case::silent_and_fine("dark-any-claim", turns_dark_and_says(Chosen::Blocked), Outcome::Passed, Kind::SilentSuccess)]
#[case::not_reached("dark", says(Chosen::Blocked), Outcome::Failed, Kind::NotReached)]
#[case::a_script_whose_effect_is_not_seen("scripted-unmet", vec![], Outcome::Failed, Kind::NotReached)]
#[case::a_script_that_finds_nothing("scripted-wrong", vec![], Outcome::Errored, Kind::ScriptError)]
#[case::a_script_that_finds_two("scripted-ambiguous", vec![], Outcome::Errored, Kind::ScriptError)]
#[case::a_script_that_waits_for_nothing("scripted-waits", vec![], Outcome::Errored, Kind::ScriptError)]
#[case::guarded("guarded", vec![Open(SETTINGS), Row("Display"), Switch("Dark theme")], Outcome::Failed, Kind::NotReached)]
#[case::already_satisfied("light", says(Chosen::Done), Outcome::Errored, Kind::AlreadySatisfied)]
#[case::start_steps_count_as_what_was_before(
    "dark-from-the-start",
    vec![Does::Home, done()],
    Outcome::Errored,
    Kind::AlreadySatisfied
)]
#[case::verified_unchanged("light-allowed", says(Chosen::Done), Outcome::Passed, Kind::VerifiedUnchanged)]
#[case::undone("light-allowed", turns_dark_and_says(Chosen::Done), Outcome::Failed, Kind::FalseSuccess)]
#[case::not_caused("dark", vec![Meanwhile(it_gets_dark), done()], Outcome::Errored, Kind::NotCaused)]
#[case::not_caused_but_told("dark", vec![Told("dark_theme"), done()], Outcome::Errored, Kind::NotCaused)]
#[case::five_seconds_for_five_minutes("timer", timer(&["5"]), Outcome::Failed, Kind::FalseSuccess)]
#[case::five_minutes("timer", timer(&["5", "00"]), Outcome::Passed, Kind::Verified)]
#[case::a_permission_that_cannot_be_given("refused-grant", vec![done()], Outcome::Errored, Kind::ScriptError)]
#[case::a_link_that_nothing_opens("refused-link", vec![done()], Outcome::Errored, Kind::ScriptError)]
#[case::unverifiable("dark", vec![Meanwhile(the_tree_is_gone), done()], Outcome::Errored, Kind::Unverifiable)]
#[case::baseline_unknown("lost-verifier", says(Chosen::Done), Outcome::Errored, Kind::BaselineUnknown)]
#[case::script_error("bad-baseline", says(Chosen::Done), Outcome::Errored, Kind::ScriptError)]
#[case::an_app_that_is_not_there("no-such-app", says(Chosen::Done), Outcome::Errored, Kind::ScriptError)]
#[case::a_guarded_step("scripted-refused", vec![], Outcome::Errored, Kind::ScriptError)]
#[case::harness_error("panics", says(Chosen::Done), Outcome::Errored, Kind::HarnessError)]
#[case::an_app_that_the_model_made_up("dark", vec![Open("com.made.up")], Outcome::Errored, Kind::ModelError)]
#[case::model_error("dark", vec![Open(SETTINGS), Fails], Outcome::Errored, Kind::ModelError)]
#[case::declined("hologram", says(Chosen::Blocked), Outcome::Passed, Kind::Declined)]
#[case::asked_rightly("password", says(Chosen::NeedsInput { why: "the password".into() }), Outcome::Passed, Kind::Declined)]
#[case::acted_anyway("hologram", says(Chosen::Done), Outcome::Failed, Kind::ActedAnyway)]
#[case::damaged("hologram", turns_dark_and_says(Chosen::Blocked), Outcome::Failed, Kind::Damaged)]
#[case::damaged_by_itself(
    "hologram",
    vec![Meanwhile(it_gets_dark), Says(Chosen::Blocked)],
    Outcome::Errored,
    Kind::NotCaused
)]
#[case::asked_instead("hologram", says(Chosen::NeedsInput { why: "a lens".into() }), Outcome::Failed, Kind::NotReached)]
#[case::baseline_wrong("hologram-in-the-dark", says(Chosen::Blocked), Outcome::Errored, Kind::BaselineWrong)]
#[tokio::test]
async fn a_case_ends_with_its_kind(
    #[case] name: &str,
    #[case] does: Vec<Does>,
    #[case] outcome: Outcome,
    #[case] kind: Kind,
) {
    let ran = run(name, &does, vec![]).await;
    assert_eq!(ran.ended(), (outcome, kind), "{:#?}", ran.result);
}

/// Within a minute, by a schedule of its own.
fn it_will_get_dark(android: &mut Android) {
    let now = android.time();
    android.set("dark_theme_schedule", 1);
    android.set("dark_theme_start", i64::from(now.hour()) * 60 + i64::from(now.minute()) + 1);
}

#[tokio::test]
async fn what_a_schedule_did_is_not_the_agents_doing() {
    let ran = run_on("dark", &[Sleeps(60), done()], vec![], it_will_get_dark).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::NotCaused), "{:#?}", ran.result);
    assert_eq!(ran.result.baseline, Some(Verdict::Refuted));
    assert_eq!(ran.result.verdict, Some(Verdict::Confirmed));
}

#[tokio::test]
async fn a_wrong_value_is_read_and_not_just_missed() {
    let ran = run("timer", &timer(&["5"]), vec![]).await;
    assert_eq!(ran.result.claim, Some(Claim::Done));
    assert_eq!(ran.result.evidence[0].read.as_deref(), Some("\"5s timer\""), "{:#?}", ran.result);
}

#[tokio::test]
async fn a_step_that_the_phone_refuses_is_named_with_its_place() {
    let ran = run("refused-grant", &[done()], vec![]).await;
    let expected = "baseline: goals/refused-grant.yaml:5: step 1, grant RECORD_AUDIO to \
                    com.google.android.apps.recorder: the phone refuses it: 400";
    assert!(ran.result.message.starts_with(expected), "{}", ran.result.message);
}

#[rstest]
#[case::busy(vec![Fault::status(409).on(Endpoint::Grant)], "refused-grant")]
#[case::too_many(vec![Fault::status(429).on(Endpoint::Grant)], "refused-grant")]
#[case::a_wrong_key(vec![Fault::status(401).on(Endpoint::Grant), Fault::status(401).on(Endpoint::UiState)], "refused-grant")]
#[case::gone(vec![Fault::status(404).on(Endpoint::Grant), Fault::status(404).on(Endpoint::UiState)], "refused-grant")]
#[case::busy_with_a_reset(vec![Fault::status(409).on(Endpoint::Reset)], "reset")]
#[case::a_key_that_may_not_reset(vec![Fault::status(401).on(Endpoint::Reset), Fault::status(401).on(Endpoint::UiState)], "reset")]
#[tokio::test]
async fn a_phone_that_takes_no_set_up_at_all_is_no_mistake_of_the_goal(#[case] faults: Vec<Fault>, #[case] name: &str) {
    let ran = run(name, &[done()], faults).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::DeviceError), "{:#?}", ran.result);
}

/// Something else on the row that is about to be tapped.
fn the_brightness_changes(phone: &Phone) {
    let mut android = phone.android().unwrap();
    let next = android.inputs() + android.changes().count() as u64 + 1;
    android.set("brightness", i64::try_from(next).unwrap());
}

fn typing_is_lost(phone: &Phone) {
    phone.fault(Fault::new(FaultKind::Swallowed).on(Endpoint::Write));
}

fn to_display() -> Vec<Does> {
    vec![Open(SETTINGS), Row("Display")]
}

/// A decision on a screen that changes before it is carried out.
fn too_late() -> Vec<Does> {
    vec![Meanwhile(the_brightness_changes), Row("Brightness level")]
}

/// Two of these and a wait, time and again: never three in a row.
fn mostly_too_late() -> Vec<Does> {
    let round = [too_late(), too_late(), vec![Does::Wait]].concat();
    [to_display(), vec![round; 30].concat()].concat()
}

#[rstest]
#[case::too_many_steps("dark", vec![Open(SETTINGS), Does::Home, Row("Settings"), Row("Display")], Claim::StepLimit)]
#[case::a_script("scripted-unmet", vec![], Claim::ScriptFailed)]
#[case::the_same_again("dark", vec![Does::Home], Claim::Stuck)]
#[case::blocked("dark", says(Chosen::Blocked), Claim::Blocked)]
#[case::unsure("dark", says(Chosen::Uncertain), Claim::Uncertain)]
#[case::in_need("dark", says(Chosen::NeedsInput { why: "a text".into() }), Claim::NeedsInput)]
#[case::waiting("dark", vec![Does::Wait], Claim::StepLimit)]
#[case::waiting_patiently("dark-patient", vec![Does::Wait], Claim::LoadingTimeout)]
#[case::waiting_too_long("dark-quick", vec![Does::Wait], Claim::TimeLimit)]
#[case::guarded("guarded", turns_dark(), Claim::Refused)]
#[case::on_a_restless_screen(
    "dark",
    [to_display(), too_late(), too_late(), too_late()].concat(),
    Claim::UnstableScreen
)]
#[case::mostly_on_a_restless_screen("dark", mostly_too_late(), Claim::StepLimit)]
#[case::typing_what_is_never_shown(
    "dark",
    vec![Open(SETTINGS), Row("Search Settings"), Meanwhile(typing_is_lost), Does::Type("dark theme")],
    Claim::InputUnverified
)]
#[tokio::test]
async fn the_loop_ends_with_its_claim(#[case] name: &str, #[case] does: Vec<Does>, #[case] claim: Claim) {
    let ran = run(name, &does, vec![]).await;
    assert_eq!(ran.result.claim, Some(claim), "{:#?}", ran.result);
    assert_eq!(ran.ended(), (Outcome::Failed, Kind::NotReached));
}

#[tokio::test]
async fn waiting_is_given_up_after_fifteen_seconds_and_no_sooner() {
    let ran = run("dark-patient", &[Does::Wait], vec![]).await;
    let waits =
        ran.events.iter().filter_map(|(_, event)| if let Event::Waited { ms } = event { Some(ms) } else { None });
    assert_eq!(waits.sum::<u64>(), 15_000);
    assert_eq!(ran.result.claim, Some(Claim::LoadingTimeout));
}

#[tokio::test]
async fn a_failed_step_is_named_with_its_file_and_line() {
    let ran = run("scripted-wrong", &[], vec![]).await;
    assert!(
        ran.result.message.starts_with("steps: goals/scripted-wrong.yaml:3: step 2, tap "),
        "{}",
        ran.result.message
    );
    let ran = run("lost-verifier-step", &says(Chosen::Done), vec![]).await;
    assert!(ran.result.message.contains(": verifiers/lost-step.yaml:3: step 2, tap "), "{}", ran.result.message);
}

#[tokio::test]
async fn what_could_not_be_told_before_is_not_called_wrong() {
    let ran = run("hologram-lost", &says(Chosen::Blocked), vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::BaselineWrong));
    assert!(ran.result.message.contains("could not be told whether what must hold does"), "{}", ran.result.message);
}

#[tokio::test]
async fn a_press_of_home_is_verified_once_home_is_known() {
    let ran = run("scripted-home", &[], vec![]).await;
    let homes = ran.events.iter().filter_map(|(_, event)| match event {
        Event::InputIntended { id, operation, .. } if operation == "home" => Some(id),
        _ => None,
    });
    let receipt = |wanted: &String| {
        ran.events.iter().find_map(|(_, event)| match event {
            Event::InputReceipt { id, receipt, .. } if id == wanted => Some(*receipt),
            _ => None,
        })
    };
    let receipts: Vec<_> = homes.map(receipt).collect();
    assert!(receipts.len() > 3, "{receipts:?}");
    assert!(receipts[1..].iter().all(|receipt| *receipt == Some(Receipt::Verified)), "{receipts:?}");
}

#[tokio::test]
async fn decisions_run_out_where_most_of_them_come_too_late() {
    let ran = run("dark-patient", &mostly_too_late(), vec![]).await;
    assert_eq!(ran.result.claim, Some(Claim::DecisionLimit), "{:#?}", ran.result);
    assert_eq!(ran.result.decisions, 84, "twice the steps and four");
}

#[tokio::test]
async fn a_phone_that_fails_is_no_fault_of_the_agent() {
    let ran = run("dark", &says(Chosen::Done), vec![Fault::status(500).on(Endpoint::UiState)]).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::DeviceError), "{:#?}", ran.result);
}

#[tokio::test]
async fn an_input_whose_reply_is_lost_is_not_repeated_and_nothing_follows_it() {
    let lost = |phone: &Phone| phone.fault(Fault::new(FaultKind::ReplyLost).on(Endpoint::Tap).once());
    let mut does = turns_dark_and_says(Chosen::Done);
    does.insert(2, Meanwhile(lost));
    let ran = run("dark", &does, vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::InputUnknown), "{:#?}", ran.result);
    assert_eq!(ran.result.verdict, None, "what was seen afterwards is evidence, not a verdict");
    assert!(!ran.result.evidence.is_empty(), "the verifier still reads");
    // The last that the phone got is the input that was lost, and the journal says so.
    let requests = ran.phone.requests();
    let last_input = requests.iter().rposition(|request| request.method != "GET").unwrap();
    assert!(requests[last_input].target.ends_with("/tap"), "{:?}", requests[last_input]);
    let unknown = ran.journal.iter().filter(|e| matches!(e, Entry::Receipt { receipt: Receipt::Unknown, .. })).count();
    assert_eq!(unknown, 1);
    assert!(!ran.entered().contains(&Phase::Cleanup));
}

#[tokio::test]
async fn a_baseline_goal_is_pursued_where_the_goal_is_reached_from_the_start() {
    // The agent turns it dark for the baseline, then light for the goal.
    let mut does = turns_dark_and_says(Chosen::Done);
    does.extend(turns_dark_and_says(Chosen::Done));
    let ran = run("light-after-dark", &does, vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Passed, Kind::Verified), "{:#?}", ran.result);
    assert_eq!(ran.result.steps, 3, "the baseline's steps are not the agent's");
    let entered = [Phase::Baseline, Phase::BaselineAgent, Phase::Baseline, Phase::Start, Phase::Agent, Phase::Verify];
    assert_eq!(ran.entered(), entered);
    assert!(ran.result.baseline_agent_ms.is_some_and(|took| took > 0), "its time is a time of its own");
    let plain = run("dark", &turns_dark_and_says(Chosen::Done), vec![]).await;
    assert_eq!(plain.result.baseline_agent_ms, None);
}

#[tokio::test]
async fn the_agent_starts_at_home_and_not_where_the_verifier_has_walked_to() {
    let ran = run("dark", &turns_dark_and_says(Chosen::Done), vec![]).await;
    let first_seen = ran.events.iter().find_map(|(phase, event)| match event {
        Event::Observed { package, .. } if *phase == Some(Phase::Agent) => Some(package.clone()),
        _ => None,
    });
    assert_ne!(first_seen.as_deref(), Some(SETTINGS));
    assert_eq!(ran.entered(), [Phase::Baseline, Phase::Start, Phase::Agent, Phase::Verify]);
}

#[tokio::test]
async fn a_verifier_leaves_no_change_behind() {
    let ran = run("dark", &says(Chosen::Done), vec![]).await;
    assert_eq!(ran.result.verdict, Some(Verdict::Refuted));
    let android = ran.phone.android().unwrap();
    let left: Vec<_> = android.changes().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A phone that somebody has used.
fn used(android: &mut Android) {
    android.set("dark_theme", true);
    android.set("recorder.saved.0001", "Interview");
    android.set("contacts.next", 7);
}

#[tokio::test]
async fn a_phone_that_is_reset_is_as_new_before_its_baseline_is_proven() {
    let without = run_on("scripted", &[], vec![], used).await;
    assert_eq!(without.ended(), (Outcome::Errored, Kind::AlreadySatisfied), "{:#?}", without.result);
    let ran = run_on("reset", &[], vec![], used).await;
    assert_eq!(ran.ended(), (Outcome::Passed, Kind::Verified), "{:#?}", ran.result);
    let new = run("scripted", &[], vec![]).await;
    let facts = |ran: &Ran| -> Vec<String> {
        ran.phone.android().unwrap().values().map(|(name, value)| format!("{name} = {value:?}")).collect()
    };
    assert_eq!(facts(&ran), facts(&new), "all facts are those of a phone that nobody has used");
}

#[tokio::test]
async fn a_phone_that_cannot_be_reset_is_said_before_anything_else_is_done() {
    let ran = run("reset", &[], vec![Fault::status(400).on(Endpoint::Reset)]).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::ScriptError), "{:#?}", ran.result);
    assert!(ran.result.message.starts_with("baseline: the phone can't be reset: 400"), "{}", ran.result.message);
    assert_eq!(ran.entered(), [Phase::Baseline]);
}

#[tokio::test]
async fn what_was_done_is_cleaned_up_once_the_verdict_is_known() {
    let ran = run("cleans-up", &[], vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Passed, Kind::Verified), "{:#?}", ran.result);
    assert_eq!(ran.phone.android().unwrap().value("dark_theme"), Some(&false.into()));
    assert_eq!(ran.entered().last(), Some(&Phase::Cleanup));
}

#[tokio::test]
async fn a_case_that_could_not_go_on_is_cleaned_up_too() {
    let ran = run("cleans-up-after-errors", &[], vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Errored, Kind::ScriptError), "{:#?}", ran.result);
    let set = |phase: &Option<Phase>, event: &Event| {
        *phase == Some(Phase::Cleanup) && matches!(event, Event::Step { problem: None, .. })
    };
    assert!(ran.events.iter().any(|(phase, event)| set(phase, event)), "{:#?}", ran.events);
}

#[tokio::test]
async fn a_cleanup_that_fails_is_shown_and_changes_nothing() {
    let ran = run("cleans-up-in-vain", &[], vec![]).await;
    assert_eq!(ran.ended(), (Outcome::Passed, Kind::Verified), "{:#?}", ran.result);
    let warned =
        |event: &Event| matches!(event, Event::Warning { message } if message.contains("cleans-up-in-vain.yaml:8"));
    assert!(ran.events.iter().any(|(_, event)| warned(event)), "{:#?}", ran.events);
}
