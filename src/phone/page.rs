//! Pages: what an app shows, described as data and drawn from the phone's state.
//!
//! Adding a page is adding a [`Page`] to an app's list: a title, rows, where they lead and which facts they show.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::{SignedDuration, ZonedDateTime};

use super::act::{Act, Key, PageId};
use super::apps::App;
use super::facts::Facts;
use super::files::Files;
use super::look::Look;
use super::row::Row;
use super::view::View;
use super::words::Words;

/// The choices of a fact: label and value.
pub(super) type Choices = &'static [(&'static str, i64)];

/// One page of an app: a screen, or a dialog over one.
pub(super) struct Page {
    /// As `settings/display`.
    pub(super) id: &'static str,
    /// The package whose window it is.
    pub(super) package: &'static str,
    /// The activity the phone reports while it is shown. A dialog without one leaves its page's.
    pub(super) activity: &'static str,
    /// Its heading; empty if it has none.
    pub(super) title: Line,
    /// Other words that a search finds it by.
    pub(super) keywords: &'static str,
    /// Whether it is a window over the page below, closed by a tap beside it.
    pub(super) dialog: bool,
    /// A dialog that a tap beside it does not close.
    pub(super) modal: bool,
    /// How it is drawn.
    pub(super) draw: fn(&Page, &Glance<'_>) -> View,
    /// What it lists.
    pub(super) rows: Rows,
    /// Buttons at a dialog's bottom, the positive one last.
    pub(super) buttons: Vec<(&'static str, Act)>,
    /// Its text fields, with what they hold at first.
    pub(super) fields: Vec<(Key, Line)>,
    /// Whether the first field has the focus at first, with the keyboard open.
    pub(super) typing: bool,
    /// What the keyboard's action key says.
    pub(super) enter: &'static str,
    /// What that key does besides closing the keyboard.
    pub(super) entered: Act,
    /// Those of its fields that take several lines.
    pub(super) multiline: &'static [&'static str],
    /// While this holds, leaving it asks first, by this dialog.
    pub(super) unsaved: Option<(Condition, &'static str)>,
    /// While this holds, its window is secure: black in pictures.
    pub(super) secure: Option<Condition>,
    /// Rows from this one on hide behind "Advanced" until it is tapped.
    pub(super) advanced: Option<usize>,
}

/// What a page lists.
pub(super) enum Rows {
    /// Always these.
    Fixed(Vec<Row>),
    /// These, from the phone's state.
    Of(fn(&Glance<'_>) -> Vec<Row>),
}

/// Describing a page, a word at a time.
impl Page {
    pub(super) fn new(id: &'static str, title: impl Into<Line>, draw: fn(&Self, &Glance<'_>) -> View) -> Self {
        Self {
            id,
            package: "",
            activity: "",
            title: title.into(),
            keywords: "",
            dialog: false,
            modal: false,
            draw,
            rows: Rows::Fixed(Vec::new()),
            buttons: Vec::new(),
            fields: Vec::new(),
            typing: false,
            enter: "Done",
            entered: Act::Nothing,
            multiline: &[],
            unsaved: None,
            secure: None,
            advanced: None,
        }
    }

    pub(super) fn of(mut self, package: &'static str, activity: &'static str) -> Self {
        self.package = package;
        self.activity = activity;
        self
    }

    pub(super) fn found_by(mut self, keywords: &'static str) -> Self {
        self.keywords = keywords;
        self
    }

    pub(super) fn row(mut self, row: Row) -> Self {
        if let Rows::Fixed(rows) = &mut self.rows {
            rows.push(row);
        }
        self
    }

    pub(super) fn rows_of(mut self, rows: fn(&Glance<'_>) -> Vec<Row>) -> Self {
        self.rows = Rows::Of(rows);
        self
    }

    /// Hides the rows to follow behind "Advanced".
    pub(super) fn advanced(mut self) -> Self {
        if let Rows::Fixed(rows) = &self.rows {
            self.advanced = Some(rows.len());
        }
        self
    }

    pub(super) fn button(mut self, label: &'static str, act: Act) -> Self {
        self.buttons.push((label, act));
        self
    }

    pub(super) fn field(mut self, key: &'static str, holds: impl Into<Line>) -> Self {
        self.fields.push((Key::Borrowed(key), holds.into()));
        self
    }

    pub(super) fn enter(mut self, label: &'static str) -> Self {
        self.enter = label;
        self
    }

    pub(super) fn typing(mut self) -> Self {
        self.typing = true;
        self
    }

    /// Asks by this dialog before it is left while this holds.
    pub(super) fn asks_if(mut self, condition: Condition, dialog: &'static str) -> Self {
        self.unsaved = Some((condition, dialog));
        self
    }

    /// The rows to be seen now.
    pub(super) fn rows<'a>(&'a self, glance: &Glance<'_>) -> Cow<'a, [Row]> {
        match &self.rows {
            Rows::Fixed(rows) => Cow::Borrowed(rows),
            Rows::Of(make) => Cow::Owned(make(glance)),
        }
    }
}

/// A page as it stands on a task's stack, with what the user did to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Which page, with its argument.
    pub(super) page: PageId,
    /// How far its content is scrolled, in pixels.
    pub(super) scroll: i32,
    /// The text of its fields.
    pub(super) fields: BTreeMap<Key, String>,
    /// The field with the input focus.
    pub(super) focus: Option<Key>,
    /// Its rows behind "Advanced" are shown.
    pub(super) expanded: bool,
    /// Cut, copy and paste are offered at the focused field.
    pub(super) menu: bool,
    /// What was wanted when the system asked whether it may be done.
    pub(super) then: Option<Act>,
}

impl Place {
    /// Name of the page, without its argument.
    pub(super) fn name(&self) -> &str {
        self.page.split_once('?').map_or(&*self.page, |(name, _)| name)
    }

    /// Argument of the page; empty if it has none.
    pub(super) fn argument(&self) -> &str {
        self.page.split_once('?').map_or("", |(_, argument)| argument)
    }

    /// The text of a field.
    pub(super) fn field(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }
}

/// Everything a page may look at while it is drawn.
#[derive(Clone, Copy)]
pub(super) struct Glance<'a> {
    pub(super) look: Look,
    pub(super) words: &'a Words,
    pub(super) facts: &'a Facts,
    pub(super) files: &'a Files,
    pub(super) now: &'a ZonedDateTime,
    /// How long the phone has been on.
    pub(super) uptime: SignedDuration,
    pub(super) apps: &'a [App],
    pub(super) pages: &'a [Page],
    /// Packages with a task, the one used last first.
    pub(super) recent: &'a [&'static str],
    pub(super) place: &'a Place,
    /// Top of the keyboard if it is open, else the screen's bottom.
    pub(super) bottom: i32,
}

impl Glance<'_> {
    pub(super) fn on(&self, key: &str) -> bool {
        self.facts.on(key)
    }

