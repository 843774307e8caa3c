//! What a model may choose from: the profile's element table and the options of every question.

use std::sync::OnceLock;

use indexmap::IndexSet;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::screen::{Action, App, Direction, Element, Observation, Swipe};

use super::candidates::{scrollable, takes_text, tappable};
use super::label::label;
use super::operation::Operation;

/// Apps beyond this many are not offered; they can still be found through the launcher.
pub const MAX_APPS: usize = 200;

/// The option that stands for "none of these texts".
pub const NONE: &str = "NONE";

/// All options on one screen, before pruning.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// The elements that can be tapped or scrolled, numbered from 1 in this order.
    pub elements: Vec<TableEntry<'a>>,
    /// The apps that can be opened, numbered from 1; the app in front is not among them.
    pub apps: Vec<&'a App>,
    /// The texts that can be typed now, numbered from 1.
    pub texts: &'a [String],
    /// Text can be entered, but there are no values to offer: the model can say so.
    pub lacks_texts: bool,
    /// Enter can be pressed.
    pub enter: bool,
    /// The texts that can be given as the answer, numbered from 1; none for goals that want no answer.
    pub answers: Option<Vec<&'a str>>,
}

/// One line of the element table.
#[derive(Debug, Clone)]
pub struct TableEntry<'a> {
    /// The element.
    pub element: &'a Element,
    /// Its number, from 1.
    pub number: usize,
    /// It can be tapped.
    pub tap: bool,
    /// It can be scrolled.
    pub scroll: bool,
    observation: &'a Observation,
    /// Computed when it is asked for: most lines of a very large screen are left out of the request.
    label: OnceLock<String>,
}

impl TableEntry<'_> {
    /// Its label.
    #[must_use]
    pub fn label(&self) -> &str {
        self.label.get_or_init(|| label(self.observation, self.element))
    }

    /// What can be done to it, in the profile's order.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        let scrolls = Direction::ALL.into_iter().filter(|_| self.scroll).map(Operation::scroll);
        std::iter::once(Operation::Tap).filter(|_| self.tap).chain(scrolls).collect()
    }
}

/// As the profile shows it to a model: `index`, `label`, `editable`, `scrollable`, `operations`, and, where they say
/// something, `checked` and `selected`.
impl Serialize for TableEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("TableEntry", 7)?;
        line.serialize_field("index", &self.number.to_string())?;
        line.serialize_field("label", self.label())?;
        line.serialize_field("editable", &self.element.editable)?;
        line.serialize_field("scrollable", &self.element.scrollable)?;
        line.serialize_field("operations", &self.operations())?;
        if self.element.checkable {
            line.serialize_field("checked", &self.element.checked)?;
        }
        if self.element.selected {
            line.serialize_field("selected", &true)?;
        }
        line.end()
    }
}

/// The family of questions that a target is asked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Which app to open.
    App,
    /// Which element to tap.
    Tap,
    /// Which region to scroll.
    Scroll,
    /// Which text to type.
    Text,
    /// Which text of the screen answers the goal. Asked only for goals that want an answer, and used with `DONE`.
    Answer,
}

impl Family {
    /// All of them, in the order they are asked.
    pub const ALL: [Family; 5] = [Family::App, Family::Tap, Family::Scroll, Family::Text, Family::Answer];

    /// The name of its question.
    #[must_use]
    pub fn question(self) -> &'static str {
        match self {
            Family::App => "app_target",
            Family::Tap => "tap_target",
            Family::Scroll => "scroll_target",
            Family::Text => "text_value",
            Family::Answer => "answer_text",
        }
    }

    /// The family whose answer an operation needs.
    #[must_use]
    pub fn of(operation: Operation) -> Option<Self> {
        match operation {
            Operation::OpenApp => Some(Family::App),
            Operation::Tap => Some(Family::Tap),
            Operation::TypeText => Some(Family::Text),
            Operation::ScrollDown | Operation::ScrollUp | Operation::ScrollLeft | Operation::ScrollRight => {
                Some(Family::Scroll)
            }
            _ => None,
        }
    }
}

