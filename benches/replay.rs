//! What a replay costs.
//!
//! - `exchange`: CPU of the whole process, client and server together, for one exchange: with a bare wiremock server and
//!   with a replaying one that gives equal bodies. The difference may be 1 ms.
//! - `thousand`: 1,000 recorded cases of 32 exchanges, on disk, two at a time. They may take 20 s, and no more memory
//!   than the first hundred of them.
//! - `waits`: a case whose recorded run waited for 15 s. It may take milliseconds.
//!
//! The recordings are of the embedded phone, with screens that are padded to what real ones weigh. A run fails where the
//! first two do not hold.
//!
//! Measured with `cargo bench --bench replay` on two cores of an Intel Xeon (a virtual machine with Linux), rustc 1.95,
//! while other work kept the load at 8:
//!
//! | | | allowed |
//! |---|---|---|
//! | `exchange/bare` | 67 µs of CPU | |
//! | `exchange/replayed` | 70 µs of CPU | 1 ms more |
//! | `thousand` | 7 s, 10 s of CPU | 20 s |
//! | memory of `thousand` | 27.5 MB in the first hundred, 27.7 MB in the rest | a tenth more |
//! | `waits` | 14 ms | milliseconds |
//!
//! Most of `thousand` is the reading of screens, which every run does. Where no two screens of a recording are alike, so
//! that each is a file of its own, a case takes 14 ms of CPU instead of 10. What memory still grows by are the heaps that
//! glibc keeps for threads: with `MALLOC_ARENA_MAX=1` it stays at 23.0 MB over ten thousand cases.

// A bench that cannot begin has nothing better to do than to say so; the macros document nothing.
#![allow(clippy::expect_used, missing_docs)]

use std::cell::LazyCell;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use goalpost::clock::Clock;
use goalpost::event::{Counts, Event, Events, Outcome, Record, Sink};
use goalpost::fixture::{Exchange, Recording, Redaction, Replay, Role, folder};
use goalpost::http::{BaseUrl, Client, Options, Request};
use goalpost::settings::Settings;
use goalpost::suite::{self, Cases, Choice, Keep, Replays, Selected, Stage, Supply};
use goalpost::verify::Registry;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use tempfile::TempDir;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Respond, ResponseTemplate};

/// The name of the case in its recording.
const CASE: &str = "launcher/open-clock";
/// What a screen weighs at least, in bytes.
const SCREEN: usize = 50_000;
const CASES: usize = 1000;
/// What a replayed exchange may cost more than a bare one.
const BEYOND: Duration = Duration::from_millis(1);
/// What all cases may take.
const LONGEST: Duration = Duration::from_secs(20);
const JOBS: NonZeroUsize = NonZeroUsize::new(2).expect("two is not zero");

/// CPU time of this process, all threads together.
struct Cpu(WallTime);

impl Measurement for Cpu {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        let spent = clock_gettime(ClockId::ProcessCPUTime);
        Duration::try_from(spent).expect("no process has spent less than nothing")
    }

    fn end(&self, begun: Duration) -> Duration {
        self.start() - begun
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, spent: &Duration) -> f64 {
        self.0.to_f64(spent)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}

/// A project of one shipped goal, recorded.
struct Project(TempDir);

