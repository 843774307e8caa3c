//! What a model is asked, within which budget, and what its answers mean.

use goalpost::policy::{
    Budget, Chosen, Control, Decision, Operation, PastAction, Policy, PolicyError, Pruned, QuestionSet, Situation,
    TextValues,
};
use goalpost::screen::{Action, App, Bounds, Global, Observation};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::build::{Node, node, observe, page, text};

struct Scene {
    goal: String,
    texts: TextValues,
    observation: Observation,
    apps: Vec<App>,
    history: Vec<PastAction>,
    cutoff: f64,
    wants_answer: bool,
}

impl Scene {
    fn new(goal: &str, observation: Observation) -> Self {
        let apps = [("com.example", "Example"), ("com.notes", "Notes"), ("com.maps", "Maps")];
        Self {
            texts: TextValues::new(goal, &[]),
            goal: goal.to_owned(),
            observation,
            apps: apps.map(|(package, label)| App { package: package.into(), label: label.into() }).to_vec(),
            history: Vec::new(),
            cutoff: 0.0,
            wants_answer: false,
        }
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            goal: &self.goal,
            texts: &self.texts,
            observation: &self.observation,
            apps: &self.apps,
            history: &self.history,
            confidence_cutoff: self.cutoff,
            wants_answer: self.wants_answer,
        }
    }

    fn ask(&self) -> QuestionSet<'_> {
        QuestionSet::ask(&self.situation(), &Budget::default(), "jev-latest").unwrap()
    }

    fn body(&self) -> Value {
        serde_json::from_slice(self.ask().body()).unwrap()
    }

    fn read(&self, answers: Value) -> Result<Decision, PolicyError> {
        self.ask().read(&json!({"model": "jev-1.13.0", "answers": answers}), Some("req-1"))
    }
}

/// An answer that gives one of the offered options this probability.
fn answer(scene: &Scene, question: &str, choice: &str, probability: f64) -> Value {
    let body = scene.body();
    let offered = body["questions"][question]["criteria"].as_object().unwrap();
    let rest = (1.0 - probability) / (offered.len() - 1).max(1) as f64;
    let share = |key: &String| if key == choice { probability } else { rest };
    let probabilities: Map<String, Value> = offered.keys().map(|key| (key.clone(), share(key).into())).collect();
    json!({"type": "choice", "choice": choice, "confidence": probability, "probabilities": probabilities})
}

fn row(title: &str, top: i64) -> Node {
    node("LinearLayout", [0, top, 1080, top + 100]).clickable().holding([text(title, [50, top, 500, top + 90])])
}

fn form() -> Scene {
    let field = node("EditText", [0, 100, 1080, 200]).with("hint", "City").with("text", "Rome").with("isFocused", true);
    Scene::new("Type Berlin", page([text("Where?", [0, 0, 1080, 90]), field, row("Send", 200)]))
}

#[test]
fn the_state_says_what_is_wanted_and_what_is_there() {
    let mut scene = form();
    scene.history = (0..10)
        .map(|i| PastAction { operation: Operation::Tap, target: Some(format!("step {i}")), changed: i % 2 == 0 })
        .collect();
    let state = &scene.body()["state"];
    assert_eq!(state["goal"], "Type Berlin");
    assert_eq!(state["foreground"], json!({"package": "com.example", "label": "Example"}));
    assert_eq!(state["editable"], true);
    assert_eq!(state["focused_field"], json!({"label": "City", "text": "Rome", "password": false}));
    assert_eq!(state["visible_text"], json!(["Where?", "Rome", "Send"]));
    assert_eq!(state["elements"][1]["label"], "Send");
    assert_eq!(state["apps"], json!([{"index": "1", "label": "Notes"}, {"index": "2", "label": "Maps"}]));
    assert_eq!(state["recent_actions"].as_array().unwrap().len(), 8);
    assert_eq!(state["recent_actions"][0], json!({"operation": "TAP", "target": "step 2", "changed": true}));
}

/// A page that says how full the battery is.
fn battery() -> Scene {
    let rows = [row("Battery", 100), text("85%", [50, 210, 500, 290]), text("85%", [50, 310, 500, 390])];
    Scene { wants_answer: true, ..Scene::new("How full is the battery?", page(rows)) }
}