impl<'a> Options<'a> {
    /// The options on a screen, given the apps that may be offered (see [`narrow`](super::narrow)) and the texts that
    /// may be typed.
    #[must_use]
    pub fn new(observation: &'a Observation, texts: &'a [String], apps: &[&'a App]) -> Self {
        let entry = |element: &'a Element| TableEntry {
            element,
            number: 0,
            tap: false,
            scroll: false,
            observation,
            label: OnceLock::new(),
        };
        let mut elements: Vec<TableEntry<'a>> =
            tappable(observation).map(|element| TableEntry { tap: true, ..entry(element) }).collect();
        // Taps are in document order, so the line of a region is found by its position.
        let taps = elements.len();
        for region in scrollable(observation) {
            let known =
                elements.get(..taps).unwrap_or_default().binary_search_by_key(&region.index, |e| e.element.index);
            match known.ok().and_then(|at| elements.get_mut(at)) {
                Some(line) => line.scroll = true,
                None => elements.push(TableEntry { scroll: true, ..entry(region) }),
            }
        }
        for (position, line) in elements.iter_mut().enumerate() {
            line.number = position + 1;
        }
        let takes_text = takes_text(observation);
        Self {
            elements,
            apps: apps.iter().copied().filter(|app| app.package != observation.foreground()).take(MAX_APPS).collect(),
            texts: if takes_text { texts } else { &[] },
            lacks_texts: false,
            enter: observation.phone.is_editable,
            answers: None,
        }
    }

    /// The same for a goal that wants an answer: any text to be read on the screen, once each, in document order.
    #[must_use]
    pub fn with_answers(self, observation: &'a Observation) -> Self {
        let readable = observation.elements().filter(|element| !element.password);
        let texts = readable.flat_map(|element| [element.text.trim(), element.label.trim()]);
        let answers: IndexSet<&str> = texts.filter(|text| !text.is_empty()).collect();
        Self { answers: Some(answers.into_iter().collect()), ..self }
    }

    /// Whether this family has anything to ask.
    #[must_use]
    pub fn offers(&self, family: Family) -> bool {
        match family {
            Family::App => !self.apps.is_empty(),
            Family::Tap => self.elements.iter().any(|line| line.tap),
            Family::Scroll => self.elements.iter().any(|line| line.scroll),
            Family::Text => !self.texts.is_empty() || self.lacks_texts,
            Family::Answer => self.answers.is_some(),
        }
    }

    /// The operations offered, in the profile's order.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        use Operation::{
            Back, Blocked, Done, Enter, Home, OpenApp, ScrollDown, ScrollLeft, ScrollRight, ScrollUp, Tap, TypeText,
            Wait,
        };
        let all = [
            OpenApp,
            Tap,
            TypeText,
            ScrollDown,
            ScrollUp,
            ScrollLeft,
            ScrollRight,
            Back,
            Home,
            Enter,
            Wait,
            Done,
            Blocked,
        ];
        let offered = |operation: &Operation| match Family::of(*operation) {
            Some(family) => self.offers(family),
            None => *operation != Enter || self.enter,
        };
        all.into_iter().filter(offered).collect()
    }

    /// The option keys of a family, in order.
    #[must_use]
    pub fn keys(&self, family: Family) -> Vec<String> {
        let count = |count: usize| (1..=count).map(|number| number.to_string());
        let lines = |wanted: fn(&TableEntry<'_>) -> bool| {
            self.elements.iter().filter(move |line| wanted(line)).map(|line| line.number.to_string())
        };
        match family {
            Family::App => count(self.apps.len()).collect(),
            Family::Tap => lines(|line| line.tap).collect(),
            Family::Scroll => lines(|line| line.scroll).collect(),
            Family::Text => count(self.texts.len()).chain([NONE.to_owned()]).collect(),
            Family::Answer => count(self.answers.as_ref().map_or(0, Vec::len)).chain([NONE.to_owned()]).collect(),
        }
    }

    /// The answer of this number.
    #[must_use]
    pub fn answer(&self, number: usize) -> Option<&'a str> {
        self.answers.as_ref()?.get(number.checked_sub(1)?).copied()
    }

    /// The action behind an operation and its target's key, with the target in words. `None` where there is none:
    /// waiting and ending, `NONE`, and keys that were not offered.
    #[must_use]
    pub fn action(&self, operation: Operation, key: &str) -> Option<(Action, String)> {
        let number = key.parse::<usize>().ok()?.checked_sub(1)?;
        let line = self.elements.iter().find(|line| line.number == number + 1);
        match Family::of(operation)? {
            Family::App => {
                let app = self.apps.get(number)?;
                Some((Action::OpenApp { package: app.package.clone() }, app.label.clone()))
            }
            Family::Tap => {
                let line = line.filter(|line| line.tap)?;
                Some((Action::TapElement { element_id: line.element.id.clone() }, line.label().to_owned()))
            }
            Family::Scroll => {
                let line = line.filter(|line| line.scroll)?;
                let direction = Direction::ALL.into_iter().find(|d| Operation::scroll(*d) == operation)?;
                let swipe = Swipe::scrolling(&line.element.id, line.element.bounds, direction);
                Some((Action::Swipe(swipe), line.label().to_owned()))
            }
            Family::Text => {
                let text = self.texts.get(number)?;
                Some((Action::Type { text: text.clone(), clear: true }, text.clone()))
            }
            // An answer is said, not done.
            Family::Answer => None,
        }
    }
}
