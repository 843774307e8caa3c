//! Steps and checks on the embedded phone, over its wire, in virtual time.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used)]

#[path = "verify_phone/steps.rs"]
mod steps;
#[path = "verify_phone/traps.rs"]
mod traps;

use std::path::Path;
use std::sync::Arc;

use Verdict::{Confirmed, Inconclusive, Refuted};
use goalpost::act::{Act, Guard, InMemory};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, Events, Phase, Verdict};
use goalpost::http::{BaseUrl, Options};
use goalpost::phone::{self, Cause, Endpoint, Fault, Look, Phone, PhoneOptions};
use goalpost::script::{Permission, Runner, Script, ScriptError};
use goalpost::spec::yaml::{Limits, read};
use goalpost::spec::{self, Args, Name, Source, VerifierFile};
use goalpost::verify::{CompiledVerifier, Purpose, Registry, VerdictReport};
use rstest::rstest;

struct Bench {
    phone: Phone,
    case: Act,
}

impl Bench {
    async fn new() -> Self {
        Self::of(Look::Android15).await
    }

    async fn of(look: Look) -> Self {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        let android = phone::Options { look, ..phone::Options::default() };
        let options = PhoneOptions { clock: clock.clone(), android, ..PhoneOptions::default() };
        let phone = Phone::start(options).await.unwrap();
        let url = BaseUrl::parse(phone.url()).unwrap();
        let service = Mobilerun::new(url, None, Options::default(), clock.clone(), Events::silent()).unwrap();
        let device = Arc::new(service.as_backend(Backend::Simulated).device(phone.device_id()));
        let case = Act::new(device, clock, Events::silent(), Arc::new(InMemory::default()), Guard::default());
        Self { phone, case }
    }

    async fn run(&self, yaml: &str) -> Result<(), String> {
        let node = read(&Source::new("steps", yaml), Limits::default()).unwrap();
        self.run_script(&Script::compile(node.items(), Permission::Change).unwrap()).await
    }

    async fn run_script(&self, script: &Script) -> Result<(), String> {
        let ended = Runner::new(&mut self.case.in_phase(Phase::Agent)).run(script).await;
        ended.map_err(|error| match error {
            ScriptError::Step { problem, .. } => problem.to_string(),
            other => panic!("{other}"),
        })
    }

    async fn ask(&self, verifier: &CompiledVerifier, purpose: Purpose) -> VerdictReport {
        verifier.ask(self.case.in_phase(Phase::Verify), purpose).await.unwrap()
    }

    async fn check(&self, yaml: &str) -> VerdictReport {
        self.ask(&verifier(yaml), Purpose::Verdict).await
    }
}

fn verifier(yaml: &str) -> CompiledVerifier {
    let source = Arc::new(Source::new("verifiers/test.yaml", yaml));
    let file = VerifierFile::read(&read(&source, Limits::default()).unwrap()).unwrap();
    let verifier = spec::Verifier { name: Name::new("test").unwrap(), source, file, args: Args::default() };
    CompiledVerifier::compile(&verifier, &Registry::new()).unwrap()
}

const SETTINGS: &str = "open: { app: com.android.settings, fresh: true }";

#[rstest]
#[case::newer(Look::Android15, "", 19, "android-11")]
#[case::older(Look::Android11, "", 13, "android-15")]
#[case::what_differs_on_the_older(Look::Android11, "tests/eleven", 6, "android-15")]
#[tokio::test]
async fn every_solution_turns_its_verifier(
    #[case] look: Look,
    #[case] folder: &str,
    #[case] least: usize,
    #[case] left_out: &str,
) {
    let loaded = spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    assert!(!loaded.has_errors(), "{:?}", loaded.problems);
    let ours = loaded.goals.iter().filter(|goal| !goal.file.tags.iter().any(|tag| tag.as_str() == left_out));
    let mut tried = 0;
    // What an agent has to undo first, and what may be so from the start, are for `goalpost prove`.
    let by_steps = |goal: &&spec::Goal| {
        goal.file.baseline.goal.is_none()
            && goal.file.already == spec::Already::Refused
            && !goal.file.solution.is_empty()
    };
    for goal in ours.filter(by_steps) {
        let bench = Bench::of(look).await;
        let script = |nodes| Script::compile(nodes, Permission::Change).unwrap();
        let verifier = CompiledVerifier::compile(&goal.verifier, &Registry::new()).unwrap();
        let name = &goal.name;
        let set_up = bench.run_script(&script(&goal.file.baseline.steps)).await;
        assert_eq!(set_up, Ok(()), "{name}: baseline");
        let before = bench.ask(&verifier, Purpose::Baseline).await;
        assert_eq!(before.verdict, Refuted, "{name}: {before:?}");
        assert_eq!(bench.run_script(&script(&goal.file.solution)).await, Ok(()), "{name}: solution");
        let after = bench.ask(&verifier, Purpose::Verdict).await;
        assert_eq!(after.verdict, Confirmed, "{name}: {after:?}");
        tried += 1;
    }
    assert!(tried >= least, "{tried}");
}

/// The part of a verifier file that walks to the Display page.
const DISPLAY: &str =
    "steps: [home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }], check: ";

#[tokio::test]
async fn dark_theme_is_seen_to_be_switched_on_and_off() {
    let bench = Bench::new().await;
    let on = format!("{{ {DISPLAY} {{ switch: {{ label: Dark theme, app: com.android.settings, is: on }} }} }}");
    assert_eq!(bench.check(&on).await.verdict, Refuted);
    bench.phone.android().unwrap().set("dark_theme", true);
    assert_eq!(bench.check(&on).await.verdict, Confirmed);
}