#[test]
fn a_goal_that_wants_an_answer_is_asked_one_more_question_and_any_other_none() {
    let scene = battery();
    let questions = scene.body()["questions"].clone();
    assert_eq!(
        questions.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["operation", "app_target", "tap_target", "answer_text"]
    );
    let offered = questions["answer_text"]["criteria"].as_object().unwrap();
    assert_eq!(offered.keys().collect::<Vec<_>>(), ["1", "2", "NONE"], "each text once, and none of them");
    assert_eq!((&offered["1"], &offered["2"]), (&json!("Battery"), &json!("85%")));
    let mut without = questions.clone();
    let _ = without.as_object_mut().unwrap().remove("answer_text");
    without["operation"]["criteria"]["DONE"] = Value::Null;
    let mut plain = Scene { wants_answer: false, ..battery() }.body()["questions"].clone();
    plain["operation"]["criteria"]["DONE"] = Value::Null;
    assert_eq!(without, plain);
}

#[test]
fn an_answer_counts_with_done_alone_and_none_of_the_texts_needs_a_person() {
    let scene = battery();
    let read = |operation: &str, text: &str| {
        let tap = answer(&scene, "tap_target", "1", 1.0);
        let (operation, text) = (answer(&scene, "operation", operation, 0.9), answer(&scene, "answer_text", text, 0.8));
        scene.read(json!({"operation": operation, "tap_target": tap, "answer_text": text})).unwrap()
    };
    let done = read("DONE", "2");
    assert_eq!((&done.choice, done.answer.as_deref()), (&Chosen::Done, Some("85%")));
    assert!(matches!(read("DONE", "NONE").choice, Chosen::NeedsInput { .. }));
    let tap = read("TAP", "2");
    assert!(matches!(tap.choice, Chosen::Act(_)) && tap.answer.is_none());
    assert!(scene.read(json!({"operation": answer(&scene, "operation", "DONE", 0.9)})).is_err());
}

#[test]
fn every_question_describes_its_options_in_their_order() {
    let body = form().body();
    assert_eq!(body["model"], "jev-latest");
    let questions = body["questions"].as_object().unwrap();
    assert_eq!(questions.keys().collect::<Vec<_>>(), ["operation", "app_target", "tap_target", "text_value"]);
    for (name, question) in questions {
        assert_eq!(question["type"], "choice", "{name}");
        let criteria = question["criteria"].as_object().unwrap();
        assert!(criteria.values().all(|about| about.as_str().is_some_and(|about| !about.is_empty())), "{name}");
        let premise = question["instructions"].as_str().unwrap();
        assert!(name == "operation" || premise.starts_with("If the next operation is "), "{premise}");
    }
    assert_eq!(questions["tap_target"]["criteria"]["2"], "Send");
    assert_eq!(questions["text_value"]["criteria"].as_object().unwrap().keys().next_back().unwrap(), "NONE");
}

#[test]
fn a_row_tells_the_state_of_the_bare_switch_it_sets() {
    let row = node("LinearLayout", [0, 0, 1080, 200])
        .clickable()
        .holding([text("Airplane mode", [50, 50, 500, 150]), node("Switch", [900, 50, 1040, 150]).checked(true)]);
    let body = Scene::new("Turn airplane mode off", page([row])).body();
    assert_eq!(body["state"]["elements"][0]["checked"], true);
    assert_eq!(body["questions"]["tap_target"]["criteria"]["1"], "Airplane mode (on)");
}

#[test]
fn only_the_branch_that_was_chosen_is_checked_and_used() {
    let scene = form();
    let answers = json!({
        "operation": answer(&scene, "operation", "TAP", 0.9),
        "tap_target": answer(&scene, "tap_target", "2", 0.8),
        "text_value": {"type": "nonsense"},
    });
    let decision = scene.read(answers).unwrap();
    assert_eq!(decision.choice, Chosen::Act(Action::TapElement { element_id: "ui.2".to_owned() }));
    assert_eq!((decision.operation, decision.target.as_deref()), (Operation::Tap, Some("Send")));
    assert_eq!((decision.model.as_str(), decision.request_id.as_deref()), ("jev-1.13.0", Some("req-1")));
    assert!((decision.confidence.unwrap() - 0.6).abs() < 1e-9, "of two options 0.8 is 0.6 above chance");
}

