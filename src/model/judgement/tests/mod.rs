//! The judgement on small screens of an invented phone: what a person would do next.

mod paper;

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::model::judgement::choice;

/// A state as an agent sends it, built by hand.
#[derive(Clone)]
struct State(Value);

fn goal(goal: &str) -> State {
    State(json!({
        "goal": goal,
        "foreground": {"package": "org.example.front", "label": "Front"},
        "editable": false,
        "focused_field": null,
        "visible_text": [],
        "elements": [],
        "apps": [],
        "recent_actions": [],
    }))
}

impl State {
    fn push(mut self, member: &str, item: Value) -> Self {
        self.0[member].as_array_mut().unwrap().push(item);
        self
    }

    fn element(self, label: &str, more: Value) -> Self {
        let index = (self.0["elements"].as_array().unwrap().len() + 1).to_string();
        let mut element =
            json!({"index": index, "label": label, "editable": false, "scrollable": false, "operations": ["TAP"]});
        for (name, value) in more.as_object().unwrap() {
            element[name] = value.clone();
        }
        let lines = if element["scrollable"] == json!(true) { "" } else { label };
        let seen = lines.split(" / ").filter(|line| !line.is_empty()).fold(self, |state, line| state.line(line));
        seen.push("elements", element)
    }

    fn row(self, label: &str) -> Self {
        self.element(label, json!({}))
    }

    fn rows(self, labels: &[&str]) -> Self {
        labels.iter().fold(self, |state, label| state.row(label))
    }

    fn switch(self, label: &str, on: bool) -> Self {
        self.element(label, json!({"checked": on}))
    }

    fn field(self, hint: &str) -> Self {
        self.element(&format!("Focus text input: {hint}"), json!({"editable": true}))
    }

    fn list(self) -> Self {
        let operations = ["SCROLL_DOWN", "SCROLL_UP", "SCROLL_LEFT", "SCROLL_RIGHT"];
        self.element("the list", json!({"scrollable": true, "operations": operations}))
    }

    fn line(self, text: &str) -> Self {
        self.push("visible_text", json!(text))
    }

    fn app(self, label: &str) -> Self {
        let index = (self.0["apps"].as_array().unwrap().len() + 1).to_string();
        self.push("apps", json!({"index": index, "label": label}))
    }

    fn front(mut self, label: &str) -> Self {
        self.0["foreground"] = json!({"package": "org.example.front", "label": label});
        self
    }

    fn focus(mut self, field: &str) -> Self {
        self.0["focused_field"] = json!(field);
        self.0["editable"] = json!(true);
        self
    }

    fn did(self, operation: &str, target: &str) -> Self {
        self.push("recent_actions", json!({"operation": operation, "target": target, "changed": true}))
    }

    fn did_in_vain(self, operation: &str, target: &str) -> Self {
        self.push("recent_actions", json!({"operation": operation, "target": target, "changed": false}))
    }

    /// The chosen operation, with the label of its target.
    fn next(&self) -> String {
        let scrolls = self.elements().any(|element| element["scrollable"] == json!(true));
        let mut operations = vec!["TAP", "BACK", "HOME", "WAIT", "DONE", "BLOCKED"];
        if scrolls {
            operations.extend(["SCROLL_DOWN", "SCROLL_UP", "SCROLL_LEFT", "SCROLL_RIGHT"]);
        }
        if !self.0["apps"].as_array().unwrap().is_empty() {
            operations.insert(0, "OPEN_APP");
        }
        if !self.0["focused_field"].is_null() {
            operations.extend(["TYPE_TEXT", "ENTER"]);
        }
        let options = operations.iter().map(|name| ((*name).to_owned(), json!(format!("{name} comes next")))).collect();
        let operation = self.best("Which operation brings the goal closer?", options);
        let target = match operation.as_str() {
            "TAP" => self.target("If an element is tapped next, which one?", "elements"),
            "OPEN_APP" => self.target("If an app is opened next, which one?", "apps"),
            "TYPE_TEXT" => {
                let goal = self.0["goal"].as_str().unwrap().trim_end_matches('.').to_owned();
                let words: Vec<&str> = goal.split(' ').collect();
                let spans = (1..=8).flat_map(|size| words.windows(size).map(|span| span.join(" ")));
                let mut options: Vec<(String, Value)> =
                    spans.enumerate().map(|(index, span)| ((index + 1).to_string(), json!(span))).collect();
                options.push(("NONE".into(), json!("NONE")));
                let key = self.best("If text is typed next, which one?", options.clone());
                options
                    .into_iter()
                    .find(|(name, _)| *name == key)
                    .map_or(key, |(_, text)| text.as_str().unwrap().to_owned())
            }
            _ => return operation,
        };
        format!("{operation} {target}")
    }

