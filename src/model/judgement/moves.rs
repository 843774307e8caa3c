//! How good each operation and each target is now. Merits lie in [0, 1]; the table of the fixed ones is the policy:
//! what fits is tapped, then the list is looked through, then a search is used, then the page is left, then the agent
//! gives up.

use super::goal::{End, Intent, Phrase};
use super::label::{Label, Part};
use super::operation::Operation;
use super::screen::{App, Element};
use super::situation::{ITSELF, Situation, named, same_label};
use super::words::{stem, stems};

const OPEN_NAMED_APP: f64 = 0.97;
const OPEN_SETTINGS: f64 = 0.6;
const TYPE_WANTED: f64 = 0.93;
const TYPE_QUERY: f64 = 0.88;
const WAIT_FOR_SCREEN: f64 = 0.9;
const WAIT_FOR_RESULTS: f64 = 0.5;
const SCROLL_ON: f64 = 0.45;
const SEARCH: f64 = 0.40;
const SCROLL_BACK: f64 = 0.38;
const SCROLL_FURTHER: f64 = 0.33;
const SUBMIT: f64 = 0.44;
const LEAVE: f64 = 0.32;
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
        let opened = self.trail.opened.contains(&app.label) && !self.trail.at_home;
        match &self.app {
            Some(named) if *named == app.label && !self.inside => OPEN_NAMED_APP,
            None if !opened && self.trail.opened.is_empty() && self.wants_a_setting() && has_settings(&app.label) => {
                OPEN_SETTINGS
            }
            _ => IDLE,
        }
    }

    /// What is switched or set without a word on where is a setting.
    fn wants_a_setting(&self) -> bool {
        self.goal.ends.iter().any(|end| matches!(end.intent, Intent::Switch(_) | Intent::Choose))
            || self.goal.ends.iter().any(|end| {
                let last = end.object.terms.last();
                end.intent == Intent::Visit && last.is_some_and(|term| term.weight < 0.3)
            })
    }

    /// How good it is to tap an element.
    pub(super) fn tap(&self, element: &Element) -> f64 {
        if !self.inside {
            let is_icon = self.app.as_ref().is_some_and(|app| element.label.title.stems == stems(app));
            return if is_icon { 0.85 } else { IDLE };
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
            Intent::Choose => self.tap_option(element, end).max(self.fit(&element.label, &end.object)),
            Intent::Write | Intent::Search if self.typed(&end.value) => self.fit(&element.label, &end.value) * 0.8,
            Intent::Write | Intent::Search | Intent::Visit | Intent::Show | Intent::Other => {
                self.fit(&element.label, &end.object)
            }
        };
        let there = self.goal.place.is_empty() || self.in_context(&self.goal.place);
        let on_the_way = if there { 0.0 } else { 0.8 * self.fit(&element.label, &self.goal.place) };
        // What is reached is not touched again.
        merit.max(on_the_way) * self.freshness(&element.label) * (1.0 - 0.6 * self.reached(end))
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
        let fit = self.fit(&element.label, &end.object);
        match self.control(&end.object) {
            Some((control, state)) if control.key == element.key => match state {
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
        acted && (positive || polarity)
    }

    /// How well a label fits what is sought. Half a fit is not half as good: it is more likely something else.
    fn fit(&self, label: &Label, phrase: &Phrase) -> f64 {
        if phrase.is_empty() {
            return 0.0;
        }
        let sought = self.sought(phrase);
        let bent = |coverage: f64| if coverage >= 0.95 { 1.0 } else { coverage.powf(1.5) };
        let title = bent(sought.coverage(&label.title)) * (0.85 + 0.1 * sought.precision(&label.title));
        let beside = label.rest.iter().map(|part| bent(sought.coverage(part)) * (0.78 + 0.04 * sought.precision(part)));
        let whole = 0.75 * bent(sought.coverage(&label.whole()));
        beside.fold(title.max(whole), f64::max)
    }

    fn typing(&self) -> f64 {
        let Some(end) = self.current().filter(|_| self.inside && self.screen.focused.is_some()) else { return IDLE };
        let typed = self.typed(&end.value);
        match end.intent {
            Intent::Write if end.value.is_empty() => 0.8,
            Intent::Write | Intent::Search if !typed => TYPE_WANTED,
            Intent::Choose if !typed && self.in_context(&end.object) && !end.value.is_empty() => TYPE_QUERY,
            _ if self.searched() || self.query().is_empty() => IDLE,
            _ => TYPE_QUERY,
        }
    }

    /// A text was typed that looks for the object.
    fn searched(&self) -> bool {
        !self.trail.typed.is_empty()
    }

    /// The words to type.
    fn query(&self) -> Vec<&str> {
        let Some(end) = self.current() else { return Vec::new() };
        match end.intent {
            Intent::Write | Intent::Search => named(&end.value),
            Intent::Choose if !end.value.is_empty() && self.in_context(&end.object) => named(&end.value),
            _ if end.object.is_empty() => named(&end.value),
            _ => named(&end.object),
        }
    }

    /// How good it is to type a text; `None` stands for none of those offered.
    pub(super) fn text(&self, text: Option<&str>) -> f64 {
        let query = self.query();
        let Some(text) = text else { return if query.is_empty() { 0.9 } else { 0.1 } };
        let offered = stems(text);
        if !offered.is_empty() && offered.iter().map(String::as_str).eq(query.iter().copied()) {
            return 0.95;
        }
        let shared = offered.iter().filter(|stem| query.contains(&stem.as_str())).count() as f64;
        let similar = 2.0 * shared / (offered.len() + query.len()).max(1) as f64;
        // A text that the goal does not have was given for it.
        let goal = stems(&self.screen.goal);
        let given = !offered.is_empty() && !goal.windows(offered.len()).any(|run| run == offered.as_slice());
        (0.8 * similar).max(if given { 0.6 } else { 0.0 })
    }

    /// How good it is to scroll a region: the one with most in it is the list.
    pub(super) fn region(&self, element: &Element) -> f64 {
        let size = |element: &Element| element.label.parts().map(|part| part.stems.len()).sum::<usize>() as f64;
        let largest = self.screen.elements.iter().filter(|element| element.scrollable).map(size).fold(1.0, f64::max);
        0.5 + 0.4 * size(element) / largest
    }

    fn scroll_down(&self) -> f64 {
        if !self.inside || self.trail.at_bottom || self.current().is_none() {
            0.02
        } else if self.trail.searching {
            // Results that fit stand first.
            0.2
        } else if self.trail.downs < FIRST_SCROLLS {
            SCROLL_ON
        } else if self.trail.downs < ALL_SCROLLS {
            SCROLL_FURTHER
        } else {
            0.1
        }
    }

    /// Back to the top of an app's first page, where its search is.
    fn scroll_up(&self) -> f64 {
        let search_in_sight = self.screen.elements.iter().any(is_search);
        let worth = self.inside
            && self.trail.downs > 0
            && self.trail.path.is_empty()
            && !self.searched()
            && !search_in_sight
            && !self.trail.at_top
            && self.trail.ups < MAX_SCROLLS_BACK;
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
        let seen = self.trail.at_bottom || !self.screen.elements.iter().any(|element| element.scrollable);
        let named = |end: &End| !end.object.is_empty() && !self.trail.path.is_empty() && self.in_context(&end.object);
        seen && self.current().is_some_and(named)
    }

    /// A search shows neither results nor that there are none.
    fn finds_nothing_yet(&self) -> bool {
        let typed = |line: &Part| self.trail.typed.iter().any(|typed| typed.whole().stems == line.stems);
        self.headings.iter().all(|line| typed(line) || line.has("search"))
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

/// Settings by their ordinary name: what is set is set there.
fn has_settings(label: &str) -> bool {
    stems(label).contains(&stem("settings"))
}
