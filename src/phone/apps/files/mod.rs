//! Files: the folders of shared storage (mobilerun-api.md 6.7). It opens at the downloads, as real ones do; other roots
//! are behind "Show roots".
//!
//! A long press selects; what is selected is the page's field `selection`, a path on each line.

mod dialogs;
mod directory;
mod item;
mod pick;
mod roots;
mod search;
mod viewer;

use super::App;
use crate::phone::act::{Act, PageId};
use crate::phone::files::{DOWNLOADS, FileInfo, ROOT, name};
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

pub(super) use viewer::viewer;

/// Package of the Files app.
pub(in crate::phone) const PACKAGE: &str = "com.google.android.documentsui";

const DIRECTORY: &str = "files/files";
const ACTIVITY: &str = "com.android.documentsui.files.FilesActivity";
/// The field with what is selected.
const SELECTION: &str = "selection";
/// The fact by what lists are sorted.
const SORT: &str = "files.sort";
/// Bottom of the bar.
const BAR: i32 = STATUS_BAR + 147;
const SCREEN: Rect = Rect::new(0, 0, WIDTH, HEIGHT);

/// Collections of files from all folders: argument of their page, name, and the endings of what is in them.
const COLLECTIONS: [(&str, &str, Icon, &[&str]); 3] = [
    ("images:", "Images", Icon::Wallpaper, &["png", "jpg", "jpeg", "gif", "webp"]),
    ("audio:", "Audio", Icon::Music, &["mp3", "m4a", "wav", "ogg"]),
    ("documents:", "Documents", Icon::File, &["txt", "csv", "pdf", "md", "html"]),
];

pub(super) fn app() -> App {
    let mut pages = vec![
        Page::new(DIRECTORY, "", directory::draw).of(PACKAGE, ACTIVITY),
        Page { dialog: true, ..Page::new(roots::ID, "", roots::draw).of(PACKAGE, "") },
        search::page(),
    ];
    pages.extend(dialogs::pages());
    pages.extend(pick::pages());
    App {
        start: Some(DIRECTORY),
        pages,
        facts: vec![(SORT, 0.into())],
        data: Some("files."),
        ..App::new(PACKAGE, "Files", Icon::Folder)
    }
}

/// The page that shows a folder.
pub(in crate::phone) fn page_of(folder: &str) -> PageId {
    if folder == DOWNLOADS { DIRECTORY.into() } else { format!("{DIRECTORY}?{folder}").into() }
}

/// The folder or collection that a page is about.
fn shown<'a>(glance: &'a Glance<'_>) -> &'a str {
    let argument = glance.place.argument();
    if argument.is_empty() { DOWNLOADS } else { argument }
}

/// What a folder or collection is called.
fn called(place: &str, glance: &Glance<'_>) -> String {
    let collection = COLLECTIONS.iter().find(|(argument, ..)| *argument == place);
    match (place, collection) {
        (_, Some((_, name, ..))) => (*name).to_owned(),
        (ROOT, _) => glance.facts.text("device_name").to_owned(),
        (DOWNLOADS, _) => "Downloads".to_owned(),
        _ => name(place).to_owned(),
    }
}

/// What lies in a folder or collection: folders first, then as the user wants it sorted. Hidden files are not shown.
fn listed(place: &str, glance: &Glance<'_>) -> Vec<FileInfo> {
    let mut files = match COLLECTIONS.iter().find(|(argument, ..)| *argument == place) {
        Some((.., endings)) => {
            let all = glance.files.below(ROOT).filter(|info| !info.folder);
            all.filter(|info| endings.contains(&ending(&info.name).as_str())).collect()
        }
        None => glance.files.list(place).unwrap_or_default(),
    };
    files.retain(|info| !info.name.starts_with('.'));
    files.sort_by_key(|info| info.name.to_lowercase());
    match glance.number(SORT) {
        1 => files.sort_by_key(|info| std::cmp::Reverse(info.modified)),
        2 => files.sort_by_key(|info| std::cmp::Reverse(info.size)),
        _ => {}
    }
    files.sort_by_key(|info| !info.folder);
    files
}

fn ending(name: &str) -> String {
    name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase())
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

/// What is selected on a page.
fn selected<'a>(glance: &'a Glance<'_>) -> Vec<&'a str> {
    glance.place.field(SELECTION).lines().collect()
}

/// A button with a shape in the bar, this many places from the right.
fn bar_button(place: i32, name: &str, label: &str, icon: Icon, act: Act) -> View {
    let right = WIDTH - 126 * place;
    View::new("android.widget.Button", Rect::new(right - 126, STATUS_BAR + 10, right, BAR - 11))
        .id(id(name))
        .description(label)
        .paint(Paint::Icon(icon))
        .taps(act)
}

/// The bar with a button at the left and a title.
fn bar(left: (&str, Icon, Act), title: &str, room: i32) -> View {
    let (label, icon, act) = left;
    View::new("android.view.ViewGroup", Rect::new(0, STATUS_BAR, WIDTH, BAR))
        .id(id("toolbar"))
        .child(
            View::new("android.widget.ImageButton", Rect::new(0, STATUS_BAR, 147, BAR))
                .description(label)
                .paint(Paint::Icon(icon))
                .taps(act),
        )
        .child(
            View::new("android.widget.TextView", Rect::new(189, STATUS_BAR + 32, WIDTH - room, BAR - 32))
                .text(title)
                .paint(Paint::Text(TextStyle::BarTitle)),
        )
}

/// A line of text alone in a place.
fn message(top: i32, text: &str) -> View {
    View::new("android.widget.TextView", Rect::new(240, top, WIDTH - 240, top + 80))
        .id(id("message"))
        .text(text)
        .paint(Paint::Text(TextStyle::Label))
}
