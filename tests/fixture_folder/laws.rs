//! What is written is read back, and nothing else.

use std::fs;
use std::time::Duration;

use bytes::Bytes;
use goalpost::event::{Backend, Mode};
use goalpost::fixture::folder::{inspect, read};
use goalpost::fixture::{Answer, Asked, Exchange, Origin, Recording, Role, Shape};
use proptest::prelude::*;

use crate::{Fixtures, example, files};

fn body() -> impl Strategy<Value = Bytes> {
    let json = prop_oneof![
        Just(r#""a":2.0,"b":-0.0,"c":1e400,"d":123456789012345678901234567890"#),
        Just(r#""a":2.0,"b":[{},[],{"c":null}]"#),
        Just(r#""a":1,"a":2"#),
        Just(r#""é":"\u00e9 \ud83d \" } \\""#),
        Just(r#""text":"${json-unit.any-string} {{now}}""#),
        Just("\"with\": \"blanks\" ,\n\t\"and\": 1\r\n"),
        Just("\"broken\":"),
        Just(""),
    ];
    let long = prop_oneof![Just(0_usize), Just(40), Just(1000), Just(1500)];
    let json = (json, long).prop_map(|(json, long)| {
        let comma = if json.is_empty() { "" } else { "," };
        format!("{{{json}{comma}\"pad\":[\"{}\"]}}", "x".repeat(long))
    });
    prop_oneof![
        1 => Just(Bytes::new()),
        4 => json.prop_map(Bytes::from),
        1 => prop_oneof![Just("null"), Just("12"), Just("\"text\""), Just("[]"), Just(" {}"), Just("{}\n")].prop_map(Bytes::from),
        2 => "(\\PC|\0|\r|\n|\u{feff}){0,30}".prop_map(Bytes::from),
        1 => prop::collection::vec(any::<u8>(), 0..60).prop_map(Bytes::from),
        1 => (any::<u8>(), 1001..3000_usize).prop_map(|(byte, length)| vec![byte; length].into()),
        1 => prop::collection::vec(any::<u8>(), 0..40).prop_map(|rest| [b"\x89PNG\r\n\x1a\n".as_slice(), &rest].concat().into()),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let method = prop_oneof![Just("GET"), Just("POST"), Just("DELETE")];
    let query = prop::collection::vec(("[abé]{0,1}", "\\PC{0,3}"), 0..4);
    (method, "(/([a-zA-Z0-9._~-]|%[0-9a-fA-F]{2}){0,6}){1,3}", query).prop_map(|(method, path, query)| Shape {
        method: method.to_owned(),
        path,
        query,
    })
}

fn answer(bodies: usize) -> impl Strategy<Value = (u16, Vec<(String, String)>, usize)> {
    (200..=999_u16, prop::collection::vec(("x-[a-c]{1,2}", "\\PC{0,6}"), 0..4), 0..bodies).prop_map(
        |(status, mut headers, body)| {
            headers.sort_by(|a, b| a.0.cmp(&b.0));
            (status, headers, body)
        },
    )
}

fn exchanges() -> impl Strategy<Value = Vec<Exchange>> {
    (prop::collection::vec(body(), 1..5), prop::collection::vec(shape(), 1..4)).prop_flat_map(|(bodies, shapes)| {
        let role = prop_oneof![3 => Just(Role::Read), 1 => Just(Role::Input), 1 => Just(Role::Decision)];
        let times = (0..3_000_000_u64, 0..5_000_000_u64);
        let evaluation = prop_oneof![2 => Just(None), 1 => (0..3_u32).prop_map(Some)];
        let one = (role, 0..shapes.len(), 0..bodies.len(), answer(bodies.len()), times, evaluation);
        prop::collection::vec(one, 1..14).prop_map(move |parts| {
            let (mut now, mut evaluations) = (0, 1);
            let one = |(role, shape, asked, (status, headers, body), (later, took), evaluation): (
                _,
                usize,
                usize,
                (_, _, usize),
                _,
                Option<u32>,
            )| {
                now += later;
                evaluations += evaluation.unwrap_or(0);
                Exchange {
                    role,
                    asked: Asked { shape: shapes[shape].clone(), body: bodies[asked].clone() },
                    answer: Answer { status, headers, body: bodies[body].clone() },
                    sent: Duration::from_micros(u64::saturating_sub(now, took)),
                    answered: Duration::from_micros(now),
                    evaluation: evaluation.map(|_| evaluations),
                }
            };
            parts.into_iter().map(one).collect()
        })
    })
}

pub(crate) fn recording() -> impl Strategy<Value = Recording> {
    let instant = || {
        (-10_000_000_000..100_000_000_000_i64, 0..1_000_000_000_i32)
            .prop_map(|(s, ns)| jiff::Timestamp::new(s, ns).unwrap_or_default())
    };
    let mode = prop_oneof![Just(Mode::Replay), Just(Mode::Simulated), Just(Mode::Live)];
    let backend =
        prop_oneof![Just(Backend::Device), Just(Backend::Simulated), Just(Backend::Fixture), Just(Backend::Loopback)];
    let model = (prop::option::of("\\PC{0,8}"), prop::collection::vec("\\PC{0,8}", 0..3));
    let origin = (mode, backend, "\\PC{0,8}", model, instant(), instant()).prop_map(
        |(mode, backend, device, (model, answered_by), recorded_at, began)| Origin {
            goalpost: "0.1.0".to_owned(),
            mode,
            backend,
            device,
            model,
            answered_by,
            recorded_at,
            began,
        },
    );
    ("[a-z0-9_/\\[\\]=.A-Zé-]{1,20}", "\\PC{0,64}", origin, exchanges())
        .prop_map(|(case, essence, origin, exchanges)| Recording { case, essence, origin, exchanges })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_recording_is_read_as_it_was_written(recording in recording()) {
        let fixtures = Fixtures::with(&recording);
        prop_assert_eq!(&read(fixtures.path(), &recording.case).unwrap(), &recording);
        let header = inspect(fixtures.path(), &recording.case).unwrap();
        prop_assert_eq!((&header.case, &header.essence, &header.origin), (&recording.case, &recording.essence, &recording.origin));
        prop_assert_eq!(header.reads + header.inputs + header.decisions, recording.exchanges.len());
    }

    #[test]
    fn equal_recordings_are_equal_on_disk(recording in recording()) {
        let [one, other] = [Fixtures::with(&recording), Fixtures::with(&recording)];
        for (one, other) in one.files().iter().zip(other.files()) {
            prop_assert_eq!(one.file_name(), other.file_name());
            prop_assert!(fs::read(one).unwrap() == fs::read(other).unwrap());
        }
    }

    #[test]
    fn a_byte_that_changed_anywhere_is_refused(at in any::<prop::sample::Index>(), file in any::<prop::sample::Index>(), other in 1..=255_u8) {
        let fixtures = Fixtures::with(&example::recording());
        let files = fixtures.files();
        let path = file.get(&files);
        let mut bytes = fs::read(path).unwrap();
        *at.get_mut(&mut bytes) ^= other;
        fs::write(path, bytes).unwrap();
        let error = inspect(fixtures.path(), &fixtures.case).unwrap_err().to_string();
        prop_assert!(error.contains(path.to_str().unwrap()), "{} is not named: {}", path.display(), error);
        prop_assert!(read(fixtures.path(), &fixtures.case).is_err());
    }

    #[test]
    fn a_file_that_is_cut_anywhere_is_refused(at in any::<prop::sample::Index>(), file in any::<prop::sample::Index>()) {
        let fixtures = Fixtures::with(&example::recording());
        let files = fixtures.files();
        let path = file.get(&files);
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..at.index(bytes.len())]).unwrap();
        let error = read(fixtures.path(), &fixtures.case).unwrap_err().to_string();
        prop_assert!(error.contains(path.to_str().unwrap()), "{} is not named: {}", path.display(), error);
    }

    #[test]
    fn stubs_with_any_bytes_changed_are_refused_or_read_without_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)
    ) {
        let fixtures = Fixtures::with(&example::recording());
        let path = fixtures.folder().join("mappings/exchanges.json");
        let mut bytes = fs::read(&path).unwrap();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        fs::write(&path, bytes).unwrap();
        fixtures.seal();
        // Whatever is read can be written and says the same again.
        if let Ok(recording) = read(fixtures.path(), &fixtures.case) {
            let again = Fixtures::with(&recording);
            prop_assert_eq!(read(again.path(), &again.case).unwrap(), recording);
        }
    }
}

#[test]
fn every_bit_of_the_header_counts() {
    let fixtures = Fixtures::with(&example::recording());
    let path = fixtures.folder().join("fixture.json");
    let bytes = fs::read(&path).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&path, changed).unwrap();
        assert!(inspect(fixtures.path(), &fixtures.case).is_err(), "byte {at}");
    }
    fs::write(&path, bytes).unwrap();
    assert!(inspect(fixtures.path(), &fixtures.case).is_ok());
}

#[test]
fn equal_bodies_share_one_file() {
    let mut recording = example::recording();
    let screen = recording.exchanges[1].clone();
    assert!(screen.answer.body.len() > 1000);
    let time = recording.exchanges.last().unwrap().answered;
    recording.exchanges.extend((0..50).map(|_| Exchange { sent: time, answered: time, ..screen.clone() }));
    let fixtures = Fixtures::with(&recording);
    assert_eq!(
        files(&fixtures.folder().join("__files")).len(),
        files(&Fixtures::with(&example::recording()).folder().join("__files")).len()
    );
    let read = read(fixtures.path(), &fixtures.case).unwrap();
    assert_eq!(read.exchanges[1].answer.body.as_ptr(), read.exchanges.last().unwrap().answer.body.as_ptr());
}
