//! The first page of Settings (mobilerun-api.md 6.1): a search bar over all branches.

use super::{PACKAGE, search};
use crate::phone::act::{Act, Drag};
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Line, Page};
use crate::phone::row::link;
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

pub(super) const ID: &str = "settings/home";

/// Height of the heading above the search bar, scrolled away with the rows.
const HEADING: i32 = 290;
/// Height of the search bar with the space around it; it stays.
const SEARCH: i32 = 190;

pub(super) fn pages() -> Vec<Page> {
    let home = Page::new(ID, "Settings", draw)
        .of(PACKAGE, "com.android.settings.Settings")
        .row(link("Network & internet", "settings/network").summary("Mobile, Wi\u{2011}Fi, hotspot").icon(Icon::Wifi))
        .row(link("Connected devices", "settings/devices").summary("Bluetooth, pairing").icon(Icon::Devices))
        .row(link("Apps", "settings/apps").summary("Recent apps, default apps").icon(Icon::Apps))
        .row(
            link("Notifications", "settings/notifications")
                .summary("Notification history, conversations")
                .icon(Icon::Bell),
        )
        .row(link("Battery", "settings/battery").summary(Line::Percent("battery_level")).icon(Icon::Battery))
        .row(link("Storage", "settings/storage").summary("42% used - 74.10 GB free").icon(Icon::Storage))
        .row(link("Sound & vibration", "settings/sound").summary("Volume, haptics, Do Not Disturb").icon(Icon::Volume))
        .row(link("Display", "settings/display").summary("Dark theme, font size, brightness").icon(Icon::Brightness))
        .row(
            link("Wallpaper & style", "settings/wallpaper")
                .summary("Colors, themed icons, app grid")
                .icon(Icon::Wallpaper),
        )
        .row(
            link("Accessibility", "settings/accessibility")
                .summary("Display, interaction, audio")
                .icon(Icon::Accessibility),
        )
        .row(
            link("Security & privacy", "settings/security")
                .summary("App security, device lock, permissions")
                .icon(Icon::Lock),
        )
        .row(
            link("Location", "settings/location")
                .summary(Line::Of(|glance| {
                    (if glance.on("location") { "On - 3 apps have access to location" } else { "Off" }).to_owned()
                }))
                .icon(Icon::Location),
        )
        .row(
            link("Safety & emergency", "settings/safety")
                .summary("Emergency SOS, medical info, alerts")
                .icon(Icon::Safety),
        )
        .row(
            link("Passwords & accounts", "settings/accounts")
                .summary("Saved passwords, autofill, synced accounts")
                .icon(Icon::Key),
        )
        .row(link("System", "settings/system").summary("Languages, gestures, time, backup").icon(Icon::Info))
        .row(link("About phone", "settings/about").summary(Line::Fact("device_name")).icon(Icon::System))
        .row(link("Tips & support", "settings/tips").summary("Help articles, phone & chat").icon(Icon::Help));
    vec![home]
}

fn draw(page: &Page, glance: &Glance<'_>) -> View {
    let id = |name: &str| format!("{PACKAGE}:id/{name}");
    let rows = layout::rows(page, glance);
    // Older phones have no heading above the search bar.
    let heading = if glance.look.is_11() { 0 } else { HEADING };
    let top = STATUS_BAR + heading + SEARCH;
    let content = rows.iter().map(|(_, height)| height).sum::<i32>();
    let reach = (top + content + HEIGHT - GESTURE_BAR - HEIGHT).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let search_top = STATUS_BAR + (heading - scroll).max(0);
    let screen = Rect::new(0, 0, WIDTH, HEIGHT);
    let viewport = Rect::new(0, search_top + SEARCH, WIDTH, HEIGHT);
    let mut head = View::new("android.widget.LinearLayout", Rect::new(0, 0, WIDTH, search_top + SEARCH));
    if !glance.look.is_11() {
        head = head.id(id("app_bar"));
    }
    let title = Rect::new(63, STATUS_BAR + 147 - scroll, 420, STATUS_BAR + 260 - scroll);
    if scroll < heading {
        let clip = Rect::new(0, STATUS_BAR, WIDTH, search_top);
        head = head
            .child(
                View::new("android.widget.TextView", title.clipped(&clip))
                    .id(id("homepage_title"))
                    .text("Settings")
                    .paint(Paint::Text(TextStyle::Headline)),
            )
            .child(
                View::new(
                    "android.widget.ImageView",
                    Rect::new(912, STATUS_BAR + 21 - scroll, 1038, STATUS_BAR + 147 - scroll).clipped(&clip),
                )
                .id(id("account_avatar"))
                .description("Profile picture")
                .paint(Paint::Icon(Icon::Person)),
            );
    }
    let bar = Rect::new(42, search_top + 21, WIDTH - 42, search_top + SEARCH - 21);
    let head = head.child(
        View::new("androidx.cardview.widget.CardView", bar).id(id("search_bar")).child(
            View::new("android.view.ViewGroup", bar)
                .id(id("search_action_bar"))
                .paint(Paint::SearchBar)
                .taps(Act::Go(search::ID.into()))
                .child(
                    View::new(
                        "android.widget.ImageView",
                        Rect::new(bar.left + 42, bar.top + 42, bar.left + 105, bar.bottom - 42),
                    )
                    .paint(Paint::Icon(Icon::Search)),
                )
                .child(
                    View::new(
                        "android.widget.TextView",
                        Rect::new(bar.left + 150, bar.top + 38, bar.left + 560, bar.bottom - 38),
                    )
                    .id(id("search_action_bar_title"))
                    .text(if glance.look.is_11() { "Search settings" } else { "Search Settings" })
                    .paint(Paint::Text(TextStyle::Body)),
                ),
        ),
    );
    let list = View::new("androidx.recyclerview.widget.RecyclerView", viewport)
        .id(id("recycler_view"))
        .children(layout::stack(page, glance, &rows, top - scroll, viewport));
    let mut container = View::new("android.widget.ScrollView", viewport)
        .id(id("main_content_scrollable_container"))
        .flag(|flags| flags.scrollable = reach > 0)
        .child(
            View::new("android.widget.LinearLayout", viewport)
                .id(id("homepage_container"))
                .child(layout::content(PACKAGE, list)),
        );
    container.drag = Some(Drag::Scroll(reach));
    View::new("android.widget.FrameLayout", screen).paint(Paint::Page).child(
        View::new("android.view.ViewGroup", screen).id(id("settings_homepage_container")).child(head).child(container),
    )
}
