//! Selectors: `tag`, `#id`, `.class`, `[name=x]`, `[type=x]`, `*`, run together as in `input#name`, and lists of them
//! with commas. Elements lie side by side on the pages here, so nothing is inside another but `body`.

use super::site::{Element, Kind};

/// One alternative: all of its parts must fit.
type Compound = Vec<Part>;

#[derive(Debug)]
enum Part {
    Any,
    Tag(String),
    Id(String),
    Class(String),
    Attribute(String, String),
}

/// A selector, read.
#[derive(Debug)]
pub(super) struct Selector(Vec<Compound>);

impl Selector {
    /// Reads a selector; none if it is not of those supported here.
    pub(super) fn read(written: &str) -> Option<Self> {
        written.split(',').map(|one| compound(one.trim())).collect::<Option<Vec<_>>>().map(Self)
    }

    pub(super) fn fits(&self, element: &Element) -> bool {
        self.0.iter().any(|compound| compound.iter().all(|part| part.fits(element)))
    }
}

fn compound(written: &str) -> Option<Compound> {
    // `body p` is `p`: everything here lies in the body.
    let written = written.strip_prefix("body ").map_or(written, str::trim_start);
    let mut parts = Compound::new();
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let (part, after) = match first {
            '*' => (Part::Any, &rest[1..]),
            '#' => name(&rest[1..]).map(|(name, after)| (Part::Id(name), after))?,
            '.' => name(&rest[1..]).map(|(name, after)| (Part::Class(name), after))?,
            '[' => {
                let (inside, after) = rest[1..].split_once(']')?;
                let (key, value) = inside.split_once('=')?;
                let value = value.trim().trim_matches(['"', '\'']);
                (Part::Attribute(key.trim().to_owned(), value.to_owned()), after)
            }
            _ if parts.is_empty() => name(rest).map(|(name, after)| (Part::Tag(name.to_ascii_lowercase()), after))?,
            _ => return None,
        };
        parts.push(part);
        rest = after;
    }
    (!parts.is_empty()).then_some(parts)
}

/// A name and what follows it.
fn name(written: &str) -> Option<(String, &str)> {
    let end = written.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(written.len());
    (end > 0).then(|| (written[..end].to_owned(), &written[end..]))
}

impl Part {
    fn fits(&self, element: &Element) -> bool {
        match self {
            Self::Any => true,
            Self::Tag(tag) => element.tag == tag,
            Self::Id(id) => element.id == id,
            Self::Class(class) => element.class == class,
            Self::Attribute(key, value) => attribute(element, key).as_deref() == Some(value),
        }
    }
}

/// An attribute of an element.
pub(super) fn attribute(element: &Element, key: &str) -> Option<String> {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match (key, &element.kind) {
        ("id", _) => some(element.id),
        ("class", _) => some(element.class),
        ("name", Kind::Input(_) | Kind::Check) => some(element.id),
        ("type", Kind::Check) => some("checkbox"),
        ("type", Kind::Input(_)) => some("text"),
        ("type", Kind::Submit) => some("submit"),
        ("placeholder", Kind::Input(hint)) => some(hint),
        ("href", Kind::Link(address)) => some(address),
        _ => None,
    }
}
