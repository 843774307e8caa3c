//! Where a recording is put, and what becomes of the one before.

use std::fs;
use std::path::Path;
use std::time::Duration;

use goalpost::event::Kind;
use goalpost::fixture::folder::{Change, folder_of, inspect, read};
use goalpost::fixture::{FixtureError, Recording};
use rstest::rstest;

use crate::example::recording;
use crate::{Fixtures, files, write};

fn of_case(case: &str) -> Recording {
    Recording { case: case.to_owned(), ..recording() }
}

#[test]
fn the_first_is_new_and_says_where_it_lies() {
    let fixtures = tempfile::tempdir().unwrap();
    let written = write(fixtures.path(), &recording()).unwrap();
    assert_eq!((written.change, &written.folder), (Change::New, &fixtures.path().join("settings/dark-theme")));
    let on_disk: u64 = files(fixtures.path()).iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert_eq!(written.bytes, on_disk);
}

#[test]
fn nothing_is_left_lying_about() {
    let fixtures = Fixtures::with(&recording());
    write(fixtures.path(), &Recording { essence: "other".to_owned(), ..recording() }).unwrap();
    let entries: Vec<_> = fs::read_dir(fixtures.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(entries, ["settings"]);
}

#[test]
fn a_recording_that_says_the_same_leaves_the_files_alone() {
    let fixtures = Fixtures::with(&recording());
    let mut later = recording();
    later.origin.recorded_at += Duration::from_secs(3600);
    later.origin.began += Duration::from_secs(3600);
    later.origin.goalpost = "9.9.9".to_owned();
    assert_eq!(write(fixtures.path(), &later).unwrap().change, Change::Unchanged);
    assert_eq!(read(fixtures.path(), &fixtures.case).unwrap(), recording());
}

#[rstest]
#[case::essence(|recording: &mut Recording| recording.essence.push('x'))]
#[case::device(|recording: &mut Recording| recording.origin.device.push('x'))]
#[case::exchanges(|recording: &mut Recording| { recording.exchanges.pop(); })]
#[case::times(|recording: &mut Recording| recording.exchanges[0].sent = Duration::ZERO)]
fn one_that_says_something_else_replaces_it(#[case] change: fn(&mut Recording)) {
    let fixtures = Fixtures::with(&recording());
    let mut other = recording();
    change(&mut other);
    assert_eq!(write(fixtures.path(), &other).unwrap().change, Change::Replaced);
    assert_eq!(read(fixtures.path(), &fixtures.case).unwrap(), other);
}

#[test]
fn one_that_was_edited_is_replaced_as_a_whole() {
    let fixtures = Fixtures::with(&recording());
    fs::write(fixtures.folder().join("mappings/more.json"), "{}").unwrap();
    fs::write(fixtures.folder().join("note.txt"), "mine").unwrap();
    assert_eq!(write(fixtures.path(), &recording()).unwrap().change, Change::Replaced);
    assert_eq!(read(fixtures.path(), &fixtures.case).unwrap(), recording());
}

#[test]
fn what_a_killed_writer_left_is_cleared_away() {
    let fixtures = Fixtures::with(&recording());
    fs::create_dir_all(fixtures.path().join(".recording/new/mappings")).unwrap();
    fs::write(fixtures.path().join(".recording/new/mappings/exchanges.json"), "{").unwrap();
    write(fixtures.path(), &of_case("other")).unwrap();
    assert!(!fixtures.path().join(".recording").exists());
    assert!(read(fixtures.path(), &fixtures.case).is_ok());
}

/// A goal `settings` beside goals `settings/...`.
#[test]
fn a_case_within_the_folder_of_another_is_left_alone() {
    let fixtures = tempfile::tempdir().unwrap();
    let (inner, outer) = (of_case("settings/display/dark-theme"), of_case("settings"));
    write(fixtures.path(), &inner).unwrap();
    assert!(matches!(read(fixtures.path(), "settings"), Err(FixtureError::Missing { .. })));
    assert_eq!(write(fixtures.path(), &outer).unwrap().change, Change::New);
    let mut newer = outer.clone();
    newer.exchanges.truncate(1);
    assert_eq!(write(fixtures.path(), &newer).unwrap().change, Change::Replaced);
    assert_eq!(write(fixtures.path(), &inner).unwrap().change, Change::Unchanged);
    assert_eq!(read(fixtures.path(), "settings").unwrap(), newer);
    assert_eq!(read(fixtures.path(), "settings/display/dark-theme").unwrap(), inner);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let fixtures = tempfile::tempdir().unwrap();
    let root = fixtures.path().join("fixtures");
    for case in ["../up", "/etc/x", "a/../../b", "mappings", "__files/x", "..", "a\\..\\b"] {
        write(&root, &of_case(case)).unwrap();
    }
    for case in ["../up", "/etc/x", "a/../../b", "mappings", "__files/x", "..", "a\\..\\b"] {
        assert_eq!(read(&root, case).unwrap().case, case);
    }
    assert_eq!(fs::read_dir(fixtures.path()).unwrap().count(), 1);
}

#[test]
fn many_writers_and_readers_see_whole_fixtures_only() {
    let fixtures = Fixtures::with(&recording());
    let path = fixtures.path();
    std::thread::scope(|scope| {
        for writer in 0..3_usize {
            scope.spawn(move || {
                for turn in 0..10 {
                    let mut other = recording();
                    other.exchanges.truncate(1 + (writer + turn) % 5);
                    write(path, &other).unwrap();
                    write(path, &of_case(&format!("case-{writer}"))).unwrap();
                }
            });
        }
        let reader = scope.spawn(move || {
            let whole = recording();
            for _ in 0..100 {
                let read = read(path, "settings/dark-theme").unwrap();
                assert_eq!(read.exchanges, whole.exchanges[..read.exchanges.len()]);
            }
        });
        reader.join().unwrap();
    });
    assert!(read(path, "settings/dark-theme").is_ok());
}

#[rstest]
#[case::no_exchange(|recording: &mut Recording| recording.exchanges.clear(), "it holds no exchange")]
#[case::answered_before_sent(|recording: &mut Recording| recording.exchanges[0].sent = Duration::from_secs(9), "exchange 1 (GET /v1/devices?page=1&tag=b&page=1&q=a&b=c d+é): it was answered before it was sent")]
#[case::out_of_order(|recording: &mut Recording| recording.exchanges.swap(1, 2), "exchange 3 (GET /v1/devices/pixel%208/ui-state?filter=false): it was answered before the exchange that stands before it")]
#[case::between_microseconds(|recording: &mut Recording| recording.exchanges[0].sent = Duration::from_nanos(1), "times are whole microseconds")]
#[case::evaluation_zero(|recording: &mut Recording| recording.exchanges[0].evaluation = Some(0), "evaluations are counted from 1")]
#[case::evaluation_back(|recording: &mut Recording| recording.exchanges[16].evaluation = Some(3), "it belongs to evaluation 2, and evaluation 3 stands before it")]
#[case::status(|recording: &mut Recording| recording.exchanges[0].answer.status = 100, "100 is no status of an answer")]
#[case::method(|recording: &mut Recording| recording.exchanges[0].asked.shape.method = "ANY".to_owned(), "a method is a word in upper case")]
#[case::path(|recording: &mut Recording| recording.exchanges[0].asked.shape.path = "/a?b".to_owned(), "a path begins with a slash and is percent-encoded")]
#[case::escape(|recording: &mut Recording| recording.exchanges[0].asked.shape.path = "/a%2".to_owned(), "a path begins with a slash and is percent-encoded")]
#[case::length(|recording: &mut Recording| recording.exchanges[0].answer.headers = vec![("content-length".to_owned(), "1".to_owned())], "the header content-length says how a body travels")]
#[case::header_order(|recording: &mut Recording| recording.exchanges[0].answer.headers.reverse(), "headers stand in the order of their names")]
#[case::header_case(|recording: &mut Recording| recording.exchanges[0].answer.headers[0].0.push('A'), "the name of a header is a word in lower case")]
#[case::header_break(|recording: &mut Recording| recording.exchanges[0].answer.headers[0].1.push('\n'), "the header cache-control has control characters")]
#[case::large(|recording: &mut Recording| recording.exchanges[0].answer.body = vec![b'x'; (64 << 20) + 1].into(), "bytes are too many")]
fn what_breaks_a_law_is_not_written(#[case] change: fn(&mut Recording), #[case] why: &str) {
    let fixtures = Fixtures::with(&recording());
    let mut broken = recording();
    change(&mut broken);
    let error = write(fixtures.path(), &broken).unwrap_err();
    assert_eq!(error.kind(), Kind::HarnessError);
    assert!(error.to_string().contains(why), "{error}");
    assert_eq!(read(fixtures.path(), &fixtures.case).unwrap(), recording());
}

#[test]
fn where_nothing_can_be_written_the_path_is_named() {
    let fixtures = tempfile::tempdir().unwrap();
    fs::write(fixtures.path().join("settings"), "a file").unwrap();
    let error = write(fixtures.path(), &recording()).unwrap_err().to_string();
    assert!(error.contains(fixtures.path().join("settings").to_str().unwrap()), "{error}");
    assert_eq!(fs::read_to_string(fixtures.path().join("settings")).unwrap(), "a file");
    assert!(matches!(inspect(fixtures.path(), "settings/dark-theme"), Err(FixtureError::Missing { .. })));
    assert_eq!(folder_of(Path::new("a"), "b"), Path::new("a/b"));
}
