//! How good each operation and each target is now. Merits lie in [0, 1]; the table of the fixed ones is the policy:
//! what fits is tapped, then the list is looked through, then a search is used, then the page is left, then the agent
//! gives up.

use super::goal::{End, Intent, Phrase};
use super::label::{Label, Part};
use super::operation::Operation;
use super::screen::{App, Element};
use super::situation::{ITSELF, Situation, same_label};
use super::words::{stem, stems};

const OPEN_NAMED_APP: f64 = 0.97;
const OPEN_SETTINGS: f64 = 0.6;
/// In whatever app, where none is known to be the right one: from the home screen, and from one that had nothing.
const LOOK_AROUND: f64 = 0.47;
const LOOK_ELSEWHERE: f64 = 0.315;
const WAIT_FOR_SCREEN: f64 = 0.9;
const WAIT_FOR_RESULTS: f64 = 0.5;
const SCROLL_ON: f64 = 0.45;
const SHOW_MORE: f64 = 0.43;
const SEARCH: f64 = 0.40;
/// Once a page has not held what it promised.
const SEARCH_AFTER_ALL: f64 = 0.47;
const SCROLL_BACK: f64 = 0.38;
const SCROLL_FURTHER: f64 = 0.33;
const SUBMIT: f64 = 0.44;
const LEAVE: f64 = 0.32;
const SCROLL_ELSEWHERE: f64 = 0.31;
const GIVE_UP: f64 = 0.30;
/// After a search, and on the very page that should have had it.
const GIVE_UP_HERE: f64 = 0.42;
const GIVE_UP_AT_ONCE: f64 = 0.5;
/// What is possible but has nothing to be said for it.
const IDLE: f64 = 0.05;

/// Screens of a list looked through before a search is tried, and in all.
const FIRST_SCROLLS: usize = 2;
const ALL_SCROLLS: usize = 5;
const MAX_SCROLLS_BACK: usize = 3;
const MAX_WAITS: usize = 6;
const MOST_LOOKED_INTO: usize = 3;

impl Situation {
    /// How good an operation is, its best target taken.
    pub(super) fn operation(&self, operation: Operation) -> f64 {
        match operation {
            Operation::OpenApp => self.screen.apps.iter().map(|app| self.app(app)).fold(0.0, f64::max),
            Operation::Tap => self.screen.tappable().map(|element| self.tap(element)).fold(0.0, f64::max),
            Operation::Type => self.typing(),
            Operation::ScrollDown => self.scroll_down(),
            Operation::ScrollUp => self.scroll_up(),
            Operation::Back => self.back(),
            Operation::Enter => self.enter(),
            Operation::Wait => self.wait(),
            Operation::Done => self.done().max(0.03),
            Operation::Blocked => self.blocked(),
            Operation::Home | Operation::ScrollSideways => IDLE,
        }
    }

    /// How good it is to open an app.
    pub(super) fn app(&self, app: &App) -> f64 {
        match &self.app {
            Some(named) if *named == app.label && !self.inside => OPEN_NAMED_APP,
            None if self.trail.at_home && self.wants_a_setting() && is_settings(&Label::new(&app.label)) => {
                OPEN_SETTINGS
            }
            None if self.must_look_around() && !self.trail.opened.contains(&app.label) => match self.trail.at_home {
                true => LOOK_AROUND,
                false => LOOK_ELSEWHERE,
            },
            _ => IDLE,
        }
    }

    /// No app is known to be the one for settings: the phone may speak another language. Then some are looked into, one
    /// after the other.
    fn must_look_around(&self) -> bool {
        let apps = self.screen.apps.iter().map(|app| &app.label);
        let named = apps.chain(&self.screen.foreground).chain(&self.trail.opened).map(|label| Label::new(label));
        let knows = named.chain(self.screen.tappable().map(|element| element.label.clone())).any(|l| is_settings(&l));
        let finds = |element: &Element| element.editable || (self.trail.at_home && is_search(element));
        let mut others = self.screen.tappable().filter(|element| !finds(element));
        let mut leads_on = || others.any(|element| self.tap(element) >= GIVE_UP);
        self.wants_a_setting() && !knows && self.trail.opened.len() < MOST_LOOKED_INTO && !leads_on()
    }