impl Project {
    /// With `more` in the file of the goal.
    fn recorded(more: &str) -> Self {
        let project = Self(tempfile::tempdir().expect("a folder"));
        let shipped = |file: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file);
        project.write("verifiers/clock-in-front.yaml", &shipped("verifiers/clock-in-front.yaml"));
        project.write(&format!("goals/{CASE}.yaml"), &(shipped("goals/launcher/open-clock.yaml") + more));
        let choice = Choice::new(None, None, None).expect("the defaults go together");
        let supply = Supply::new(choice, Settings::default()).expect("the defaults need nothing");
        let counts = project.run(&Stage::Record(supply, Keep::new(project.root().to_owned(), false)), None);
        assert_eq!(counts, Counts { passed: 1, ..Counts::default() });
        project
    }

    /// The same, with its recording under many names, and screens of a real weight.
    fn of_a_thousand() -> Self {
        let project = Self::recorded("");
        let mut recording = padded(project.recording());
        let goal = fs::read_to_string(project.root().join(format!("goals/{CASE}.yaml"))).expect("it was written");
        fs::remove_dir_all(project.root().join("goals")).expect("it was written");
        let redacted = Redaction::new().apply_to(&mut recording).expect("no secrets are known");
        for number in 0..CASES {
            recording.case = format!("thousand/{number:03}");
            project.write(&format!("goals/{}.yaml", recording.case), &goal);
            folder::write(&suite::fixtures(project.root()), &recording, &redacted).expect("it can be written");
        }
        project
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn recording(&self) -> Recording {
        folder::read(&suite::fixtures(self.root()), CASE).expect("it was recorded")
    }

    fn selected(&self) -> Selected {
        let cases = Cases::load(self.root(), &Registry::new());
        assert!(cases.problems().is_empty(), "{:?}", cases.problems());
        Selected { cases: cases.all().to_vec(), left_out: Vec::new() }
    }

    /// Runs all of its cases.
    fn run(&self, stage: &Stage, memory: Option<Arc<Memory>>) -> Counts {
        let ended = Arc::new(Mutex::new(Counts::default()));
        let told = ended.clone();
        let tell = move |record: &Record| match &record.event {
            Event::CaseEnded(result) if result.outcome != Outcome::Passed => {
                eprintln!("{}: {}", result.name, result.message)
            }
            Event::RunEnded { counts } => *told.lock().unwrap_or_else(PoisonError::into_inner) = *counts,
            _ => {}
        };
        let sinks = memory.map(|memory| memory as Arc<dyn Sink>).into_iter().chain([Arc::new(tell) as Arc<dyn Sink>]);
        suite::run(self.selected(), stage, JOBS, &Events::to(sinks.collect(), Clock::real()));
        *ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn replay(&self, memory: Option<Arc<Memory>>) -> Counts {
        self.run(&Stage::Replay(Replays::from(suite::fixtures(self.root()))), memory)
    }
}

/// The same recording with screens of a real weight: more of what an observation leaves out. Equal ones stay equal.
fn padded(mut recording: Recording) -> Recording {
    for exchange in recording.exchanges.iter_mut().filter(|e| e.asked.shape.path.ends_with("/ui-state")) {
        let mut screen: Value = serde_json::from_slice(&exchange.answer.body).expect("a screen is JSON");
        let mut number = 0;
        while screen.to_string().len() < SCREEN {
            let root = screen.pointer_mut("/a11y_tree/children").and_then(Value::as_array_mut).expect("a tree");
            root.extend((number..number + 10).map(unseen));
            number += 10;
        }
        exchange.answer.body = screen.to_string().into();
    }
    recording
}

/// A node as the embedded phone writes it, which is not to be seen.
fn unseen(number: usize) -> Value {
    json!({
        "className": "android.widget.TextView", "packageName": "com.example.app",
        "resourceId": format!("com.example.app:id/row_{number}"), "text": format!("What lies below, part {number}"),
        "contentDescription": "", "boundsInScreen": {"left": 0, "top": 0, "right": 1080, "bottom": 2400},
        "isCheckable": false, "isChecked": false, "isClickable": false, "isEnabled": true, "isFocusable": false,
        "isFocused": false, "isLongClickable": false, "isPassword": false, "isScrollable": false, "isSelected": false,
        "isVisibleToUser": false, "children": [],
    })
}

/// The median weight of the screens that a recording holds.
fn median(recording: &Recording) -> usize {
    let screens = recording.exchanges.iter().filter(|e| e.asked.shape.path.ends_with("/ui-state"));
    let mut sizes: Vec<usize> = screens.map(|e| e.answer.body.len()).collect();
    sizes.sort_unstable();
    sizes[sizes.len() / 2]
}

/// Gives one reply after the other, whatever is asked.
struct InOrder {
    replies: Vec<ResponseTemplate>,
    given: AtomicUsize,
}

impl Respond for InOrder {
    fn respond(&self, _: &wiremock::Request) -> ResponseTemplate {
        self.replies[self.given.fetch_add(1, Ordering::Relaxed)].clone()
    }
}

async fn bare(exchanges: &[Exchange]) -> MockServer {
    let template = |exchange: &Exchange| {
        let template = ResponseTemplate::new(exchange.answer.status).set_body_bytes(exchange.answer.body.to_vec());
        exchange
            .answer
            .headers
            .iter()
            .fold(template, |template, (name, value)| template.append_header(name.as_str(), value.as_str()))
    };
    let replies = InOrder { replies: exchanges.iter().map(template).collect(), given: AtomicUsize::new(0) };
    let server = MockServer::builder().disable_request_recording().start().await;
    Mock::given(any()).respond_with(replies).mount(&server).await;
    server
}

/// The same request again.
fn request(exchange: &Exchange) -> Request {
    let shape = &exchange.asked.shape;
    let path = shape.path.trim_start_matches('/').split('/');
    let request = match shape.method.as_str() {
        "GET" => Request::get(path),
        "POST" => Request::post(path),
        "PUT" => Request::put(path),
        "PATCH" => Request::patch(path),
        other => panic!("{other} is not recorded here"),
    };
    let request = shape.query.iter().fold(request, |request, (name, value)| request.query(name, value));
    if exchange.asked.body.is_empty() { request } else { request.json_bytes(exchange.asked.body.clone()) }
}

/// Says again what was said, to the server at `url`, and hears the same; the CPU that it takes.
async fn say(exchanges: &[Exchange], url: &str) -> Duration {
    let base = BaseUrl::parse(url).expect("a URL");
    let client = Client::new(base, None, Options::default(), Clock::real(), Events::silent()).expect("a client");
    let requests: Vec<Request> = exchanges.iter().map(request).collect();
    let cpu = Cpu(WallTime);
    let begun = cpu.start();
    for (exchange, request) in exchanges.iter().zip(requests) {
        let answer = match exchange.role {
            Role::Input => client.send_once(&request).await,
            Role::Read | Role::Decision => client.read(request).await,
        };
        assert_eq!(answer.expect("an answer").body, exchange.answer.body);
    }
    cpu.end(begun)
}

fn exchange(criterion: &mut Criterion<Cpu>) {
    let recording = LazyCell::new(|| {
        let mut recording = padded(Project::recorded("").recording());
        // Whose reads they are makes no difference here, and no verifier is there to say that it begins.
        recording.exchanges.iter_mut().for_each(|exchange| exchange.evaluation = None);
        eprintln!("{} exchanges, screens of {} bytes", recording.exchanges.len(), median(&recording));
        recording
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
    // Servers are started and stopped outside of the measurement: it is the exchanges that are many.
    let say_all = |iterations: u64, each: &mut Option<Duration>, once: &dyn Fn(&[Exchange]) -> Duration| {
        let mut left = usize::try_from(iterations).expect("not so many");
        let mut spent = Duration::ZERO;
        while left > 0 {
            let part = &recording.exchanges[..left.min(recording.exchanges.len())];
            spent += once(part);
            left -= part.len();
        }
        *each = Some(spent.div_f64(iterations as f64));
        spent
    };
    let mut group = criterion.benchmark_group("replay/exchange");
    let (mut without, mut with) = (None, None);
    group.bench_function("bare", |bencher| {
        bencher.iter_custom(|iterations| {
            say_all(iterations, &mut without, &|exchanges| {
                let server = runtime.block_on(bare(exchanges));
                runtime.block_on(say(exchanges, &server.uri()))
            })
        });
    });
    group.bench_function("replayed", |bencher| {
        bencher.iter_custom(|iterations| {
            say_all(iterations, &mut with, &|exchanges| {
                let server = runtime.block_on(Replay::start(recording.clone()));
                runtime.block_on(say(exchanges, &server.url()))
            })
        });
    });
    group.finish();
    // As last measured, over the most exchanges.
    if let (Some(without), Some(with)) = (without, with) {
        assert!(with <= without + BEYOND, "{with:?} of CPU for an exchange, and {without:?} without a recording");
    }
}

/// Memory of this process while cases end.
#[derive(Debug, Default)]
struct Memory {
    ended: AtomicUsize,
    /// The most while the first hundred ended, in kB.
    first: AtomicU64,
    /// The most afterwards.
    rest: AtomicU64,
}

impl Memory {
    /// A tenth is what the allocator may keep for its own reasons.
    fn is_flat(&self) -> bool {
        let [first, rest] = [&self.first, &self.rest].map(|most| most.load(Ordering::Relaxed));
        rest <= first + first / 10
    }
}

impl Sink for Memory {
    fn record(&self, record: &Record) {
        if matches!(record.event, Event::CaseEnded(_)) {
            let is_early = self.ended.fetch_add(1, Ordering::Relaxed) < 100;
            let most = if is_early { &self.first } else { &self.rest };
            most.fetch_max(resident(), Ordering::Relaxed);
        }
    }
}

/// Memory of this process in kB; 0 where the system does not say it as Linux does.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

fn cases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_secs(1));
    let thousand = LazyCell::new(Project::of_a_thousand);
    group.bench_function("thousand", |bencher| {
        let project = &*thousand;
        bencher.iter(|| {
            let memory = Arc::new(Memory::default());
            let (cpu, begun) = (Cpu(WallTime).start(), Instant::now());
            assert_eq!(project.replay(Some(memory.clone())), Counts { passed: CASES, ..Counts::default() });
            let (elapsed, cpu) = (begun.elapsed(), Cpu(WallTime).end(cpu));
            eprintln!("{elapsed:?}, {cpu:?} of CPU, {memory:?}");
            assert!(elapsed <= LONGEST, "{CASES} cases took {elapsed:?}");
            assert!(memory.is_flat(), "{memory:?}");
        });
    });
    let waits = LazyCell::new(|| Project::recorded("start: { steps: [{ wait: { time: 15s } }] }\n"));
    group.measurement_time(Duration::from_secs(5));
    group.bench_function("waits", |bencher| {
        let project = &*waits;
        let exchanges = project.recording().exchanges;
        let gap = exchanges.windows(2).map(|pair| pair[1].sent.saturating_sub(pair[0].answered)).max();
        assert!(gap.is_some_and(|gap| gap >= Duration::from_secs(15)), "{gap:?}");
        bencher.iter(|| assert_eq!(project.replay(None).passed, 1));
    });
    group.finish();
}

criterion_group! { name = by_cpu; config = Criterion::default().with_measurement(Cpu(WallTime)); targets = exchange }
criterion_group!(by_the_clock, cases);
criterion_main!(by_cpu, by_the_clock);
