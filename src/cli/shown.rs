//! What a person is shown of an element.

use std::borrow::Cow;

/// Its id, which is its path: of one that is longer than a line only both ends, with its length.
pub(super) fn id(id: &str) -> Cow<'_, str> {
    const LONGEST: usize = 80;
    const END: usize = 24;
    // Ids are ASCII.
    match (id.get(..END), id.get(id.len().saturating_sub(END)..)) {
        (Some(begin), Some(end)) if id.len() > LONGEST => {
            let levels = id.matches('.').count();
            Cow::Owned(format!("{begin}…{end} ({levels} levels)"))
        }
        _ => Cow::Borrowed(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_id_loses_its_middle_alone() {
        let path = |levels: usize| format!("ui{}", ".0".repeat(levels));
        assert_eq!(id(&path(39)), path(39));
        let shown = id(&path(10_000)).into_owned();
        assert!(shown.starts_with("ui.0.0.") && shown.ends_with(".0.0 (10000 levels)") && shown.len() < 80, "{shown}");
    }
}