#[rstest]
#[case("switch: { label: Dark theme, app: com.android.settings, is: off }", Confirmed)]
#[case("switch: { label: Dark theme, app: com.android.settings, is: on, on: { label: Sound } }", Inconclusive)]
#[case("switch: { label: Flux capacitor, app: com.android.settings, is: on }", Inconclusive)]
#[case(
    "element: { text: Flux capacitor, app: com.android.settings, is: absent, on: { label: Display } }",
    Inconclusive
)]
#[case("element: { text: Flux capacitor, app: com.android.settings, is: absent, on: { label: Sound } }", Inconclusive)]
#[case("element: { text: Dark theme, app: com.android.settings, is: absent, on: { label: Display } }", Refuted)]
#[case(
    "element: { text: Flux, app: com.android.settings, is: absent, on: { label: Display }, scan: { id: recycler_view } }",
    Confirmed
)]
#[case("element: { text: Screen saver, app: com.android.settings, scan: { id: recycler_view } }", Confirmed)]
#[case("element: { text: Dark theme, app: com.google.android.deskclock }", Inconclusive)]
#[case("foreground: { app: com.google.android.deskclock }", Refuted)]
#[case("not: { foreground: { app: com.google.android.deskclock } }", Confirmed)]
#[tokio::test]
async fn the_display_page_says_what_is_on_it(#[case] check: &str, #[case] verdict: Verdict) {
    let bench = Bench::new().await;
    let report = bench.check(&format!("{{ {DISPLAY} {{ {check} }} }}")).await;
    assert_eq!(report.verdict, verdict, "{report:#?}");
    let changed = bench.phone.android().unwrap().changes().filter(|c| c.cause != Cause::Phone).count();
    assert_eq!(changed, 0);
}

#[tokio::test]
async fn a_verifier_leaves_no_trace_in_settings_or_data() {
    let loaded = spec::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    for goal in &loaded.goals {
        let bench = Bench::new().await;
        let verifier = CompiledVerifier::compile(&goal.verifier, &Registry::new()).unwrap();
        bench.ask(&verifier, Purpose::Baseline).await;
        let android = bench.phone.android().unwrap();
        let changes: Vec<_> = android.changes().filter(|change| change.cause != Cause::Phone).cloned().collect();
        assert!(changes.is_empty(), "{}: {changes:?}", verifier.name());
    }
}

#[tokio::test]
async fn the_end_of_a_long_page_is_scrolled_to() {
    let bench = Bench::new().await;
    bench
        .run(&format!("[{SETTINGS}, scroll_to: {{ text: About phone }}, tap: {{ text: About phone }}]"))
        .await
        .unwrap();
    let report = bench.check("check: { element: { text: Legal information, app: com.android.settings } }").await;
    assert_eq!(report.verdict, Confirmed, "{report:#?}");
}

#[tokio::test]
async fn a_dialog_is_read_and_not_answered() {
    let bench = Bench::new().await;
    let steps =
        "home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }, tap: { text: Screen timeout }";
    let check = "check: { element: { text: 30 seconds, app: com.android.settings, is: { state: { checked: true } } } }";
    let report = bench.check(&format!("{{ steps: [{steps}], {check} }}")).await;
    assert_eq!(report.verdict, Confirmed, "{report:#?}");
    let report = bench.check(&format!("{{ steps: [{steps}, tap: {{ text: 5 minutes }}], {check} }}")).await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(report.because.as_deref().unwrap().contains("mutates: true"), "{report:#?}");
}

#[tokio::test]
async fn settings_are_searched_by_typing() {
    let bench = Bench::new().await;
    let steps = format!(
        "[{SETTINGS}, tap: {{ text: Search settings }}, type: {{ text: night, into: {{ role: field }} }}, \
         tap: {{ id: title, text: Night Light, verify: {{ app: com.android.settings }} }}]"
    );
    bench.run(&steps).await.unwrap();
}

#[rstest]
#[case("null_root")]
#[case("empty_tree")]
#[tokio::test]
async fn a_screen_that_is_not_there_is_inconclusive(#[case] fault: &str) {
    let bench = Bench::new().await;
    bench.run(&format!("[{SETTINGS}, tap: {{ text: Display }}]")).await.unwrap();
    bench.phone.fault(fault.parse::<Fault>().unwrap().on(Endpoint::UiState));
    let report = bench.check("check: { switch: { label: Dark theme, app: com.android.settings, is: off } }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:#?}");
}

#[rstest]
#[case("stale_tree=300")]
#[case("stale_tree=1400")]
#[case("inverted_rects")]
#[case("no_visibility")]
#[tokio::test]
async fn the_quirks_of_real_phones_do_not_mislead_a_verifier(#[case] fault: &str) {
    let bench = Bench::new().await;
    bench.phone.fault(fault.parse().unwrap());
    let on = format!("{{ {DISPLAY} {{ switch: {{ label: Dark theme, app: com.android.settings, is: on }} }} }}");
    let report = bench.check(&on).await;
    assert_eq!(report.verdict, Refuted, "{report:#?}");
    bench
        .run(&format!("[{SETTINGS}, tap: {{ text: Display }}, tap: {{ switch: {{ label: Dark theme }} }}]"))
        .await
        .unwrap();
    let report = bench.check(&on).await;
    assert_eq!(report.verdict, Confirmed, "{report:#?}");
}