    pub(super) fn number(&self, key: &str) -> i64 {
        self.facts.number(key)
    }

    pub(super) fn app(&self, package: &str) -> Option<&App> {
        self.apps.iter().find(|app| app.package == package)
    }

    /// The label of a fact's value among its choices.
    pub(super) fn chosen(&self, key: &str, choices: Choices) -> &'static str {
        let value = self.number(key);
        choices.iter().find(|(_, choice)| *choice == value).map_or("", |(label, _)| label)
    }

    pub(super) fn say(&self, line: &Line) -> String {
        match line {
            Line::Fixed(text) => text.clone().into_owned(),
            Line::OnOff(key) => (if self.on(key) { "On" } else { "Off" }).to_owned(),
            Line::Fact(key) => self.facts.text(key).to_owned(),
            Line::Percent(key) => format!("{}%", self.number(key)),
            Line::Chosen(key, choices) => self.chosen(key, choices).to_owned(),
            Line::IfText(key, text, yes, no) => {
                (if self.facts.text(key) == *text { yes } else { no }).clone().into_owned()
            }
            Line::Of(make) => make(self),
        }
    }

    pub(super) fn holds(&self, condition: Condition) -> bool {
        match condition {
            Condition::On(key) => self.on(key),
            Condition::Off(key) => !self.on(key),
            Condition::Of(test) => test(self),
        }
    }
}

/// A line of text that may follow the phone's state.
#[derive(Clone)]
pub(super) enum Line {
    /// Always this.
    Fixed(Cow<'static, str>),
    /// "On" or "Off".
    OnOff(&'static str),
    /// The text of a fact.
    Fact(&'static str),
    /// A number with a percent sign.
    Percent(&'static str),
    /// The label of the chosen value.
    Chosen(&'static str, Choices),
    /// The first if the fact is this text, else the second.
    IfText(&'static str, &'static str, Cow<'static, str>, Cow<'static, str>),
    /// Made from the phone's state.
    Of(fn(&Glance<'_>) -> String),
}

impl From<&'static str> for Line {
    fn from(text: &'static str) -> Self {
        Self::Fixed(Cow::Borrowed(text))
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::Fixed(Cow::Owned(text))
    }
}

/// Something that is so or not.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    /// This fact is on.
    On(&'static str),
    /// This fact is off.
    Off(&'static str),
    /// Found out from the phone's state.
    Of(fn(&Glance<'_>) -> bool),
}