#[test]
fn an_answer_to_another_branch_does_not_help() {
    let scene = form();
    let answers = json!({
        "operation": answer(&scene, "operation", "TYPE_TEXT", 0.9),
        "tap_target": answer(&scene, "tap_target", "2", 0.8),
    });
    let error = scene.read(answers).unwrap_err();
    assert_eq!(error.to_string(), "the model's answer is invalid: text_value: there is no answer to it");
}

#[test]
fn an_operation_that_was_not_offered_is_invalid() {
    let scene = Scene::new("x", page([]));
    let mut invented = answer(&scene, "operation", "BACK", 0.9);
    invented["choice"] = "TAP".into();
    assert!(matches!(scene.read(json!({"operation": invented})), Err(PolicyError::InvalidAnswer { .. })));
    assert!(matches!(scene.read(json!({})), Err(PolicyError::InvalidAnswer { .. })));
}

#[test]
fn plain_operations_need_no_target() {
    let scene = form();
    let chosen =
        |operation| scene.read(json!({"operation": answer(&scene, "operation", operation, 0.9)})).unwrap().choice;
    assert_eq!(chosen("BACK"), Chosen::Act(Action::Global { name: Global::Back }));
    assert_eq!(chosen("DONE"), Chosen::Done);
    assert_eq!(chosen("WAIT"), Chosen::Wait);
    assert_eq!(chosen("BLOCKED"), Chosen::Blocked);
}

#[test]
fn no_fitting_text_means_that_a_person_has_to_give_one() {
    let scene = form();
    let answers = json!({
        "operation": answer(&scene, "operation", "TYPE_TEXT", 0.9),
        "text_value": answer(&scene, "text_value", "NONE", 0.9),
    });
    let Chosen::NeedsInput { why } = scene.read(answers).unwrap().choice else { panic!("no input asked for") };
    assert!(why.contains("--text"), "{why}");
}

#[test]
fn a_goal_with_too_many_words_still_lets_the_model_ask_for_a_text() {
    let goal = (0..40).map(|i| format!("w{i}")).collect::<Vec<_>>().join(" ");
    let scene = Scene::new(&goal, form().observation);
    let none = &scene.body()["questions"]["text_value"]["criteria"];
    assert_eq!(none.as_object().unwrap().keys().collect::<Vec<_>>(), ["NONE"]);
    let answers = json!({
        "operation": answer(&scene, "operation", "TYPE_TEXT", 0.9),
        "text_value": answer(&scene, "text_value", "NONE", 1.0),
    });
    let Chosen::NeedsInput { why } = scene.read(answers).unwrap().choice else { panic!("no input asked for") };
    assert!(why.contains("too long"), "{why}");
}

#[test]
fn below_the_cut_off_the_answer_is_uncertain() {
    let mut scene = form();
    scene.cutoff = 0.7;
    let answers = |tap| json!({"operation": answer(&scene, "operation", "TAP", 0.95), "tap_target": answer(&scene, "tap_target", "2", tap)});
    let uncertain = scene.read(answers(0.8)).unwrap();
    assert_eq!((uncertain.choice, uncertain.operation), (Chosen::Uncertain, Operation::Tap));
    assert!(matches!(scene.read(answers(0.9)).unwrap().choice, Chosen::Act(_)));
}

#[test]
fn long_labels_are_cut_before_anything_is_left_out() {
    let rows = (0..60).map(|i| row(&format!("{i} {}", "long ".repeat(100)), i * 30));
    let scene = Scene::new("x", page(rows));
    let asked = scene.ask();
    assert!(matches!(asked.pruned(), [Pruned::Shortened { to: 100, .. }]), "{:?}", asked.pruned());
    assert_eq!(asked.size().beyond(&Budget::default()), None);
}

