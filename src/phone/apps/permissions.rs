//! The permission controller: the dialog that asks (mobilerun-api.md 6.6), and the pages of Settings that tell what each
//! app was permitted.

use super::App;
use crate::phone::act::Act;
use crate::phone::layout;
use crate::phone::look::Look;
use crate::phone::metrics::{HEIGHT, WIDTH};
use crate::phone::page::{Glance, Line, Page};
use crate::phone::permission::{ASK, Answer, BLOCKED, Permission};
use crate::phone::row::{Row, badge, footer, header, link, radio};
use crate::phone::view::{Icon, Paint, Rect, TextStyle, View};

const PACKAGE: &str = "com.google.android.permissioncontroller";
/// Its resource ids keep the name that it has in Android itself.
const IDS: &str = "com.android.permissioncontroller:id";
const ASKING: &str = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
const MANAGING: &str = "com.android.permissioncontroller.permission.ui.ManagePermissionsActivity";
const BUTTON: i32 = 147;

pub(super) fn app() -> App {
    let manage = |id, title| Page::new(id, title, layout::collapsing).of(PACKAGE, MANAGING);
    App {
        pages: vec![
            Page { dialog: true, modal: true, ..Page::new(ASK, "", ask).of(PACKAGE, ASKING) },
            manage("permission/app", Line::from("App permissions")).rows_of(of_app),
            manage("permission/one", Line::Of(label)).rows_of(one),
        ],
        ..App::new(PACKAGE, "Permission controller", Icon::Safety)
    }
}

fn icon(permission: Permission) -> Icon {
    match permission {
        Permission::Notifications => Icon::Bell,
        Permission::Location => Icon::Location,
        Permission::Microphone => Icon::Microphone,
        Permission::Camera => Icon::Camera,
    }
}

/// Id and label of the button for an answer.
fn button(answer: Answer, denied: bool, look: Look) -> (&'static str, &'static str) {
    let no = if look.is_11() { "Deny" } else { "Don\u{2019}t allow" };
    match answer {
        Answer::Allow => ("permission_allow_button", "Allow"),
        Answer::WhileUsing => ("permission_allow_foreground_only_button", "While using the app"),
        Answer::Once => ("permission_allow_one_time_button", "Only this time"),
        Answer::Deny if denied => ("permission_deny_and_dont_ask_again_button", no),
        Answer::Deny => ("permission_deny_button", no),
    }
}

fn ask(_: &Page, glance: &Glance<'_>) -> View {
    let Some((package, permission)) = Permission::read(glance.place.argument()) else { return View::default() };
    let app = glance.app(package).map_or("App", |app| app.label);
    let id = |name: &str| format!("{IDS}/{name}");
    let answers: Vec<Answer> = permission.answers().iter().copied().chain([Answer::Deny]).collect();
    let high = 420 + i32::try_from(answers.len()).unwrap_or_default() * (BUTTON + 10) + 52;
    let top = (HEIGHT - high) / 2;
    let root = Rect::new(53, top, WIDTH - 53, top + high);
    let denied = permission.denied(glance.facts, package);
    let buttons = (0..).zip(answers).map(|(n, answer)| {
        let (name, label) = button(answer, denied, glance.look);
        let top = root.top + 420 + n * (BUTTON + 10);
        View::new("android.widget.Button", Rect::new(root.left + 63, top, root.right - 63, top + BUTTON))
            .id(id(name))
            .text(label)
            .paint(Paint::Button)
            .taps(Act::Answer(answer))
    });
    let middle = root.center().0;
    let dialog = View::new("android.widget.LinearLayout", root)
        .id(id("grant_dialog"))
        .child(
            View::new("android.widget.ImageView", Rect::new(middle - 42, top + 63, middle + 42, top + 147))
                .id(id("permission_icon"))
                .paint(Paint::Icon(icon(permission))),
        )
        .child(
            View::new("android.widget.TextView", Rect::new(root.left + 63, top + 180, root.right - 63, top + 380))
                .id(id("permission_message"))
                .text(permission.question(app))
                .paint(Paint::Text(TextStyle::Title)),
        )
        .children(buttons.collect::<Vec<_>>());
    View::new("android.widget.FrameLayout", root).paint(Paint::Panel).child(dialog)
}

/// What an app may and may not.
fn of_app(glance: &Glance<'_>) -> Vec<Row> {
    let Some(app) = glance.app(glance.place.argument()) else { return vec![footer("App not found")] };
    let row = |permission: &Permission| {
        link(permission.label(), format!("permission/one?{}", permission.argument(app.package))).icon(icon(*permission))
    };
    let (allowed, not): (Vec<_>, Vec<_>) =
        app.permissions.iter().partition(|permission| permission.granted(glance.facts, app.package));
    let section = |title: &'static str, none: &'static str, permissions: Vec<&Permission>| {
        let empty = permissions.is_empty().then(|| footer(none));
        std::iter::once(header(title)).chain(permissions.into_iter().map(row)).chain(empty).collect::<Vec<_>>()
    };
    let mut rows = vec![badge(app.label, app.icon)];
    rows.extend(section("Allowed", "No permissions allowed", allowed));
    rows.extend(section("Not allowed", "No permissions denied", not));
    rows
}

fn label(glance: &Glance<'_>) -> String {
    let asked = Permission::read(glance.place.argument());
    asked.map_or_else(|| "Permission".to_owned(), |(_, permission)| format!("{} permission", permission.label()))
}

/// One permission of an app, to be chosen.
fn one(glance: &Glance<'_>) -> Vec<Row> {
    let found = Permission::read(glance.place.argument());
    let Some((app, permission)) = found.and_then(|(package, one)| Some((glance.app(package)?, one))) else {
        return vec![footer("App not found")];
    };
    let key = permission.key(app.package);
    // Refused once or for good, it is refused.
    let refused = if permission.denied(glance.facts, app.package) { Answer::Deny.word() } else { BLOCKED };
    let choice = |title: &'static str, value: &'static str| radio(title, key.clone(), value);
    vec![
        badge(app.label, app.icon),
        header(format!("{} access for this app", permission.label())),
        choice("Allow only while using the app", Answer::WhileUsing.word()),
        choice("Ask every time", "ask"),
        choice(button(Answer::Deny, false, glance.look).1, refused),
    ]
}
