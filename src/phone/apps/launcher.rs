//! The home screen.

use super::super::act::Act;
use super::super::page::{Frame, Glance, Page};
use super::super::view::{Icon, Paint, Rect, TextStyle, View};
use super::App;
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};

/// Package of the home screen.
pub(in crate::phone) const PACKAGE: &str = "com.google.android.apps.nexuslauncher";
/// The home screen's page.
pub(in crate::phone) const HOME: &str = "launcher/home";

/// Icons above the dock.
const WORKSPACE: [&str; 1] = ["com.android.settings"];
/// Icons in the dock.
const DOCK: [&str; 0] = [];

pub(super) fn app() -> App {
    App {
        package: PACKAGE,
        label: "Pixel Launcher",
        icon: Icon::Home,
        version: "15",
        version_code: 35,
        system: true,
        start: Some(HOME),
        pages: || {
            vec![Page {
                id: HOME,
                package: PACKAGE,
                activity: "com.google.android.apps.nexuslauncher.NexusLauncherActivity",
                frame: Frame::Drawn(home),
            }]
        },
        facts: Vec::new,
    }
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

fn home(glance: &Glance<'_>) -> View {
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let workspace = Rect::new(0, STATUS_BAR, WIDTH, 1740);
    let hotseat = Rect::new(0, 1740, WIDTH, HEIGHT);
    let column = |n: usize| {
        let n = i32::try_from(n).unwrap_or_default();
        (40 + (n % 4) * 250, n / 4)
    };
    let above = WORKSPACE.iter().enumerate().filter_map(|(n, package)| {
        let (left, line) = column(n);
        let top = 1230 + line * 250;
        icon(glance, package, Rect::new(left, top, left + 250, top + 240))
    });
    let below = DOCK.iter().enumerate().filter_map(|(n, package)| {
        let (left, _) = column(n);
        icon(glance, package, Rect::new(left, 1780, left + 250, 1980))
    });
    let date = glance.now.strftime("%a, %b %-d").to_string();
    let smartspace = View::new("android.widget.FrameLayout", Rect::new(63, 189, WIDTH - 63, 350))
        .id(id("bc_smartspace_view"))
        .child(
            View::new("android.widget.TextView", Rect::new(63, 215, 640, 280))
                .id(id("date"))
                .text(date.clone())
                .description(date)
                .paint(Paint::Text(TextStyle::Headline)),
        );
    let bar = Rect::new(63, 2080, WIDTH - 63, 2226);
    let search = View::new("android.widget.FrameLayout", bar)
        .id(id("search_container_hotseat"))
        .description("Search")
        .paint(Paint::SearchBar)
        .taps(Act::Nothing)
        .child(
            View::new(
                "android.widget.ImageView",
                Rect::new(bar.left + 40, bar.top + 40, bar.left + 106, bar.bottom - 40),
            )
            .id(id("g_icon"))
            .paint(Paint::Icon(Icon::Google)),
        );
    View::new("android.widget.FrameLayout", screen).paint(Paint::Wallpaper).child(
        View::new("android.widget.FrameLayout", screen).id(id("launcher")).child(
            View::new("android.widget.FrameLayout", screen)
                .id(id("drag_layer"))
                .child(
                    View::new("android.widget.ScrollView", workspace)
                        .id(id("workspace"))
                        .child(smartspace)
                        .children(above),
                )
                .child(View::new("android.view.ViewGroup", hotseat).id(id("hotseat")).children(below).child(search)),
        ),
    )
}

/// An app's icon: its label is both text and description.
fn icon(glance: &Glance<'_>, package: &'static str, at: Rect) -> Option<View> {
    let app = glance.apps.iter().find(|app| app.package == package)?;
    Some(
        View::new("android.widget.TextView", at)
            .text(app.label)
            .description(app.label)
            .paint(Paint::App(app.icon))
            .taps(Act::Launch(package.into()))
            .flag(|flags| flags.long_clickable = true),
    )
}
