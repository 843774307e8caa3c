//! Which text of the screen is what the goal asks for.

use super::first_best;
use super::goal::Phrase;
use super::label::Part;
use super::situation::{ITSELF, Situation};

/// It stands beside or below the name of what is asked for.
const BESIDE: f64 = 0.93;
/// It names what is asked for, and says something of it.
const SAYS: f64 = 0.5;
const UNRELATED: f64 = 0.05;
/// No text is better than one that only happens to be there.
const NO_TEXT: f64 = 0.3;

impl Situation {
    /// How well a text answers the goal; that none does, where there is no text.
    pub(super) fn answer(&self, text: Option<&str>) -> f64 {
        let Some(text) = text else { return NO_TEXT };
        let Some(end) = self.current().or(self.goal.ends.last()).filter(|_| self.inside) else { return UNRELATED };
        let sought = self.sought(&end.object);
        if self.beside(&end.object).iter().any(|said| said.trim() == text.trim()) {
            return BESIDE;
        }
        let part = Part::new(text);
        let says = sought.coverage(&part) >= ITSELF && text.chars().any(|c| c.is_ascii_digit());
        if says { SAYS } else { UNRELATED }
    }

    /// What stands beside or below the name of something: in its row, or in the line after it.
    fn beside(&self, object: &Phrase) -> Vec<&str> {
        let sought = self.sought(object);
        let fit = |part: &Part| match (sought.coverage(part), sought.precision(part)) {
            (coverage, precision) if coverage >= ITSELF && precision >= 0.5 => coverage + precision,
            _ => 0.0,
        };
        let rows = self.screen.elements.iter().filter(|element| !element.scrollable && !element.label.rest.is_empty());
        let rows = rows.map(|element| (element.label.text.split(" / ").skip(1).collect(), fit(&element.label.title)));
        let lines = self.screen.lines.windows(2).filter_map(|pair| match pair {
            [name, said] => Some((vec![said.as_str()], fit(&Part::new(name)))),
            _ => None,
        });
        first_best(rows.chain(lines).filter(|(_, fit): &(Vec<&str>, f64)| *fit > 0.0))
            .map(|(said, _)| said)
            .unwrap_or_default()
    }
}
