//! Menus and dialogs of the Files app. Their arguments are the paths they are about, one on each line.

use super::{ACTIVITY, PACKAGE, SELECTION, SORT, item, listed, pick};
use crate::phone::act::{Act, Deed, PageId};
use crate::phone::files::{ROOT, name};
use crate::phone::layout;
use crate::phone::page::{Choices, Condition, Glance, Line, Page};
use crate::phone::row::{self, Row, field, footer, plain};
use crate::phone::view::View;

const MENU: &str = "files/menu";
const ACTIONS: &str = "files/actions";
const DELETE: &str = "files/delete";
const RENAME: &str = "files/rename";
const NEW_FOLDER: &str = "files/new_folder";
const SORT_BY: &str = "files/sort";
const INFO: &str = "files/info";
const SORTS: Choices = &[("Name", 0), ("Modified (newest first)", 1), ("Size (largest first)", 2)];

pub(super) fn pages() -> Vec<Page> {
    let problem = || {
        let line = Line::Of(|glance| glance.place.field("problem").to_owned());
        footer(line).shown_if(Condition::Of(|glance| !glance.place.field("problem").is_empty()))
    };
    let sort = SORTS.iter().fold(dialog(SORT_BY, "Sort by").button("Cancel", Act::Leave), |page, (label, value)| {
        page.row(row::choice(*label, SORT, *value))
    });
    let old = Line::Of(|glance| name(glance.place.argument()).to_owned());
    vec![
        Page { dialog: true, ..Page::new(MENU, "", menu).of(PACKAGE, "") },
        Page { dialog: true, ..Page::new(ACTIONS, "", actions).of(PACKAGE, "") },
        dialog(DELETE, "")
            .row(footer(Line::Of(question)))
            .row(problem())
            .button("Cancel", Act::Leave)
            .button("OK", Act::Files(Deed::Delete)),
        dialog(RENAME, "Rename")
            .row(field("Name", "name"))
            .row(problem())
            .field("name", old)
            .typing()
            .button("Cancel", Act::Leave)
            .button("OK", Act::Files(Deed::Rename)),
        dialog(NEW_FOLDER, "New folder")
            .row(field("Folder name", "name"))
            .row(problem())
            .field("name", "")
            .typing()
            .button("Cancel", Act::Leave)
            .button("OK", Act::Files(Deed::NewFolder)),
        sort,
        Page::new(INFO, "Info", layout::collapsing).of(PACKAGE, ACTIVITY).rows_of(info),
    ]
}

fn dialog(id: &'static str, title: impl Into<Line>) -> Page {
    Page { dialog: true, ..Page::new(id, title, layout::dialog).of(PACKAGE, "") }
}

/// The menu of a folder or collection.
pub(super) fn menu_of(place: &str) -> PageId {
    format!("{MENU}?{place}").into()
}

/// The menu of what is selected.
pub(super) fn actions_of(paths: &str) -> PageId {
    format!("{ACTIONS}?{paths}").into()
}

/// The question whether to delete.
pub(super) fn delete_of(paths: &str) -> PageId {
    format!("{DELETE}?{paths}").into()
}

fn menu(_: &Page, glance: &Glance<'_>) -> View {
    let place = glance.place.argument();
    let all: Vec<String> = listed(place, glance).into_iter().map(|file| file.path).collect();
    let mut items = Vec::new();
    if place.starts_with(ROOT) {
        items.push(("New folder", Act::Go(format!("{NEW_FOLDER}?{place}").into())));
    }
    items.push(("Select all", Act::Fill(SELECTION.into(), all.join("\n"))));
    items.push(("Sort by\u{2026}", Act::Go(SORT_BY.into())));
    layout::menu(PACKAGE, items)
}

fn actions(_: &Page, glance: &Glance<'_>) -> View {
    let paths = glance.place.argument();
    let mut items = Vec::new();
    if paths.lines().nth(1).is_none() {
        items.push(("Rename", Act::Go(format!("{RENAME}?{paths}").into())));
        items.push(("Get info", Act::Go(format!("{INFO}?{paths}").into())));
    }
    items.push(("Copy to\u{2026}", Act::Go(pick::page_of(false, ROOT, paths))));
    items.push(("Move to\u{2026}", Act::Go(pick::page_of(true, ROOT, paths))));
    layout::menu(PACKAGE, items)
}

fn question(glance: &Glance<'_>) -> String {
    let paths: Vec<&str> = glance.place.argument().lines().collect();
    match paths[..] {
        [path] if glance.files.info(path).is_ok_and(|info| info.folder) => {
            format!("Delete folder \"{}\" and its contents?", name(path))
        }
        [path] => format!("Delete \"{}\"?", name(path)),
        _ => format!("Delete {} items?", paths.len()),
    }
}

fn info(glance: &Glance<'_>) -> Vec<Row> {
    let Ok(info) = glance.files.info(glance.place.argument()) else { return vec![footer("No such file")] };
    let date = info.modified.strftime("%b %-d, %Y").to_string();
    vec![
        plain("Name").summary(info.name),
        plain("Type").summary(if info.folder { "Folder" } else { "File" }),
        plain("Size").summary(item::size(info.size)),
        plain("Modified").summary(date),
        plain("Location").summary(info.path),
    ]
}
