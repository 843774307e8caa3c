//! How long one step takes, apart from the phone and the model themselves.
//!
//! `look` is what every step does most: read a screen over HTTP and make an observation of it. `decide` adds the
//! question set, the request and the reading of the answer, with the offline model at the other end.

// A bench that cannot begin has nothing better to do than to say so; the macros document nothing.
#![allow(clippy::expect_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use goalpost::event::Events;
use goalpost::policy::{Situation, TextValues};
use goalpost::settings::Settings;
use goalpost::suite::{Choice, Supplied, Supply};
use tokio::runtime::Runtime;

fn supplied(runtime: &Runtime) -> Supplied {
    let choice = Choice::new(None, None, None).expect("the defaults go together");
    let supply = Supply::new(choice, Settings::default()).expect("the defaults need nothing");
    runtime.block_on(supply.rig("bench", &Events::silent())).expect("loopback is there")
}

fn step(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime starts");
    let supplied = supplied(&runtime);
    let device = &supplied.rig.device;
    let settings = goalpost::device::Input::OpenApp { package: "com.android.settings".to_owned() };
    let (screen, apps) = runtime.block_on(async {
        device.send(&settings).await;
        supplied.rig.clock.sleep(std::time::Duration::from_secs(1)).await;
        (device.observe().await.expect("a screen"), device.apps().await.expect("apps"))
    });

    let mut group = criterion.benchmark_group("step");
    group.bench_function("look", |bencher| {
        bencher.iter(|| runtime.block_on(device.observe()).expect("a screen"));
    });
    let goal = "Turn on dark theme in Android Settings.";
    let texts = TextValues::new(goal, &[]);
    let situation = Situation {
        goal,
        texts: &texts,
        observation: &screen,
        apps: &apps,
        history: &[],
        confidence_cutoff: 0.0,
        wants_answer: false,
    };
    group.bench_function("decide", |bencher| {
        bencher.iter(|| runtime.block_on(supplied.rig.policy.decide(&situation)).expect("a decision"));
    });
    group.finish();
}

criterion_group!(benches, step);
criterion_main!(benches);
