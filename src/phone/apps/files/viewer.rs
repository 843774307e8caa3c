//! What opens files: a viewer of texts, an app of its own, and a word for those that nothing opens.

use super::{App, ending};
use crate::phone::act::{Act, PageId};
use crate::phone::files::{FileInfo, name};
use crate::phone::layout;
use crate::phone::page::{Glance, Line, Page};
use crate::phone::row::{Row, footer};
use crate::phone::view::Icon;

const PACKAGE: &str = "com.android.htmlviewer";
const TEXT: &str = "viewer/text";
const NONE: &str = "files/cannot_open";
/// No more lines than this are shown.
const MOST_LINES: usize = 200;
/// No more letters of a line than this.
const WIDEST: usize = 400;

/// The viewer of texts. It has no icon; files open it.
pub(in crate::phone::apps) fn viewer() -> App {
    let title = Line::Of(|glance| name(glance.place.argument()).to_owned());
    App {
        pages: vec![
            Page::new(TEXT, title, layout::collapsing)
                .of(PACKAGE, "com.android.htmlviewer.HTMLViewerActivity")
                .rows_of(lines),
            Page { dialog: true, ..Page::new(NONE, "Can\u{2019}t open file", layout::dialog).of(super::PACKAGE, "") }
                .row(footer("No app on this phone opens files of this kind."))
                .button("OK", Act::Leave),
        ],
        ..App::new(PACKAGE, "HTML Viewer", Icon::File)
    }
}

/// The page that shows a file.
pub(super) fn page_of(file: &FileInfo) -> PageId {
    let text = ["txt", "csv", "md", "html"].contains(&ending(&file.name).as_str());
    format!("{}?{}", if text { TEXT } else { NONE }, file.path).into()
}

fn lines(glance: &Glance<'_>) -> Vec<Row> {
    let Ok(content) = glance.files.read(glance.place.argument()) else { return vec![footer("No such file")] };
    let text = String::from_utf8_lossy(&content);
    text.lines().take(MOST_LINES).map(|line| footer(line.chars().take(WIDEST).collect::<String>())).collect()
}