    /// What is switched, set, named, shown or visited without a word on where is a setting. An app that is not there is
    /// none.
    fn wants_a_setting(&self) -> bool {
        self.goal.ends.iter().any(|end| match end.intent {
            Intent::Switch(_) | Intent::Choose => true,
            Intent::Visit | Intent::Show => {
                !end.object.is_empty() && end.object.terms.last().is_none_or(|last| last.stem != "app")
            }
            Intent::Write => !end.object.is_empty(),
            Intent::Search | Intent::Other => false,
        })
    }

    /// How good it is to tap an element.
    pub(super) fn tap(&self, element: &Element) -> f64 {
        if !self.inside {
            let is_icon = self.app.as_ref().is_some_and(|app| element.label.title.stems == stems(app));
            return if is_icon { 0.85 } else { IDLE };
        }
        if self.trail.at_home && self.app.is_none() && self.wants_a_setting() && is_settings(&element.label) {
            return OPEN_SETTINGS;
        }
        let Some(end) = self.current() else { return IDLE };
        if element.editable || is_search(element) {
            return self.tap_field(element, end);
        }
        if self.confirms(element, end) {
            return 0.9;
        }
        let merit = match end.intent {
            Intent::Switch(on) => self.tap_switch(element, end, on),
            Intent::Choose => match self.tap_option(element, end) {
                0.0 if element.checked.is_some() => IDLE,
                merit => merit.max(self.fit(element, &end.object)),
            },
            Intent::Write | Intent::Search if self.typed(&end.value) => self.fit(element, &end.value) * 0.8,
            // Who only wants to see something switches nothing.
            _ if element.checked.is_some() => IDLE,
            _ => self.fit(element, &end.object),
        };
        let there = self.goal.place.is_empty() || self.in_context(&self.goal.place);
        let on_the_way = if there { 0.0 } else { 0.8 * self.fit(element, &self.goal.place) };
        let more = if is_more(&element.label) { SHOW_MORE } else { 0.0 };
        // What is reached is not touched again.
        merit.max(on_the_way).max(more) * self.freshness(&element.label) * (1.0 - 0.6 * self.progress)
    }

    /// Little is expected of what was tried before.
    fn freshness(&self, label: &Label) -> f64 {
        let among = |labels: &[Label]| labels.iter().any(|other| other.text == label.text);
        // A result of a search leads to a page that may have the thing itself, under the same name.
        let mut passed = self.trail.path.iter().filter(|passed| !passed.result).map(|passed| &passed.label);
        let is_last = self.trail.path.last().is_some_and(|last| !last.result && same_label(&last.label, label));
        if among(&self.trail.without_effect) {
            0.1
        } else if among(&self.trail.dead_ends) {
            0.2
        } else if is_last || passed.any(|other| other.text == label.text) {
            0.3
        } else {
            1.0
        }
    }

    fn tap_switch(&self, element: &Element, end: &End, on: bool) -> f64 {
        let fit = self.fit(element, &end.object);
        match &self.switch {
            Some((key, state)) if *key == element.key => match *state {
                Some(state) if state == on => IDLE,
                Some(_) => 0.96,
                None if self.just_tapped(element) => IDLE,
                None => fit.max(0.9),
            },
            // Beside the switch itself, its label and other switches are not what is wanted.
            Some((_, Some(_))) => 0.5 * fit,
            _ if element.checked.is_some() => 0.1 * fit,
            _ => fit,
        }
    }

    fn tap_option(&self, element: &Element, end: &End) -> f64 {
        let value = self.sought(&end.value);
        if end.value.is_empty() || value.coverage(&element.label.title) < 0.9 {
            return 0.0;
        }
        if element.checked == Some(true) || element.selected {
            return IDLE;
        }
        let own = self.sought(&end.object).coverage(&element.label.whole()) >= ITSELF;
        let known = end.object.is_empty() || own || self.in_context(&end.object);
        let exact = value.precision(&element.label.title);
        if known { 0.9 + 0.07 * exact } else { 0.4 * exact }
    }

