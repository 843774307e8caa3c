//! What a rule used of what it read.
//!
//! Evidence says what was read and where; a [`Ground`] says what of it made the difference. A proof that a verifier can
//! fail (`goalpost prove`) changes each ground in turn, and nothing that the rule did not look at.

use crate::screen::Query;

/// One thing that a rule used of one piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// Which of an evaluation's pieces of evidence, by position.
    pub evidence: usize,
    /// What of it.
    pub used: Used,
}

/// What a rule can use. *It* is the element at the evidence's `at`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Used {
    /// That it is there.
    Presence,
    /// That nothing is there which this means.
    Absence(Query),
    /// How many things there are which the query means: no fewer than `min`, no more than `max`.
    Count {
        /// What is counted.
        query: Query,
        /// The fewest.
        min: usize,
        /// The most, where there is a most.
        max: Option<usize>,
    },
    /// That it is on or off.
    Checked,
    /// That it is greyed out or not.
    Enabled,
    /// That it is the selected one or not.
    Selected,
    /// That it has the input focus or not.
    Focused,
    /// Its own text, description or hint, by which it was found.
    Name,
    /// Its resource id, by which it was found.
    Id,
    /// What names it: on itself, on its row, or beside it in the row.
    Title,
    /// What it reads, compared with this.
    Text(String),
    /// The app in front, compared with this package.
    Front(String),
    /// That the page is the right one, told by what this query finds.
    Anchor(Query),
    /// The value that was read from a channel other than the screen.
    Value,
    /// That something is missing from a channel other than the screen: there is no such file, no such app.
    Missing,
}
