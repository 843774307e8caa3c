//! The system's own windows: notification shade, quick settings, the brightness slider (mobilerun-api.md 6.4, 6.9).

use super::App;
use crate::phone::act::{Act, Drag};
use crate::phone::environment::Position;
use crate::phone::layout;
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::notice::{self, NOTICES, Posted};
use crate::phone::page::{Glance, Page};
use crate::phone::row;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// Package of the system's windows.
pub(in crate::phone) const PACKAGE: &str = "com.android.systemui";
/// The notification shade.
pub(in crate::phone) const SHADE: &str = "system/shade";
/// The quick settings.
pub(in crate::phone) const QUICK_SETTINGS: &str = "system/quick_settings";
/// The slider for brightness.
pub(in crate::phone) const BRIGHTNESS: &str = "system/brightness";

/// The fact that tells where the phone is.
pub(in crate::phone) const POSITION: &str = "position";
/// The fact that tells what was copied last.
pub(in crate::phone) const CLIPBOARD: &str = "clipboard";

/// A tile of the quick settings.
struct Tile {
    label: &'static str,
    fact: &'static str,
    icon: Icon,
    /// What is added to its label in its description.
    more: &'static str,
    /// What it is connected to while it is on.
    to: &'static str,
}

const fn tile(label: &'static str, fact: &'static str, icon: Icon) -> Tile {
    Tile { label, fact, icon, more: "", to: "" }
}

const TILES: [Tile; 8] = [
    Tile { to: "AndroidWifi", ..tile("Internet", "wifi", Icon::Wifi) },
    // Its description ends in a full stop on real phones (mobilerun-api.md 6.9).
    Tile { more: ".", ..tile("Bluetooth", "bluetooth", Icon::Bluetooth) },
    tile("Airplane mode", "airplane_mode", Icon::Airplane),
    tile("Do Not Disturb", "do_not_disturb", Icon::Bell),
    tile("Auto-rotate", "auto_rotate", Icon::Display),
    tile("Dark theme", "dark_theme", Icon::Brightness),
    tile("Night Light", "night_light", Icon::Display),
    tile("Battery Saver", "battery_saver", Icon::Battery),
];

