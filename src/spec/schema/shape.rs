//! How a value of a goal or a verifier is written, as data: what a schema for editors is made of.
//!
//! A shape is a description beside the parser, not a second one: it says which keys and words there are and of what
//! type, and leaves to the parser what depends on more than one of them. Tests hold its keys against those that the
//! parser knows.

/// What may stand in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Any text, also one that looks like a number.
    Text,
    /// A text that this regular expression describes (of the kind that JSON Schema has: not anchored by itself).
    Like(&'static str),
    /// One of these texts.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Truth,
    /// A whole number within these bounds, both included.
    Whole(i64, i64),
    /// Any number.
    Number,
    /// A length of time, such as `5s`.
    Period,
    /// The package name of an app.
    Package,
    /// A query: what an element has to be.
    Query,
    /// One step.
    Step,
    /// One check.
    Check,
    /// A list of these; the number is the fewest that make sense.
    List(&'static Shape, usize),
    /// Keys with values, in groups that may stand together: a verb's own beside those that many verbs share. Of two
    /// keys of one name the later counts.
    Map(&'static [&'static [Key]]),
    /// Names that the file chooses, each with a value.
    Named(&'static Names),
    /// One of these words, followed by its value: `absent`, or `{ count: 2 }`.
    Choice(&'static [Key]),
    /// One of these; for what is written in two quite different ways.
    Any(&'static [Shape]),
    /// Nothing: the word stands alone.
    Nothing,
    /// This or nothing: the word may stand alone.
    Maybe(&'static Shape),
}

/// Names that a file chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    /// The regular expression of a name.
    pub like: &'static str,
    /// What stands after each.
    pub value: Shape,
    /// The fewest that make sense.
    pub least: usize,
    /// The most, if there is one.
    pub most: Option<usize>,
}

/// One key of a map, or one word of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// What may stand after its colon.
    pub shape: Shape,
    /// What it means, in a line.
    pub about: &'static str,
    /// It has to be there.
    pub needed: bool,
    /// What leaving it out means, as it would be written.
    pub default: Option<&'static str>,
}

impl Key {
    /// A key that may be left out.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Key { name, shape, about, needed: false, default: None }
    }

    /// The same key, which has to be there.
    #[must_use]
    pub const fn needed(self) -> Self {
        Key { needed: true, ..self }
    }

    /// The same key; leaving it out means this.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Key { default: Some(default), ..self }
    }
}

impl Shape {
    /// Whether a query stands here.
    #[must_use]
    pub fn takes_a_query(&self) -> bool {
        match self {
            Shape::Maybe(shape) => shape.takes_a_query(),
            shape => *shape == Shape::Query,
        }
    }

    /// The keys of a map, of all its groups and all ways to write it.
    pub fn keys(&self) -> Vec<&'static Key> {
        match self {
            Shape::Map(groups) => groups.iter().copied().flatten().collect(),
            Shape::Maybe(shape) => shape.keys(),
            Shape::Any(shapes) => shapes.iter().flat_map(Shape::keys).collect(),
            _ => Vec::new(),
        }
    }
}

/// The names that a parser says it knows where it is given a key that is none, for tests.
#[cfg(test)]
pub(crate) fn known_keys(faults: &[crate::spec::Fault]) -> std::collections::BTreeSet<String> {
    let unknown = faults
        .iter()
        .find(|fault| fault.message.starts_with("unknown key") || fault.message.starts_with("unknown word"));
    let help = unknown.and_then(|fault| fault.help.clone()).unwrap_or_else(|| panic!("no unknown key: {faults:?}"));
    help.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
