//! What is wrong with the rows of a goal.

use super::*;

#[rstest]
#[case::no_row("[]", "3:8: there is no row in `cases` (for example `cases: [{ minutes: 5 }, { minutes: 10 }]`)")]
#[case::no_list(
    "5",
    "3:8: expected a list of rows, found `5` (for example `cases: [{ minutes: 5 }, { minutes: 10 }]`)"
)]
#[case::no_map(
    "[5]",
    "3:9: expected a row of values by their names, found `5` (for example `cases: [{ minutes: 5 }, { minutes: 10 }]`)"
)]
#[case::no_value(
    "[{case: a}]",
    "3:9: there is no value in this row (for example `cases: [{ minutes: 5 }, { minutes: 10 }]`)"
)]
#[case::a_list_for_a_value("[{x: [1]}]", "3:13: expected a text, a number, true or false, found a list")]
#[case::nothing_for_a_value("[{x: ~}]", "3:13: expected a text, a number, true or false, found nothing")]
#[case::no_name_for_a_value("[{x: 1, X-y: 2}]", "3:16: `X-y` is no name for a value; use a-z, 0-9 and _")]
#[case::never_used(
    "[{x: 1, y: 2}]",
    "3:16: the value `y` is never used (write ${y} in the goal, an argument of its verifier or a step)"
)]
#[case::one_more(
    "[{x: 1}, {x: 2, xx: 3}]",
    "3:24: unknown value `xx` (did you mean `x`?; all rows have the values of the first)"
)]
#[case::one_less(
    "[{x: 1}, {case: b, x: 2}, {case: c}]",
    "3:34: there is no value in this row (for example `cases: [{ minutes: 5 }, { minutes: 10 }]`)"
)]
#[case::called_alike(
    "[{x: a b}, {x: A-B}]",
    "3:19: this row is called `a-b` as the one at 3:9 (say what tells them apart: add `case: NAME` to one)"
)]
#[case::called_alike_by_themselves(
    "[{x: a, case: n}, {x: b, case: n}]",
    "3:26: this row is called `n` as the one at 3:9 (say what tells them apart: add `case: NAME` to one)"
)]
#[case::without_a_name("[{x: '+'}]", "3:9: no name can be made of these values (add `case: NAME` to this row)")]
#[case::name_of_several_words(
    "[{x: 1, case: a/b}]",
    "3:22: `a/b` names no case; use a-z, 0-9, _ and -, and begin with none of - (for example `case: five-minutes`)"
)]
#[case::name_like_an_option(
    "[{x: 1, case: -a}]",
    "3:22: `-a` names no case; use a-z, 0-9, _ and -, and begin with none of - (for example `case: five-minutes`)"
)]
#[case::empty_name("[{x: 1, case: }]", "3:16: expected a word, found nothing (for example `case: five-minutes`)")]
#[case::duplicate("[{x: 1, x: 2}]", "3:16: the key `x` appears twice, first on line 3 (remove one of them)")]
fn rows_that_make_no_cases_are_named_with_their_place(#[case] rows: &str, #[case] expected: &str) {
    assert_eq!(
        in_goal(format!("goal: set ${{x}}\nverifier: v\ncases: {rows}\n")),
        [format!("goals/g.yaml:{expected}")]
    );
}

#[rstest]
#[case::unknown(
    "goal: set ${minute}\ncases: [{minutes: 1}]",
    "1:7: unknown value `minute` (did you mean `minutes`?; write $${ to mean the text ${)\n\
     2:10: the value `minutes` is never used (write ${minutes} in the goal, an argument of its verifier or a step)"
)]
#[case::no_cases(
    "goal: set ${x}",
    "1:7: `x` is put in here, and this goal has no `cases` (write $${ to mean the text ${)"
)]
#[case::in_a_tag(
    "goal: set ${x}\ntags: ['${x}']\ncases: [{x: 1}]",
    "2:8: `${x}` cannot be put in here (values of `cases` are put in the goal, the arguments of its verifier, `text` and steps)"
)]
#[case::a_slip_in_cases("goal: set\ncase: [{x: 1}]", "2:1: unknown key `case` (did you mean `cases`? Known: KEYS)")]
#[case::beside_the_rows(
    "goal: set ${x}\nlimts: {}\ncases: [{x: []}]",
    "2:1: unknown key `limts` (did you mean `limits`? Known: KEYS)\n\
     3:13: expected a text, a number, true or false, found a list"
)]
#[case::blank_goal(
    "goal: ' ${x} '\ncases: [{x: a}, {x: ' ', case: b}]",
    "2:21: the value `x`: a goal says what the agent shall do; this one is blank (it is put in at 1:7)"
)]
#[case::blank_text(
    "goal: x\ntext: [a, '${x}${y}']\ncases: [{x: a, y: b}, {x: '', y: a}]",
    "3:23: with the values of this row: `a` is here twice (it is put in at 2:11)"
)]
fn what_a_row_makes_wrong_is_the_rows(#[case] goal: &str, #[case] expected: &str) {
    let found = in_project(&format!("{goal}\nverifier: v\n"));
    let expected: Vec<String> =
        expected.lines().map(|line| format!("goals/g.yaml:{}", line.replace("KEYS", GOAL_KEYS))).collect();
    assert_eq!(found, expected);
}

