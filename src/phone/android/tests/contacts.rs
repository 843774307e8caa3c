//! The Contacts app.

use super::*;

const CONTACTS: &str = "com.google.android.contacts";

fn contacts() -> Hand {
    let mut hand = Hand::new();
    hand.phone.start_app(CONTACTS, None).unwrap();
    hand
}

fn fill(hand: &mut Hand, fields: &[(&str, &str)]) {
    for (field, text) in fields {
        hand.tap(field);
        hand.phone.type_text(text, true);
    }
}

fn facts(hand: &Hand) -> Vec<(String, Value)> {
    hand.phone.facts.beginning("contacts.").map(|(key, value)| (key.to_owned(), value.clone())).collect()
}

#[test]
fn a_new_phone_knows_nobody() {
    let mut hand = contacts();
    assert!(hand.sees("No contacts"));
    assert_eq!(facts(&hand), []);
}

#[test]
fn a_contact_is_made_in_a_form_of_fields_that_have_no_ids_and_show_their_hints() {
    let mut hand = contacts();
    hand.tap("Create contact");
    let field = hand.find("First name");
    assert!(field.flags.showing_hint && field.resource_id.is_empty());
    fill(&mut hand, &[("First name", "Ada"), ("Last name", "Łovelace 王"), ("Phone", "555 0100")]);
    hand.tap("Save");
    let saved = hand.phone.inputs();
    assert_eq!(hand.find("Ada Łovelace 王").resource_id, "com.google.android.contacts:id/large_title");
    assert!(hand.sees("555 0100") && !hand.sees("Email"));
    assert!(hand.phone.changes().all(|change| change.cause == Cause::Input(saved)));
    hand.phone.global(1);
    assert_eq!(hand.find("Ada Łovelace 王").resource_id, "com.google.android.contacts:id/cliv_name_textview");
}

#[test]
fn a_contact_is_changed_and_what_is_emptied_is_gone() {
    let mut hand = contacts();
    for (key, text) in [("first_name", "Ada"), ("phone", "555 0100")] {
        hand.phone.set(&format!("contacts.4.{key}"), text);
    }
    hand.tap("Ada");
    hand.tap("Edit contact");
    fill(&mut hand, &[("Last name", "King"), ("555 0100", "")]);
    hand.tap("Save");
    assert!(hand.sees("Ada King") && !hand.sees("555 0100"));
    assert_eq!(
        facts(&hand),
        [("contacts.4.first_name".to_owned(), "Ada".into()), ("contacts.4.last_name".to_owned(), "King".into())]
    );
}

#[test]
fn what_was_typed_is_not_lost_without_asking() {
    let mut hand = contacts();
    hand.tap("Create contact");
    hand.phone.global(1);
    assert!(hand.sees("No contacts"), "there was nothing to lose");
    hand.tap("Create contact");
    fill(&mut hand, &[("First name", "Ada")]);
    hand.tap("Close");
    hand.tap("Cancel");
    assert!(hand.sees("Ada"));
    hand.phone.global(1);
    hand.tap("Discard");
    assert!(hand.sees("No contacts"));
    assert_eq!(facts(&hand), []);
}

#[test]
fn an_unsaved_contact_is_in_the_apps_process() {
    let mut hand = contacts();
    hand.tap("Create contact");
    fill(&mut hand, &[("First name", "Ada")]);
    hand.phone.global(2);
    hand.phone.start_app(CONTACTS, None).unwrap();
    assert!(hand.sees("Ada"));
    hand.phone.stop_app(CONTACTS, false).unwrap();
    hand.phone.start_app(CONTACTS, None).unwrap();
    assert!(hand.sees("No contacts"));
}

#[test]
fn a_contact_is_deleted_once_that_is_confirmed() {
    let mut hand = contacts();
    hand.phone.set("contacts.1.first_name", "Ada");
    hand.phone.set("contacts.10.first_name", "Bob");
    hand.tap("Ada");
    hand.tap("More options");
    hand.tap("Delete");
    assert!(hand.sees("Delete contact?"));
    hand.tap("Delete");
    assert_eq!(facts(&hand), [("contacts.10.first_name".to_owned(), "Bob".into())]);
    assert!(hand.sees("Bob") && !hand.sees("Ada"));
}

#[test]
fn a_search_finds_by_name_and_number() {
    let mut hand = contacts();
    hand.phone.set("contacts.1.first_name", "Émile");
    hand.phone.set("contacts.2.first_name", "Bob");
    hand.phone.set("contacts.2.phone", "555 0100");
    hand.tap("Search contacts");
    hand.phone.type_text("ÉM", false);
    assert!(hand.sees("Émile") && !hand.sees("Bob"));
    hand.phone.type_text("0100", true);
    assert!(hand.sees("Bob") && !hand.sees("Émile"));
    hand.phone.type_text("nobody", true);
    assert!(hand.sees("No results found"));
}

#[test]
fn contacts_stand_by_name_and_a_cleared_app_has_none() {
    let mut hand = contacts();
    for (number, name) in [(1, "zoe"), (2, "Ada"), (30, "Émile"), (4, "Bob")] {
        hand.phone.set(&format!("contacts.{number}.first_name"), name);
    }
    let names = |hand: &mut Hand| -> Vec<String> {
        let named = hand.shown().into_iter().filter(|view| view.resource_id.ends_with("cliv_name_textview"));
        named.map(|view| view.text).collect()
    };
    assert_eq!(names(&mut hand), ["Ada", "Bob", "zoe", "Émile"]);
    let input = hand.phone.stop_app(CONTACTS, true).unwrap();
    assert_eq!(facts(&hand), []);
    assert_eq!(hand.phone.changes().last().unwrap().cause, Cause::Input(input));
}
