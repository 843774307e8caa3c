//! Queries as steps and checks have them.

use crate::screen::Query;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Package, decode_part};

/// The keys of a query.
pub const QUERY_KEYS: &[Key] = &[
    Key::new("text", Shape::Text, "The text it shows."),
    Key::new("label", Shape::Text, "What a screen reader says of a picture or a bare control."),
    Key::new("hint", Shape::Text, "The hint of an input field."),
    Key::new("id", Shape::Text, "Its resource id, with or without the package: `title` or `android:id/title`."),
    Key::new("class", Shape::Text, "Its class, with or without the package: `Switch` or `android.widget.Switch`."),
    Key::new("role", Shape::Words(ROLES), "What it is to a person."),
    Key::new("checked", Shape::Truth, "On or off; never matches what has no such state."),
    Key::new("enabled", Shape::Truth, "Not greyed out."),
    Key::new("selected", Shape::Truth, "The selected one of several."),
    Key::new("focused", Shape::Truth, "Has the input focus."),
    Key::new("password", Shape::Truth, "Holds a secret."),
    Key::new("app", Shape::Package, "The app it belongs to."),
    Key::new("beside", Shape::Text, "A text in the same row: it is what stands beside or below that name."),
    Key::new("within", Shape::Query, "Something around it."),
    MATCH,
];

/// How texts are compared.
pub const MATCH: Key =
    Key::new("match", Shape::Words(&["exact", "normalized", "contains"]), "How texts are compared.").or("normalized");

const ROLES: &[&str] = &["button", "switch", "checkbox", "radio", "field", "slider", "image", "list", "text"];

/// Reads a query, which has to ask for something. `others` are keys that may stand beside it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn decode_query(node: &Node, others: &[&str]) -> Result<Query, Vec<Fault>> {
    bare(node, "text")?;
    if let Some(around) = node.get("within") {
        decode_query(around, &[])?;
    }
    let query: Query = decode_part(node, others)?;
    usable(&query).map_err(|(why, help)| vec![Fault::error(node.span, why).help(help)])?;
    match not_a_package(node) {
        Some(fault) => Err(vec![fault]),
        None => Ok(query),
    }
}

/// Whether a query can be asked, else what is wrong with it and what helps.
pub(super) fn usable(query: &Query) -> Result<(), (&'static str, &'static str)> {
    /// Characters of a text: each is compared with everything on a screen, again and again.
    const LONGEST: usize = 1000;
    if query.is_empty() {
        return Err(("this query matches everything", "say a text, a label, an id or a role"));
    }
    let texts = [&query.text, &query.label, &query.hint, &query.beside, &query.id, &query.class, &query.app];
    match texts.into_iter().flatten().any(|text| text.chars().count() > LONGEST) {
        true => Err(("this query has a text of more than 1000 characters", "say a part of it, with `match: contains`")),
        false => Ok(()),
    }
}

/// Refuses a bare value where keys are meant, with the key that it probably belongs to.
pub(super) fn bare(node: &Node, key: &str) -> Result<(), Vec<Fault>> {
    match node.written() {
        None => Ok(()),
        Some(value) => {
            let fault = Fault::error(node.span, format!("expected keys with values, found {}", node.describe()));
            Err(vec![fault.help(format!("write `{{ {key}: {value} }}`"))])
        }
    }
}

/// An app that is not named by its package.
fn not_a_package(node: &Node) -> Option<Fault> {
    let app = node.get("app")?;
    Package::new(app.text()?).err().map(|wrong| Fault::error(app.span, wrong))
}
