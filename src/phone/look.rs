//! Which Android the screens look like.

/// Which Android the screens look like: wording, pages, and the shape of bars and rows (mobilerun-api.md 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// Titles in an action bar, ON and OFF as the text of switches, and pages that hide their last rows behind
    /// "Advanced" until it is tapped.
    Android11,
    /// Titles in a toolbar that collapses while the page scrolls, as the toolbar's description.
    #[default]
    Android15,
}

impl Look {
    pub(super) fn is_11(self) -> bool {
        self == Self::Android11
    }

    /// The number that people call it by.
    pub(super) fn version(self) -> &'static str {
        if self.is_11() { "11" } else { "15" }
    }

    /// The level of its API.
    pub(super) fn api(self) -> i64 {
        if self.is_11() { 30 } else { 35 }
    }
}
