//! What a step's effect looks like: the `verify:` of a step.

use crate::screen::{Observation, Query, find};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Package, Verb};

use super::query::decode_query;
use super::target::elsewhere;

/// What is to be seen after a step.
#[derive(Debug, Clone)]
pub enum Expect {
    /// The screen shows something else than before.
    Changed,
    /// Something matches the query.
    Appears(Box<Query>),
    /// Nothing matches the query any more.
    Gone(Box<Query>),
    /// This app is in front.
    App(Package),
    /// Nothing in particular.
    Nothing,
}

/// How an effect is written.
pub(super) const EFFECT: Shape = Shape::Choice(&[
    Key::new("changed", Shape::Nothing, "The screen shows something else than before."),
    Key::new("appears", Shape::Query, "Something matches the query."),
    Key::new("gone", Shape::Query, "Nothing matches the query any more."),
    Key::new("app", Shape::Package, "This app is in front."),
    Key::new("none", Shape::Nothing, "Nothing in particular."),
]);

const KNOWN: &[&str] = &["changed", "appears", "gone", "app", "none"];

fn query(verb: &Verb<'_>) -> Result<Box<Query>, Vec<Fault>> {
    let example = || format!("for example `{}: {{ text: Done }}`", verb.name);
    let node = verb.arguments().map_err(|fault| vec![fault.or_help(example)])?;
    Ok(Box::new(decode_query(node, &[])?))
}

impl Expect {
    /// Reads `changed`, `none`, `appears: {query}`, `gone: {query}` or `app: package`.
    pub(super) fn compile(node: &Node) -> Result<Self, Vec<Fault>> {
        let verb = Verb::read(node, "effect to verify", KNOWN).map_err(|fault| vec![fault])?;
        Ok(match verb.name {
            "appears" => Self::Appears(query(&verb)?),
            "gone" => Self::Gone(query(&verb)?),
            "app" => Self::App(verb.decode()?),
            "none" => verb.no_arguments().map(|()| Self::Nothing).map_err(|fault| vec![fault])?,
            _ => verb.no_arguments().map(|()| Self::Changed).map_err(|fault| vec![fault])?,
        })
    }

    /// The app that it names.
    pub(super) fn app(&self) -> Option<&str> {
        match self {
            Self::App(package) => Some(package.as_str()),
            _ => None,
        }
    }

    /// What is missing on `after`, if anything is; `before` is the screen that was acted on.
    pub(super) fn missing(&self, before: &Observation, after: &Observation) -> Result<(), String> {
        let app = after.foreground();
        match self {
            Self::Nothing => Ok(()),
            // A tree that is empty or belongs to nobody is a page that is still being built.
            _ if app.is_empty() || after.nodes().len() < 2 => Err("afterwards the screen shows nothing".to_owned()),
            Self::Changed if after.shows_the_same_as(before) => {
                Err("the screen shows the same as before; if that is right, say `verify: none`".to_owned())
            }
            Self::Appears(query) if find(after, query).is_empty() => {
                Err(format!("{query} does not appear{}", elsewhere(after, query)))
            }
            Self::Gone(query) if !find(after, query).is_empty() => Err(format!("{query} is still there")),
            Self::App(package) if package.as_str() != app => Err(format!("{app} is in front, not {package}")),
            Self::Changed | Self::Appears(_) | Self::Gone(_) | Self::App(_) => Ok(()),
        }
    }
}
