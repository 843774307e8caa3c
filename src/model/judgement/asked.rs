//! Which question is asked, and its answer from the situation.

use serde_json::Value;

use super::operation::Operation;
use super::screen::{App, Element, Screen};
use super::situation::Situation;
use super::words::{stems, texts};
use super::{generic, spread};

/// Probabilities of the options of a choice, in their order; they sum to 1.
pub(in crate::model) fn choice(state: &Value, instructions: &Value, options: &[(String, Value)]) -> Vec<f64> {
    let Some(screen) = Screen::read(state) else { return generic::choice(state, instructions, options) };
    let situation = Situation::of(screen);
    if let Some(operations) = operations(options) {
        let merit = |operation: &Option<Operation>| operation.map_or(0.02, |operation| situation.operation(operation));
        return spread(&operations.iter().map(merit).collect::<Vec<_>>());
    }
    match family(instructions, options, &situation.screen) {
        Some(family) => spread(&options.iter().map(|option| merit(&situation, family, option)).collect::<Vec<_>>()),
        None => generic::choice(state, instructions, options),
    }
}

/// Probability of yes. Whether a goal is reached is judged as for the next step.
pub(in crate::model) fn yes(state: &Value, instructions: &Value, when_true: &Value, when_false: &Value) -> f64 {
    let asks_for_the_end = || {
        let asked = [instructions, when_true].into_iter().flat_map(texts).collect::<Vec<_>>().join(" ");
        let asked = stems(&asked);
        ["goal", "task", "don", "complet", "finish"].iter().any(|stem| asked.iter().any(|asked| asked == stem))
    };
    match Screen::read(state) {
        Some(screen) if asks_for_the_end() => Situation::of(screen).done().clamp(0.03, 0.97),
        _ => generic::yes(state, instructions, when_true, when_false),
    }
}

/// The operations that the options name, if that is what they name.
fn operations(options: &[(String, Value)]) -> Option<Vec<Option<Operation>>> {
    let named: Vec<Option<Operation>> = options.iter().map(|(name, _)| Operation::of(name)).collect();
    let known = named.iter().flatten().count();
    (known >= 3 && 2 * known > named.len()).then_some(named)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    App,
    Tap,
    Scroll,
    Text,
    Answer,
}

/// What the options are targets of. Ids are not shown to a model, so the instructions tell, and the labels.
fn family(instructions: &Value, options: &[(String, Value)], screen: &Screen) -> Option<Family> {
    let asked: Vec<String> = texts(instructions).iter().flat_map(|text| stems(text)).collect();
    let says = |words: &[&str]| asked.iter().any(|stem| words.contains(&stem.as_str()));
    let bears = |label: &str, (name, about): &(String, Value)| {
        let told = texts(about).join(" ");
        !label.is_empty() && (told.contains(label) || name == label)
    };
    let elements =
        options.iter().filter(|option| element(screen, option).is_some_and(|e| bears(&e.label.text, option)));
    let apps = options.iter().filter(|option| app(screen, option).is_some_and(|app| bears(&app.label, option)));
    let (elements, apps) = (elements.count(), apps.count());
    if says(&["answer"]) {
        Some(Family::Answer)
    } else if says(&["scroll", "swip"]) {
        Some(Family::Scroll)
    } else if says(&["text", "typ", "writ"]) && !says(&["tap", "click"]) {
        Some(Family::Text)
    } else if says(&["app"]) && apps > 0 && apps >= elements {
        Some(Family::App)
    } else if elements > 0 || says(&["tap", "click", "press", "element"]) {
        Some(Family::Tap)
    } else {
        None
    }
}

fn merit(situation: &Situation, family: Family, option: &(String, Value)) -> f64 {
    let (name, about) = option;
    let is_none = matches!(name.to_lowercase().as_str(), "none" | "no_match" | "nothing");
    let told = || texts(about).first().cloned().unwrap_or_else(|| name.clone());
    if family == Family::Text {
        return situation.text(if is_none { None } else { Some(told()) }.as_deref());
    }
    if family == Family::Answer {
        return situation.answer(if is_none { None } else { Some(told()) }.as_deref());
    }
    if is_none {
        return 0.3;
    }
    match family {
        Family::App => match app(&situation.screen, option) {
            Some(app) => situation.app(app),
            None => situation.app(&App { key: name.clone(), label: told() }),
        },
        Family::Scroll => element(&situation.screen, option).map_or(0.1, |element| situation.region(element)),
        Family::Tap | Family::Text | Family::Answer => match element(&situation.screen, option) {
            Some(element) => situation.tap(element),
            None => situation.tap(&Element::plain(name.clone(), &told())),
        },
    }
}

fn element<'a>(screen: &'a Screen, (name, _): &(String, Value)) -> Option<&'a Element> {
    screen.elements.iter().find(|element| element.key == *name)
}

fn app<'a>(screen: &'a Screen, (name, _): &(String, Value)) -> Option<&'a App> {
    screen.apps.iter().find(|app| app.key == *name)
}
