//! Lists of files.

use super::{BAR, SELECTION, ending, id, message, page_of, selected, viewer};
use crate::phone::act::{Act, Drag};
use crate::phone::files::FileInfo;
use crate::phone::metrics::{GESTURE_BAR, WIDTH, summary_width, title_width};
use crate::phone::page::Glance;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const ROW: i32 = 189;

/// A list of files that begins at `top`. With `pick` set, folders do that and files nothing.
pub(super) fn list(
    glance: &Glance<'_>,
    files: &[FileInfo],
    top: i32,
    bottom: i32,
    pick: Option<&dyn Fn(&FileInfo) -> Act>,
) -> View {
    let view = Rect::new(0, top.max(BAR), WIDTH, bottom);
    let count = i32::try_from(files.len()).unwrap_or_default();
    let reach = (count * ROW - (bottom.min(glance.bottom).min(GESTURE_BAR) - view.top)).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let rows = files.iter().zip(0_i32..).filter_map(|(file, n)| {
        let top = view.top + n * ROW - scroll;
        let mut row = row(glance, file, Rect::new(0, top, WIDTH, top + ROW), pick);
        if row.bounds.clipped(&view).is_empty() {
            return None;
        }
        clip(&mut row, &view);
        Some(row)
    });
    let mut list = View::new("androidx.recyclerview.widget.RecyclerView", view)
        .id(id("dir_list"))
        .children(rows.collect::<Vec<_>>())
        .flag(|flags| {
            flags.scrollable = reach > 0;
            flags.focusable = true;
        });
    list.drag = Some(Drag::Scroll(reach));
    if files.is_empty() {
        list = list.child(message((view.top + 300).min(view.bottom - 80), "No items"));
    }
    list
}

fn clip(view: &mut View, to: &Rect) {
    view.bounds = view.bounds.clipped(to);
    view.children.iter_mut().for_each(|child| clip(child, to));
}

fn row(glance: &Glance<'_>, file: &FileInfo, at: Rect, pick: Option<&dyn Fn(&FileInfo) -> Act>) -> View {
    let chosen = selected(glance);
    let marked = chosen.contains(&file.path.as_str());
    let (text_left, middle) = (210, at.center().1);
    let icon_at = Rect::new(63, middle - 48, 159, middle + 48);
    let icon = match (marked, file.folder) {
        (true, _) => Icon::Check,
        (_, true) => Icon::Folder,
        _ if ["png", "jpg", "jpeg", "gif", "webp"].contains(&ending(&file.name).as_str()) => Icon::Wallpaper,
        _ => Icon::File,
    };
    let icon_id = match (marked, icon) {
        (true, _) => "icon_check",
        (_, Icon::Wallpaper) => "icon_thumb",
        _ => "icon_mime",
    };
    let details = details(file);
    let title = Rect::new(text_left, at.top + 32, (text_left + title_width(&file.name)).min(WIDTH - 63), at.top + 103);
    let below = Rect::new(text_left, at.top + 106, (text_left + summary_width(&details)).min(WIDTH - 63), at.top + 156);
    let mut row = View::new("android.widget.LinearLayout", at)
        .id(id("item_root"))
        .child(
            View::new("android.widget.FrameLayout", icon_at)
                .id(id("icon"))
                .child(View::new("android.widget.ImageView", icon_at).id(id(icon_id)).paint(Paint::Icon(icon))),
        )
        .child(
            View::new("android.widget.TextView", title)
                .id("android:id/title")
                .text(file.name.clone())
                .paint(Paint::Text(TextStyle::Title)),
        )
        .child(
            View::new("android.widget.TextView", below)
                .id(id("details"))
                .text(details)
                .paint(Paint::Text(TextStyle::Summary)),
        );
    if let Some(pick) = pick {
        row = row.taps(if file.folder { pick(file) } else { Act::Nothing });
        row.flags.enabled = file.folder;
        return row;
    }
    // One more selected, or one less.
    let mut turned: Vec<&str> = chosen.iter().copied().filter(|path| *path != file.path).collect();
    if !marked {
        turned.push(&file.path);
    }
    let turn = Act::Fill(SELECTION.into(), turned.join("\n"));
    row = row.taps(if chosen.is_empty() { open(file) } else { turn.clone() }).flag(|flags| {
        flags.long_clickable = true;
        flags.selected = marked;
    });
    row.long = turn;
    row
}

/// What a tap on a file or folder does.
fn open(file: &FileInfo) -> Act {
    Act::Go(if file.folder { page_of(&file.path) } else { viewer::page_of(file) })
}

/// As `Aug 30, 41 B, TXT document`.
fn details(file: &FileInfo) -> String {
    let date = file.modified.strftime("%b %-d").to_string();
    if file.folder {
        return date;
    }
    let what = match ending(&file.name).as_str() {
        "" => "File".to_owned(),
        ending @ ("png" | "jpg" | "jpeg" | "gif" | "webp") => format!("{} image", ending.to_uppercase()),
        ending @ ("txt" | "csv" | "pdf" | "md" | "html") => format!("{} document", ending.to_uppercase()),
        ending => format!("{} file", ending.to_uppercase()),
    };
    format!("{date}, {}, {what}", size(file.size))
}

/// As `41 B` or `1.5 kB`.
pub(super) fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} B") } else { format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100) }
}
