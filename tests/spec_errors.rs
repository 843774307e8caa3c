//! What somebody sees who writes a goal or a verifier wrong: every file with a problem in one run, each with file,
//! line and column.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers of tests

#[path = "spec_errors/rows.rs"]
mod rows;
mod schema;

use std::fs;

use goalpost::spec::{self, Args, Loaded, MAX_FAULTS, MAX_FILE, Source, yaml};
use rstest::rstest;
use schema::{Editor, is_about_the_form};
use tempfile::TempDir;

const VERIFIER: &str = "check: {switch: {label: Dark theme, app: com.android.settings, is: on}}\n";
const GOAL_KEYS: &str = "`goal`, `steps`, `verifier`, `baseline`, `start`, `cleanup`, `solution`, `limits`, `text`, `secrets`, `answer`, `expect`, `claim`, `already`, `tags`, `guard`, `replay`, `cases`";

/// A project with these files.
fn project(files: &[(&str, &[u8])]) -> TempDir {
    let root = TempDir::new().unwrap();
    for (path, content) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    root
}

fn lines(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(ToString::to_string).collect()
}

/// The errors of a project whose only goal is this text, and which has the verifier `v`.
fn in_goal(text: impl AsRef<[u8]>) -> Vec<String> {
    let root = project(&[("goals/g.yaml", text.as_ref()), ("verifiers/v.yaml", VERIFIER.as_bytes())]);
    let loaded = spec::load(root.path());
    let blamed: Vec<String> = loaded.problems_of("g").iter().map(ToString::to_string).collect();
    let errors: Vec<String> =
        loaded.problems.iter().filter(|problem| problem.is_error()).map(ToString::to_string).collect();
    assert_eq!(blamed, errors, "a goal with errors is blamed on its file");
    assert_eq!(loaded.goal("g").is_none(), !errors.is_empty());
    if let Ok(text) = std::str::from_utf8(text.as_ref())
        && errors.iter().any(|error| is_marked(error))
        && yaml::read(&Source::new("x", text), yaml::Limits::default()).is_ok()
    {
        assert!(Editor::new().marks_in_goal(text).is_some(), "an editor sees nothing wrong with {text}: {errors:?}");
    }
    errors
}

/// The errors of a project with one good goal, whose verifier is this text.
fn in_verifier(text: &str) -> Vec<String> {
    let root = project(&[("goals/g.yaml", b"goal: x\nverifier: v\n"), ("verifiers/v.yaml", text.as_bytes())]);
    let errors = lines(&spec::load(root.path()));
    if errors.iter().any(|error| is_marked(error))
        && yaml::read(&Source::new("x", text), yaml::Limits::default()).is_ok()
    {
        assert!(
            Editor::new().marks_in_verifier(text).is_some(),
            "an editor sees nothing wrong with {text}: {errors:?}"
        );
    }
    errors
}

/// Whether an editor has to mark this. It does not know how a value that is put in will look, and has its own view of
/// quotes, see the exceptions.
fn is_marked(error: &str) -> bool {
    const EXCEPTIONS: &[&str] = &[
        // Of a row's value, put in elsewhere.
        "it is put in at",
        // Of an argument's type: only the verifier tells it.
        "expected a number",
        // Of two keys together.
        "can only be expected to be done",
    ];
    is_about_the_form(error) && !EXCEPTIONS.iter().any(|exception| error.contains(exception))
}

