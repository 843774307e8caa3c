//! The Notes app.

use super::*;

const NOTES: &str = "com.example.notes";

fn notes() -> Hand {
    let mut hand = Hand::new();
    hand.phone.start_app(NOTES, None).unwrap();
    hand
}

/// Fills the nth field of the editor.
fn write(hand: &mut Hand, n: usize, text: &str) {
    let field = hand.shown().into_iter().filter(|view| view.flags.editable).nth(n).unwrap();
    let (x, y) = field.bounds.center();
    hand.phone.tap(x, y);
    hand.phone.type_text(text, true);
}

fn with(notes_of: &[(u32, &str)]) -> Hand {
    let mut hand = notes();
    for (number, title) in notes_of {
        hand.phone.set(&format!("notes.{number}.title"), *title);
    }
    hand
}

fn titles(hand: &mut Hand) -> Vec<String> {
    let known = ["Notes", "Search notes", "Pinned", "Others"];
    hand.texts().into_iter().filter(|text| !known.contains(&text.as_str())).collect()
}

#[test]
fn nothing_that_can_be_tapped_has_words_or_an_id_of_its_own() {
    let mut hand = with(&[(1, "Groceries")]);
    for page in ["notes/list", "notes/edit?1", "notes/edit", "notes/delete?1", "notes/discard"] {
        hand.phone.go(&page.into());
        let targets: Vec<_> = hand.shown().into_iter().filter(|view| view.flags.clickable).collect();
        assert!(targets.len() > 1, "{page}");
        for view in targets {
            let own = (view.resource_id.as_ref(), view.description.as_str());
            assert_eq!(own, ("", ""), "{page}");
            assert!(view.text.is_empty() || view.flags.editable, "{page}: {}", view.text);
        }
    }
}

#[test]
fn a_note_is_written_with_several_lines_of_any_script() {
    let mut hand = notes();
    assert!(hand.sees("No notes"));
    hand.tap("New note");
    assert!(hand.sees("Title") && hand.sees("Note"));
    write(&mut hand, 0, "Einkäufe 買い物\nnow");
    write(&mut hand, 1, "milk\n☕ coffee");
    hand.phone.key(66);
    hand.phone.type_text("eggs", false);
    hand.tap("Save");
    let input = hand.phone.inputs();
    assert_eq!(hand.value("notes.1.title"), "Einkäufe 買い物now".into(), "a title has one line");
    assert_eq!(hand.value("notes.1.body"), "milk\n☕ coffee\neggs".into());
    assert!(hand.phone.changes().all(|change| change.cause == Cause::Input(input)));
    assert!(hand.sees("Einkäufe 買い物now"));
    assert_eq!(hand.find("milk").text, "", "the first line is a description");
}

#[test]
fn an_empty_note_is_none() {
    let mut hand = notes();
    hand.tap("New note");
    hand.tap("Save");
    assert!(hand.sees("No notes"));
    assert_eq!(hand.phone.changes().count(), 0);
}

#[test]
fn a_draft_is_not_lost_without_asking_and_ends_with_the_app() {
    let mut hand = notes();
    hand.tap("New note");
    write(&mut hand, 1, "draft");
    hand.tap("Back");
    hand.tap("Cancel");
    hand.phone.global(2);
    hand.phone.start_app(NOTES, None).unwrap();
    assert!(hand.sees("draft"));
    hand.phone.stop_app(NOTES, false).unwrap();
    hand.phone.start_app(NOTES, None).unwrap();
    assert!(hand.sees("No notes"));
    hand.tap("New note");
    write(&mut hand, 0, "draft");
    hand.tap("Back");
    hand.tap("Discard");
    assert!(hand.sees("No notes"));
}

#[test]
fn a_note_is_changed_pinned_and_deleted() {
    let mut hand = with(&[(1, "Old"), (2, "New")]);
    assert_eq!(titles(&mut hand), ["New", "Old"]);
    hand.tap("Old");
    write(&mut hand, 0, "Older");
    hand.tap("Save");
    hand.tap("Older");
    hand.tap("Pin");
    assert!(hand.sees("Unpin"));
    hand.tap("Back");
    assert_eq!(titles(&mut hand), ["Older", "New"]);
    hand.tap("Older");
    hand.tap("Delete");
    hand.tap("Delete");
    assert_eq!(titles(&mut hand), ["New"]);
    assert!(hand.phone.facts.beginning("notes.1").next().is_none());
}

#[test]
fn a_check_box_has_no_label_and_is_for_the_card_it_is_in() {
    let mut hand = with(&[(1, "Milk"), (2, "Eggs")]);
    let boxes: Vec<_> = hand.shown().into_iter().filter(|view| view.class.ends_with("CheckBox")).collect();
    assert!(boxes.iter().all(|view| view.text.is_empty() && view.description.is_empty()));
    let (x, y) = boxes[1].bounds.center();
    hand.phone.tap(x, y);
    assert_eq!(hand.value("notes.1.done"), true.into());
    assert!(hand.phone.value("notes.2.done").is_none());
}

#[test]
fn a_search_finds_by_title_and_text() {
    let mut hand = with(&[(1, "Milk"), (2, "Eggs")]);
    hand.phone.set("notes.1.body", "from the farm");
    write(&mut hand, 0, "FARM");
    assert!(hand.sees("Milk") && !hand.sees("Eggs"));
    hand.phone.type_text("nothing", true);
    assert!(hand.sees("Nothing found"));
}

#[test]
fn a_secure_note_is_secure_while_it_is_open_and_hidden_in_the_list() {
    let mut hand = with(&[(1, "PIN")]);
    hand.phone.set("notes.1.body", "1234");
    assert!(hand.sees("1234"));
    hand.tap("PIN");
    assert!(!hand.screen().secure);
    hand.tap("Hide in screenshots");
    assert_eq!(hand.value("notes.1.secure"), true.into());
    assert!(hand.screen().secure);
    hand.tap("Back");
    assert!(!hand.screen().secure && !hand.sees("1234"));
}
