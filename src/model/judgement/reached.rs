//! Whether what is wanted is there, as far as the screen and the history show.

use super::goal::{End, Intent, Phrase};
use super::situation::{ITSELF, Situation, same_label};

impl Situation {
    /// How well the goal is shown to be reached, 0 to 1.
    pub(super) fn done(&self) -> f64 {
        if !self.inside {
            return 0.0;
        }
        match self.goal.ends.split_last() {
            Some((last, before)) => {
                let all_before = before.iter().all(|end| self.was_reached(end) || self.reached(end) >= 0.5);
                if all_before { self.reached(last) } else { 0.0 }
            }
            None => 0.0,
        }
    }

    /// How well one end is shown to be reached, 0 to 1.
    pub(super) fn reached(&self, end: &End) -> f64 {
        if !self.inside {
            return 0.0;
        }
        match end.intent {
            Intent::Switch(on) => self.switched(&end.object, on),
            Intent::Choose => self.chosen(end),
            Intent::Visit => self.visited(&end.object),
            Intent::Show => self.shown(&end.object).max(self.visited(&end.object)),
            Intent::Write | Intent::Search if self.typed(&end.value) => 0.85,
            Intent::Write | Intent::Search | Intent::Other => 0.0,
        }
    }

    fn switched(&self, object: &Phrase, on: bool) -> f64 {
        match self.control(object) {
            Some((_, Some(state))) if state == on => 0.93,
            // Nothing shows its state. It was not as wanted, and one tap has changed it.
            Some((element, None)) if self.just_tapped(element) => 0.8,
            _ => 0.0,
        }
    }

    fn chosen(&self, end: &End) -> f64 {
        if end.value.is_empty() {
            return self.visited(&end.object);
        }
        let (object, value) = (self.sought(&end.object), self.sought(&end.value));
        let known = end.object.is_empty() || self.in_context(&end.object);
        let shows = |element: &super::screen::Element| {
            let is_value = value.coverage(&element.label.title) >= 0.9;
            if is_value && known && (element.checked == Some(true) || element.selected) {
                return 0.93;
            }
            // A row that names the setting and, beside it, the value.
            let says = element.label.rest.iter().any(|part| value.coverage(part) >= 0.9);
            let named = !end.object.is_empty() && object.coverage(&element.label.title) >= ITSELF;
            if named && says { 0.9 } else { 0.0 }
        };
        let shown = self.screen.tappable().map(shows).fold(0.0, f64::max);
        let tapped = self
            .trail
            .last_tap
            .as_ref()
            .is_some_and(|label| value.coverage(&label.title) >= 0.9 && value.precision(&label.title) >= 0.5);
        // The option may show no mark, and the dialog it stood in is gone.
        shown.max(if tapped { 0.75 } else { 0.0 })
    }

    fn visited(&self, object: &Phrase) -> f64 {
        if object.is_empty() {
            // Nothing but an app was named.
            return if self.app.is_some() { 0.93 } else { 0.0 };
        }
        let sought = super::relevance::Sought::new(object, &Default::default(), std::iter::empty());
        let heading = self.headings.iter().any(|line| sought.coverage(line) >= 0.9 && sought.precision(line) >= 0.6);
        let led_here = self.trail.path.last().is_some_and(|last| {
            let still_there = self.screen.tappable().any(|element| same_label(&element.label, &last.label));
            sought.coverage(&last.label.title) >= 0.9 && !still_there
        });
        // It is a switch, and that is in sight.
        let switch = self.control(object).is_some_and(|(element, _)| element.checked.is_some());
        match (heading, led_here) {
            _ if switch && !self.trail.path.is_empty() => 0.7,
            (true, true) => 0.95,
            (false, true) => 0.85,
            // A heading alone may be that of a section.
            (true, false) if !self.trail.path.is_empty() => 0.6,
            _ => 0.0,
        }
    }

    /// In sight with what there is to tell about it.
    fn shown(&self, object: &Phrase) -> f64 {
        let sought = self.sought(object);
        // A row that only mentions it tells of something else.
        let names = |element: &super::screen::Element| {
            let title = &element.label.title;
            !element.label.rest.is_empty() && sought.coverage(title) >= 0.95 && sought.precision(title) >= 0.6
        };
        let tells = !self.trail.searching && self.screen.tappable().any(names);
        if tells && !object.is_empty() { 0.9 } else { 0.0 }
    }
}