#[rstest]
#[case::unknown_key("goal: x\nverifer: v\n", "2:1: unknown key `verifer` (did you mean `verifier`? Known: KEYS)")]
#[case::unknown_key_like_no_other("goal: x\nverifier: v\ncolour: red\n", "3:1: unknown key `colour` (known: KEYS)")]
#[case::unknown_inner_key(
    "goal: x\nverifier: v\nlimits: {step: 3}\n",
    "3:10: unknown key `step` (did you mean `steps`? Known: `steps`, `time`)"
)]
#[case::duplicate_key(
    "goal: x\nverifier: v\ngoal: y\n",
    "3:1: the key `goal` appears twice, first on line 1 (remove one of them)"
)]
#[case::duplicate_inner_key(
    "goal: x\nverifier: v\nlimits: {steps: 3, steps: 4}\n",
    "3:20: the key `steps` appears twice, first on line 3 (remove one of them)"
)]
#[case::missing_verifier(
    "goal: x\n",
    "1:1: the key `verifier` is missing (name a file below verifiers, such as `verifier: dark-theme-on`)"
)]
#[case::missing_goal("verifier: v\n", "1:1: neither `goal` nor `steps` is here (say what the agent is asked)")]
#[case::missing_inner_key(
    "goal: x\nverifier: v\nreplay: {skip: true}\n",
    "3:9: the key `reason` is missing (for example `replay: { skip: true, reason: needs a camera }`)"
)]
#[case::list_for_text("goal: [x]\nverifier: v\n", "1:7: expected text, found a list")]
#[case::nothing_for_text(
    "goal:\nverifier: v\n",
    "1:1: expected text, found nothing (write the value after the colon; quotes make empty text (\"\") or the word \"null\")"
)]
#[case::null_for_text(
    "goal: null\nverifier: v\n",
    "1:7: expected text, found nothing (write the value after the colon; quotes make empty text (\"\") or the word \"null\")"
)]
#[case::another_reset("goal: x\nverifier: v\nbaseline: {reset: soft}\n", "3:19: unknown word `soft` (known: `full`)")]
#[case::text_for_number("goal: x\nverifier: v\nlimits: {steps: ten}\n", "3:17: expected a whole number, found `ten`")]
#[case::quoted_number(
    "goal: x\nverifier: v\nlimits: {steps: '3'}\n",
    "3:17: expected a whole number, found the quoted text \"3\" (remove the quotes)"
)]
#[case::fraction("goal: x\nverifier: v\nlimits: {steps: 1.5}\n", "3:17: expected a whole number, found `1.5`")]
#[case::yes_for_truth(
    "goal: x\nverifier: v\nreplay: {skip: yes, reason: y}\n",
    "3:16: expected true or false, found `yes`"
)]
#[case::text_for_list("goal: x\nverifier: v\ntags: slow\n", "3:7: expected a list, found `slow` (write `[slow]`)")]
#[case::nothing_for_list(
    "goal: x\nverifier: v\ntags:\n",
    "3:1: expected a list, found nothing (write its items below, each after `- `)"
)]
#[case::keys_for_list(
    "verifier: v\nsteps:\n  tap: {text: x}\n",
    "3:3: expected a list, found keys with values (begin each item with `- `)"
)]
#[case::text_for_inner_list(
    "goal: x\nverifier: v\nguard: {apps: a.b}\n",
    "3:15: expected a list, found `a.b` (write `[a.b]`)"
)]
#[case::list_for_map(
    "goal: x\nverifier: v\nstart: [home]\n",
    "3:8: expected keys with values, found a list (for example `start: { steps: [home] }`)"
)]
#[case::label_for_package(
    "goal: x\nverifier: v\nstart: {keep: [Clock]}\n",
    "3:16: `Clock` is not a package name such as com.android.settings (`goalpost apps` lists those of a phone)"
)]
#[case::the_system(
    "goal: x\nverifier: v\nguard: {apps: [android, x]}\n",
    "3:25: `x` is not a package name such as com.android.settings (`goalpost apps` lists those of a phone)"
)]
#[case::arguments_below_a_name(
    "goal: x\nverifier: bluetooth-is\n  state: off\n",
    "3:8: a colon that makes no key here (`verifier` has a value on the line before; with arguments write `verifier: { bluetooth-is: { state: off } }`)"
)]
#[case::keys_below_a_value(
    "goal: x\nlimits: 3\n  time: 2m\n",
    "3:7: a colon that makes no key here (`limits` has a value on the line before, so that no keys can stand below it: move that value, or indent this line less)"
)]
#[case::text_for_map(
    "goal: x\nverifier: v\nlimits: 3\n",
    "3:9: expected keys with values, found `3` (for example `limits: { steps: 20, time: 2m }`)"
)]
#[case::nothing_for_map(
    "goal: x\nverifier: v\nlimits:\n",
    "3:1: expected keys with values, found nothing (for example `limits: { steps: 20, time: 2m }`)"
)]
#[case::list_at_the_top(
    "- goal: x\n",
    "1:1: expected keys with values, found a list (a goal file begins with `goal: `)"
)]
#[case::text_at_the_top("goal\n", "1:1: expected keys with values, found `goal` (a goal file begins with `goal: `)")]
#[case::unknown_word(
    "goal: x\nverifier: v\nexpect: blokked\n",
    "3:9: unknown word `blokked` (did you mean `blocked`? Known: `done`, `blocked`, `needs_input`)"
)]
#[case::too_many_steps("goal: x\nverifier: v\nlimits: {steps: 101}\n", "3:17: a goal takes 1 to 100 steps, not 101")]
#[case::no_steps("goal: x\nverifier: v\nlimits: {steps: 0}\n", "3:17: a goal takes 1 to 100 steps, not 0")]
#[case::negative_steps(
    "goal: x\nverifier: v\nlimits: {steps: -1}\n",
    "3:17: expected a whole number from 0 to 4294967295, found `-1`"
)]
#[case::too_long("goal: x\nverifier: v\nlimits: {time: 2h}\n", "3:16: a goal takes 1s to 1h, not 2h")]
#[case::time_without_unit(
    "goal: x\nverifier: v\nlimits: {time: 5}\n",
    "3:16: `5` is not a length of time; write one like 250ms, 5s, 2m or 1m30s"
)]
#[case::blank_goal("goal: ' '\nverifier: v\n", "1:7: a goal says what the agent shall do; this one is blank")]
#[case::bad_tag(
    "goal: x\nverifier: v\ntags: [ok, A b]\n",
    "3:12: `A b` is not a tag; tags are made of a-z, 0-9, _ and -"
)]
#[case::tag_twice("goal: x\nverifier: v\ntags: [ok, ok]\n", "3:12: `ok` is here twice")]
#[case::blank_value("goal: x\nverifier: v\ntext: ['']\n", "3:8: this is blank")]
#[case::guard_of_nothing(
    "goal: x\nverifier: v\nguard: {apps: []}\n",
    "3:15: an empty list guards nothing (leave it out, or list what is meant)"
)]
#[case::app_by_its_label(
    "goal: x\nverifier: v\nguard: {apps: [My Settings]}\n",
    "3:16: `My Settings` is not a package name such as com.android.settings (`goalpost apps` lists those of a phone)"
)]
fn a_wrong_value_is_named_with_its_place(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(in_goal(text), [format!("goals/g.yaml:{}", expected.replace("KEYS", GOAL_KEYS))]);
}