    fn elements(&self) -> impl Iterator<Item = &Value> {
        self.0["elements"].as_array().unwrap().iter()
    }

    fn target(&self, instructions: &str, member: &str) -> String {
        let offered = self.0[member].as_array().unwrap().iter();
        let options: Vec<(String, Value)> = offered
            .filter(|item| item["operations"].as_array().is_none_or(|operations| operations.contains(&json!("TAP"))))
            .map(|item| (item["index"].as_str().unwrap().to_owned(), item["label"].clone()))
            .collect();
        let key = self.best(instructions, options.clone());
        let (_, label) = options.into_iter().find(|(name, _)| *name == key).unwrap();
        let twins = self.elements().filter(|element| element["label"] == label).count();
        format!("{}{}", label.as_str().unwrap(), if twins > 1 { format!(" #{key}") } else { String::new() })
    }

    fn best(&self, instructions: &str, options: Vec<(String, Value)>) -> String {
        let found = choice(&self.0, &json!(instructions), &options);
        let top = (0..found.len()).rev().max_by(|a, b| found[*a].total_cmp(&found[*b])).unwrap();
        options[top].0.clone()
    }
}

/// Inside the app "Tools", with its first page in front.
fn in_tools(text: &str) -> State {
    goal(text).front("Tools").app("Maps").did("OPEN_APP", "Tools")
}

#[test]
fn the_app_that_the_goal_names_is_opened() {
    let state = goal("Turn on the torch in Tools.").rows(&["Maps", "Tools"]).app("Maps").app("Tools");
    assert_eq!(state.next(), "OPEN_APP Tools");
}

#[test]
fn a_setting_without_a_place_is_looked_for_in_the_settings() {
    let state = goal("Turn on the torch").rows(&["Maps", "Settings"]).app("Maps").app("Settings");
    assert_eq!(state.next(), "OPEN_APP Settings");
}

#[test]
fn a_goal_that_nothing_here_can_serve_is_blocked() {
    assert_eq!(goal("Order a pizza").rows(&["Maps", "Tools"]).app("Maps").app("Tools").next(), "BLOCKED");
}

#[test]
fn a_goal_of_nothing_but_an_app_is_done_when_it_is_in_front() {
    assert_eq!(in_tools("Open the Tools app").rows(&["Light", "Sound"]).next(), "DONE");
}

#[test]
fn a_row_is_known_by_its_summary() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Sound / Volume, tones", "Light / Torch, lamp", "Help"]);
    assert_eq!(state.next(), "TAP Light / Torch, lamp");
}

#[test]
fn a_row_named_so_is_preferred_to_one_that_mentions_it() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Battery / Lasts longer without torch", "Torch / Off"]);
    assert_eq!(state.next(), "TAP Torch / Off");
}

#[rstest]
#[case("Turn on the torch in Tools", false, "TAP Torch #2")]
#[case("Turn on the torch in Tools", true, "DONE")]
#[case("Switch the torch off in Tools", true, "TAP Torch #2")]
#[case("Disable the torch in Tools", false, "DONE")]
fn the_switch_is_tapped_rather_than_its_label_until_it_is_as_wanted(
    #[case] text: &str,
    #[case] on: bool,
    #[case] next: &str,
) {
    assert_eq!(in_tools(text).row("Torch").switch("Torch", on).switch("Lamp", false).next(), next);
}

#[test]
fn the_bar_of_a_page_is_its_switch() {
    let state = in_tools("Turn on the torch in Tools").did("TAP", "Torch").row("Navigate up").line("Torch");
    assert_eq!(state.clone().row("Use torch").row("Schedule / None").next(), "TAP Use torch");
    assert_eq!(state.switch("Off", false).next(), "TAP Off");
}

#[test]
fn the_bar_of_a_page_is_its_switch_among_others_that_say_their_state() {
    let state = in_tools("Turn on the torch in Tools").did("TAP", "Torch").row("Navigate up").line("Torch");
    let lamp = |state: State, on| state.switch(if on { "Lamp / ON" } else { "Lamp / OFF" }, on);
    for other in [true, false] {
        assert_eq!(lamp(state.clone().switch("Off / OFF", false), other).next(), "TAP Off / OFF");
        assert_eq!(lamp(state.clone().switch("On / ON", true), other).next(), "DONE");
    }
}

