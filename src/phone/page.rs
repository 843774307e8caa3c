//! Pages: what an app shows, described as data and drawn from the phone's state.

use std::collections::BTreeMap;

use jiff::ZonedDateTime;

use super::act::{Key, PageId};
use super::apps::App;
use super::facts::Facts;
use super::view::View;

/// One page of an app: a screen, or a dialog over one.
pub(super) struct Page {
    /// As `settings/display`.
    pub(super) id: &'static str,
    /// The package whose window it is.
    pub(super) package: &'static str,
    /// The activity the phone reports while it is shown; empty for dialogs, which leave it as it is.
    pub(super) activity: &'static str,
    /// How it is drawn.
    pub(super) frame: Frame,
}

/// How a page is drawn.
pub(super) enum Frame {
    /// By a function of its own.
    Drawn(fn(&Glance<'_>) -> View),
}

/// A page as it stands on a task's stack, with what the user did to it.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// Which page, with its argument.
    pub(super) page: PageId,
    /// How far its content is scrolled, in pixels.
    pub(super) scroll: i32,
    /// The text of its fields.
    pub(super) fields: BTreeMap<Key, String>,
    /// The field with the input focus.
    pub(super) focus: Option<Key>,
}

impl Place {
    pub(super) fn new(page: impl Into<PageId>) -> Self {
        Self { page: page.into(), ..Self::default() }
    }

    /// Name of the page, without its argument.
    pub(super) fn name(&self) -> &str {
        self.page.split_once('?').map_or(&*self.page, |(name, _)| name)
    }

    /// Argument of the page; empty if it has none.
    #[allow(dead_code)]
    pub(super) fn argument(&self) -> &str {
        self.page.split_once('?').map_or("", |(_, argument)| argument)
    }
}

/// Everything a page may look at while it is drawn.
pub(super) struct Glance<'a> {
    pub(super) facts: &'a Facts,
    pub(super) now: &'a ZonedDateTime,
    pub(super) apps: &'a [App],
    pub(super) place: &'a Place,
}