#[rstest]
#[case::goal_and_steps(
    "goal: x\nverifier: v\nsteps: [home]\n",
    "3:1: a file with `goal` cannot have `steps` as well (steps that set up the phone belong under `baseline` or `start`)"
)]
#[case::empty_script("verifier: v\nsteps: []\n", "2:8: a script needs at least one step")]
#[case::text_without_agent(
    "verifier: v\nsteps: [home]\ntext: [a]\n",
    "3:1: this is for an agent; a file with `steps` instead of `goal` has none"
)]
#[case::baseline_without_agent(
    "verifier: v\nsteps: [home]\nbaseline: {goal: x}\n",
    "3:12: this is for an agent; a file with `steps` instead of `goal` has none"
)]
#[case::script_to_be_blocked(
    "verifier: v\nsteps: [home]\nexpect: blocked\n",
    "3:9: a script can only be expected to be done"
)]
#[case::claim_with_blocked(
    "goal: x\nverifier: v\nexpect: blocked\nclaim: any\n",
    "4:8: `claim` has no meaning with `expect: blocked`"
)]
#[case::already_with_blocked(
    "goal: x\nverifier: v\nexpect: needs_input\nalready: allowed\n",
    "4:10: `already` has no meaning with `expect: needs_input`"
)]
#[case::fresh_and_kept(
    "goal: x\nverifier: v\nstart: {keep: [a.b]}\nbaseline:\n  steps:\n    - open: {app: a.b, fresh: true}\n",
    "6:31: `start.keep` keeps `a.b` running, this starts it anew"
)]
#[case::replay_not_skipped(
    "goal: x\nverifier: v\nreplay: {skip: false, reason: y}\n",
    "3:16: `replay` is there to be skipped (remove `replay`)"
)]
#[case::secret_in_the_open(
    "goal: x\nverifier: v\nsecrets: {pin: 4821}\n",
    "3:16: the value of a secret does not stand in a goal file (say where it is kept: `{ env: WORK_PIN }` or `{ file: secrets/pin.txt }`)"
)]
#[case::secret_from_nowhere(
    "goal: x\nverifier: v\nsecrets:\n  pin: {}\n",
    "4:8: neither `env` nor `file` is here (say where it is kept: `{ env: WORK_PIN }` or `{ file: secrets/pin.txt }`)"
)]
#[case::secret_from_two_places(
    "goal: x\nverifier: v\nsecrets: {pin: {env: A, file: b}}\n",
    "3:16: a secret has `env` or `file`, not both (remove one of them)"
)]
#[case::secret_from_elsewhere(
    "goal: x\nverifier: v\nsecrets: {pin: {value: 4821}}\n",
    "3:17: unknown key `value` (known: `env`, `file`)"
)]
#[case::secret_for_a_variable(
    "goal: x\nverifier: v\nsecrets: {pin: {env: hunter 22}}\n",
    "3:22: this is no name of an environment variable, such as WORK_PIN"
)]
#[case::secret_outside(
    "goal: x\nverifier: v\nsecrets: {pin: {file: ../pin}}\n",
    "3:23: this is no path to a file below the project, such as secrets/pin.txt"
)]
#[case::secret_with_no_file(
    "goal: x\nverifier: v\nsecrets: {pin: {file: /}}\n",
    "3:23: this is no path to a file below the project, such as secrets/pin.txt"
)]
#[case::secret_without_a_name(
    "goal: x\nverifier: v\nsecrets: {My PIN: {env: A}}\n",
    "3:11: `My PIN` is not a name for a secret (names are words of a-z and 0-9 with single - or _ between)"
)]
#[case::secrets_of_nearly_one_name(
    "goal: x\nverifier: v\nsecrets: {a-b: {env: A}, a_b: {env: B}}\n",
    "3:26: another secret is called nearly `a_b`"
)]
#[case::no_secrets(
    "goal: x\nverifier: v\nsecrets: {}\n",
    "3:10: no secret is named here (for example `secrets: { pin: { env: WORK_PIN } }`)"
)]
#[case::secrets_in_a_list(
    "goal: x\nverifier: v\nsecrets: [pin]\n",
    "3:10: expected secrets by their names (for example `secrets: { pin: { env: WORK_PIN } }`)"
)]
#[case::answer_without_a_rule(
    "goal: x\nverifier: v\nanswer: yes\n",
    "3:9: expected keys with values, found `yes` (for example `answer: { match: normalized }`)"
)]
#[case::answer_by_no_rule(
    "goal: x\nverifier: v\nanswer: {match: fuzzy}\n",
    "3:17: unknown word `fuzzy` (known: `exact`, `normalized`, `numeric`)"
)]
#[case::answer_to_what_cannot_be_done(
    "goal: x\nverifier: v\nanswer: {}\nexpect: blocked\n",
    "4:9: `expect` has no meaning with `answer`: nothing but the right answer passes"
)]
#[case::answer_of_a_script(
    "steps: [home]\nverifier: v\nanswer: {}\n",
    "3:1: this is for an agent; a file with `steps` instead of `goal` has none"
)]
#[case::not_yet("goal: x\nverifier: v\nrepeat: 3\n", "3:1: this version cannot do `repeat` yet")]
fn a_contradiction_is_named_with_its_place(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(in_goal(text), [format!("goals/g.yaml:{expected}")]);
}