#[test]
fn a_switch_whose_state_does_not_show_is_tapped_once() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Torch", "Lamp"]);
    assert_eq!(state.next(), "TAP Torch");
    assert_eq!(state.did_in_vain("TAP", "Torch").next(), "DONE");
}

#[test]
fn a_row_that_says_on_or_off_shows_its_state() {
    let goal = "Turn off the torch in Tools";
    assert_eq!(in_tools(goal).rows(&["Torch / Off", "Lamp / On"]).next(), "DONE");
    assert_eq!(in_tools(goal).rows(&["Torch / On", "Lamp / Off"]).next(), "TAP Torch / On");
}

#[test]
fn a_switch_of_another_name_is_left_alone() {
    let state = in_tools("Turn on the disco torch in Tools").switch("Torch", false).switch("Lamp", false);
    assert_eq!(state.next(), "BLOCKED");
}

#[test]
fn a_question_about_the_switching_is_confirmed() {
    let state = in_tools("Turn on the torch in Tools").did("TAP", "Torch").line("Your battery will drain.");
    assert_eq!(state.rows(&["Cancel", "OK"]).next(), "TAP OK");
}

#[test]
fn the_button_beside_cancel_confirms_whatever_it_is_called() {
    let state = in_tools("Rename the lamp to Otto in Tools").did("TAP", "Lamp name").did("TYPE_TEXT", "Otto");
    let state = state.line("Lamp name").field("Lamp name").focus("Lamp name");
    assert_eq!(state.clone().rows(&["Cancel", "Zap"]).next(), "TAP Zap");
    assert_eq!(state.rows(&["Lamp", "Zap"]).next(), "DONE");
}

#[test]
fn mode_and_theme_are_the_same_word() {
    assert_eq!(in_tools("Turn on night mode in Tools").switch("Night theme", false).next(), "TAP Night theme");
}

#[test]
fn what_is_not_in_sight_is_scrolled_to() {
    assert_eq!(in_tools("Turn on the torch in Tools").rows(&["Sound", "Help"]).list().next(), "SCROLL_DOWN");
}

#[test]
fn a_list_is_not_scrolled_beyond_its_end() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Sound", "Help"]).list();
    assert_eq!(state.did_in_vain("SCROLL_DOWN", "the list").did_in_vain("SCROLL_UP", "the list").next(), "BLOCKED");
}

#[test]
fn rows_that_are_not_shown_yet_are_asked_for() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Search tools", "Sound", "Advanced / Help, licences"]);
    assert_eq!(state.next(), "TAP Advanced / Help, licences");
}

#[test]
fn a_search_is_used_when_the_list_does_not_have_it() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Search tools", "Sound", "Help"]).list();
    let searched = state.did_in_vain("SCROLL_DOWN", "the list");
    assert_eq!(searched.next(), "TAP Search tools");
}

#[test]
fn the_top_is_scrolled_back_to_where_a_search_may_be() {
    let state = in_tools("Turn on the torch in Tools").rows(&["Sound", "Help"]).list();
    assert_eq!(state.did("SCROLL_DOWN", "the list").did_in_vain("SCROLL_DOWN", "the list").next(), "SCROLL_UP");
}

#[test]
fn the_thing_sought_is_typed_into_a_search() {
    let state = in_tools("Turn on the torch blinking in Tools").did("TAP", "Search tools");
    assert_eq!(state.field("Search tools").focus("Search tools").next(), "TYPE_TEXT torch blinking");
}

#[test]
fn a_result_is_tapped() {
    let state = in_tools("Turn on the torch in Tools").did("TAP", "Search tools").did("TYPE_TEXT", "torch");
    let state = state.field("Search tools").focus("Search tools").rows(&["Torch / Light", "Clear text"]);
    assert_eq!(state.next(), "TAP Torch / Light");
}

#[test]
fn a_search_without_a_result_ends_the_attempt() {
    let state = in_tools("Turn on the torch in Tools").did("TAP", "Search tools").did("TYPE_TEXT", "torch");
    let state = state.field("Search tools").focus("Search tools").line("No results");
    let waited = state.did_in_vain("WAIT", "").did_in_vain("ENTER", "");
    assert_eq!(waited.next(), "BLOCKED");
}

