//! Pages that make a careless verifier say the wrong thing, and values that answers are compared with.

use goalpost::verify::values::number_in;
use proptest::prelude::*;
use proptest::test_runner::Config;

use super::*;

fn tricky(state: &State) -> Vec<Node> {
    let summary = |text_: &str| text(text_, (100, 1200, 500, 1260)).id("android:id/summary");
    let facts = |fact: &str| state.facts.get(fact).cloned().unwrap_or_default();
    match state.page {
        // The words stand in the search field, in the header and on the row.
        "search" => vec![
            node("android.widget.EditText", (50, 50, 950, 150)).text("Dark theme").tap(Tap::Focus("search")),
            text("Dark theme", (50, 200, 500, 260)),
            row_b(300, "Dark theme", "dark", "dark", true),
        ],
        "timer" => vec![text("Timer", (50, 50, 500, 150)), summary(&facts("timer"))],
        // As many rows as the fact has letters; those in capitals are on.
        "rows" => {
            let rows = facts("rows");
            let row = |(at, letter): (usize, char)| {
                let (top, on) = (100 + 200 * i64::try_from(at).unwrap(), letter.is_uppercase());
                let name = format!("Option {}", letter.to_lowercase());
                if at % 2 == 0 { row_a(top, &name, "x", on) } else { row_b(top, &name, "page", "x", on) }
            };
            rows.chars().enumerate().map(row).collect()
        }
        _ => vec![text("Home", (50, 50, 500, 150)), row(300, "Timer", Tap::Go("timer"))],
    }
}

fn bench(page: &'static str, fact: &'static str, value: &str) -> Bench {
    let bench = Bench::new(ToyPhone::new(tricky).at(page));
    bench.phone.set(fact, value);
    bench
}

#[rstest]
#[case("switch: { label: Dark theme, APP, is: on }", Confirmed)]
#[case("switch: { label: Dark theme, APP, is: off }", Refuted)]
#[case("element: { text: Dark theme, APP }", Inconclusive)]
#[case("element: { text: Dark theme, role: field, APP }", Confirmed)]
#[tokio::test]
async fn one_label_in_three_places_is_never_taken_for_the_first(#[case] rule: &str, #[case] verdict: Verdict) {
    let report = check(&bench("search", "", ""), &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}

#[rstest]
#[case::five_seconds_are_no_five_minutes("{ is: 5 minutes, normalize: [duration] }", "5 seconds", Refuted)]
#[case::as_a_timer_shows_it("{ is: 5 minutes, normalize: [duration] }", "05:00", Confirmed)]
#[case::a_number_without_its_unit("{ is: 5, normalize: [number] }", "5 seconds", Inconclusive)]
#[case::in_a_range_of_minutes("{ range: [4m, 6m] }", "5 min", Confirmed)]
#[case::several_right_values("{ one_of: [5 minutes, 5 min] }", "5 Min", Confirmed)]
#[case::none_of_several("{ one_of: [5 minutes, 5 min] }", "5 s", Refuted)]
#[case::a_pattern("{ matches: '5 min(utes)?' }", "5 minutes", Confirmed)]
#[case::a_pattern_is_of_the_whole("{ matches: '5 min' }", "15 min", Refuted)]
#[case::spelled_otherwise("5 Minutes", "5\u{a0}minutes", Confirmed)]
#[tokio::test]
async fn what_a_text_says_is_compared_as_what_it_is(#[case] is: &str, #[case] shown: &str, #[case] verdict: Verdict) {
    let rule = format!("element: {{ id: summary, {APP_KEY}, is: {{ text: {is} }} }}");
    let report = check(&bench("timer", "timer", shown), &rule).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    assert_eq!(report.evidence[0].read, Some(format!("\"{}\"", goalpost::plain::printable(shown, 1000))));
}

#[tokio::test]
async fn a_stale_page_after_a_step_is_not_judged() {
    let habits = Habits { lag: 4, fling: 100, ..Habits::default() };
    let bench = Bench::new(ToyPhone::with(tricky, habits).at("home"));
    bench.phone.set("timer", "5 min");
    let open = "steps: [open: { app: com.example.settings }, tap: { text: Timer }]";
    let rule = format!("{{ {open}, check: {{ element: {{ id: summary, {APP_KEY}, is: {{ text: 5 min }} }} }} }}");
    let report = ask(&bench, &rule).await;
    assert_eq!(report.verdict, Confirmed, "{report:?}");
}

#[test]
fn the_one_number_of_a_text_is_found() {
    assert_eq!(number_in("5 minutes"), Ok(5.0));
    assert!(number_in("3 of 5").is_err());
}

#[rstest]
#[case("value: { of: { id: summary } }", "the key `app` is missing")]
#[case("value: { of: { app: a.b } }", "matches everything")]
#[case("value: { is: text }", "the key `of` is missing")]
#[case("value: { of: { id: x, app: a.b }, is: nummer }", "unknown word `nummer` (did you mean `number`?")]
#[case("value: { of: { id: x, app: a.b }, as: text }", "unknown key `as`")]
fn a_wrong_value_is_refused_with_its_place(#[case] yaml: &str, #[case] said: &str) {
    let problems = verifier(yaml, &Registry::new()).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains(said)), "{problems:?}");
    let marked = schema::Editor::new().marks_in_verifier(yaml).is_some();
    assert!(marked || !schema::is_about_the_form(&problems[0]), "an editor sees nothing wrong: {problems:?}");
}

proptest! {
    #![proptest_config(Config::with_cases(24))]

    /// Whatever else is on the page, in whatever order and of whatever kind, a label means the control of its own row.
    #[test]
    fn a_label_means_its_own_row(
        rows in prop::sample::subsequence(vec!['a', 'b', 'c', 'd', 'e', 'f'], 1..=6).prop_shuffle(),
        states in prop::collection::vec(any::<bool>(), 6),
        asked in 0..6_usize,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let shown: Vec<char> =
            rows.iter().zip(&states).map(|(row, on)| if *on { row.to_ascii_uppercase() } else { *row }).collect();
        let bench = bench("rows", "rows", &shown.iter().collect::<String>());
        let asked = shown[asked % shown.len()];
        let name = asked.to_ascii_lowercase();
        let rule = format!("switch: {{ label: OPTION {name}, {APP_KEY}, is: on }}");
        let report = runtime.block_on(check(&bench, &rule));
        prop_assert_eq!(report.verdict, if asked.is_uppercase() { Confirmed } else { Refuted });
    }
}