#[rstest]
#[case::empty(b"", "1:1: this file is empty")]
#[case::only_a_comment(b"# nothing yet\n", "1:1: this file is empty")]
#[case::tab(b"goal: x\nlimits:\n\tsteps: 3\n", "3:1: a tab in the indentation (indent with spaces)")]
#[case::tab_after_spaces(
    b"goal: x\nlimits:\n  time: 5s\n  \tsteps: 3\n",
    "4:3: a tab in the indentation (indent with spaces)"
)]
#[case::tab_below_a_value(b"goal: x\n\tverifier: v\n", "2:1: a tab in the indentation (indent with spaces)")]
#[case::double_quote(b"goal: \"x\nverifier: v\n", "1:7: a quote that begins here is not closed")]
#[case::single_quote(b"goal: 'x\nverifier: v\n", "1:7: a quote that begins here is not closed")]
#[case::quote_at_the_end(b"goal: x\nverifier: 'v", "2:11: a quote that begins here is not closed")]
#[case::brace(b"goal: x\nlimits: {steps: 3\nverifier: v\n", "2:9: a bracket that opens here is not closed")]
#[case::two_documents(
    b"goal: x\nverifier: v\n---\ngoal: y\n",
    "3:1: a second document begins here (one file holds one goal or verifier)"
)]
#[case::nul(b"goal: x\0\nverifier: v\n", "1:8: the control character U+0000 in this file (remove it)")]
#[case::escape(b"goal: x\nver\x1b[31mifier: v\n", "2:4: the control character U+001B in this file (remove it)")]
#[case::escape_code_in_a_key(
    b"goal: x\n\"ver\\e[31mifier\": v\n",
    "2:1: an escape makes the control character U+001B here (only \\n and \\t are allowed)"
)]
#[case::tab_in_a_key(b"goal: x\n\"ver\\tifier\": v\n", "2:1: the key `ver\\tifier` holds a control character")]
#[case::not_utf8(b"goal: x\nverifier: \xff\n", "2:11: this file is not UTF-8 (byte 0xff)")]
#[case::latin1(b"goal: Qu\xe9bec\nverifier: v\n", "1:9: this file is not UTF-8 (byte 0xe9)")]
#[case::utf16(b"\xff\xfeg\0o\0a\0l\0", "1:1: this file is not UTF-8 (byte 0xff)")]
#[case::yaml_tag(
    b"goal: !x y\n",
    "1:7: the tag `!x` is not supported (leave it out; quote a value that begins with `!`)"
)]
#[case::unknown_alias(
    b"goal: *x\n",
    "1:7: no anchor of this name comes before this alias (quote a value that begins with `*`)"
)]
#[case::self_reference(b"text: &t [*t]\n", "1:11: this alias stands for something that contains it")]
#[case::merge_key(b"<<: {goal: x}\n", "1:1: merge keys (`<<`) are not supported (write the keys out)")]
#[case::list_as_key(
    b"? [a]\n: b\n",
    "1:3: a key must be a word, not a list or a map (quote a value that begins with `{` or `[`)"
)]
#[case::no_key(b": x\n", "1:1: a key is missing before this colon")]
#[case::colon_in_a_value(
    b"goal: open: settings\n",
    "1:11: a colon that makes no key here (quote a value that holds `: `; check the indentation and that quotes and brackets are closed)"
)]
#[case::percent(b"goal: %x\n", "1:7: a value cannot begin with `%` (quote the value)")]
#[case::at_sign(b"goal: @x\n", "1:7: a value cannot begin with `@` (quote the value)")]
#[case::list_in_a_line(
    b"goal: - x\n",
    "1:7: a list cannot begin here (put the `- ` on a new line, or quote the value)"
)]
#[case::text_after_quote(
    b"goal: \"x\" y\n",
    "1:11: text after a closing quote (quote the whole value, or put a space before `#`)"
)]
#[case::no_colon(
    b"goal: x\nverifier\n",
    "2:1: this line is no `key: value` (put `: ` after the key, or indent the line deeper if it goes on from the one before)"
)]
#[case::dedent(
    b"limits:\n    steps: 3\n  time: 5s\n",
    "3:3: a key is expected here (check the indentation: keys of one map begin in the same column)"
)]
fn what_is_not_simple_yaml_is_said_plainly(#[case] text: &[u8], #[case] expected: &str) {
    let found = in_goal(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let expected = format!("goals/g.yaml:{expected}");
    assert!(found[0] == expected || found[0] == format!("{expected} (save it as UTF-8)"), "{}", found[0]);
}

/// Texts that would take long, much memory or much stack.
#[rstest]
#[case::flow_lists("[".repeat(100_000), "1:256: nested too deep")]
#[case::flow_maps("{a: ".repeat(60_000), "1:1021: nested too deep")]
#[case::block_lists("- ".repeat(100_000), "1:97: nested more than 48 deep")]
#[case::block_maps((0..600).map(|n| format!("{}a:\n", " ".repeat(n))).collect(), "49:49: nested more than 48 deep")]
#[case::nested_checks(format!("goal: x\nverifier: {{v: {}}}\n", "{not: ".repeat(5_000)), "2:291: nested more than 48 deep")]
#[case::aliases(alias_bomb(), "5:8: more than 20000 values in this file, counting what aliases stand for")]
#[case::aliases_in_depth((0..60).map(|n| format!("- &a{} [*a{n}]\n", n + 1)).collect::<String>().replacen("*a0", "x", 1), "48:9: nested more than 48 deep")]
#[case::many_values(format!("text: [{}]\n", "a, ".repeat(60_000)), "1:59999: more than 20000 values in this file, counting what aliases stand for")]
#[case::long_file("#".repeat(MAX_FILE + 1), "1:1: this file is longer than 256 KiB (a goal or verifier is a page of text; split it, or check that this is the right file)")]
#[case::long_goal(format!("goal: {}\nverifier: v\n", "word ".repeat(300)), "1:7: a goal has at most 1000 characters, this one has 1499")]
#[case::long_key(format!("{}: x\n", "k".repeat(900)), "1:1: unknown key `kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…`")]
fn what_is_too_much_is_refused_at_once(#[case] text: String, #[case] expected: &str) {
    let found = in_goal(&text);
    assert!(found[0].starts_with(&format!("goals/g.yaml:{expected}")), "{}", found[0]);
    assert!(found.iter().all(|line| line.len() < 1_000));
}

fn alias_bomb() -> String {
    let mut text = "- &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 0..10 {
        let ten = vec![format!("*a{n}"); 10].join(", ");
        text.push_str(&format!("- &a{} [{ten}]\n", n + 1));
    }
    text
}

