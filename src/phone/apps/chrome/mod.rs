//! Chrome: an address bar over a page of the phone's little web (mobilerun-api.md 6.7). One tab, whose history is the
//! task's stack of pages.

mod content;
mod menu;

use super::App;
use crate::phone::act::{Act, PageId};
use crate::phone::facts::Value;
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, HEIGHT, KEYBOARD, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Line, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};
use crate::phone::web::{self, Document, Element};

/// Package of Chrome.
pub(in crate::phone) const PACKAGE: &str = "com.android.chrome";
/// A tab; its argument is the address, none for a new one.
pub(in crate::phone) const PAGE: &str = "chrome/page";
/// The fact that Chrome greets its user before it shows anything.
pub(in crate::phone) const FIRST_RUN: &str = "chrome.first_run";

const ACTIVITY: &str = "com.google.android.apps.chrome.Main";
/// The field of the address bar.
const BAR: &str = "url";
/// What the names of bookmarks' facts begin with.
const BOOKMARK: &str = "chrome.bookmark.";
/// Bottom of the bar.
const TOP: i32 = STATUS_BAR + 147;
const SCREEN: Rect = Rect::new(0, 0, WIDTH, HEIGHT);

pub(super) fn app() -> App {
    let mut facts: Vec<(&'static str, Value)> = vec![(FIRST_RUN, false.into())];
    facts.extend(web::facts());
    let shown = Line::Of(|glance| web::short(glance.place.argument()).to_owned());
    let mut page = Page::new(PAGE, "", draw).of(PACKAGE, ACTIVITY).field(BAR, shown).enter("Go");
    page.entered = Act::Visit(BAR.into());
    let mut pages = vec![page];
    pages.extend(menu::pages());
    App { start: Some(PAGE), pages, facts, data: Some("chrome."), ..App::new(PACKAGE, "Chrome", Icon::Globe) }
}

/// The tab that shows an address.
pub(in crate::phone) fn page_of(address: &str) -> PageId {
    format!("{PAGE}?{address}").into()
}

/// What is meant by words in the address bar.
pub(in crate::phone) fn target(written: &str) -> String {
    let searched = || {
        let query: String = url::form_urlencoded::byte_serialize(written.as_bytes()).collect();
        format!("https://www.google.com/search?q={query}")
    };
    web::address(written).unwrap_or_else(searched)
}

/// What is at the address of the tab in front.
pub(in crate::phone) fn document(glance: &Glance<'_>) -> Document {
    web::document(glance.place.argument(), glance.facts, glance.on("wifi") || !glance.on("airplane_mode"))
}

/// Width and height of what is seen of a page, in pixels.
pub(in crate::phone) fn seen(glance: &Glance<'_>) -> (i32, i32) {
    (WIDTH, glance.bottom.min(GESTURE_BAR) - TOP)
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}

fn draw(page: &Page, glance: &Glance<'_>) -> View {
    if glance.on(FIRST_RUN) {
        return first_run();
    }
    let typing = glance.place.focus.as_deref() == Some(BAR) && glance.bottom == KEYBOARD;
    let address = glance.place.argument();
    let content = match () {
        () if typing && !glance.place.field(BAR).trim().is_empty() => suggestions(glance),
        () if address.is_empty() => new_tab(),
        () => content::draw(page, glance, &document(glance)),
    };
    let body =
        View::new("android.widget.FrameLayout", Rect::new(0, TOP, WIDTH, HEIGHT)).id(id("compositor_view_holder"));
    View::new("android.widget.FrameLayout", SCREEN).paint(Paint::Page).child(
        View::new("android.view.ViewGroup", SCREEN)
            .id(id("coordinator"))
            .child(body.child(content))
            .child(toolbar(page, glance, typing)),
    )
}

/// Home, the address, the number of tabs, the menu.
fn toolbar(page: &Page, glance: &Glance<'_>, typing: bool) -> View {
    let bar = Rect::new(0, STATUS_BAR, WIDTH, TOP);
    let button = |left: i32, name: &str, label: &str, icon: Icon, act: Act| {
        View::new("android.widget.ImageButton", Rect::new(left, bar.top + 10, left + 126, bar.bottom - 11))
            .id(id(name))
            .description(label)
            .paint(Paint::Icon(icon))
            .taps(act)
    };
    let left = if typing { 42 } else { 137 };
    let right = if typing { WIDTH - 147 } else { WIDTH - 273 };
    let at = Rect::new(left, bar.top + 12, right, bar.bottom - 12);
    let mut field = layout::field(glance, page, at, &BAR.into(), "Search or type URL", false).id(id("url_bar"));
    if !typing {
        // All of it is selected by the first tap: what is typed then takes its place.
        field.act = Act::All(vec![Act::Empty(BAR.into()), Act::Focus(BAR.into())]);
        let shown = web::short(glance.place.argument());
        if !shown.is_empty() {
            shown.clone_into(&mut field.text);
            field.flags.showing_hint = false;
        }
    }
    let mut toolbar = View::new("android.widget.FrameLayout", bar).id(id("toolbar"));
    if typing {
        let clear = Act::Empty(BAR.into());
        return toolbar.child(field).child(button(WIDTH - 137, "delete_button", "Clear input", Icon::Clear, clear));
    }
    toolbar = toolbar.child(button(5, "home_button", "Home", Icon::Home, Act::Go(PAGE.into()))).child(field);
    toolbar
        .child(button(WIDTH - 263, "tab_switcher_button", "Switch or close tabs", Icon::Apps, over(menu::TABS, glance)))
        .child(button(
            WIDTH - 132,
            "menu_button",
            "Customize and control Google Chrome",
            Icon::More,
            over(menu::MENU, glance),
        ))
}

/// Shows a page about the page in front.
fn over(page: &str, glance: &Glance<'_>) -> Act {
    Act::Go(format!("{page}?{}", glance.place.argument()).into())
}

/// What the words in the bar could mean.
fn suggestions(glance: &Glance<'_>) -> View {
    let written = glance.place.field(BAR).trim();
    let target = target(written);
    let list = Rect::new(0, TOP, WIDTH, HEIGHT);
    let row = Rect::new(0, TOP + 20, WIDTH, TOP + 188);
    let line = |top: i32, name: &str, text: &str, style: TextStyle| {
        let at = Rect::new(189, row.top + top, WIDTH - 63, row.top + top + 64);
        View::new("android.widget.TextView", at).id(id(name)).text(text).paint(Paint::Text(style))
    };
    let what = if web::address(written).is_some() { web::short(&target) } else { "Google Search" };
    View::new("androidx.recyclerview.widget.RecyclerView", list).id(id("omnibox_suggestions_dropdown")).child(
        View::new("android.view.ViewGroup", row)
            .taps(Act::Go(page_of(&target)))
            .child(
                View::new("android.widget.ImageView", Rect::new(63, row.top + 52, 126, row.top + 115))
                    .paint(Paint::Icon(Icon::Search)),
            )
            .child(line(18, "line_1", written, TextStyle::Body))
            .child(line(88, "line_2", what, TextStyle::Summary)),
    )
}

/// The page of a new tab: a box to search in, which is the address bar.
fn new_tab() -> View {
    let box_at = Rect::new(63, 700, WIDTH - 63, 847);
    View::new("android.widget.ScrollView", Rect::new(0, TOP, WIDTH, GESTURE_BAR))
        .id(id("ntp_content"))
        .child(
            View::new("android.widget.ImageView", Rect::new(440, 420, 640, 620))
                .id(id("search_provider_logo"))
                .paint(Paint::App(Icon::Google)),
        )
        .child(
            View::new("android.widget.TextView", box_at)
                .id(id("search_box_text"))
                .text("Search or type URL")
                .paint(Paint::SearchBar)
                .taps(Act::All(vec![Act::Empty(BAR.into()), Act::Focus(BAR.into())])),
        )
}

/// What greets the user of a new Chrome.
fn first_run() -> View {
    let dismiss = Rect::new(140, 2000, WIDTH - 140, 2147);
    View::new("android.widget.FrameLayout", SCREEN).paint(Paint::Page).child(
        View::new("android.widget.FrameLayout", SCREEN)
            .id(id("signin_fre_content"))
            .child(View::new("android.widget.ImageView", Rect::new(440, 420, 640, 620)).paint(Paint::App(Icon::Globe)))
            .child(
                View::new("android.widget.TextView", Rect::new(200, 760, WIDTH - 200, 860))
                    .id(id("title"))
                    .text("Welcome to Chrome")
                    .paint(Paint::Text(TextStyle::Headline)),
            )
            .child(
                View::new("android.widget.TextView", Rect::new(140, 1720, WIDTH - 140, 1880))
                    .id(id("signin_fre_footer"))
                    .text("By continuing, you agree to the Terms of Service.")
                    .paint(Paint::Text(TextStyle::Summary)),
            )
            .child(
                View::new("android.widget.Button", dismiss)
                    .id(id("signin_fre_dismiss_button"))
                    .text("Use without an account")
                    .paint(Paint::Button)
                    .taps(Act::Put(FIRST_RUN.into(), false.into())),
            ),
    )
}

/// What sending the form does.
fn submit(document: &Document, glance: &Glance<'_>) -> Act {
    use web::Kind;
    let empty =
        |element: &&Element| matches!(element.kind, Kind::Input(_)) && glance.place.field(&element.field()).is_empty();
    if let Some(missing) = document.elements.iter().find(empty) {
        return Act::Fill("web:missing".into(), missing.id.to_owned());
    }
    let mut acts = vec![Act::Put("chrome.form.sent".into(), true.into())];
    for element in &document.elements {
        let fact = format!("chrome.form.{}", element.id);
        match element.kind {
            Kind::Input(_) => acts.push(Act::Keep(fact.into(), element.field().into())),
            Kind::Check => {
                acts.push(Act::Put(fact.into(), (glance.place.field(&element.field()) == "on").into()));
            }
            _ => {}
        }
    }
    acts.push(Act::HideKeyboard);
    acts.push(Act::Go(page_of(web::SENT)));
    Act::All(acts)
}