#[test]
fn texts_far_from_all_controls_go_before_those_beside_them() {
    let near = (0..20).map(|i| text(&format!("near {i}"), [500, 0, 1080, 90]));
    let far = (0..20).map(|i| text(&format!("far {i}"), [0, 1000 + i * 20, 1080, 1020 + i * 20]));
    let scene =
        Scene::new("x", page([node("Button", [0, 0, 400, 100]).clickable()].into_iter().chain(near).chain(far)));
    let full = scene.ask().size().question_tokens;
    let budget = Budget { question_tokens: full - 40, ..Budget::default() };
    let asked = QuestionSet::ask(&scene.situation(), &budget, "jev-latest").unwrap();
    let [Pruned::VisibleText { count }] = asked.pruned() else { panic!("{:?}", asked.pruned()) };
    let body: Value = serde_json::from_slice(asked.body()).unwrap();
    let left: Vec<_> = body["state"]["visible_text"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let last = format!("far {}", 19 - count);
    assert_eq!((left.len(), left.first(), left.last()), (40 - count, Some(&"near 0"), Some(&last.as_str())));
}

#[test]
fn a_choice_of_more_than_255_elements_loses_the_last() {
    let scene = Scene::new("x", page((0..300).map(|i| row(&format!("{i}"), i * 8))));
    let asked = scene.ask();
    let Some(Pruned::TapTargets { ids }) = asked.pruned().last() else { panic!("{:?}", asked.pruned()) };
    assert!(ids.len() >= 45);
    assert_eq!(ids.last().unwrap(), "ui.299");
}

#[test]
fn a_budget_that_not_even_the_operations_fit_in_is_an_error() {
    let scene = form();
    let budget = Budget { bytes: 1000, ..Budget::default() };
    let error = QuestionSet::ask(&scene.situation(), &budget, "jev-latest").unwrap_err();
    assert!(error.to_string().contains("1000 are allowed"), "{error}");
}

#[test]
fn thousands_of_levels_can_be_asked_about_on_a_small_stack() {
    let open = r#"{"text":"some label","isClickable":true,"boundsInScreen":{"left":0,"top":0,"right":9,"bottom":9},"children":["#;
    let tree: String = open.repeat(3_000) + &"]}".repeat(3_000);
    let reply = format!(
        r#"{{"a11y_tree":{tree},"phone_state":{{}},"device_context":{{"screen_bounds":{{"width":9,"height":9}}}}}}"#
    );
    let work = move || {
        let state = goalpost::screen::UiState::parse(reply.as_bytes()).unwrap();
        let observation = Observation::from_ui_state("phone-1", &state, jiff::Timestamp::UNIX_EPOCH).unwrap();
        let scene = Scene::new("x", observation);
        assert_eq!(scene.ask().size().beyond(&Budget::default()), None);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[tokio::test]
async fn control_policies_do_what_their_names_say() {
    let scene = form();
    let mut chosen = Vec::new();
    for name in ["noop", "always_done", "always_blocked"] {
        let policy = name.parse::<Control>().unwrap().policy("a/case");
        chosen.push(policy.decide(&scene.situation()).await.unwrap().choice);
    }
    assert_eq!(chosen, [Chosen::Wait, Chosen::Done, Chosen::Blocked]);
}

#[tokio::test]
async fn the_random_policy_repeats_itself_for_the_same_seed() {
    let scene = form();
    let mut runs = Vec::new();
    for seed in ["random=1", "random=1", "random=2"] {
        let policy = seed.parse::<Control>().unwrap().policy("a/case");
        let mut run = Vec::new();
        for _ in 0..30 {
            run.push(policy.decide(&scene.situation()).await.unwrap());
        }
        runs.push(run);
    }
    let [first, again, other] = runs.try_into().unwrap();
    assert!(first.iter().map(|d| &d.choice).eq(again.iter().map(|d| &d.choice)));
    assert!(!first.iter().map(|d| &d.choice).eq(other.iter().map(|d| &d.choice)));
    assert!(first.iter().any(|decision| matches!(decision.choice, Chosen::Act(_))));
}

/// Any screen: elements of any kind and place with labels of any length.
fn any_screen() -> impl Strategy<Value = Observation> {
    let element = (0..1000_i64, 0..2300_i64, 1..200_i64, ".{0,40}", 0..60_usize, 0..16_u8).prop_map(
        |(left, top, size, word, times, flags)| {
            node("View", [left, top, left + size, top + size])
                .with("text", word.repeat(times))
                .with("isClickable", flags & 1 != 0)
                .with("isScrollable", flags & 2 != 0)
                .with("isEditable", flags & 12 == 12)
                .with("isFocused", flags & 4 != 0)
        },
    );
    prop::collection::vec(element, 0..60)
        .prop_map(|elements| observe(&node("FrameLayout", [0, 0, 1080, 2400]).holding(elements).reply()))
}

fn any_budget() -> impl Strategy<Value = Budget> {
    (14..60_usize, 3_000..20_000_usize, 4_000..40_000_usize, 5_000..60_000_usize).prop_map(
        |(options, question_tokens, total_tokens, bytes)| Budget { options, question_tokens, total_tokens, bytes },
    )
}

fn criteria(body: &[u8]) -> Vec<(String, Vec<String>)> {
    let body: Value = serde_json::from_slice(body).unwrap();
    let questions = body["questions"].as_object().unwrap();
    let keys = |question: &Value| question["criteria"].as_object().unwrap().keys().cloned().collect();
    questions.iter().map(|(name, question)| (name.clone(), keys(question))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_request_is_always_within_its_budget(observation in any_screen(), budget in any_budget()) {
        let scene = Scene::new("Send Berlin to the maps", observation);
        let unlimited = Budget { options: usize::MAX, question_tokens: usize::MAX, total_tokens: usize::MAX, bytes: usize::MAX };
        let all = QuestionSet::ask(&scene.situation(), &unlimited, "m").unwrap();
        prop_assert!(all.pruned().is_empty());
        let Ok(asked) = QuestionSet::ask(&scene.situation(), &budget, "m") else {
            // Only where the fixed part alone is too large.
            prop_assert!(budget.question_tokens < 4_000 || budget.total_tokens < 6_000 || budget.bytes < 8_000);
            return Ok(());
        };
        prop_assert_eq!(asked.size().beyond(&budget), None);
        prop_assert!(asked.body().len() <= budget.bytes);
        let (before, after) = (criteria(all.body()), criteria(asked.body()));
        for (name, keys) in &after {
            prop_assert!(keys.len() <= budget.options);
            let full = &before.iter().find(|(other, _)| other == name).unwrap().1;
            // What is left stands in the order it had.
            let mut rest = full.iter();
            prop_assert!(keys.iter().all(|key| rest.any(|other| other == key)), "{} {:?} {:?}", name, keys, full);
        }
        let operations = &after[0].1;
        for kept in ["BACK", "HOME", "WAIT", "DONE", "BLOCKED"] {
            prop_assert!(operations.iter().any(|operation| operation == kept));
        }
        if all.size().beyond(&budget).is_none() {
            prop_assert!(asked.pruned().is_empty());
            prop_assert_eq!(asked.body(), all.body());
        } else {
            prop_assert!(!asked.pruned().is_empty());
        }
    }

    #[test]
    fn no_reply_makes_reading_panic(reply in "\\PC{0,40}", choice in ".{0,10}") {
        let scene = form();
        let asked = scene.ask();
        for reply in [
            json!(reply),
            json!({"answers": reply}),
            json!({"answers": {"operation": reply}}),
            json!({"answers": {"operation": {"type": "choice", "choice": choice, "confidence": 1, "probabilities": {choice.clone(): 1}}}}),
        ] {
            prop_assert!(asked.read(&reply, None).is_err());
        }
    }
}

#[test]
fn what_the_keyboard_covers_is_not_offered_for_a_tap() {
    let row = |top: i64, words: &str| text(words, [0, top, 1080, top + 100]).clickable();
    let mut screen = page([row(500, "Above"), row(1250, "In part"), row(1400, "Covered")]);
    let offered = |screen: &Observation| {
        let taps = Scene::new("Tap it.", screen.clone()).body()["questions"]["tap_target"]["criteria"].clone();
        taps.as_object().unwrap().values().filter_map(|label| label.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(offered(&screen), ["Above", "In part", "Covered"]);
    screen.keyboard = Some(Bounds { left: 0, top: 1300, right: 1080, bottom: 2400 });
    assert_eq!(offered(&screen), ["Above", "In part"]);
}