#[test]
fn no_more_than_twenty_faults_are_told_of_one_file() {
    let text: String = (0..5_000).map(|n| format!("nonsense{n}: 1\n")).collect();
    let found = in_goal(&text);
    assert_eq!(found.len(), MAX_FAULTS + 1);
    assert_eq!(found[MAX_FAULTS], "goals/g.yaml:20:1: more is wrong from here on");

    let found = in_goal(format!("goal: x\nverifier: v\ntext: [{}]\n", "a, ".repeat(9_000)));
    assert_eq!(found.len(), MAX_FAULTS + 1);
    let names: String = (0..9_000).map(|n| format!("${{x{n}}}")).collect();
    let found = in_verifier(&format!("check: {{a: '{names}'}}\n"));
    assert_eq!(found.len(), MAX_FAULTS + 1);
}

#[test]
fn all_wrong_keys_and_items_of_a_file_are_told_in_one_run() {
    let found = in_goal(
        "goal: x\nverifer: v\nlimits: {steps: 0}\ntags: [A, ok, B]\nexpect: blocked\nclaim: any\ncases: []\nguard:\n  apps: [a b]\n",
    );
    let places: Vec<&str> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(
        places,
        [
            "goals/g.yaml:2:1",
            "goals/g.yaml:3:17",
            "goals/g.yaml:4:8",
            "goals/g.yaml:4:15",
            "goals/g.yaml:6:8",
            "goals/g.yaml:7:8",
            "goals/g.yaml:9:10",
        ]
    );
}

