//! Rows of a page, as data: what they are called, which fact they show, where they lead.

use std::borrow::Cow;

use super::act::{Act, Key};
use super::facts::Value;
use super::page::{Condition, Line};
use super::view::Icon;

/// One row.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) title: Line,
    pub(super) summary: Option<Line>,
    /// The row's own description, where it has one.
    pub(super) description: Option<Line>,
    pub(super) icon: Option<Icon>,
    /// It is grey and swallows taps unless this holds.
    pub(super) works: Option<Condition>,
    /// It is there only while this holds.
    pub(super) shown: Option<Condition>,
    /// Other words that a search finds it by.
    pub(super) keywords: &'static str,
    /// A long press offers to copy its summary.
    pub(super) copies: bool,
}

/// What sort of row it is. The switch rows are kinds A, B and C of mobilerun-api.md 6.3.
#[derive(Clone)]
pub(super) enum Kind {
    /// A tap does this.
    Link(Act),
    /// Information: cannot be tapped.
    Plain,
    /// A category above other rows.
    Header,
    /// Running text below other rows.
    Footer,
    /// A: a tap anywhere toggles the fact.
    Switch(Key),
    /// B: a tap on the label does this, a tap on the switch toggles the fact.
    TwoTarget(Key, Act),
    /// C: the bar at a page's top; a tap on it toggles the fact.
    Bar(Key),
    /// A radio button: a tap gives the fact this value.
    Radio(Key, Value),
    /// The same in a dialog, which a tap also closes.
    Choice(Key, Value),
    /// A slider from the first number to the second.
    Slider(Key, i64, i64),
    /// A text field.
    Field(Key),
    /// A text field that shows bullets.
    Secret(Key),
    /// A big icon with a name below, as on an app's info page.
    Badge,
    /// Buttons side by side: label, shape, whether it works, what it does.
    Buttons(Vec<(&'static str, Icon, bool, Act)>),
}

impl Row {
    fn new(kind: Kind, title: impl Into<Line>) -> Self {
        Self {
            kind,
            title: title.into(),
            summary: None,
            description: None,
            icon: None,
            works: None,
            shown: None,
            keywords: "",
            copies: false,
        }
    }

    /// With this second line.
    pub(super) fn summary(mut self, summary: impl Into<Line>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// With a description of its own.
    pub(super) fn description(mut self, description: impl Into<Line>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// With this shape before it.
    pub(super) fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Grey unless this holds.
    pub(super) fn works_if(mut self, condition: Condition) -> Self {
        self.works = Some(condition);
        self
    }

    /// Absent unless this holds.
    pub(super) fn shown_if(mut self, condition: Condition) -> Self {
        self.shown = Some(condition);
        self
    }

    /// A long press offers to copy its summary.
    pub(super) fn copied(mut self) -> Self {
        self.copies = true;
        self
    }

    /// Also found by these words.
    pub(super) fn found_by(mut self, keywords: &'static str) -> Self {
        self.keywords = keywords;
        self
    }
}

/// A row that leads to a page or dialog.
pub(super) fn link(title: impl Into<Line>, page: impl Into<Cow<'static, str>>) -> Row {
    Row::new(Kind::Link(Act::Go(page.into())), title)
}

/// A row that does something when tapped.
pub(super) fn action(title: impl Into<Line>, act: Act) -> Row {
    Row::new(Kind::Link(act), title)
}

/// A row that tells something.
pub(super) fn plain(title: impl Into<Line>) -> Row {
    Row::new(Kind::Plain, title)
}

/// A category.
pub(super) fn header(title: impl Into<Line>) -> Row {
    Row::new(Kind::Header, title)
}

/// Running text.
pub(super) fn footer(text: impl Into<Line>) -> Row {
    Row::new(Kind::Footer, text)
}

/// Kind A.
pub(super) fn switch(title: impl Into<Line>, fact: &'static str) -> Row {
    Row::new(Kind::Switch(Key::Borrowed(fact)), title)
}

/// Kind B.
pub(super) fn two_target(title: impl Into<Line>, fact: &'static str, page: &'static str) -> Row {
    Row::new(Kind::TwoTarget(Key::Borrowed(fact), Act::Go(page.into())), title)
}

/// Kind C.
pub(super) fn bar(title: impl Into<Line>, fact: impl Into<Key>) -> Row {
    Row::new(Kind::Bar(fact.into()), title)
}

/// A radio button on a page.
pub(super) fn radio(title: impl Into<Line>, fact: impl Into<Key>, value: impl Into<Value>) -> Row {
    Row::new(Kind::Radio(fact.into(), value.into()), title)
}

/// A radio button in a dialog.
pub(super) fn choice(title: impl Into<Line>, fact: &'static str, value: impl Into<Value>) -> Row {
    Row::new(Kind::Choice(Key::Borrowed(fact), value.into()), title)
}

/// A slider.
pub(super) fn slider(title: impl Into<Line>, fact: &'static str, from: i64, to: i64) -> Row {
    Row::new(Kind::Slider(Key::Borrowed(fact), from, to), title)
}

/// A text field; its title is the hint.
pub(super) fn field(hint: impl Into<Line>, key: &'static str) -> Row {
    Row::new(Kind::Field(Key::Borrowed(key)), hint)
}

/// A text field for a password.
pub(super) fn secret(hint: impl Into<Line>, key: &'static str) -> Row {
    Row::new(Kind::Secret(Key::Borrowed(key)), hint)
}

/// A big icon with a name.
pub(super) fn badge(name: impl Into<Line>, icon: Icon) -> Row {
    Row::new(Kind::Badge, name).icon(icon)
}

/// Buttons side by side.
pub(super) fn buttons(buttons: Vec<(&'static str, Icon, bool, Act)>) -> Row {
    Row::new(Kind::Buttons(buttons), "")
}
