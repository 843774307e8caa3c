//! Which text to type, and whether to.

use super::goal::Intent;
use super::situation::{Situation, named};
use super::words::stems;

const IDLE: f64 = 0.05;
const TYPE_WANTED: f64 = 0.93;
const TYPE_UNKNOWN: f64 = 0.8;
const TYPE_QUERY: f64 = 0.88;
const TYPE_SHORTER_QUERY: f64 = 0.6;

impl Situation {
    /// How good it is to type, now that a field has the focus.
    pub(super) fn typing(&self) -> f64 {
        let Some(end) = self.current().filter(|_| self.inside && self.screen.focused.is_some()) else { return IDLE };
        let wanted = !self.typed(&end.value);
        match end.intent {
            Intent::Write if end.value.is_empty() => TYPE_UNKNOWN,
            Intent::Write | Intent::Search if wanted => TYPE_WANTED,
            Intent::Choose if wanted && self.in_context(&end.object) && !end.value.is_empty() => TYPE_QUERY,
            _ if self.searched() || self.query().is_empty() => IDLE,
            _ if self.trail.searching => TYPE_SHORTER_QUERY,
            _ => TYPE_QUERY,
        }
    }

    /// All has been typed that could find what is sought.
    pub(super) fn searched(&self) -> bool {
        self.queries().iter().all(|query| self.has_been_typed(query))
    }

    fn has_been_typed(&self, query: &[&str]) -> bool {
        let goal = stems(&self.screen.goal);
        let offered = |run: &[&str]| goal.windows(run.len().max(1)).any(|stems| stems.iter().eq(run));
        self.trail.typed.iter().any(|typed| {
            let typed = typed.label.whole().stems;
            let is_part = || query.windows(typed.len().max(1)).any(|run| run.iter().eq(&typed));
            // What can't be typed as it is, since the goal has no such words, is typed as well as can be.
            typed.iter().map(String::as_str).eq(query.iter().copied()) || (!offered(query) && is_part())
        })
    }

    /// The words to type next.
    fn query(&self) -> Vec<&str> {
        let mut queries = self.queries();
        let next = queries.iter().position(|query| !self.has_been_typed(query)).unwrap_or(0);
        if queries.is_empty() { Vec::new() } else { queries.swap_remove(next) }
    }

    /// What to type, one after the other: the text that is wanted, or the name of what is sought and then its main
    /// word alone.
    fn queries(&self) -> Vec<Vec<&str>> {
        let Some(end) = self.current() else { return Vec::new() };
        // A field may show what was typed instead of what it is for.
        let results = self.trail.searching && self.trail.typed.last().is_some_and(|typed| typed.in_search);
        let in_search = results || self.screen.focused.as_ref().is_none_or(|field| field.title.has("search"));
        let phrase = match end.intent {
            Intent::Search => return vec![named(&end.value)],
            _ if in_search && !self.wants_search() && !end.object.is_empty() => &end.object,
            Intent::Write => return vec![named(&end.value)],
            Intent::Choose if !end.value.is_empty() && self.in_context(&end.object) => return vec![named(&end.value)],
            _ if end.object.is_empty() => &end.value,
            _ => &end.object,
        };
        let whole = named(phrase);
        let main = phrase.terms.iter().rev().find(|term| term.weight >= 1.0);
        // One look into a wrong page is enough of a detour.
        let main =
            main.filter(|_| self.trail.dead_ends.is_empty() && whole.len() > 1).map(|term| vec![term.stem.as_str()]);
        std::iter::once(whole).chain(main).collect()
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
}