impl Tile {
    /// Older phones know no Internet, but Wi-Fi.
    fn label(&self, glance: &Glance<'_>) -> &'static str {
        if self.fact == "wifi" && glance.look.is_11() { "Wi-Fi" } else { self.label }
    }

    fn description(&self, glance: &Glance<'_>) -> String {
        let label = self.label(glance);
        if self.to.is_empty() || !glance.on(self.fact) {
            return format!("{label}{}", self.more);
        }
        format!("{label},{}", self.to)
    }

    fn state(&self, glance: &Glance<'_>) -> &'static str {
        match glance.on(self.fact) {
            true if !self.to.is_empty() => self.to,
            true => "On",
            false => "Off",
        }
    }
}

pub(super) fn app() -> App {
    App {
        pages: vec![
            over(Page::new(SHADE, "", shade)),
            over(Page::new(QUICK_SETTINGS, "", quick_settings)),
            over(Page::new(BRIGHTNESS, "", layout::slider_sheet)).row(row::slider(
                "Display brightness",
                "brightness",
                0,
                100,
            )),
        ],
        facts: vec![(POSITION, Position::DEFAULT.to_string().as_str().into()), (CLIPBOARD, "".into())],
        ..App::new(PACKAGE, "System UI", Icon::System)
    }
}

fn over(page: Page) -> Page {
    Page { dialog: true, ..page.of(PACKAGE, "") }
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

/// So many tiles, two side by side from `top` down.
fn tiles(glance: &Glance<'_>, count: usize, top: i32) -> Vec<View> {
    let one = |(n, tile): (i32, &Tile)| {
        let (left, top) = (42 + n % 2 * 508, top + n / 2 * 210);
        let text = |name, from: i32, text: &str| {
            View::new("android.widget.TextView", Rect::new(left + 120, top + from, left + 470, top + from + 60))
                .id(id(name))
                .text(text)
                .paint(Paint::Text(TextStyle::Summary))
        };
        View::new("android.widget.Switch", Rect::new(left, top, left + 488, top + 190))
            .description(tile.description(glance))
            .paint(Paint::Button)
            .taps(Act::Toggle(tile.fact.into()))
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = glance.on(tile.fact);
            })
            .child(
                View::new("android.widget.ImageView", Rect::new(left + 32, top + 63, left + 95, top + 126))
                    .id("android:id/icon")
                    .paint(Paint::Icon(tile.icon)),
            )
            .child(text("tile_label", 35, tile.label(glance)))
            .child(text("app_label", 95, tile.state(glance)))
    };
    (0..).zip(TILES.iter().take(count)).map(one).collect()
}

const NOTICE: i32 = 231;
/// Where notifications begin in the shade.
const STACK: i32 = STATUS_BAR + 520;
/// No more notifications than this fit in.
const MOST_NOTICES: usize = 6;

fn shade(_: &Page, glance: &Glance<'_>) -> View {
    let notices: Vec<View> =
        (0..).zip(notice::posted(glance.facts).take(MOST_NOTICES)).map(|(n, posted)| card(glance, n, posted)).collect();
    let mut panel = panel().children(tiles(glance, 4, STATUS_BAR + 60));
    panel.drag = Some(Drag::Pull(Act::Leave, Act::Overlay(QUICK_SETTINGS)));
    if notices.is_empty() {
        return panel.child(
            View::new("android.widget.TextView", Rect::new(340, 700, 740, 760))
                .id(id("no_notifications"))
                .text("No notifications")
                .paint(Paint::Text(TextStyle::Label)),
        );
    }
    let below = STACK + i32::try_from(notices.len()).unwrap_or_default() * (NOTICE + 12) + 30;
    let clear = View::new("android.widget.Button", Rect::new(WIDTH - 372, below, WIDTH - 42, below + 126))
        .id(id("dismiss_text"))
        .text("Clear all")
        .description("Clear all notifications.")
        .paint(Paint::Button)
        .taps(Act::All(vec![Act::Forget(NOTICES.into()), Act::Leave]));
    let stack = Rect::new(0, STACK, WIDTH, HEIGHT);
    panel.child(
        View::new("android.view.ViewGroup", stack).id(id("notification_stack_scroller")).children(notices).child(clear),
    )
}

/// A notification: a tap opens its app, and it is gone.
fn card(glance: &Glance<'_>, n: i32, posted: Posted<'_>) -> View {
    let top = STACK + n * (NOTICE + 12);
    let at = Rect::new(42, top, WIDTH - 42, top + NOTICE);
    let app = glance.app(posted.package);
    let open = Act::All(vec![Act::Forget(posted.key.to_owned().into()), Act::Launch(posted.package.to_owned().into())]);
    let line = |id: &'static str, from: i32, text: &str, style| {
        View::new("android.widget.TextView", Rect::new(at.left + 168, top + from, at.right - 42, top + from + 64))
            .id(id)
            .text(text)
            .paint(Paint::Text(style))
    };
    View::new("android.widget.FrameLayout", at)
        .id(id("expandableNotificationRow"))
        .paint(Paint::Panel)
        .taps(open)
        .child(
            View::new("android.widget.ImageView", Rect::new(at.left + 42, top + 73, at.left + 126, top + 157))
                .id("android:id/icon")
                .paint(app.map_or(Paint::Nothing, |app| Paint::Icon(app.icon))),
        )
        .child(line("android:id/app_name_text", 16, app.map_or("", |app| app.label), TextStyle::Summary))
        .child(line("android:id/title", 80, posted.title, TextStyle::Title))
        .child(line("android:id/text", 146, posted.text, TextStyle::Summary))
}

fn quick_settings(_: &Page, glance: &Glance<'_>) -> View {
    let at = Rect::new(42, STATUS_BAR + 60, WIDTH - 42, STATUS_BAR + 220);
    let mut brightness = layout::slider_view(at, glance, &"brightness".into(), 0, 100).id(id("slider"));
    brightness.description = "Display brightness".to_owned();
    let mut panel = panel().child(brightness).children(tiles(glance, TILES.len(), STATUS_BAR + 260));
    panel.drag = Some(Drag::Pull(Act::Leave, Act::Nothing));
    panel
}

fn panel() -> View {
    View::new("android.widget.FrameLayout", Rect::new(0, 0, WIDTH, HEIGHT))
        .id(id("notification_panel"))
        .paint(Paint::Page)
}
