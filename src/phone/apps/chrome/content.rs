//! A page as Chrome shows it: what lies under the web view.

use super::{SCREEN, TOP, id, page_of, submit};
use crate::phone::act::{Act, Drag};
use crate::phone::layout;
use crate::phone::metrics::{GESTURE_BAR, MARGIN, WIDTH, lines, summary_width, title_width};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Paint, Rect, TextStyle, View};
use crate::phone::web::{Document, Element, Kind};

const LEFT: i32 = MARGIN;
const RIGHT: i32 = WIDTH - MARGIN;

/// How text of this element is set, and its height.
fn set(element: &Element) -> (TextStyle, i32) {
    let wide = RIGHT - LEFT;
    match element.tag {
        "h1" => (TextStyle::Headline, 60 + 90 * lines(title_width(&element.text) * 5 / 4, wide)),
        "label" => (TextStyle::Summary, 70),
        "li" => (TextStyle::Body, 110),
        _ => (TextStyle::Body, 40 + 60 * lines(summary_width(&element.text) * 6 / 5, wide)),
    }
}

fn height(element: &Element) -> i32 {
    match element.kind {
        Kind::Text => set(element).1,
        Kind::Link(_) => 116,
        Kind::Input(_) | Kind::Check => 150,
        Kind::Submit => 190,
    }
}

/// Where an element ends that is shown below the one before it.
pub(super) fn draw(page: &Page, glance: &Glance<'_>, document: &Document) -> View {
    let view = Rect::new(0, TOP, WIDTH, GESTURE_BAR);
    let missing = glance.place.field("web:missing");
    let told = |element: &Element| {
        if element.id == missing && glance.place.field(&element.field()).is_empty() && !missing.is_empty() {
            70
        } else {
            0
        }
    };
    let content = 84 + document.elements.iter().map(|element| height(element) + told(element)).sum::<i32>();
    let reach = (content - (glance.bottom.min(GESTURE_BAR) - TOP)).max(0);
    let scroll = glance.place.scroll.clamp(0, reach);
    let mut top = TOP + 42 - scroll;
    let mut views = Vec::new();
    for element in &document.elements {
        let (end, more) = (top + height(element), told(element));
        if top < view.bottom && end + more > view.top {
            let mut drawn = vec![one(page, glance, document, element, Rect::new(LEFT, top, RIGHT, end))];
            if more > 0 {
                drawn.push(text(
                    Rect::new(LEFT, end, RIGHT, end + more),
                    "Please fill out this field.",
                    TextStyle::Summary,
                ));
            }
            for mut shown in drawn {
                clip(&mut shown, &view);
                views.push(shown);
            }
        }
        top = end + more;
    }
    let mut web =
        View::new("android.webkit.WebView", view).text(document.title.clone()).children(views).flag(|flags| {
            flags.scrollable = reach > 0;
            flags.focusable = true;
        });
    web.drag = Some(Drag::Scroll(reach));
    View::new("android.widget.FrameLayout", view.clipped(&SCREEN)).id(id("content_container")).child(web)
}

fn clip(view: &mut View, to: &Rect) {
    view.bounds = view.bounds.clipped(to);
    for child in &mut view.children {
        child.bounds = child.bounds.clipped(to);
    }
}

fn text(at: Rect, text: &str, style: TextStyle) -> View {
    View::new("android.widget.TextView", at).text(text).paint(Paint::Text(style))
}

fn one(page: &Page, glance: &Glance<'_>, document: &Document, element: &Element, at: Rect) -> View {
    let inner = at.inset(0, 12);
    let field = element.field();
    let view = match &element.kind {
        Kind::Text => text(inner, &element.text, set(element).0),
        Kind::Link(address) => {
            View::new("android.view.View", Rect::new(at.left, inner.top, link_end(&element.text), inner.bottom))
                .taps(Act::Go(page_of(address)))
                .text(element.text.clone())
                .paint(Paint::Text(TextStyle::Header))
        }
        Kind::Input(hint) => layout::field(glance, page, inner, &field.into(), hint, false),
        Kind::Check => {
            let on = glance.place.field(&field) == "on";
            View::new("android.widget.CheckBox", inner)
                .text(element.text.clone())
                .paint(Paint::CheckBox)
                .flag(|flags| {
                    flags.checkable = true;
                    flags.checked = on;
                })
                .taps(Act::Fill(field.into(), (if on { "" } else { "on" }).to_owned()))
        }
        Kind::Submit => {
            View::new("android.widget.Button", Rect::new(at.left, at.top + 30, at.left + 360, at.bottom - 30))
                .text(element.text.clone())
                .paint(Paint::Button)
                .taps(submit(document, glance))
        }
    };
    // Ids of the page are resource ids as they are, without a package.
    view.id(element.id)
}

fn link_end(text: &str) -> i32 {
    (LEFT + summary_width(text) * 5 / 4).min(RIGHT)
}
