//! Every way in which a fixture can be none.

use std::fs;
use std::path::Path;

use goalpost::event::Kind;
use goalpost::fixture::folder::{inspect, read};
use rstest::rstest;

use crate::{Fixtures, example};

const STUBS: &str = "mappings/exchanges.json";
const SCREEN: &str = "__files/000-02-ui-state.json";

/// What reading says, without the folder's own path.
fn refused(fixtures: &Fixtures) -> (Kind, String) {
    let error = read(fixtures.path(), &fixtures.case).unwrap_err();
    let message = error.to_string();
    assert!(message.contains(&fixtures.case), "{message}");
    (
        error.kind(),
        message
            .replace(&format!("{}/", fixtures.folder().display()), "")
            .replace(fixtures.folder().to_str().unwrap(), "FOLDER"),
    )
}

#[rstest]
#[case::no_folder(|f: &Path| fs::remove_dir_all(f).unwrap(), "there is no recording in FOLDER; record it with `goalpost run --record settings/dark-theme`")]
#[case::empty_folder(|f: &Path| { fs::remove_dir_all(f).unwrap(); fs::create_dir(f).unwrap(); }, "there is no recording in FOLDER")]
fn where_there_is_none_it_is_missing(#[case] change: fn(&Path), #[case] message: &str) {
    let fixtures = Fixtures::with(&example::recording());
    change(&fixtures.folder());
    let (kind, found) = refused(&fixtures);
    assert_eq!(kind, Kind::FixtureMissing);
    assert!(found.starts_with(message), "{found}");
}

/// Nobody has made digests fit here.
#[rstest]
#[case::body(|f: &Path| fs::write(f.join(SCREEN), "{}").unwrap(), "__files/000-02-ui-state.json was changed after it was recorded")]
#[case::line_ends(|f: &Path| {
    let text = fs::read_to_string(f.join(STUBS)).unwrap();
    fs::write(f.join(STUBS), text.replace('\n', "\r\n")).unwrap();
}, "mappings/exchanges.json was changed after it was recorded")]
#[case::header(|f: &Path| {
    let text = fs::read_to_string(f.join("fixture.json")).unwrap();
    fs::write(f.join("fixture.json"), text.replace("\"simulated\"", "\"device\"")).unwrap();
}, "fixture.json was changed after it was recorded")]
#[case::no_mappings(|f: &Path| fs::remove_dir_all(f.join("mappings")).unwrap(), "mappings/exchanges.json: it is missing; restore it")]
#[case::empty_mappings(|f: &Path| fs::remove_file(f.join(STUBS)).unwrap(), "mappings/exchanges.json: it is missing; restore it")]
#[case::no_header(|f: &Path| fs::remove_file(f.join("fixture.json")).unwrap(), "fixture.json: it is missing; restore it")]
#[case::no_body(|f: &Path| fs::remove_file(f.join(SCREEN)).unwrap(), "__files/000-02-ui-state.json: it is missing; restore it")]
#[case::one_more_mapping(|f: &Path| fs::write(f.join("mappings/a.json"), "{}").unwrap(), "mappings/a.json: fixture.json does not know of it")]
#[case::one_more_body(|f: &Path| fs::write(f.join("__files/a.png"), "").unwrap(), "__files/a.png: fixture.json does not know of it")]
#[case::a_note(|f: &Path| fs::write(f.join("README.md"), "").unwrap(), "README.md: it is no part of a fixture")]
#[case::a_folder_of_bodies(|f: &Path| fs::create_dir(f.join("__files/more")).unwrap(), "__files/more: only files lie here")]
#[case::mappings_as_a_file(|f: &Path| { fs::remove_dir_all(f.join("mappings")).unwrap(); fs::write(f.join("mappings"), "").unwrap(); }, "mappings: it is no part of a fixture")]
#[case::a_file_as_the_folder(|f: &Path| { fs::remove_dir_all(f).unwrap(); fs::write(f, "").unwrap(); }, "FOLDER: it is no folder")]
#[case::truncated_header(|f: &Path| fs::write(f.join("fixture.json"), "{\n \"format\": 1,\n \"case\"").unwrap(), "fixture.json:3:7: EOF while parsing an object; restore it")]
#[case::empty_header(|f: &Path| fs::write(f.join("fixture.json"), "").unwrap(), "fixture.json:1:0: EOF while parsing a value")]
#[case::no_format(|f: &Path| fs::write(f.join("fixture.json"), "{}").unwrap(), "fixture.json:1:2: missing field `format`")]
#[case::negative_format(|f: &Path| fs::write(f.join("fixture.json"), "{\"format\": -1}").unwrap(), "fixture.json:1:13: invalid value: integer `-1`, expected u64")]
#[case::binary_header(|f: &Path| fs::write(f.join("fixture.json"), b"{\n\xff}").unwrap(), "fixture.json:2: it is not UTF-8")]
#[case::large_body(|f: &Path| fs::File::create(f.join("__files/a.bin")).unwrap().set_len(100_000_000).unwrap(), "__files/a.bin: 100000000 bytes are more than the 67108864 that a file of a fixture may have")]
#[case::large_header(|f: &Path| fs::File::create(f.join("fixture.json")).unwrap().set_len(1 << 40).unwrap(), "fixture.json: 1099511627776 bytes are more than")]
#[case::large_fixture(|f: &Path| for name in ["a", "b", "c", "d", "e"] {
    fs::File::create(f.join("__files").join(name)).unwrap().set_len(60 << 20).unwrap();
}, "FOLDER: its files have more than 268435456 bytes together")]
fn what_was_changed_is_named(#[case] change: fn(&Path), #[case] message: &str) {
    let fixtures = Fixtures::with(&example::recording());
    change(&fixtures.folder());
    let (kind, found) = refused(&fixtures);
    assert!(found.starts_with(message), "{found}");
    assert_eq!(kind, Kind::FixtureMismatch);
    assert!(inspect(fixtures.path(), &fixtures.case).is_err());
}

