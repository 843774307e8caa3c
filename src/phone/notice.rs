//! Notifications: what apps tell in the shade.

use std::borrow::Cow;

use super::facts::Facts;

/// How the names of the facts begin that are notifications.
pub(super) const NOTICES: &str = "notification.";

/// A notification: one of the same tag replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Notice {
    /// What tells it from others of the app.
    pub(super) tag: Cow<'static, str>,
    /// Its first line.
    pub(super) title: Cow<'static, str>,
    /// Its second line.
    pub(super) text: Cow<'static, str>,
}

impl Notice {
    /// The fact that an app has posted it.
    pub(super) fn key(&self, package: &str) -> String {
        format!("{NOTICES}{package}.{}", self.tag)
    }

    /// What that fact says: title and text, a line each.
    pub(super) fn says(&self) -> String {
        format!("{}\n{}", one_line(&self.title), one_line(&self.text))
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A notification as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posted<'a> {
    /// The fact that it is there.
    pub(super) key: &'a str,
    pub(super) package: &'a str,
    pub(super) title: &'a str,
    pub(super) text: &'a str,
}

/// What is in the shade, by app.
pub(super) fn posted(facts: &Facts) -> impl Iterator<Item = Posted<'_>> {
    facts.beginning(NOTICES).filter_map(|(key, _)| {
        let (package, _) = key.strip_prefix(NOTICES)?.rsplit_once('.')?;
        let (title, text) = facts.text(key).split_once('\n')?;
        Some(Posted { key, package, title, text })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_posted_is_read_back_line_by_line() {
        let notice = Notice { tag: "saved".into(), title: "Saved\nnow".into(), text: "a. b".into() };
        let facts = Facts::given([(notice.key("com.example.notes"), notice.says().as_str().into())]);
        let key = "notification.com.example.notes.saved";
        let posted: Vec<_> = posted(&facts).collect();
        assert_eq!(posted, [Posted { key, package: "com.example.notes", title: "Saved now", text: "a. b" }]);
    }
}