const MUTANTS: &str = "`removed`, `added`, `flipped`, `stateless`, `relabelled`, `renamed`, `other_app`, `unanchored`, \
                       `stale`, `emptied`, `changed`, `null`, `unreadable`";

#[rstest]
#[case::unknown_key(
    "chek: {}\n",
    "1:1: unknown key `chek` (did you mean `check`? Known: `about`, `steps`, `check`, `rust`, `value`, `within`, `args`, `survivors`)"
)]
#[case::nothing_to_check("about: x\n", "1:1: neither `check` nor `rust` is here (say what must be true)")]
#[case::empty_check("about: x\ncheck:\n", "2:1: a check is missing after `check:`")]
#[case::check_and_rust(
    "check: {foreground: {app: a.b}}\nrust: mine\n",
    "2:1: a verifier has `check` or `rust`, not both"
)]
#[case::too_patient("check: {foreground: {app: a.b}}\nwithin: 11m\n", "2:9: a verifier settles within 1s to 10m")]
#[case::undeclared_argument(
    "check: {foreground: {app: '${ap}'}}\nargs: {app: text}\n",
    "1:27: unknown argument `ap` (did you mean `app`?; write $${ to mean the text ${)"
)]
#[case::bad_argument_type(
    "check: {foreground: {app: '${app}'}}\nargs: {app: string}\n",
    "2:13: unknown word `string` (known: `text`, `number`, `boolean`)"
)]
#[case::arguments_as_a_list(
    "check: {foreground: {app: a.b}}\nargs: [state]\n",
    "2:7: expected keys with values, found a list (for example `args: { state: text }`)"
)]
#[case::a_survivor_that_is_no_mutant(
    "check: {foreground: {app: a.b}}\nsurvivors: [{mutant: relabeled, reason: x}]\n",
    "2:22: unknown word `relabeled` (did you mean `relabelled`? Known: MUTANTS)"
)]
#[case::a_survivor_without_a_reason(
    "check: {foreground: {app: a.b}}\nsurvivors: [{mutant: relabelled, reason: ' '}]\n",
    "2:42: say why this mutant may survive"
)]
#[case::value_beside_a_check(
    "value: {of: {label: x}, is: text}\ncheck: {foreground: {app: a.b}}\n",
    "2:1: a verifier has `value` or `check`, not both"
)]
#[case::nothing_for_a_value("value:\n", "1:1: a value is missing after `value:`")]
fn a_wrong_verifier_is_named_with_its_place(#[case] text: &str, #[case] expected: &str) {
    let found = in_verifier(text);
    let expected = expected.replace("MUTANTS", MUTANTS);
    assert_eq!(found[0], format!("verifiers/v.yaml:{expected}"));
}

