//! The situation: the screen, read against the goal and what was done.

use super::app::app_fit;
use super::goal::{End, Goal, Intent, Phrase};
use super::history::Trail;
use super::label::{Label, Part};
use super::relevance::{Rarity, Sought};
use super::screen::{Element, Screen};
use super::words::words;
use super::{first_best, operation::Operation};

/// Everything that a step is judged by.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Situation {
    pub(super) screen: Screen,
    pub(super) trail: Trail,
    pub(super) goal: Goal,
    /// The app that the goal names, by its label.
    pub(super) app: Option<String>,
    /// No app is named, or it is in front.
    pub(super) inside: bool,
    pub(super) headings: Vec<Part>,
    rarity: Rarity,
    /// Which end is to be reached next, and how well it is already.
    next: usize,
    pub(super) progress: f64,
    /// The key of the control that the next end is about, and its state as far as it shows.
    pub(super) switch: Option<(String, Option<bool>)>,
}

/// Coverage from which a label is taken for the thing itself, so that it may be switched.
pub(super) const ITSELF: f64 = 0.8;

impl Situation {
    pub(super) fn of(screen: Screen) -> Self {
        let trail = Trail::of(&screen.history);
        let labels = screen.apps.iter().map(|app| &app.label).chain(&screen.foreground).chain(&trail.opened);
        let fitting = labels.map(|label| (label, app_fit(&screen.goal, label))).filter(|(_, fit)| *fit > 0.0);
        let app = first_best(fitting).map(|(label, _)| label.clone());
        let same = |label: &String| app.as_ref().is_some_and(|app| words(app) == words(label));
        let inside = app.is_none()
            || screen.foreground.iter().any(same)
            || (!trail.at_home && (trail.opened.last().is_some_and(same) || trail.forgot_its_start()));
        let mut goal = Goal::read(&screen.goal, app.as_deref());
        goal.ends = goal.ends.into_iter().flat_map(|end| screen_says(end, &screen)).collect();
        let rarity = Rarity::among(screen.tappable().map(|element| element.label.whole()).collect::<Vec<_>>().iter());
        let headings = screen.headings();
        let mut found =
            Self { screen, trail, goal, app, inside, headings, rarity, next: 0, progress: 0.0, switch: None };
        let ends = &found.goal.ends;
        let unfinished = ends.iter().position(|end| !found.was_reached(end) && found.reached(end) < 0.5);
        found.next = unfinished.unwrap_or(ends.len().saturating_sub(1));
        found.progress = found.current().map_or(0.0, |end| found.reached(end));
        let control = found.current().and_then(|end| found.control(&end.object));
        found.switch = control.map(|(element, state)| (element.key.clone(), state));
        found
    }

    /// A phrase, weighed for this screen.
    pub(super) fn sought(&self, phrase: &Phrase) -> Sought {
        // A switch that was set is still here: it led nowhere.
        let stays = |label: &Label| {
            self.screen.tappable().any(|element| element.checked.is_some() && same_label(&element.label, label))
        };
        let passed = self.trail.path.iter().map(|passed| &passed.label).filter(|label| !stays(label));
        Sought::new(phrase, &self.rarity, passed.map(|label| &label.title).chain(&self.headings))
    }

    /// The end that is to be reached next, or the last one.
    pub(super) fn current(&self) -> Option<&End> {
        self.goal.ends.get(self.next)
    }

    /// The ends before it.
    pub(super) fn before(&self) -> &[End] {
        self.goal.ends.get(..self.next).unwrap_or_default()
    }

    /// The history shows that an end was pursued to its object and left behind.
    pub(super) fn was_reached(&self, end: &End) -> bool {
        let sought = Sought::new(&end.object, &Rarity::default(), std::iter::empty());
        let history = &self.screen.history;
        let at = history
            .iter()
            .position(|did| did.operation == Some(Operation::Tap) && sought.coverage(&did.target.title) >= 0.9);
        let typed = matches!(end.intent, Intent::Search | Intent::Write) && self.typed(&end.value);
        typed || at.is_some_and(|at| history[at + 1..].iter().any(|did| sought.coverage(&did.target.title) < 0.9))
    }

