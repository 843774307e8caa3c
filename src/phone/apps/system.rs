//! The system's own windows: notification shade, quick settings, the brightness slider (mobilerun-api.md 6.4, 6.9).

use super::App;
use crate::phone::act::Act;
use crate::phone::layout;
use crate::phone::metrics::{HEIGHT, STATUS_BAR, WIDTH};
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

/// Label, fact, shape of each tile.
const TILES: [(&str, &str, Icon); 8] = [
    ("Internet", "wifi", Icon::Wifi),
    ("Bluetooth", "bluetooth", Icon::Bluetooth),
    ("Airplane mode", "airplane_mode", Icon::Airplane),
    ("Do Not Disturb", "do_not_disturb", Icon::Bell),
    ("Auto-rotate", "auto_rotate", Icon::Display),
    ("Dark theme", "dark_theme", Icon::Brightness),
    ("Night Light", "night_light", Icon::Display),
    ("Battery Saver", "battery_saver", Icon::Battery),
];

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
        ..App::new(PACKAGE, "System UI", Icon::System)
    }
}

fn over(page: Page) -> Page {
    Page { dialog: true, ..page.of(PACKAGE, "") }
}

fn tiles(glance: &Glance<'_>, count: usize) -> Vec<View> {
    let one = |(n, (label, fact, icon)): (i32, &(&'static str, &'static str, Icon))| {
        let (left, top) = (42 + n % 2 * 508, STATUS_BAR + 60 + n / 2 * 210);
        let at = Rect::new(left, top, left + 488, top + 190);
        View::new("android.widget.Switch", at)
            .description(*label)
            .paint(Paint::Button)
            .taps(Act::Toggle((*fact).into()))
            .flag(|flags| {
                flags.checkable = true;
                flags.checked = glance.on(fact);
            })
            .child(
                View::new("android.widget.ImageView", Rect::new(left + 32, top + 63, left + 95, top + 126))
                    .paint(Paint::Icon(*icon)),
            )
            .child(
                View::new("android.widget.TextView", Rect::new(left + 120, top + 60, left + 470, top + 130))
                    .id(format!("{PACKAGE}:id/tile_label"))
                    .text(*label)
                    .paint(Paint::Text(TextStyle::Summary)),
            )
    };
    (0..).zip(TILES.iter().take(count)).map(one).collect()
}

fn shade(_: &Page, glance: &Glance<'_>) -> View {
    panel().children(tiles(glance, 4)).child(
        View::new("android.widget.TextView", Rect::new(340, 700, 740, 760))
            .id(format!("{PACKAGE}:id/no_notifications"))
            .text("No notifications")
            .paint(Paint::Text(TextStyle::Label)),
    )
}

fn quick_settings(_: &Page, glance: &Glance<'_>) -> View {
    panel().children(tiles(glance, TILES.len()))
}

fn panel() -> View {
    View::new("android.widget.FrameLayout", Rect::new(0, 0, WIDTH, HEIGHT))
        .id(format!("{PACKAGE}:id/notification_panel"))
        .paint(Paint::Page)
}