#[test]
fn a_goal_is_blamed_on_its_broken_verifier() {
    let root = project(&[("goals/g.yaml", b"goal: x\nverifier: v\n"), ("verifiers/v.yaml", b"check: [\n")]);
    let loaded = spec::load(root.path());
    assert!(loaded.goal("g").is_none());
    assert_eq!(loaded.problems_of("g").len(), 1);
    assert_eq!(loaded.problems_of("g")[0].file().to_str(), Some("verifiers/v.yaml"));
}

#[rstest]
#[case::dangling("verifier: dark-theme-no", "2:11: unknown verifier `dark-theme-no` (did you mean `dark-theme-on`?)")]
#[case::no_arguments_taken(
    "verifier: {dark-theme-on: {x: 1}}",
    "2:28: unknown argument `x` (no argument is known here)"
)]
#[case::missing(
    "verifier: about",
    "2:11: the argument `minutes` is missing (write `verifier: { about: { minutes: NUMBER } }`)"
)]
#[case::wrong_type("verifier: {about: {minutes: soon}}", "2:29: expected a number, found `soon`")]
#[case::two_verifiers(
    "verifier: {about: {}, dark-theme-on: {}}",
    "2:11: expected one verifier with its arguments: `{name: {argument: value}}`"
)]
#[case::no_name("verifier: [about]", "2:11: expected the name of a verifier, found a list")]
fn a_wrong_use_of_a_verifier_is_an_error_of_the_goal(#[case] usage: &str, #[case] expected: &str) {
    let root = project(&[
        ("goals/g.yaml", format!("goal: x\n{usage}\n").as_bytes()),
        ("goals/uses-one.yaml", b"goal: x\nverifier: dark-theme-on\n"),
        ("goals/uses-other.yaml", b"goal: x\nverifier: {about: {minutes: 2}}\n"),
        ("verifiers/dark-theme-on.yaml", VERIFIER.as_bytes()),
        (
            "verifiers/about.yaml",
            b"args: {minutes: number}\ncheck: {element: {text: '${minutes} minutes', count: '${minutes}', app: a.b}}\n",
        ),
    ]);
    let expected = expected
        .replace("(did you mean `dark-theme-on`?)", "(did you mean `dark-theme-on`? Known: `about`, `dark-theme-on`)");
    assert_eq!(lines(&spec::load(root.path())), [format!("goals/g.yaml:{expected}")]);
}