#[test]
fn a_page_without_what_is_sought_is_left_and_not_entered_again() {
    let inside = in_tools("Turn on the torch in Tools").did("TAP", "Light / Torch, lamp");
    assert_eq!(inside.clone().rows(&["Navigate up", "Lamp"]).next(), "BACK");
    assert_eq!(inside.did("BACK", "").rows(&["Light / Torch, lamp", "Sound"]).next(), "BLOCKED");
}

#[test]
fn a_setting_is_opened_and_its_option_chosen() {
    let goal = "Set the lamp timeout to ten minutes in Tools";
    assert_eq!(
        in_tools(goal).rows(&["Lamp colour / Red", "Lamp timeout / 2 minutes"]).next(),
        "TAP Lamp timeout / 2 minutes"
    );
    let dialog = in_tools(goal).did("TAP", "Lamp timeout / 2 minutes").line("Lamp timeout");
    let dialog = dialog.switch("1 minute", false).switch("2 minutes", true).switch("10 minutes", false).row("Cancel");
    assert_eq!(dialog.next(), "TAP 10 minutes");
}

#[test]
fn a_chosen_option_is_the_end_whether_it_is_marked_or_told() {
    let goal = "Set the lamp timeout to 10 minutes in Tools";
    let inside = in_tools(goal).did("TAP", "Lamp timeout / 2 minutes");
    let marked = inside.clone().line("Lamp timeout").switch("2 minutes", false).switch("10 minutes", true);
    assert_eq!(marked.next(), "DONE");
    let told = inside.did("TAP", "10 minutes").rows(&["Lamp colour / Red", "Lamp timeout / After 10 minutes"]);
    assert_eq!(told.next(), "DONE");
}

#[test]
fn an_option_is_confirmed_where_there_is_a_button_for_it() {
    let state = in_tools("Set the lamp colour to red in Tools").did("TAP", "Lamp colour").did("TAP", "Red");
    assert_eq!(state.line("Lamp colour").rows(&["Blue", "Red", "Cancel", "Save"]).next(), "TAP Save");
}

#[test]
fn a_page_is_visited_when_its_row_was_tapped_and_its_name_is_the_heading() {
    let goal = "Open the Sound page in Tools";
    assert_eq!(in_tools(goal).rows(&["Light", "Sound / Volume"]).next(), "TAP Sound / Volume");
    let there = in_tools(goal).did("TAP", "Sound / Volume").row("Navigate up").line("Sound").row("Volume");
    assert_eq!(there.next(), "DONE");
}

#[test]
fn a_named_place_is_gone_to_first() {
    let state = in_tools("On the Light page of Tools, turn on blinking").rows(&["Sound", "Light / Torch"]);
    assert_eq!(state.next(), "TAP Light / Torch");
}

#[test]
fn a_text_is_typed_into_its_field_and_saved() {
    let goal = "Type \"good night\" into the greeting in Tools";
    let form = in_tools(goal).field("Greeting").field("Farewell").row("Save");
    assert_eq!(form.next(), "TAP Focus text input: Greeting");
    let focused = form.clone().did("TAP", "Focus text input: Greeting").focus("Greeting");
    assert_eq!(focused.next(), "TYPE_TEXT \"good night\"");
    assert_eq!(focused.did("TYPE_TEXT", "good night").next(), "TAP Save");
}

#[test]
fn a_text_that_the_goal_does_not_give_is_asked_for() {
    let state = in_tools("Rename the lamp in Tools").did("TAP", "Lamp name").field("Lamp name").focus("Lamp name");
    assert_eq!(state.next(), "TYPE_TEXT NONE");
}

#[test]
fn a_text_for_a_field_is_not_typed_into_a_search() {
    let search = in_tools("Rename the lamp cord to Otto in Tools").did("TAP", "Search tools").field("Search tools");
    assert_eq!(search.clone().focus("Search tools").next(), "TYPE_TEXT lamp cord");
    let typed = search.did("TYPE_TEXT", "lamp cord").focus("lamp cord").line("Nothing found");
    assert_ne!(typed.next(), "TYPE_TEXT Otto");
}

#[test]
fn whether_a_goal_is_reached_can_be_asked_as_yes_or_no() {
    let asked = |on| {
        let state = in_tools("Turn on the torch in Tools").switch("Torch", on).0;
        crate::model::judgement::yes(
            &state,
            &json!("Is `goal` already true on this screen?"),
            &Value::Null,
            &Value::Null,
        )
    };
    assert!(asked(true) > 0.9 && asked(false) < 0.1);
}

