//! Pages of the web: which addresses there are, and what is on them.
//!
//! | address | page |
//! |---|---|
//! | `https://example.com/` | links to the others |
//! | `https://example.com/form` | two text fields, a check box, a button; sent, it leads to `/form/sent` |
//! | `https://example.com/form/sent` | "Success!", and who was signed up |
//! | `https://example.com/list` | forty lines to scroll through |
//!
//! Anything else cannot be reached.

use crate::phone::facts::{Facts, Value};

/// Where a form that was sent leads.
pub(in crate::phone) const SENT: &str = "https://example.com/form/sent";
/// The longest address, in bytes.
const LONGEST: usize = 500;

/// What a page shows, from top to bottom.
#[derive(Debug, Clone)]
pub(in crate::phone) struct Document {
    /// Its address.
    pub(in crate::phone) address: String,
    pub(in crate::phone) title: String,
    pub(in crate::phone) elements: Vec<Element>,
}

/// One element of a page.
#[derive(Debug, Clone)]
pub(in crate::phone) struct Element {
    pub(in crate::phone) tag: &'static str,
    /// Empty if it has none.
    pub(in crate::phone) id: &'static str,
    pub(in crate::phone) class: &'static str,
    pub(in crate::phone) text: String,
    pub(in crate::phone) kind: Kind,
}

/// What an element is to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::phone) enum Kind {
    /// To be read.
    Text,
    /// Leads to this address.
    Link(String),
    /// A text field with this hint.
    Input(&'static str),
    /// A check box, whose label is the element's text.
    Check,
    /// Sends the form.
    Submit,
}

impl Element {
    fn new(tag: &'static str, id: &'static str, text: impl Into<String>, kind: Kind) -> Self {
        Self { tag, id, class: "", text: text.into(), kind }
    }

    /// Name of the page's field that holds what was put into it.
    pub(in crate::phone) fn field(&self) -> String {
        format!("web:{}", self.id)
    }
}

/// What the pages know, on a new phone.
pub(in crate::phone) fn facts() -> Vec<(&'static str, Value)> {
    vec![
        ("chrome.form.sent", false.into()),
        ("chrome.form.name", "".into()),
        ("chrome.form.email", "".into()),
        ("chrome.form.news", false.into()),
    ]
}

/// The address in its full form; none if it is no web address. What has no scheme is given one.
pub(in crate::phone) fn address(written: &str) -> Option<String> {
    let written = written.trim();
    if written.is_empty() || written.len() > LONGEST || written.contains(|c: char| c.is_whitespace() || c.is_control())
    {
        return None;
    }
    let whole = if written.contains("://") { written.to_owned() } else { format!("https://{written}") };
    let parsed = url::Url::parse(&whole).ok().filter(|url| ["http", "https"].contains(&url.scheme()))?;
    let host = parsed.host_str()?;
    if !host.contains('.') && host != "localhost" {
        return None;
    }
    Some(parsed.to_string())
}

/// The address as a browser's bar shows it.
pub(in crate::phone) fn short(address: &str) -> &str {
    let bare = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or(address);
    bare.strip_prefix("www.").unwrap_or(bare).trim_end_matches('/')
}

/// What is at an address.
pub(in crate::phone) fn document(address: &str, facts: &Facts, online: bool) -> Document {
    let (title, elements) = match (online, short(address).split(['?', '#']).next().unwrap_or_default()) {
        (false, _) => {
            return failed(address, "No internet", "Try turning on Wi\u{2011}Fi.", "ERR_INTERNET_DISCONNECTED");
        }
        (_, "example.com") => ("Example Domain", start()),
        (_, "example.com/form") => ("Sign up", form()),
        (_, "example.com/form/sent") => ("Success!", sent(facts)),
        (_, "example.com/list") => ("Fruit", list()),
        (_, path) if path.starts_with("example.com/") => ("404 Not Found", nothing()),
        (_, path) => {
            let host = path.split('/').next().unwrap_or_default();
            let why = format!("Check if there is a typo in {host}.");
            return failed(address, "This site can\u{2019}t be reached", &why, "ERR_NAME_NOT_RESOLVED");
        }
    };
    Document { address: address.to_owned(), title: title.to_owned(), elements }
}

fn failed(address: &str, what: &str, why: &str, code: &str) -> Document {
    let elements = vec![
        Element::new("h1", "", what, Kind::Text),
        Element::new("p", "", why, Kind::Text),
        Element::new("div", "", code, Kind::Text),
    ];
    Document { address: address.to_owned(), title: short(address).to_owned(), elements }
}