    /// A phrase stands in the titles on the way here, or in a heading.
    pub(super) fn in_context(&self, phrase: &Phrase) -> bool {
        let sought = Sought::new(phrase, &Rarity::default(), std::iter::empty());
        let passed = self.trail.path.iter().map(|passed| &passed.label.title).chain(&self.headings);
        passed.into_iter().any(|part| sought.coverage(part) >= ITSELF)
    }

    /// A text was typed where it belongs, or stands in a field.
    pub(super) fn typed(&self, phrase: &Phrase) -> bool {
        let wanted: Vec<&str> = named(phrase);
        let is_it = |label: &Label| label.whole().stems.iter().map(String::as_str).eq(wanted.iter().copied());
        let fields = self.screen.elements.iter().filter(|element| element.editable).map(|element| &element.label);
        let typed =
            self.trail.typed.iter().filter(|typed| !typed.in_search || self.wants_search()).map(|typed| &typed.label);
        !wanted.is_empty() && typed.chain(fields).chain([&self.screen.entered]).any(is_it)
    }

    /// The goal itself speaks of a search, else one is but a way.
    pub(super) fn wants_search(&self) -> bool {
        let search = |phrase: &Phrase| phrase.terms.iter().any(|term| term.stem == "search");
        self.goal.ends.iter().any(|end| end.intent == Intent::Search || search(&end.object)) || search(&self.goal.place)
    }

    /// How far an element's title names what is sought. What a search's result led to goes by all that the result said.
    fn names(&self, sought: &Sought, element: &Element) -> f64 {
        let mut path = self.trail.path.iter();
        let result = path.find(|passed| passed.result && same_label(&passed.label, &element.label));
        let said = result.map_or(0.0, |passed| sought.coverage(&passed.label.whole()));
        sought.coverage(&element.label.title).max(said)
    }

    /// The page is named after a phrase and nothing else.
    fn is_page_of(&self, phrase: &Phrase) -> bool {
        let sought = Sought::new(phrase, &Rarity::default(), std::iter::empty());
        let passed = self.trail.path.last().map(|passed| &passed.label.title).into_iter().chain(&self.headings);
        passed.into_iter().any(|part| sought.coverage(part) >= ITSELF && sought.precision(part) > 0.6)
    }

    /// The control of a switch: the element that is the object itself, and its state as far as it shows.
    pub(super) fn control(&self, object: &Phrase) -> Option<(&Element, Option<bool>)> {
        let sought = self.sought(object);
        let named = self
            .screen
            .tappable()
            .filter(|element| !element.editable)
            .map(|element| (element, self.names(&sought, element)))
            // What only mentions it among other things is not the thing itself.
            .filter(|(element, coverage)| *coverage >= ITSELF && sought.precision(&element.label.title) >= 0.4)
            .map(|(element, coverage)| {
                let rank = coverage + 0.3 * sought.precision(&element.label.title);
                (element, rank + if element.checked.is_some() { 1.0 } else { 0.0 })
            });
        let named = first_best(named).map(|(element, _)| (element, element.checked.or(element.label.says_on())));
        // Of several options of which one is chosen, that of "On" or "Off".
        let option = |element: &&Element| bare_state(element).is_some() && element.checked.is_some();
        let states: Vec<bool> = self.screen.tappable().filter_map(|element| element.checked).collect();
        // A switch may say its own state beside its name; an option does not.
        let says_itself = |element: &Element| element.checked.is_some() && element.label.says_on() == element.checked;
        let options = states.len() > 1
            && states.iter().filter(|chosen| **chosen).count() == 1
            && !self.screen.tappable().any(says_itself);
        if options
            && self.is_page_of(object)
            && let Some(element) = self.screen.tappable().find(option)
        {
            let on = bare_state(element) == element.checked;
            return Some((element, Some(on)));
        }
        // A page's only bar, or else its only switch, need not bear the name of the page.
        let nameless = || {
            let state = |element: &Element| element.checked.or(bare_state(element));
            let alone = |found: &dyn Fn(&&Element) -> bool| {
                let mut found = self.screen.tappable().filter(found);
                found.next().filter(|_| found.next().is_none())
            };
            let page = self.is_page_of(object);
            let element = alone(&|element| is_bar(element)).or_else(|| alone(&|element| state(element).is_some()));
            element.filter(|_| page).map(|element| (element, state(element)))
        };
        match named {
            Some((element, Some(state))) => Some((element, Some(state))),
            Some((element, None)) => nameless().filter(|(other, _)| is_bar(other)).or(Some((element, None))),
            None => nameless(),
        }
    }

