//! Contacts (mobilerun-api.md 6.7): the list, what is known of one, and the form to make or change it.
//!
//! The contact of number 1 is the facts `contacts.1.first_name`, `.last_name`, `.phone`, `.email`, texts that are not
//! empty, and `.starred`.

mod detail;
mod form;
mod list;

use super::App;
use crate::phone::act::Act;
use crate::phone::facts::Facts;
use crate::phone::layout;
use crate::phone::page::Page;
use crate::phone::row::footer;
use crate::phone::view::Icon;

const PACKAGE: &str = "com.google.android.contacts";
/// What the names of the facts begin with.
const RECORDS: &str = "contacts";

const LIST: &str = "contacts/list";
const SEARCH: &str = "contacts/search";
const CONTACT: &str = "contacts/contact";
const EDIT: &str = "contacts/edit";
const MENU: &str = "contacts/menu";
const DELETE: &str = "contacts/delete";
const DISCARD: &str = "contacts/discard";

const EDITOR: &str = "com.android.contacts.activities.CompactContactEditorActivity";

pub(super) fn app() -> App {
    let delete = Act::All(vec![Act::DropArgument(format!("{RECORDS}.").into()), Act::Close, Act::Close]);
    App {
        start: Some(LIST),
        activities: &[(EDITOR, EDIT)],
        pages: vec![
            Page::new(LIST, "Contacts", list::list).of(PACKAGE, "com.android.contacts.activities.PeopleActivity"),
            Page::new(SEARCH, "", list::search)
                .of(PACKAGE, "com.android.contacts.activities.PeopleActivity")
                .field(list::SOUGHT, "")
                .typing()
                .enter("Search"),
            Page::new(CONTACT, "", detail::contact)
                .of(PACKAGE, "com.google.android.apps.contacts.quickcontact.QuickContactActivity"),
            form::page(),
            Page { dialog: true, ..Page::new(MENU, "", detail::menu).of(PACKAGE, "") },
            dialog(
                DELETE,
                "Delete contact?",
                "This contact will be permanently deleted from your device",
                "Delete",
                delete,
            ),
            dialog(DISCARD, "", "Your changes have not been saved", "Discard", Act::All(vec![Act::Close, Act::Close])),
        ],
        data: Some("contacts."),
        ..App::new(PACKAGE, "Contacts", Icon::Contacts)
    }
}

/// A question with two answers, the first of which changes nothing.
fn dialog(id: &'static str, title: &'static str, message: &'static str, yes: &'static str, act: Act) -> Page {
    let page = Page { dialog: true, ..Page::new(id, title, layout::dialog).of(PACKAGE, "") };
    page.row(footer(message)).button("Cancel", Act::Close).button(yes, act)
}

/// A contact.
struct Contact<'a> {
    number: u32,
    facts: &'a Facts,
}

impl<'a> Contact<'a> {
    /// The one whose number is a page's argument, if there is one.
    fn of(facts: &'a Facts, argument: &str) -> Option<Self> {
        let number = argument.parse().ok()?;
        facts.records(RECORDS).contains(&number).then_some(Self { number, facts })
    }

    /// All of them by name.
    fn all(facts: &'a Facts) -> Vec<Self> {
        let mut all: Vec<_> = facts.records(RECORDS).into_iter().map(|number| Self { number, facts }).collect();
        all.sort_by_cached_key(|contact| contact.name().to_lowercase());
        all
    }

    fn text(&self, member: &str) -> &'a str {
        self.facts.text(&key(self.number, member))
    }

    /// What it is listed as.
    fn name(&self) -> String {
        let parts = ["first_name", "last_name"].map(|member| self.text(member).trim());
        let name = parts.join(" ").trim().to_owned();
        let known = [name.as_str(), self.text("phone"), self.text("email")];
        known.into_iter().find(|text| !text.is_empty()).unwrap_or("(No name)").to_owned()
    }
}

/// Name of a fact of a contact.
fn key(number: u32, member: &str) -> String {
    format!("{RECORDS}.{number}.{member}")
}

fn id(name: &str) -> String {
    format!("{PACKAGE}:id/{name}")
}