#[test]
fn arguments_are_put_in_with_their_types() {
    let root = project(&[
        ("goals/g.yaml", b"goal: x\nverifier: {v: {name: 1.10, n: 3, flag: true}}\n"),
        (
            "verifiers/v.yaml",
            b"args: {name: text, n: number, flag: boolean}\nsteps: [{tap: {text: 'a ${name} $${x}'}}]\ncheck: {element: {text: \"${name}\", count: \"${n}\", checked: '${flag}'}}\n",
        ),
    ]);
    let loaded = spec::load(root.path());
    assert_eq!(lines(&loaded), [""; 0]);
    let verifier = &loaded.goal("g").unwrap().verifier;
    let spec::Proof::Check(check) = &verifier.file.proof else { panic!("it has a check") };
    let decoded: serde_json::Value = spec::decode(check).unwrap();
    assert_eq!(decoded, serde_json::json!({"element": {"text": "1.10", "count": 3, "checked": true}}));
    let tap = verifier.file.steps[0].at(&["tap", "text"]).unwrap();
    assert_eq!(tap.text(), Some("a 1.10 ${x}"));
    assert_eq!(
        verifier.args.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>(),
        ["name=\"1.10\"", "n=3", "flag=true"]
    );
}

#[rstest]
#[case(&[("n", "3"), ("name", "off")], Ok("off 3"))]
#[case(&[("n", "3")], Err("the argument `name` is missing"))]
#[case(&[("n", "x"), ("name", "off")], Err("the argument `n`: expected a number, found `x`"))]
#[case(&[("n", "3"), ("n", "4"), ("name", "off")], Err("the argument `n` is given twice"))]
#[case(&[("m", "3")], Err("unknown argument `m`; known: name, n"))]
fn arguments_on_the_command_line_follow_the_same_rules(
    #[case] given: &[(&str, &str)],
    #[case] expected: Result<&str, &str>,
) {
    let declared =
        [("name".to_owned(), spec::ArgType::Text), ("n".to_owned(), spec::ArgType::Number)].into_iter().collect();
    let given: Vec<_> = given.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let shown = |args: Args| format!("{} {}", args.get("name").unwrap().as_str().unwrap(), args.get("n").unwrap());
    let found = Args::from_words(&declared, &given).map(shown);
    assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned));
}

#[test]
fn on_off_yes_no_and_numbers_stay_text_where_text_is_meant() {
    let root = project(&[
        (
            "goals/g.yaml",
            b"\xef\xbb\xbfgoal: on\r\nverifier: v\r\ntext: [off, yes, no, 1.10, 0x10, 123, true, 'null', y]\r\n",
        ),
        ("verifiers/v.yaml", VERIFIER.as_bytes()),
    ]);
    let loaded = spec::load(root.path());
    let goal = loaded.goal("g").unwrap();
    assert_eq!(goal.file.task, spec::Task::Ask(spec::Ask::new("on").unwrap()));
    assert_eq!(goal.file.text, ["off", "yes", "no", "1.10", "0x10", "123", "true", "null", "y"]);
}