fn start() -> Vec<Element> {
    let link = |text, path: &str| Element::new("a", "", text, Kind::Link(format!("https://example.com{path}")));
    vec![
        Element::new("h1", "title", "Example Domain", Kind::Text),
        Element::new("p", "", "This domain is for use in illustrative examples.", Kind::Text),
        link("Sign up", "/form"),
        link("Fruit", "/list"),
    ]
}

fn form() -> Vec<Element> {
    vec![
        Element::new("h1", "title", "Sign up", Kind::Text),
        Element::new("label", "", "Name", Kind::Text),
        Element::new("input", "name", "", Kind::Input("Name")),
        Element::new("label", "", "Email", Kind::Text),
        Element::new("input", "email", "", Kind::Input("Email")),
        Element::new("input", "news", "Send me news", Kind::Check),
        Element::new("button", "submit", "Submit", Kind::Submit),
    ]
}

fn sent(facts: &Facts) -> Vec<Element> {
    if !facts.on("chrome.form.sent") {
        return vec![
            Element::new("h1", "title", "Nobody has signed up", Kind::Text),
            Element::new("a", "again", "Sign up", Kind::Link("https://example.com/form".to_owned())),
        ];
    }
    let news = if facts.on("chrome.form.news") { "You will get news." } else { "You will not get news." };
    vec![
        Element::new("h1", "title", "Success!", Kind::Text),
        Element::new("p", "message", format!("Thank you, {}.", facts.text("chrome.form.name")), Kind::Text),
        Element::new("p", "news", news, Kind::Text),
        Element::new("a", "again", "Sign up again", Kind::Link("https://example.com/form".to_owned())),
    ]
}

fn list() -> Vec<Element> {
    const FRUIT: [&str; 40] = [
        "Apple",
        "Apricot",
        "Avocado",
        "Banana",
        "Bilberry",
        "Blackberry",
        "Blueberry",
        "Cherry",
        "Clementine",
        "Coconut",
        "Cranberry",
        "Currant",
        "Date",
        "Durian",
        "Elderberry",
        "Fig",
        "Gooseberry",
        "Grape",
        "Grapefruit",
        "Guava",
        "Honeydew",
        "Jackfruit",
        "Kiwi",
        "Kumquat",
        "Lemon",
        "Lime",
        "Lychee",
        "Mandarin",
        "Mango",
        "Mulberry",
        "Nectarine",
        "Orange",
        "Papaya",
        "Peach",
        "Pear",
        "Persimmon",
        "Pineapple",
        "Plum",
        "Quince",
        "Raspberry",
    ];
    let mut elements = vec![Element::new("h1", "title", "Fruit", Kind::Text)];
    elements.extend(FRUIT.iter().map(|name| Element { class: "item", ..Element::new("li", "", *name, Kind::Text) }));
    elements.push(Element::new("p", "end", "That is all.", Kind::Text));
    elements
}

fn nothing() -> Vec<Element> {
    vec![
        Element::new("h1", "title", "Not Found", Kind::Text),
        Element::new("p", "", "There is no such page here.", Kind::Text),
    ]
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("example.com/form", Some("https://example.com/form"))]
    #[case(" https://example.com ", Some("https://example.com/"))]
    #[case("HTTP://EXAMPLE.com/List", Some("http://example.com/List"))]
    #[case("two words", None)]
    #[case("word", None)]
    #[case("javascript://x.y/", None)]
    #[case("", None)]
    fn an_address_is_told_from_words(#[case] written: &str, #[case] expected: Option<&str>) {
        assert_eq!(address(written).as_deref(), expected);
    }

    #[rstest]
    #[case("https://www.example.com/form?from=mail", "Sign up")]
    #[case("http://example.com/list#end", "Fruit")]
    #[case("https://example.com/form/", "Sign up")]
    #[case("https://example.com/nowhere", "404 Not Found")]
    fn a_page_is_found_by_its_address(#[case] address: &str, #[case] title: &str) {
        assert_eq!(document(address, &Facts::default(), true).title, title);
    }

    #[test]
    fn what_cannot_be_reached_says_why() {
        let page = document("https://shop.test/cart", &Facts::default(), true);
        assert!(page.elements[1].text.contains("shop.test"));
        let page = document("https://example.com/", &Facts::default(), false);
        assert_eq!(page.elements[0].text, "No internet");
    }
}