    fn tap_field(&self, element: &Element, end: &End) -> f64 {
        let focused = self.screen.focused.as_ref().is_some_and(|field| same_label(field, &element.label));
        let tried = self.trail.without_effect.iter().any(|label| same_label(label, &element.label));
        if focused || (element.editable && self.screen.focused.is_some()) || tried {
            return IDLE;
        }
        let sought = self.sought(&end.object);
        let named =
            sought.coverage(&element.label.title).max(self.sought(&self.goal.place).coverage(&element.label.title));
        match end.intent {
            _ if self.searched() => IDLE,
            Intent::Search if !self.typed(&end.value) => 0.9,
            Intent::Write if element.editable && !self.typed(&end.value) => 0.7 + 0.25 * named,
            Intent::Visit | Intent::Show if sought.coverage(&element.label.title) >= 0.95 => 0.9,
            _ if is_search(element) && !self.trail.dead_ends.is_empty() => SEARCH_AFTER_ALL,
            _ if is_search(element) => SEARCH.max(0.9 * named * f64::from(u8::from(end.intent == Intent::Write))),
            _ => IDLE,
        }
    }

    /// A button that confirms what was just done.
    fn confirms(&self, element: &Element, end: &End) -> bool {
        const WORDS: [&str; 10] =
            ["ok", "save", "done", "apply", "set", "confirm", "allow", "yes", "accept", "continue"];
        let stems = &element.label.title.stems;
        let polarity = match end.intent {
            Intent::Switch(on) => stems.len() == 2 && stems[0] == "turn" && stems[1] == if on { "on" } else { "off" },
            _ => false,
        };
        let positive = stems.len() == 1 && WORDS.iter().any(|word| stems[0] == stem(word));
        let Some(last) = self.trail.last.as_ref() else { return false };
        let acted = match end.intent {
            Intent::Switch(_) => {
                self.sought(&end.object).coverage(&last.target.title) >= ITSELF && self.control(&end.object).is_none()
            }
            Intent::Choose => self.sought(&end.value).coverage(&last.target.title) >= 0.9,
            Intent::Write => self.typed(&end.value),
            _ => false,
        };
        acted && (positive || polarity || self.stands_beside_cancel(element))
    }

    /// The one button beside "Cancel" confirms, whatever it is called.
    fn stands_beside_cancel(&self, element: &Element) -> bool {
        let buttons = || self.screen.tappable().filter(|other| !other.editable && other.label.rest.is_empty());
        let cancel = |other: &&Element| other.label.title.stems == ["cancel"];
        let others = || buttons().filter(|other| !cancel(other) && other.checked.is_none());
        buttons().any(|other| cancel(&other)) && others().count() == 1 && others().any(|other| other.key == element.key)
    }

    /// How well an element fits what is sought. Half a fit may still be the way there, but no switch is set for it.
    fn fit(&self, element: &Element, phrase: &Phrase) -> f64 {
        if phrase.is_empty() {
            return 0.0;
        }
        let sought = self.sought(phrase);
        let bent = |coverage: f64| if element.checked.is_some() { coverage.powf(1.5) } else { coverage };
        let of_part = |part: &Part, most: f64| bent(sought.coverage(part)) * (most + 0.08 * sought.precision(part));
        let title = of_part(&element.label.title, 0.87);
        let beside = element.label.rest.iter().map(|part| of_part(part, 0.78));
        let whole = 0.75 * bent(sought.coverage(&element.label.whole()));
        beside.fold(title.max(whole), f64::max)
    }

    /// How good it is to scroll a region: the one with most in it is the list.
    pub(super) fn region(&self, element: &Element) -> f64 {
        let size = |element: &Element| element.label.parts().map(|part| part.stems.len()).sum::<usize>() as f64;
        let largest = self.screen.elements.iter().filter(|element| element.scrollable).map(size).fold(1.0, f64::max);
        0.5 + 0.4 * size(element) / largest
    }