fn in_project(goal: &str) -> Vec<String> {
    lines(&spec::load(project(&[("goals/g.yaml", goal.as_bytes()), ("verifiers/v.yaml", VERIFIER.as_bytes())]).path()))
}

#[test]
fn a_rows_wrong_argument_is_told_at_the_row_and_the_others_can_be_used() {
    let root = project(&[
        (
            "goals/g.yaml",
            b"goal: set ${n}\nverifier: { v: { n: \"${n}\" } }\ncases:\n  - { n: 5 }\n  - { n: soon }\n  - n: never\n",
        ),
        ("verifiers/v.yaml", b"args: { n: number }\ncheck: { foreground: { app: '${n}' } }\n"),
    ]);
    let loaded = spec::load(root.path());
    assert_eq!(
        lines(&loaded),
        [
            "goals/g.yaml:5:10: the value `n`: expected a number, found the quoted text \"soon\"",
            "goals/g.yaml:6:8: the value `n`: expected a number, found the quoted text \"never\"",
        ]
        .map(|line| format!("{line} (it is put in at 2:21)")
            .replace("the quoted text \"soon\"", "`soon`")
            .replace("the quoted text \"never\"", "`never`"))
    );
    assert!(loaded.goal("g/5").is_some());
    assert_eq!(loaded.problems_of("g/soon").len(), 1, "one row is not blamed for another");
    assert_eq!(loaded.problems_of("g/5").len(), 0);
}

#[test]
fn a_row_cannot_take_the_name_of_a_goal() {
    let root = project(&[
        ("goals/g.yaml", b"goal: ${x}\nverifier: v\ncases:\n  - { x: a }\n  - { x: b }\n"),
        ("goals/g/b.yaml", b"goal: x\nverifier: v\n"),
        ("verifiers/v.yaml", VERIFIER.as_bytes()),
    ]);
    let loaded = spec::load(root.path());
    assert_eq!(
        lines(&loaded),
        [
            "goals/g.yaml:5:5: the name of this row's case, `g/b`, is taken by `goals/g/b.yaml` (rename that file, or say \
          `case: NAME` in this row)"
        ]
    );
    assert!(loaded.goal("g/b").is_some() && loaded.goal("g/a").is_none());
}

#[test]
fn rows_have_bounds() {
    let rows = |count: usize, value: &str| (0..count).map(|n| format!("  - {{ x: {n}{value} }}\n")).collect::<String>();
    let with = |goal: &str, rows: String| in_project(&format!("goal: ${{x}}\n{goal}verifier: v\ncases:\n{rows}"));
    assert_eq!(with("", rows(200, "")), [""; 0]);
    assert_eq!(
        with("", rows(201, "")),
        ["goals/g.yaml:204:5: 201 rows; a goal has at most 200 (make several goals of it)"]
    );
    assert_eq!(with("", rows(1, &"a".repeat(1000))), ["goals/g.yaml:4:10: a value has at most 1000 characters"]);
    assert_eq!(
        with("", rows(1, &"a".repeat(80))),
        ["goals/g.yaml:4:5: the name made of these values has more than 80 letters (add `case: NAME` to this row)"]
    );
    let many: Vec<String> = (0..1000).map(|n| format!("'{n}${{x}}${{x}}'")).collect();
    let many = format!("text: [{}]\n", many.join(", "));
    assert!(
        with(&many, rows(200, &"+".repeat(900))).iter().any(|line| line.contains("more than 16 MiB")),
        "what is put in does not grow without bound"
    );
}
