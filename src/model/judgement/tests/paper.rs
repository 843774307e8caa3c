//! Whole ways to a goal, on a phone made of paper: pages of rows written down as text.

use std::collections::BTreeMap;

use rstest::rstest;
use serde_json::json;

use super::{State, goal};
use crate::model::judgement::words::words;

/// A page begins with its name; then a row a line, by its first sign:
/// `>` leads to the page of its name, `~` is switched by a tap anywhere, `:` leads on but its switch is apart,
/// `=` is the bar of a page, `?` asks for one of several values, `@` opens a search, `-` does nothing.
const TOOLS: &str = "
[Tools]
@ Search tools
> Beeps & buzzing / Loudness, tones
> Torch and lamp / Night lamp, blinking
> Clocks / Alarm
> Radio / Stations
> Compass
> Weather / Rain, wind
> Recorder / Quality
> Ruler
> Calculator / Digits
> Notes / Lists
> Level
> Help and feedback
[Beeps & buzzing]
- Loudness / 40%
~ Key beeps
~ Buzz on touch
? Alarm tone = Bells | Bells, Horn, Birds
[Torch and lamp]
~ Torch
: Night lamp
? Lamp timeout = 2 minutes | 30 seconds, 2 minutes, 10 minutes, 30 minutes
> Colours
[Night lamp]
= Use night lamp
- Schedule / None
[Colours]
~ Rainbow
[Compass]
~ True north
[Help and feedback]
- Version / 7
- Licences
";

/// How many rows a screen shows.
const WINDOW: usize = 6;

const STEPS: usize = 12;

#[derive(Clone)]
struct Row {
    sign: char,
    title: String,
    rest: String,
}

#[derive(Clone)]
struct Paper {
    pages: BTreeMap<String, Vec<Row>>,
    first: String,
    on: BTreeMap<String, bool>,
    values: BTreeMap<String, String>,
    stack: Vec<Place>,
    done: Vec<(String, String, bool)>,
}

#[derive(Clone, PartialEq)]
enum Place {
    Home,
    Page(String, usize),
    Dialog(String),
    Search(Option<String>),
}

