//! Search over all pages of Settings. A package of its own, as on Pixel phones (mobilerun-api.md 6.5).

use super::PACKAGE as SETTINGS;
use crate::phone::act::Act;
use crate::phone::layout;
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page, Rows};
use crate::phone::row::{self, Kind, Row};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Package of the search.
pub(super) const PACKAGE: &str = "com.google.android.settings.intelligence";
pub(super) const ID: &str = "settings/search";

/// The search field's name.
const QUERY: &str = "query";
/// No more results than this.
const MOST: usize = 30;

pub(super) fn page() -> Page {
    Page::new(ID, "", draw)
        .of(PACKAGE, "com.google.android.settings.intelligence.modules.search.SearchActivity")
        .field(QUERY, "")
        .typing()
        .enter("Search")
        .rows_of(results)
}

fn draw(page: &Page, glance: &Glance<'_>) -> View {
    let id = |name: &str| format!("{PACKAGE}:id/{name}");
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let bar = Rect::new(0, STATUS_BAR, WIDTH, STATUS_BAR + 168);
    let back = View::new("android.widget.ImageButton", Rect::new(0, bar.top + 10, 147, bar.bottom - 11))
        .description("Back")
        .paint(Paint::Icon(Icon::Back))
        .taps(Act::Leave);
    let at = Rect::new(147, bar.top + 10, WIDTH - 147, bar.bottom - 11);
    let mut field = layout::field(glance, page, at, &QUERY.into(), "Search Settings", false);
    field.resource_id = id("open_search_view_edit_text").into();
    let mut toolbar =
        View::new("android.view.ViewGroup", bar).id(id("open_search_view_toolbar")).child(back).child(field);
    let wanted = glance.place.field(QUERY).trim();
    if !glance.place.field(QUERY).is_empty() {
        toolbar = toolbar.child(
            View::new("android.widget.ImageButton", Rect::new(WIDTH - 147, bar.top + 10, WIDTH, bar.bottom - 11))
                .id(id("open_search_view_clear_button"))
                .description("Clear text")
                .paint(Paint::Icon(Icon::Clear))
                .taps(Act::Empty(QUERY.into())),
        );
    }
    let rows = layout::rows(page, glance);
    let viewport = Rect::new(0, bar.bottom, WIDTH, HEIGHT);
    let content = rows.iter().map(|(_, height)| height).sum::<i32>();
    // The window reaches under the keyboard, and so do rows.
    let reach = (content + viewport.top - glance.bottom.min(HEIGHT - 63)).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let mut list = layout::list(viewport, PACKAGE, reach).id(id("list_results")).children(layout::stack(
        page,
        glance,
        &rows,
        viewport.top - scroll,
        viewport,
    ));
    if rows.is_empty() && !wanted.is_empty() {
        list = list.child(
            View::new("android.widget.TextView", Rect::new(63, viewport.top + 200, WIDTH - 63, viewport.top + 280))
                .id(id("no_results"))
                .text("No results found")
                .paint(Paint::Text(TextStyle::Body)),
        );
    }
    View::new("android.widget.FrameLayout", screen).paint(Paint::Page).child(
        View::new("android.widget.LinearLayout", screen).id(id("open_search_view_root")).child(toolbar).child(list),
    )
}

/// Rows for what was found, the best first.
fn results(glance: &Glance<'_>) -> Vec<Row> {
    let wanted = words(glance.place.field(QUERY));
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, Entry)> =
        entries(glance).into_iter().filter_map(|entry| entry.rank(&wanted).map(|rank| (rank, entry))).collect();
    found.sort_by_key(|(rank, entry)| (*rank, entry.title.chars().count()));
    let mut rows: Vec<Row> = Vec::new();
    let mut seen: Vec<(String, String)> = Vec::new();
    for (_, entry) in found {
        let label = (entry.title.clone(), entry.path.clone());
        if seen.contains(&label) || rows.len() >= MOST {
            continue;
        }
        seen.push(label);
        rows.push(row::link(entry.title, entry.page).summary(entry.path));
    }
    rows
}

/// Something that can be found.
struct Entry {
    title: String,
    keywords: String,
    /// The pages above it, as `Display`.
    path: String,
    page: String,
}

impl Entry {
    /// How well it fits: lower is better, none is not at all. Every word wanted must begin a word of it.
    fn rank(&self, wanted: &[String]) -> Option<usize> {
        let title = words(&self.title);
        let begins = |words: &[String], wanted: &String| words.iter().any(|word| word.starts_with(wanted.as_str()));
        if wanted.iter().all(|word| begins(&title, word)) {
            return Some(usize::from(
                !title.first().is_some_and(|first| wanted.iter().any(|word| first.starts_with(word))),
            ));
        }
        let mut all = title;
        all.extend(words(&self.keywords));
        if wanted.iter().all(|word| begins(&all, word)) {
            return Some(2);
        }
        all.extend(words(&self.path));
        wanted.iter().all(|word| begins(&all, word)).then_some(3)
    }
}

/// All that can be found: every page by its title, every row that can be used by its label.
fn entries(glance: &Glance<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for page in glance.pages.iter().filter(|page| page.package == SETTINGS && !page.dialog) {
        let Rows::Fixed(rows) = &page.rows else { continue };
        let above = glance.say(&page.title);
        for row in rows {
            let title = glance.say(&row.title);
            let shown = row.shown.is_none_or(|condition| glance.holds(condition));
            if title.is_empty() || !shown || matches!(row.kind, Kind::Header | Kind::Footer | Kind::Badge) {
                continue;
            }
            // What leads to a page of its own is found as that page, what does not is shown where it is.
            let leads = match &row.kind {
                Kind::Link(Act::Go(to)) | Kind::TwoTarget(_, Act::Go(to)) => {
                    glance.pages.iter().find(|page| page.id == *to && !page.dialog && page.package == SETTINGS)
                }
                _ => None,
            };
            let keywords = if row.keywords.is_empty() { leads.map_or("", |page| page.keywords) } else { row.keywords };
            let page = leads.map_or_else(|| format!("{}?row={title}", page.id), |page| page.id.to_owned());
            let said = |text: &str| glance.words.say(text);
            entries.push(Entry { title: said(&title), keywords: said(keywords), path: said(&above), page });
        }
    }
    entries
}

/// Words of a text as a search compares them. "Wi‑Fi" is found as `wi`, `fi` and `wifi`.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for chunk in text.to_lowercase().split_whitespace() {
        let parts: Vec<&str> =
            chunk.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        if parts.len() > 1 {
            words.push(parts.concat());
        }
        words.extend(parts.into_iter().map(str::to_owned));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(title: &str) -> Entry {
        Entry {
            title: title.to_owned(),
            keywords: "night mode".to_owned(),
            path: "Display".to_owned(),
            page: String::new(),
        }
    }

    #[test]
    fn every_word_wanted_must_begin_a_word_of_it() {
        assert_eq!(entry("Dark theme").rank(&words("dark th")), Some(0));
        assert_eq!(entry("Dark theme").rank(&words("theme")), Some(1));
        assert_eq!(entry("Dark theme").rank(&words("dark mode")), Some(2));
        assert_eq!(entry("Dark theme").rank(&words("display dark")), Some(3));
        assert_eq!(entry("Dark theme").rank(&words("dark wallpaper")), None);
    }

    #[test]
    fn a_non_breaking_hyphen_is_found_by_any_spelling() {
        for spelling in ["wi-fi", "Wi\u{2011}Fi", "wifi", "wi fi"] {
            assert!(entry("Wi\u{2011}Fi").rank(&words(spelling)).is_some(), "{spelling}");
        }
    }
}