    fn scroll_down(&self) -> f64 {
        if !self.inside || self.trail.looked.at_bottom || self.current().is_none() {
            0.02
        } else if self.is_page_of_another_end() {
            SCROLL_ELSEWHERE
        } else if self.trail.searching {
            // Results that fit stand first.
            0.2
        } else if self.trail.looked.downs < FIRST_SCROLLS {
            SCROLL_ON
        } else if self.trail.looked.downs < ALL_SCROLLS {
            SCROLL_FURTHER
        } else {
            0.1
        }
    }

    /// What was done here was for an end that is reached. The next one lies elsewhere.
    fn is_page_of_another_end(&self) -> bool {
        let last = self.trail.path.last();
        let serves =
            |end: &End| last.is_some_and(|last| self.sought(&end.object).coverage(&last.label.title) >= ITSELF);
        self.before().iter().any(serves)
    }

    /// Back to the top of an app's first page, where its search is.
    fn scroll_up(&self) -> f64 {
        let search_in_sight = self.screen.elements.iter().any(is_search);
        let worth = self.inside
            && self.trail.looked.downs > 0
            && self.trail.path.is_empty()
            && !self.searched()
            && !search_in_sight
            && !self.trail.looked.at_top
            && self.trail.looked.ups < MAX_SCROLLS_BACK;
        if worth { SCROLL_BACK } else { IDLE }
    }

    fn back(&self) -> f64 {
        if !self.inside || self.trail.path.is_empty() || self.trail.searching { IDLE } else { LEAVE }
    }

    fn enter(&self) -> f64 {
        let waiting = self.trail.searching && self.finds_nothing_yet() && !self.trail.entered;
        if waiting { SUBMIT } else { IDLE }
    }

    fn wait(&self) -> f64 {
        if self.trail.waits >= MAX_WAITS {
            return IDLE;
        }
        let unanswered =
            self.trail.searching && self.trail.waits == 0 && !self.trail.entered && self.finds_nothing_yet();
        let loading = self.screen.lines.iter().any(|line| stems(line).iter().any(|stem| stem == "load"));
        if self.screen.is_empty() {
            WAIT_FOR_SCREEN
        } else if loading && self.screen.tappable().count() <= 2 || unanswered {
            WAIT_FOR_RESULTS
        } else {
            IDLE
        }
    }

    /// The page is the one of the thing sought, and all of it has been seen.
    fn nothing_more_here(&self) -> bool {
        let seen = self.trail.looked.at_bottom || !self.screen.elements.iter().any(|element| element.scrollable);
        let named = |end: &End| !end.object.is_empty() && !self.trail.path.is_empty() && self.in_context(&end.object);
        seen && self.current().is_some_and(named)
    }

    /// A search shows neither results nor that there are none.
    fn finds_nothing_yet(&self) -> bool {
        let typed = |line: &Part| self.trail.typed.iter().any(|typed| typed.label.whole().stems == line.stems);
        let results = self.screen.tappable().filter(|element| !element.editable).count();
        results <= 3 && self.headings.iter().all(|line| typed(line) || line.has("search"))
    }

    fn blocked(&self) -> f64 {
        let reachable = self.inside || self.screen.apps.iter().any(|app| self.app(app) > GIVE_UP);
        let nowhere = self.app.is_none() && self.trail.at_home && !self.wants_a_setting();
        if !reachable || nowhere || self.goal.ends.is_empty() {
            GIVE_UP_AT_ONCE
        } else if self.trail.searching || self.nothing_more_here() {
            GIVE_UP_HERE
        } else {
            GIVE_UP
        }
    }
}

/// A way into a search.
fn is_search(element: &Element) -> bool {
    element.checked.is_none() && element.label.title.stems.iter().any(|stem| stem == "search")
}

/// A row that stands for further rows: "See all 20", "More", "Advanced".
fn is_more(label: &Label) -> bool {
    match label.title.stems.as_slice() {
        [first, ..] if ["more", "advanc", "expand"].contains(&first.as_str()) => true,
        [first, second, ..] => {
            ["se", "see", "show", "view"].contains(&first.as_str()) && ["all", "mor", "more"].contains(&second.as_str())
        }
        _ => false,
    }
}

/// Settings by their ordinary name: what is set is set there.
fn is_settings(label: &Label) -> bool {
    label.rest.is_empty() && label.title.stems == [stem("settings")]
}