impl Paper {
    fn new(text: &str) -> Self {
        let mut pages: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        let (mut page, mut first) = (String::new(), None);
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix('[') {
                page = name.trim_end_matches(']').to_owned();
                first.get_or_insert_with(|| page.clone());
                pages.insert(page.clone(), Vec::new());
            } else {
                let (title, rest) = line[2..].split_once(['/', '=']).unwrap_or((&line[2..], ""));
                let row =
                    Row { sign: line.chars().next().unwrap(), title: title.trim().into(), rest: rest.trim().into() };
                pages.get_mut(&page).unwrap().push(row);
            }
        }
        let first = first.unwrap();
        Self { pages, first, on: BTreeMap::new(), values: BTreeMap::new(), stack: vec![Place::Home], done: Vec::new() }
    }

    fn row(&self, title: &str) -> &Row {
        self.pages.values().flatten().find(|row| row.title == title).unwrap()
    }

    /// A page that is not written down is empty.
    fn rows(&self, page: &str) -> &[Row] {
        self.pages.get(page).map_or(&[], Vec::as_slice)
    }

    fn is_on(&self, title: &str) -> bool {
        self.on.get(title).copied().unwrap_or(false)
    }

    fn value(&self, title: &str) -> String {
        let written = self.row(title).rest.split('|').next().unwrap().trim().to_owned();
        self.values.get(title).cloned().unwrap_or(written)
    }

    fn page(&self) -> String {
        match self.stack.last().unwrap() {
            Place::Page(name, _) => name.clone(),
            _ => String::new(),
        }
    }

    /// What the agent is told.
    fn state(&self, text: &str) -> State {
        let mut state = goal(text).app("Maps");
        let shown = match self.stack.last().unwrap() {
            Place::Home => state.front("Launcher").app(&self.first).rows(&["Maps", &self.first]),
            Place::Page(name, from) => {
                state = state.front(&self.first).line(name);
                if *name != self.first {
                    state = state.row("Navigate up");
                }
                let rows = self.rows(name);
                for row in rows.iter().skip(*from).take(WINDOW) {
                    let label =
                        if row.rest.is_empty() { row.title.clone() } else { format!("{} / {}", row.title, row.rest) };
                    state = match row.sign {
                        '~' | '=' => state.switch(&row.title, self.is_on(&row.title)),
                        ':' => state.row(&row.title).switch(&row.title, self.is_on(&row.title)),
                        '?' => state.row(&format!("{} / {}", row.title, self.value(&row.title))),
                        '-' => label.split(" / ").fold(state, |state, line| state.line(line)),
                        _ => state.row(&label),
                    };
                }
                if rows.len() > WINDOW { state.list() } else { state }
            }
            Place::Dialog(title) => {
                let options = self.row(title).rest.split_once('|').unwrap().1.to_owned();
                let chosen = self.value(title);
                let state = state.front(&self.first).line(title);
                options
                    .split(',')
                    .map(str::trim)
                    .fold(state, |s, option| s.switch(option, option == chosen))
                    .row("Cancel")
            }
            Place::Search(typed) => {
                let state = state
                    .front("Finder")
                    .app(&self.first)
                    .row("Navigate up")
                    .field("Search tools")
                    .focus("Search tools");
                let found = self.found(typed.as_deref());
                if typed.is_some() && found.is_empty() {
                    state.line("Nothing found")
                } else {
                    found.iter().fold(state, |state, (page, title)| state.row(&format!("{title} / {page}")))
                }
            }
        };
        self.done
            .iter()
            .fold(shown, |state, (operation, target, changed)| {
                state.push("recent_actions", json!({"operation": operation, "target": target, "changed": changed}))
            })
            .last_eight()
    }

    fn found(&self, typed: Option<&str>) -> Vec<(String, String)> {
        let Some(typed) = typed.map(words) else { return Vec::new() };
        let rows =
            self.pages.iter().flat_map(|(page, rows)| rows.iter().map(move |row| (page.clone(), row.title.clone())));
        rows.filter(|(_, title)| typed.iter().all(|word| words(title).contains(word))).collect()
    }

    /// Does what was chosen, as `OPERATION target`.
    fn act(&mut self, chosen: &str) {
        let (operation, target) = chosen.split_once(' ').unwrap_or((chosen, ""));
        let (target, twin) = target.split_once(" #").map_or((target, false), |(target, _)| (target, true));
        let before = (self.stack.clone(), self.on.clone(), self.values.clone());
        match (operation, self.stack.last().cloned().unwrap()) {
            ("OPEN_APP", _) => self.stack = vec![Place::Home, Place::Page(self.first.clone(), 0)],
            ("BACK", _) if self.stack.len() > 1 => drop(self.stack.pop()),
            ("SCROLL_DOWN", Place::Page(name, from)) => {
                let end = self.rows(&name).len().saturating_sub(WINDOW);
                *self.stack.last_mut().unwrap() = Place::Page(name, (from + WINDOW - 2).min(end));
            }
            ("SCROLL_UP", Place::Page(name, from)) => {
                *self.stack.last_mut().unwrap() = Place::Page(name, from.saturating_sub(WINDOW - 2));
            }
            ("TYPE_TEXT", Place::Search(_)) => *self.stack.last_mut().unwrap() = Place::Search(Some(target.into())),
            ("TAP", Place::Dialog(title)) => {
                if target != "Cancel" {
                    self.values.insert(title, target.into());
                }
                self.stack.pop();
            }
            ("TAP", Place::Search(_)) => {
                let page = target.split_once(" / ").unwrap().1.to_owned();
                self.stack.push(Place::Page(page, 0));
            }
            ("TAP", Place::Page(..)) => {
                let title = target.split(" / ").next().unwrap();
                match self.row(title).sign {
                    '~' | '=' => drop(self.on.insert(title.into(), !self.is_on(title))),
                    // The second of two targets of a name is the switch.
                    ':' if twin => drop(self.on.insert(title.into(), !self.is_on(title))),
                    '?' => self.stack.push(Place::Dialog(title.into())),
                    '@' => self.stack.push(Place::Search(None)),
                    _ => self.stack.push(Place::Page(title.into(), 0)),
                }
            }
            _ => {}
        }
        let changed = before != (self.stack.clone(), self.on.clone(), self.values.clone());
        self.done.push((operation.into(), target.into(), changed));
    }

    /// Pursues a goal; what was done, the claim last.
    fn pursue(&mut self, text: &str, steps: usize) -> Vec<String> {
        let mut way = Vec::new();
        for _ in 0..=steps {
            let next = self.state(text).next();
            way.push(next.clone());
            if matches!(next.as_str(), "DONE" | "BLOCKED") {
                break;
            }
            self.act(&next);
        }
        way
    }
}

impl State {
    fn last_eight(mut self) -> Self {
        let actions = self.0["recent_actions"].as_array_mut().unwrap();
        let gone = actions.len().saturating_sub(8);
        actions.drain(..gone);
        self
    }
}

fn pursued(text: &str) -> (Paper, Vec<String>) {
    let mut phone = Paper::new(TOOLS);
    let way = phone.pursue(text, STEPS);
    (phone, way)
}

#[rstest]
#[case::in_sight("Turn on the torch in Tools.", "Torch")]
#[case::a_switch_apart("Turn on night lamp in the Tools app.", "Night lamp")]
#[case::by_its_place("In Tools, go to Beeps & buzzing and turn on key beeps.", "Key beeps")]
#[case::not_in_sight("Turn on true north in Tools.", "True north")]
#[case::two_pages_down("Turn on rainbow in Tools.", "Rainbow")]
fn a_switch_is_turned_on(#[case] text: &str, #[case] title: &str) {
    let (phone, way) = pursued(text);
    assert_eq!(phone.on, BTreeMap::from([(title.to_owned(), true)]), "{way:#?}");
    assert_eq!(way.last().unwrap(), "DONE", "{way:#?}");
}