#[cfg(unix)]
#[rstest]
#[case::link_to_a_body("__files/x.json", "__files/x.json: a link is no part of a fixture")]
#[case::link_to_a_mapping(STUBS, "mappings/exchanges.json: a link is no part of a fixture")]
#[case::link_to_a_folder("__files", "__files: a link is no part of a fixture")]
#[case::link_beside("settings", "settings: a link is no part of a fixture")]
fn links_are_refused_and_not_followed(#[case] name: &str, #[case] message: &str) {
    let fixtures = Fixtures::with(&example::recording());
    let link = fixtures.folder().join(name);
    let kept = fixtures.path().join("kept");
    match fs::rename(&link, &kept) {
        Ok(()) => {}
        Err(_) => fs::copy(fixtures.folder().join(SCREEN), &kept).map(|_| ()).unwrap(),
    }
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    assert!(refused(&fixtures).1.starts_with(message), "{}", refused(&fixtures).1);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let fixtures = Fixtures::with(&example::recording());
    let pipe = fixtures.folder().join("__files/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(refused(&fixtures).1.starts_with("__files/pipe: only files lie here"));
}

#[rstest]
#[case::newer(
    "\"format\": 1",
    "\"format\": 2",
    "fixture.json: the format of this fixture is 2, and this version of goalpost supports 1; use a newer goalpost"
)]
#[case::far_newer(
    "\"format\": 1",
    "\"what\": {}, \"format\": 4294967297",
    "fixture.json: the format of this fixture is 4294967297, and this version of goalpost supports 1"
)]
#[case::older(
    "\"format\": 1",
    "\"format\": 0",
    "fixture.json: the format of this fixture is 0, and this version of goalpost supports 1; record it with"
)]
fn another_format_says_which_is_supported(#[case] from: &str, #[case] to: &str, #[case] message: &str) {
    let fixtures = Fixtures::with(&example::recording());
    fixtures.replace("fixture.json", from, to);
    for sealed in [false, true] {
        if sealed {
            fixtures.seal();
        }
        let (kind, found) = refused(&fixtures);
        assert!(found.starts_with(message), "{found}");
        assert_eq!(kind, Kind::FixtureStale);
    }
}

#[test]
fn a_folder_that_was_copied_is_the_other_cases() {
    let fixtures = Fixtures::with(&example::recording());
    fs::rename(fixtures.folder(), fixtures.path().join("settings/light-theme")).unwrap();
    let copied = Fixtures { root: fixtures.root, case: "settings/light-theme".to_owned() };
    let (kind, found) = refused(&copied);
    assert!(
        found.starts_with("fixture.json: this is the fixture of the case settings/dark-theme; restore it"),
        "{found}"
    );
    assert_eq!(kind, Kind::FixtureMismatch);
}

