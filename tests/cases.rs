//! Cases from baseline to outcome, on the embedded phone.
#![cfg(feature = "phone")]

use std::path::Path;
use std::sync::Arc;

use goalpost::act::InMemory;
use goalpost::case::{Compiled, Rig};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, CaseResult, Collected, Events, Kind, Outcome};
use goalpost::http::BaseUrl;
use goalpost::phone::{Phone, PhoneOptions};
use goalpost::policy::{Chosen, Decision, Policy, PolicyError, Situation};
use goalpost::verify::Registry;

fn shipped(name: &str) -> Compiled {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = goalpost::spec::load_only(root, |known| known == name);
    goalpost::case::compile(&loaded, &Registry::new())
}

async fn run(name: &str, policy: Arc<dyn Policy>) -> CaseResult {
    let compiled = shipped(name);
    assert!(compiled.problems.is_empty(), "{:?}", compiled.problems);
    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let phone = Phone::start(PhoneOptions { clock: clock.clone(), ..PhoneOptions::default() }).await.unwrap();
    let collected = Arc::new(Collected::default());
    let events = Events::to(vec![collected.clone()], clock.clone());
    let service = Mobilerun::new(
        BaseUrl::parse(phone.url()).unwrap(),
        None,
        goalpost::http::Options::default(),
        clock.clone(),
        events.clone(),
    )
    .unwrap()
    .as_backend(Backend::Simulated);
    let rig = Rig {
        device: Arc::new(service.device(phone.device_id())),
        policy,
        clock,
        events,
        journal: Arc::new(InMemory::default()),
    };
    let result = goalpost::case::run(&compiled.cases[0], &rig).await;
    for record in collected.records() {
        println!("{}", serde_json::to_string(&record).unwrap());
    }
    println!("{result:#?}");
    result
}

fn done() -> Arc<dyn Policy> {
    Arc::new(|_: &Situation<'_>| -> Result<Decision, PolicyError> { Ok(Decision::plain("always done", Chosen::Done)) })
}

#[tokio::test]
async fn an_agent_that_says_done_and_does_nothing_fails() {
    let result = run("settings/dark-theme", done()).await;
    assert_eq!((result.outcome, result.kind), (Outcome::Failed, Kind::FalseSuccess));
}

#[tokio::test]
async fn a_scripted_test_passes_without_a_model() {
    let result = run("settings/screen-saver-by-steps", done()).await;
    assert_eq!((result.outcome, result.kind), (Outcome::Passed, Kind::Verified));
}