#[test]
fn a_switch_is_turned_off() {
    let mut phone = Paper::new(TOOLS);
    phone.on.insert("Night lamp".into(), true);
    let way = phone.pursue("Turn off the night lamp in Tools.", STEPS);
    assert!(!phone.is_on("Night lamp") && way.last().unwrap() == "DONE", "{way:#?}");
}

#[rstest]
#[case("Set the lamp timeout to 10 minutes in Tools.", "Lamp timeout", "10 minutes")]
#[case("In Tools, choose Birds for the alarm tone.", "Alarm tone", "Birds")]
fn a_value_is_chosen(#[case] text: &str, #[case] title: &str, #[case] value: &str) {
    let (phone, way) = pursued(text);
    assert_eq!(phone.values, BTreeMap::from([(title.to_owned(), value.to_owned())]), "{way:#?}");
    assert_eq!(way.last().unwrap(), "DONE", "{way:#?}");
}

#[rstest]
#[case("Open the Help and feedback page in Tools.", "Help and feedback")]
#[case("Open Colours in Tools.", "Colours")]
#[case("Search Tools for licences and open the result.", "Help and feedback")]
fn a_page_is_opened(#[case] text: &str, #[case] page: &str) {
    let (phone, way) = pursued(text);
    assert_eq!(phone.page(), page, "{way:#?}");
    assert_eq!(way.last().unwrap(), "DONE", "{way:#?}");
}

#[rstest]
#[case("Turn on the disco ball in Tools.")]
#[case("Turn on torch blinking in Tools.")]
#[case("Set the lamp timeout to 5 hours in Tools.")]
#[case("Open the Gyroscope page in Tools.")]
#[case("Order a pizza.")]
fn what_cannot_be_done_is_given_up_and_nothing_is_changed(#[case] text: &str) {
    let (phone, way) = pursued(text);
    assert!(phone.on.is_empty() && phone.values.is_empty(), "{way:#?}");
    assert_eq!(way.last().unwrap(), "BLOCKED", "{way:#?}");
}

/// Words that keep their meaning: grammar, numbers, and what is done to things.
const KEPT: [&str; 33] = [
    "in", "the", "and", "on", "off", "to", "for", "a", "of", "turn", "set", "choose", "open", "search", "go", "app",
    "page", "result", "use", "find", "navigate", "up", "cancel", "nothing", "found", "help", "none", "2", "10", "30",
    "minutes", "seconds", "order",
];

/// Replaces every other word by one without meaning, the same for the same.
fn without_meaning(text: &str, seed: u64) -> String {
    let mut mapped = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        mapped.push_str(&if word.is_empty() || KEPT.contains(&word.to_lowercase().as_str()) {
            std::mem::take(&mut word)
        } else {
            nonsense(&std::mem::take(&mut word), seed)
        });
        mapped.push(letter);
    }
    mapped.truncate(mapped.len() - 1);
    mapped
}

fn nonsense(word: &str, seed: u64) -> String {
    let mut hash = word
        .to_lowercase()
        .bytes()
        .fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut made = String::new();
    for _ in 0..3 {
        made.push(char::from(b"bdfgklmnprtvz"[(hash % 13) as usize]));
        made.push(char::from(b"aeiou"[(hash / 13 % 5) as usize]));
        hash /= 65;
    }
    if word.starts_with(char::is_uppercase) { made[..1].to_uppercase() + &made[1..] } else { made }
}

#[rstest]
#[case("Turn on the torch in Tools.")]
#[case("Turn on night lamp in the Tools app.")]
#[case("In Tools, go to Beeps & buzzing and turn on key beeps.")]
#[case("Turn on rainbow in Tools.")]
#[case("Set the lamp timeout to 10 minutes in Tools.")]
#[case("In Tools, choose Birds for the alarm tone.")]
#[case("Open the Help and feedback page in Tools.")]
#[case("Search Tools for licences and open the result.")]
#[case("Turn on the disco ball in Tools.")]
fn the_way_hangs_on_shared_words_and_not_on_what_they_mean(#[case] text: &str) {
    let operations = |way: Vec<String>| -> Vec<String> {
        way.iter().map(|step| step.split(' ').next().unwrap().to_owned()).collect()
    };
    let usual = operations(pursued(text).1);
    for seed in 0..5 {
        let strange = Paper::new(&without_meaning(TOOLS, seed)).pursue(&without_meaning(text, seed), STEPS);
        assert_eq!(operations(strange), usual);
    }
}