    /// The element was tapped last, whatever came of it.
    pub(super) fn just_tapped(&self, element: &Element) -> bool {
        self.trail.last_tap.as_ref().is_some_and(|label| same_label(label, &element.label))
    }
}

/// An end as the labels in sight and on the way tell it is meant. "A and B" may be the name of one thing or two things,
/// and what reads like something to do may be the name of a switch: "Show hidden files".
fn screen_says(end: End, screen: &Screen) -> Vec<End> {
    let named_like_it = |element: &Element| {
        let stems = &element.label.title.stems;
        element.checked.is_some() && stems.len() > 1 && end.said.starts_with(stems)
    };
    if !matches!(end.intent, Intent::Switch(_)) {
        return match screen.tappable().find(|element| named_like_it(element)) {
            Some(element) => {
                let object = Phrase::of(&element.label.title.stems);
                vec![End { intent: Intent::Switch(true), object, value: Phrase::default(), ..end }]
            }
            None => vec![end],
        };
    }
    let Some(halves) = end.object.halves() else { return vec![end] };
    let labels = screen.elements.iter().filter(|element| element.tappable).map(|element| &element.label);
    let labels = labels.chain(screen.history.iter().map(|did| &did.target));
    let parts: Vec<&Part> = labels.flat_map(Label::parts).collect();
    let any = |phrase: &Phrase, precision: f64| {
        let sought = Sought::new(phrase, &Rarity::default(), std::iter::empty());
        parts.iter().any(|part| sought.coverage(part) >= 0.9 && sought.precision(part) >= precision)
    };
    // What was typed is no label, but that all of it was sought and is not here tells as much.
    let sought_in_vain = screen.history.iter().any(|did| did.operation == Some(Operation::Type));
    if !any(&end.object, 0.0) && (sought_in_vain || halves.iter().any(|half| any(half, 1.0))) {
        halves.into_iter().map(|object| End { object, ..end.clone() }).collect()
    } else {
        vec![end]
    }
}

/// A label of nothing but "On" or "Off".
fn bare_state(element: &Element) -> Option<bool> {
    match element.label.title.stems.as_slice() {
        [word] if word == "on" => Some(true),
        [word] if word == "off" => Some(false),
        _ => None,
    }
}

fn is_bar(element: &Element) -> bool {
    bare_state(element).is_some()
}

pub(super) fn same_label(one: &Label, other: &Label) -> bool {
    !one.title.stems.is_empty() && one.title.stems == other.title.stems
}

/// The words of a phrase without what its name can do without: the kind of thing, and where everything is anyway.
pub(super) fn named(phrase: &Phrase) -> Vec<&str> {
    let mut terms = phrase.terms.as_slice();
    while let [rest @ .., last] = terms
        && last.weight < 0.5
        && (last.weight < 0.05 && !rest.is_empty() || rest.iter().any(|term| term.weight >= 1.0))
    {
        terms = rest;
    }
    terms.iter().map(|term| term.stem.as_str()).collect()
}
