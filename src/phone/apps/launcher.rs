//! The home screen, the drawer of all apps, and the overview of recent ones (mobilerun-api.md 6.7).

use super::App;
use crate::phone::act::{Act, Drag};
use crate::phone::apps::system;
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Package of the home screen.
pub(in crate::phone) const PACKAGE: &str = "com.google.android.apps.nexuslauncher";
/// The overview of recent apps.
pub(in crate::phone) const RECENTS: &str = "launcher/recents";

const HOME: &str = "launcher/home";
const DRAWER: &str = "launcher/drawer";
const ACTIVITY: &str = "com.google.android.apps.nexuslauncher.NexusLauncherActivity";
/// Icons on the home screen, in lines of four.
const WORKSPACE: [&str; 4] =
    ["com.android.settings", "com.google.android.deskclock", "com.google.android.documentsui", "com.example.notes"];
/// Icons in the dock.
const DOCK: [&str; 4] = [
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.android.chrome",
    "com.google.android.contacts",
];
const COLUMN: i32 = 247;
const ICON: i32 = 205;
const SCREEN: Rect = Rect::new(0, 0, WIDTH, HEIGHT);

pub(super) fn app() -> App {
    App {
        start: Some(HOME),
        pages: vec![
            Page::new(HOME, "", home).of(PACKAGE, ACTIVITY),
            Page::new(DRAWER, "", drawer).of(PACKAGE, ACTIVITY).field("input", "").enter("Search"),
            Page::new(RECENTS, "", recents).of(PACKAGE, ACTIVITY),
        ],
        ..App::new(PACKAGE, "Pixel Launcher", Icon::Home)
    }
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

/// Where the icon of this number is, in lines of four from `top`.
fn cell(n: usize, top: i32, line: i32) -> Rect {
    let n = i32::try_from(n).unwrap_or_default();
    let (left, top) = (67 + n % 4 * COLUMN, top + n / 4 * line);
    Rect::new(left, top, left + ICON, top + line - 42)
}

/// An app's icon: its label is both text and description.
fn icon(glance: &Glance<'_>, package: &'static str, at: Rect) -> Option<View> {
    let app = glance.app(package)?;
    let mut view = View::new("android.widget.TextView", at)
        .text(app.label)
        .description(app.label)
        .paint(Paint::App(app.icon))
        .taps(Act::Launch(package.into()))
        .flag(|flags| flags.long_clickable = true);
    view.long = Act::Go(format!("settings/app?{package}").into());
    Some(view)
}

fn home(_: &Page, glance: &Glance<'_>) -> View {
    let icons = |packages: &[&'static str], top, line| -> Vec<View> {
        let lines = packages.iter().enumerate();
        lines.filter_map(|(n, package)| icon(glance, package, cell(n, top, line))).collect()
    };
    let date = glance.now.strftime("%a, %b %-d").to_string();
    let smartspace =
        View::new("android.widget.FrameLayout", Rect::new(83, 167, 997, 438)).id(id("bc_smartspace_view")).child(
            View::new("android.widget.TextView", Rect::new(83, 265, 500, 327))
                .id(id("date"))
                .text(date.clone())
                .description(date)
                .paint(Paint::Text(TextStyle::Headline)),
        );
    let mut workspace = View::new("android.widget.ScrollView", SCREEN)
        .id(id("workspace"))
        .child(smartspace)
        .children(icons(&WORKSPACE, 1419, 313))
        .flag(|flags| flags.scrollable = true);
    workspace.drag = Some(Drag::Pull(Act::Go(DRAWER.into()), Act::Overlay(system::SHADE)));
    let bar = Rect::new(90, 2125, 990, 2290);
    let search = View::new("android.widget.FrameLayout", bar)
        .id(id("search_container_hotseat"))
        .description("Search")
        .paint(Paint::SearchBar)
        .taps(Act::All(vec![Act::Go(DRAWER.into()), Act::Focus("input".into())]))
        .child(
            View::new("android.widget.ImageView", Rect::new(101, 2144, 227, 2270))
                .id(id("g_icon"))
                .paint(Paint::Icon(Icon::Search)),
        );
    let mut docked = icons(&DOCK, 1873, 237);
    // The last place is filled by what the phone thinks will be wanted, and says so.
    if let Some(last) = docked.last_mut() {
        last.description = format!("Predicted app: {}", last.text);
    }
    let mut hotseat =
        View::new("android.view.ViewGroup", Rect::new(0, 1873, WIDTH, HEIGHT)).id(id("hotseat")).children(docked);
    hotseat.children.push(search);
    hotseat.drag = workspace.drag.clone();
    frame().paint(Paint::Wallpaper).child(
        View::new("android.widget.FrameLayout", SCREEN).id(id("launcher")).child(
            View::new("android.widget.FrameLayout", SCREEN).id(id("drag_layer")).child(workspace).child(hotseat),
        ),
    )
}

fn frame() -> View {
    View::new("android.widget.FrameLayout", SCREEN)
}

/// All apps by name, those alone that the search field's text is in the name of.
fn drawer(page: &Page, glance: &Glance<'_>) -> View {
    let wanted = glance.place.field("input").trim().to_lowercase();
    let mut apps: Vec<_> = glance.apps.iter().filter(|app| app.start.is_some() && app.package != PACKAGE).collect();
    apps.retain(|app| glance.words.say(app.label).to_lowercase().contains(&wanted));
    apps.sort_by_key(|app| app.label);
    let list = Rect::new(0, STATUS_BAR + 220, WIDTH, HEIGHT);
    let lines = i32::try_from(apps.len().div_ceil(4)).unwrap_or_default();
    let reach = (lines * 290 - list.height() + HEIGHT - GESTURE_BAR).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let icons = apps.iter().enumerate().filter_map(|(n, app)| {
        let at = cell(n, list.top + 20 - scroll, 290).clipped(&list);
        if at.is_empty() { None } else { icon(glance, app.package, at) }
    });
    let mut grid = View::new("androidx.recyclerview.widget.RecyclerView", list)
        .id(id("apps_list_view"))
        .children(icons.collect::<Vec<_>>())
        .flag(|flags| flags.scrollable = reach > 0);
    grid.drag = Some(if reach > 0 { Drag::Scroll(reach) } else { Drag::Pull(Act::Nothing, Act::Leave) });
    let at = Rect::new(63, STATUS_BAR + 40, WIDTH - 63, STATUS_BAR + 190);
    let mut input = layout::field(glance, page, at, &"input".into(), "Search apps", false);
    input.resource_id = id("input").into();
    frame()
        .paint(Paint::Page)
        .child(View::new("android.widget.RelativeLayout", SCREEN).id(id("apps_view")).child(grid).child(input))
}

/// The apps used last, as cards one below the other.
fn recents(_: &Page, glance: &Glance<'_>) -> View {
    let cards = glance.recent.iter().take(4).enumerate().filter_map(|(n, package)| {
        let app = glance.app(package)?;
        let top = STATUS_BAR + 60 + i32::try_from(n).ok()? * 430;
        Some(
            View::new("android.widget.FrameLayout", Rect::new(140, top, WIDTH - 140, top + 400))
                .id(id("task"))
                .description(app.label)
                .paint(Paint::Panel)
                .taps(Act::Launch((*package).into()))
                .child(
                    View::new("android.view.View", Rect::new(WIDTH / 2 - 148, top + 90, WIDTH / 2 + 148, top + 310))
                        .text(app.label)
                        .paint(Paint::App(app.icon)),
                ),
        )
    });
    let mut overview =
        View::new("android.widget.FrameLayout", SCREEN).id(id("overview_panel")).children(cards.collect::<Vec<_>>());
    if glance.recent.is_empty() {
        overview = overview.child(
            View::new("android.widget.TextView", Rect::new(240, 1100, 840, 1180))
                .text("No recent items")
                .paint(Paint::Text(TextStyle::Body)),
        );
    } else {
        overview = overview.child(
            View::new("android.widget.Button", Rect::new(340, 2030, 740, 2160))
                .id(id("clear_all"))
                .text("Clear all")
                .paint(Paint::Button)
                .taps(Act::ClearTasks),
        );
    }
    frame().paint(Paint::Wallpaper).child(overview)
}