/// Somebody has made the digests fit.
#[rstest]
#[case::unknown_key("fixture.json", "\"essence\"", "\"comment\": 1, \"essence\"", "unknown field `comment`")]
#[case::key_twice(
    "fixture.json",
    "\"model\": \"jev-1\"",
    "\"model\": \"jev-1\", \"device\": 1",
    "duplicate field `device`"
)]
#[case::unknown_mode("fixture.json", "\"mode\": \"simulated\"", "\"mode\": \"dreamt\"", "unknown variant `dreamt`")]
#[case::wrong_count(
    "fixture.json",
    "\"input\": 5",
    "\"input\": 6",
    "it counts other exchanges than there are in mappings/exchanges.json"
)]
#[case::negative_count("fixture.json", "\"input\": 5", "\"input\": -5", "invalid value: integer `-5`, expected usize")]
#[case::truncated(STUBS, "\n ]\n}\n", "", "EOF while parsing a list")]
#[case::garbage_behind(STUBS, "\n ]\n}\n", "\n ]\n}\n{}", "trailing characters")]
#[case::no_stub_at_all(STUBS, "{\n \"mappings\": [", "{\"mappings\": []} [", "trailing characters")]
#[case::unknown_stub_key(
    STUBS,
    "\"priority\": 5",
    "\"priority\": 5, \"persistent\": true",
    "unknown field `persistent`"
)]
#[case::unknown_request_key(STUBS, "\"method\": \"GET\"", "\"method\": \"GET\", \"host\": {}", "unknown field `host`")]
#[case::unknown_answer_key(
    STUBS,
    "\"status\": 200",
    "\"status\": 200, \"fixedDelayMilliseconds\": 9",
    "unknown field `fixedDelayMilliseconds`"
)]
#[case::stub_key_twice(STUBS, "\"status\": 200", "\"status\": 200, \"status\": 201", "duplicate field `status`")]
#[case::header_twice(
    STUBS,
    "\"content-type\":",
    "\"cache-control\": [], \"content-type\":",
    "duplicate field `cache-control`"
)]
#[case::parameter_twice(STUBS, "\"page\": ", "\"page\": {\"hasExactly\": []}, \"page\": ", "duplicate field `page`")]
#[case::not_recorded_here(
    STUBS,
    "\"metadata\": {\"goalpost\"",
    "\"metadata\": {\"foreign\"",
    "unknown field `foreign`, expected `goalpost`"
)]
#[case::unknown_role(STUBS, "\"role\": \"read\"", "\"role\": \"dream\"", "unknown variant `dream`")]
#[case::negative_time(STUBS, "\"sent_us\": 1500", "\"sent_us\": -1500", "invalid value: integer `-1500`, expected u64")]
#[case::time_with_a_fraction(STUBS, "\"sent_us\": 1500", "\"sent_us\": 1500.5", "invalid type: floating point")]
#[case::answered_before_sent(STUBS, "\"sent_us\": 1500", "\"sent_us\": 1500000", "it was answered before it was sent")]
#[case::times_run_backwards(
    STUBS,
    "\"answered_us\": 120250",
    "\"answered_us\": 9120250",
    "it was answered before the exchange that stands before it"
)]
#[case::evaluation_zero(STUBS, "\"evaluation\": 1", "\"evaluation\": 0", "evaluations are counted from 1")]
#[case::evaluation_back(
    STUBS,
    "\"evaluation\": 1",
    "\"evaluation\": 3",
    "it belongs to evaluation 2, and evaluation 3 stands before it"
)]
#[case::negative_evaluation(
    STUBS,
    "\"evaluation\": 1",
    "\"evaluation\": -1",
    "invalid value: integer `-1`, expected u32"
)]
#[case::name_twice(
    STUBS,
    "000-02-ui-state\",",
    "000-01-devices\",",
    "`name` is \"000-01-devices\" where the order of the stubs makes it \"000-02-ui-state\""
)]
#[case::gap_in_the_names(
    STUBS,
    "\"001-end-tap\"",
    "\"002-end-tap\"",
    "`name` is \"002-end-tap\" where the order of the stubs makes it \"001-end-tap\""
)]
#[case::another_state(
    STUBS,
    "\"requiredScenarioState\": \"after 1\"",
    "\"requiredScenarioState\": \"Started\"",
    "`requiredScenarioState` is \"Started\""
)]
#[case::another_next_state(
    STUBS,
    "\"newScenarioState\": \"after 1\"",
    "\"newScenarioState\": \"after 2\"",
    "`newScenarioState` is \"after 2\""
)]
#[case::another_priority(STUBS, "\"priority\": 5", "\"priority\": 1", "`priority` is \"1\"")]
#[case::another_scenario(
    STUBS,
    "\"scenarioName\": \"settings/dark-theme\"",
    "\"scenarioName\": \"x\"",
    "`scenarioName` is not the name of the case"
)]
#[case::no_status(STUBS, "\"status\": 200", "\"status\": 1000", "1000 is no status of an answer")]
#[case::length_header(
    STUBS,
    "\"cache-control\":",
    "\"age\": [\"1\"], \"content-length\":",
    "the header content-length says how a body travels"
)]
#[case::out_of_the_folder(
    STUBS,
    "\"000-02-ui-state.json\"",
    "\"../fixture.json\"",
    "`bodyFileName` \"../fixture.json\" is no file right in __files"
)]
#[case::absolute(
    STUBS,
    "\"000-02-ui-state.json\"",
    "\"/etc/passwd\"",
    "`bodyFileName` \"/etc/passwd\" is no file right in __files"
)]
#[case::backslash(
    STUBS,
    "\"000-02-ui-state.json\"",
    "\"..\\\\fixture.json\"",
    "`bodyFileName` \"..\\\\fixture.json\" is no file right in __files"
)]
#[case::no_such_body(
    STUBS,
    "\"000-02-ui-state.json\"",
    "\"none.json\"",
    "`bodyFileName` \"none.json\" names no file in __files"
)]
#[case::two_bodies(
    STUBS,
    "\"bodyFileName\": \"000-02-ui-state.json\"",
    "\"body\": \"x\", \"bodyFileName\": \"000-02-ui-state.json\"",
    "an answer has one body at most"
)]
#[case::no_base64(STUBS, "\"base64Body\": \"AP4=\"", "\"base64Body\": \"AP4\"", "`base64Body`: ")]
#[case::lax_json(
    STUBS,
    "\"ignoreExtraElements\": false",
    "\"ignoreExtraElements\": true",
    "a body pattern is `equalToJson` that ignores nothing"
)]
#[case::two_patterns(STUBS, "\"bodyPatterns\": [", "\"bodyPatterns\": [{\"equalTo\": \"x\"}, ", "trailing characters")]
#[case::no_url(
    STUBS,
    "\"url\": \"/v1/devices/pixel%208/ui-state\"",
    "\"urlPath\": \"/v1/devices/pixel%208/ui-state\"",
    "a request has a `url`, or a `urlPath` and `queryParameters`"
)]
#[case::another_query(
    STUBS,
    "[\"tag\", \"b\"]",
    "[\"tag\", \"c\"]",
    "`query` of the metadata and `queryParameters` differ"
)]
fn an_edit_with_digests_that_fit_is_named(#[case] file: &str, #[case] from: &str, #[case] to: &str, #[case] why: &str) {
    let fixtures = Fixtures::with(&example::recording());
    if file == "fixture.json" {
        let path = fixtures.folder().join(file);
        let text = fs::read_to_string(path).unwrap();
        let covered = text.split(",\n \"digest\"").next().unwrap();
        assert!(covered.contains(from), "{covered}");
        fixtures.seal_header(&covered.replacen(from, to, 1));
    } else {
        fixtures.replace(file, from, to);
        fixtures.seal();
    }
    let (kind, found) = refused(&fixtures);
    assert_eq!(kind, Kind::FixtureMismatch);
    assert!(found.starts_with(file) && found.contains(why), "{found}");
}

