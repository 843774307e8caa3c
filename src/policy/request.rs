//! The body of a request: state and questions, in the order a model reads them.

use indexmap::IndexMap;
use serde::Serialize;

use super::budget::Size;
use super::decision::{PastAction, Situation};
use super::error::PolicyError;
use super::operation::Operation;
use super::options::{Family, NONE, Options, TableEntry};
use super::wording;
use crate::screen::control::toggled_by;
use crate::screen::{Element, Observation};

/// How many of the actions done so far a model is told of.
const RECENT: usize = 8;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    state: State<'a>,
    questions: IndexMap<&'static str, Question>,
}

#[derive(Serialize)]
struct State<'a> {
    goal: &'a str,
    foreground: Foreground<'a>,
    editable: bool,
    focused_field: Option<Field>,
    visible_text: Vec<String>,
    elements: Vec<Line>,
    apps: Vec<AppLine>,
    recent_actions: Vec<PastAction>,
}

#[derive(Serialize)]
struct Foreground<'a> {
    package: &'a str,
    label: &'a str,
}

#[derive(Serialize)]
struct Field {
    label: String,
    text: String,
    password: bool,
}

#[derive(Serialize)]
struct Line {
    index: String,
    label: String,
    editable: bool,
    scrollable: bool,
    operations: Vec<Operation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    selected: bool,
}

#[derive(Serialize)]
struct AppLine {
    index: String,
    label: String,
}

#[derive(Serialize)]
struct Question {
    r#type: &'static str,
    instructions: &'static str,
    criteria: IndexMap<String, String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The body, and how large it is.
pub(super) fn render(
    model: &str,
    situation: &Situation<'_>,
    options: &Options<'_>,
    visible_text: impl Iterator<Item = impl AsRef<str>>,
    longest: usize,
) -> Result<(Vec<u8>, Size), PolicyError> {
    let observation = situation.observation;
    let state = State {
        goal: situation.goal,
        foreground: foreground(situation),
        editable: observation.phone.is_editable,
        focused_field: observation.input_element().map(|field| Field {
            label: cut([&field.hint, &field.label].into_iter().find(|s| !s.is_empty()).map_or("", |s| s), longest),
            text: cut(&field.text, longest),
            password: field.password,
        }),
        visible_text: visible_text.map(|text| cut(text.as_ref(), longest)).collect(),
        elements: options.elements.iter().map(|line| render_line(observation, line, longest)).collect(),
        apps: app_labels(options, longest).map(|(index, label)| AppLine { index, label }).collect(),
        recent_actions: recent(situation.history, longest),
    };
    let mut questions = IndexMap::new();
    let operations = options.operations().into_iter().map(|operation| {
        let does = match operation {
            Operation::Done if options.offers(Family::Answer) => wording::ANSWERED,
            other => wording::operation(other),
        };
        (operation.name().to_owned(), does.to_owned())
    });
    questions.insert("operation", question(wording::OPERATION, operations.collect()));
    for family in Family::ALL.into_iter().filter(|family| options.offers(*family)) {
        questions.insert(
            family.question(),
            question(wording::target(family), criteria(observation, options, family, longest)),
        );
    }
    let mut sizes = Vec::new();
    for question in questions.values() {
        sizes.push((bytes(&question.criteria)?.len(), question.instructions.len(), question.criteria.len()));
    }
    let state_bytes = bytes(&state)?.len();
    let body = bytes(&Body { model, state, questions })?;
    let size = Size::of(state_bytes, &sizes, body.len());
    Ok((body, size))
}

fn bytes(value: &impl Serialize) -> Result<Vec<u8>, PolicyError> {
    serde_json::to_vec(value).map_err(|error| PolicyError::Other(error.into()))
}

fn question(instructions: &'static str, criteria: IndexMap<String, String>) -> Question {
    Question { r#type: "choice", instructions, criteria }
}

fn criteria(
    observation: &Observation,
    options: &Options<'_>,
    family: Family,
    longest: usize,
) -> IndexMap<String, String> {
    let lines = |wanted: fn(&TableEntry<'_>) -> bool| {
        options.elements.iter().filter(move |line| wanted(line)).map(move |line| {
            let state = match state_of(observation, line.element) {
                Some(true) => " (on)",
                Some(false) => " (off)",
                None => "",
            };
            (line.number.to_string(), cut(line.label(), longest) + state)
        })
    };
    match family {
        Family::App => app_labels(options, longest).collect(),
        Family::Tap => lines(|line| line.tap).collect(),
        Family::Scroll => lines(|line| line.scroll).collect(),
        Family::Text => or_none(family, options.texts.iter().map(String::as_str), longest),
        Family::Answer => or_none(family, options.answers.iter().flatten().copied(), longest),
    }
}

/// Numbered texts, and the option that none of them is right.
fn or_none<'t>(family: Family, texts: impl Iterator<Item = &'t str>, longest: usize) -> IndexMap<String, String> {
    let texts = texts.enumerate().map(|(i, text)| ((i + 1).to_string(), cut(text, longest)));
    texts.chain([(NONE.to_owned(), wording::none(family).to_owned())]).collect()
}

fn render_line(observation: &Observation, line: &TableEntry<'_>, longest: usize) -> Line {
    Line {
        index: line.number.to_string(),
        label: cut(line.label(), longest),
        editable: line.element.editable,
        scrollable: line.element.scrollable,
        operations: line.operations(),
        checked: state_of(observation, line.element),
        selected: line.element.selected,
    }
}

/// Whether an element is on or off, where it has a state: its own, or that of the one bare switch that a tap on it
/// sets. The profile's table knows the first alone, and so tells nothing of a row whose switch cannot be tapped.
fn state_of(observation: &Observation, element: &Element) -> Option<bool> {
    let mut controls = toggled_by(observation, element);
    match (controls.next(), controls.next()) {
        (Some(control), None) => Some(control.checked),
        _ => None,
    }
}

fn foreground<'a>(situation: &Situation<'a>) -> Foreground<'a> {
    let package = situation.observation.foreground();
    let app = situation.apps.iter().find(|app| app.package == package);
    Foreground { package, label: app.map_or(situation.observation.phone.current_app.as_str(), |app| &app.label) }
}

/// The names of the apps, with the package where that alone tells two apart.
fn app_labels<'o>(options: &'o Options<'_>, longest: usize) -> impl Iterator<Item = (String, String)> + use<'o> {
    options.apps.iter().enumerate().map(move |(position, app)| {
        let shared = options.apps.iter().filter(|other| other.label == app.label).count() > 1;
        let label = match (app.label.trim().is_empty(), shared) {
            (true, _) => app.package.clone(),
            (false, true) => format!("{} ({})", app.label, app.package),
            (false, false) => app.label.clone(),
        };
        ((position + 1).to_string(), cut(&label, longest))
    })
}

fn recent(history: &[PastAction], longest: usize) -> Vec<PastAction> {
    let from = history.len().saturating_sub(RECENT);
    let last = history.get(from..).unwrap_or_default().iter().cloned();
    last.map(|past| PastAction { target: past.target.map(|target| cut(&target, longest)), ..past }).collect()
}

/// At most so many characters, the last of them an ellipsis where something is missing.
pub(super) fn cut(text: &str, longest: usize) -> String {
    if text.chars().nth(longest).is_none() {
        return text.to_owned();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}
