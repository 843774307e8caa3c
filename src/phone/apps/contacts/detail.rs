//! What is known of one contact.

use super::{Contact, DELETE, EDIT, MENU, PACKAGE, id, key};
use crate::phone::act::Act;
use crate::phone::layout::{self, icon_button, text, whole};
use crate::phone::metrics::{MARGIN, STATUS_BAR, WIDTH};
use crate::phone::page::{Glance, Page};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

/// The app that makes calls.
const DIALER: &str = "com.google.android.dialer";

pub(super) fn contact(_: &Page, glance: &Glance<'_>) -> View {
    let argument = glance.place.argument();
    let bar = |from: i32| Rect::new(from, STATUS_BAR, from + 147, STATUS_BAR + 147);
    let page = whole().child(icon_button(bar(0), "Navigate up", Icon::Back, Act::Leave));
    let Some(contact) = Contact::of(glance.facts, argument) else {
        let gone = text(Rect::new(140, 1080, 940, 1160), "The contact doesn't exist.", TextStyle::Label);
        return page.child(gone.id(id("error_text")));
    };
    let starred = key(contact.number, "starred");
    let star = if glance.on(&starred) { "Remove from favorites" } else { "Add to favorites" };
    let page = page
        .child(icon_button(bar(600), "Edit contact", Icon::Edit, Act::Go(format!("{EDIT}?{argument}").into())))
        .child(icon_button(bar(760), star, Icon::Star, Act::Toggle(starred.into())))
        .child(icon_button(bar(920), "More options", Icon::More, Act::Go(format!("{MENU}?{argument}").into())))
        .child(
            View::new("android.widget.ImageView", Rect::new(420, 320, 660, 560))
                .id(id("photo"))
                .description("Contact photo")
                .paint(Paint::App(Icon::Person)),
        )
        .child(
            text(Rect::new(MARGIN, 600, WIDTH - MARGIN, 700), contact.name(), TextStyle::Headline)
                .id(id("large_title")),
        );
    let told = [
        ("phone", "Mobile", "Call", Icon::Call, Act::Launch(DIALER.into())),
        ("email", "Home", "Email", Icon::Message, Act::Nothing),
    ];
    let told: Vec<_> = told.into_iter().filter(|(member, ..)| !contact.text(member).is_empty()).collect();
    if told.is_empty() {
        return page;
    }
    let header = text(Rect::new(MARGIN, 770, WIDTH - MARGIN, 830), "Contact info", TextStyle::Header);
    let rows = told.into_iter().zip(0..).map(|((member, kind, verb, icon, act), n)| {
        let (top, words) = (850 + n * 190, contact.text(member));
        View::new("android.widget.RelativeLayout", Rect::new(0, top, WIDTH, top + 190))
            .description(format!("{verb} {kind} {words}"))
            .taps(act)
            .child(
                View::new("android.widget.ImageView", Rect::new(MARGIN, top + 63, MARGIN + 63, top + 126))
                    .id(id("icon"))
                    .paint(Paint::Icon(icon)),
            )
            .child(text(Rect::new(189, top + 34, WIDTH - MARGIN, top + 105), words, TextStyle::Title).id(id("header")))
            .child(
                text(Rect::new(189, top + 105, WIDTH - MARGIN, top + 155), kind, TextStyle::Summary)
                    .id(id("sub_header")),
            )
    });
    page.child(header).children(rows.collect::<Vec<_>>())
}

pub(super) fn menu(_: &Page, glance: &Glance<'_>) -> View {
    layout::menu(PACKAGE, vec![("Delete", Act::Go(format!("{DELETE}?{}", glance.place.argument()).into()))])
}