#[test]
fn an_empty_screen_is_waited_for() {
    assert_eq!(in_tools("Turn on the torch in Tools").next(), "WAIT");
}

#[test]
fn both_of_two_things_are_done_in_turn() {
    let goal = "Turn on the torch and turn off the lamp in Tools";
    assert_eq!(in_tools(goal).switch("Torch", false).switch("Lamp", true).next(), "TAP Torch");
    assert_eq!(in_tools(goal).switch("Torch", true).switch("Lamp", true).next(), "TAP Lamp");
    assert_eq!(in_tools(goal).switch("Torch", true).switch("Lamp", false).next(), "DONE");
}

#[test]
fn other_agents_words_for_the_same_things_are_understood() {
    let state = json!({
        "task": "Turn on airplane mode",
        "elements": [{"id": "e1", "text": "Bluetooth"}, {"id": "e2", "role": "switch", "text": "Airplane mode", "value": "off"}],
    });
    let options = [("e1", "Bluetooth button"), ("e2", "Airplane mode"), ("none", "nothing fits")];
    let options: Vec<(String, Value)> = options.iter().map(|(name, about)| ((*name).into(), json!(about))).collect();
    let found = choice(&state, &json!("If the next step is a tap, which element serves the goal?"), &options);
    assert!(found[1] > 0.9, "{found:?}");
}

fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z /:,‑]{0,12}".prop_map(Value::from),
        prop_oneof![Just("Turn on torch in Tools"), Just("TAP"), Just("Search"), Just("Tools")].prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let name = prop_oneof![
            Just("goal"),
            Just("elements"),
            Just("apps"),
            Just("recent_actions"),
            Just("visible_text"),
            Just("label"),
            Just("index"),
            Just("operation"),
            Just("target"),
            Just("checked"),
            Just("focused_field"),
            Just("foreground"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name, inner), 0..6)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn any_state_and_options_give_one_distribution_twice_the_same(
        state in anything(),
        instructions in anything(),
        names in prop::collection::hash_set("[A-Z_a-z0-9]{0,8}|TAP|DONE|BACK|OPEN_APP|NONE|1|2", 1..12),
        about in anything(),
    ) {
        let options: Vec<(String, Value)> = names.into_iter().map(|name| (name, about.clone())).collect();
        let found = choice(&state, &instructions, &options);
        prop_assert_eq!(found.len(), options.len());
        prop_assert!(found.iter().all(|p| (0.0..=1.0).contains(p)));
        prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert_eq!(&found, &choice(&state, &instructions, &options));
    }

    #[test]
    fn a_goal_of_any_words_is_read(goal in "\\PC{0,60}") {
        let state = State(json!({"goal": goal})).0;
        let options = vec![("TAP".to_owned(), Value::Null), ("DONE".to_owned(), Value::Null), ("BACK".to_owned(), Value::Null)];
        prop_assert_eq!(choice(&state, &Value::Null, &options).len(), 3);
    }
}

#[test]
fn two_things_joined_by_and_are_two_where_the_screen_shows_one_of_them_alone() {
    let state = in_tools("Turn on the torch and the siren in Tools").switch("Torch", true).switch("Siren", false);
    assert_eq!(state.next(), "TAP Siren");
    let state =
        in_tools("Turn on lamps and torches in Tools").switch("Lamps and torches", false).switch("Lamps", false);
    assert_eq!(state.next(), "TAP Lamps and torches");
}

#[test]
fn what_reads_like_an_order_may_be_the_name_of_a_switch() {
    let state = in_tools("Show hidden lamps in Tools").switch("Show hidden lamps", false);
    assert_eq!(state.next(), "TAP Show hidden lamps");
}

#[test]
fn where_no_app_is_known_for_settings_some_are_looked_into() {
    let state = goal("Turn on the torch").row("Guten Tag").app("Bilder").app("Einstellungen");
    assert_eq!(state.clone().next(), "OPEN_APP Bilder");
    assert_eq!(state.did("OPEN_APP", "Bilder").next(), "OPEN_APP Einstellungen");
    let tried = ["Uhr", "Bilder", "Karten"]
        .into_iter()
        .fold(goal("Turn on the torch").row("Guten Tag").app("Post"), |state, app| state.did("OPEN_APP", app));
    assert_eq!(tried.next(), "BLOCKED");
}