#[rstest]
#[case::empty("{\"mappings\": []}", "mappings/exchanges.json: it holds no exchange")]
#[case::foreign(
    "{\"mappings\": [\n{\"request\": {\"method\": \"GET\"}, \"response\": {\"status\": 200}}]}",
    "mappings/exchanges.json:2:"
)]
#[case::recorded_by_wiremock(
    "{\"id\": \"7b271c7c\", \"request\": {}}",
    "mappings/exchanges.json:1:5: unknown field `id`, expected `mappings`"
)]
#[case::a_list("[]", "mappings/exchanges.json:1:")]
#[case::nothing("", "mappings/exchanges.json:1:0: EOF")]
#[case::deep("", "mappings/exchanges.json:1:")]
fn mappings_that_were_not_recorded_here_are_refused(#[case] text: &str, #[case] message: &str) {
    let fixtures = Fixtures::with(&example::recording());
    let deep = "{\"mappings\":[".to_owned() + &"[".repeat(1_000_000);
    fs::write(fixtures.folder().join(STUBS), if message.ends_with(":1:") && text.is_empty() { &deep } else { text })
        .unwrap();
    fixtures.seal();
    let found = refused(&fixtures).1;
    assert!(found.starts_with(message), "{found}");
}

#[test]
fn a_body_that_nobody_uses_is_named() {
    let fixtures = Fixtures::with(&example::recording());
    fs::write(fixtures.folder().join("__files/a.txt"), "x").unwrap();
    fixtures.seal();
    assert!(refused(&fixtures).1.starts_with("__files/a.txt: no exchange uses it"));
}

#[test]
fn a_place_in_the_stubs_is_their_line() {
    let fixtures = Fixtures::with(&example::recording());
    fixtures.replace(STUBS, "\"newScenarioState\": \"after 1\"", "\"newScenarioState\": \"after 9\"");
    fixtures.seal();
    let text = fs::read_to_string(fixtures.folder().join(STUBS)).unwrap();
    let line = text.lines().position(|line| line.contains("\"name\": \"000-end-systemone\"")).unwrap() + 1;
    let found = refused(&fixtures).1;
    assert!(found.starts_with(&format!("mappings/exchanges.json:{line}: ")), "{found}");
}
