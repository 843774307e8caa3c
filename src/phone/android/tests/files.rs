//! The Files app, by hand.

use rstest::rstest;

use super::*;
use crate::phone::FileError;

const PACKAGE: &str = "com.google.android.documentsui";

/// In Files, at the folder behind these labels of drawer and lists.
fn at(path: &[&str]) -> Hand {
    let mut hand = Hand::new();
    hand.phone.start_app(PACKAGE, None).unwrap();
    for label in path {
        hand.tap(label);
    }
    hand
}

impl Hand {
    fn long_press(&mut self, text: &str) {
        let (x, y) = self.find(text).bounds.center();
        self.phone.swipe(Swipe {
            from: (x, y),
            to: (x, y),
            duration: Duration::from_millis(800),
            hold: Duration::ZERO,
        });
    }

    /// The changes of files that the last input made: path and whether something is there now.
    fn last_changes(&self) -> Vec<(String, bool)> {
        let last = Cause::Input(self.phone.inputs());
        let changes = self.phone.changes().filter(|change| change.cause == last);
        changes.map(|change| (change.key.clone(), change.to.is_some())).collect()
    }
}

#[test]
fn it_opens_at_the_downloads_and_other_roots_are_in_a_drawer() {
    let mut hand = at(&[]);
    assert!(hand.sees("Files in Downloads") && hand.sees("recipe.txt"));
    hand.tap("Show roots");
    hand.tap("Pixel 8");
    for folder in ["DCIM", "Documents", "Download", "Pictures"] {
        assert!(hand.sees(folder), "{folder}");
    }
    hand.tap("Documents");
    assert!(hand.sees("report.txt") && hand.sees("Files in Documents"));
}

#[test]
fn a_collection_gathers_files_from_all_folders() {
    let mut hand = at(&["Show roots", "Images"]);
    assert!(hand.sees("beach.png") && hand.sees("IMG_0412.png") && !hand.sees("report.txt"));
}

#[test]
fn a_file_is_deleted_once_that_is_confirmed() {
    let mut hand = at(&["Show roots", "Pixel 8", "Documents"]);
    hand.long_press("report.txt");
    assert!(hand.sees("1 selected"));
    hand.tap("Delete");
    assert!(hand.sees("Delete \"report.txt\"?"));
    hand.tap("Cancel");
    assert!(hand.phone.file("/sdcard/Documents/report.txt").is_ok());
    hand.tap("Delete");
    hand.tap("OK");
    assert!(matches!(hand.phone.file("/sdcard/Documents/report.txt"), Err(FileError::Missing(_))));
    assert_eq!(hand.last_changes(), [("file:/sdcard/Documents/report.txt".to_owned(), false)]);
    assert!(!hand.sees("report.txt") && !hand.sees("1 selected"));
}

#[test]
fn several_are_selected_by_taps_and_left_by_close() {
    let mut hand = at(&[]);
    hand.long_press("recipe.txt");
    hand.tap("invoice.pdf");
    assert!(hand.sees("2 selected"));
    hand.tap("invoice.pdf");
    assert!(hand.sees("1 selected"));
    hand.tap("Close");
    assert!(hand.sees("Files in Downloads") && !hand.sees("1 selected"));
}

#[test]
fn a_file_is_renamed_but_not_to_a_name_that_is_taken() {
    let mut hand = at(&[]);
    hand.long_press("recipe.txt");
    hand.tap("More options");
    hand.tap("Rename");
    hand.phone.type_text("invoice.pdf", true);
    hand.tap("OK");
    assert!(hand.sees("/sdcard/Download/invoice.pdf is already there"));
    hand.phone.type_text("bread.txt", true);
    hand.tap("OK");
    assert!(hand.sees("bread.txt") && !hand.sees("recipe.txt"));
    assert_eq!(hand.last_changes().len(), 2);
}

#[test]
fn a_folder_is_made_and_a_file_moved_into_it() {
    let mut hand = at(&["More options", "New folder"]);
    hand.phone.type_text("Receipts", false);
    hand.tap("OK");
    assert!(hand.sees("Receipts"));
    hand.long_press("invoice.pdf");
    hand.tap("More options");
    hand.tap("Move to\u{2026}");
    hand.tap("Download");
    hand.tap("Receipts");
    hand.tap("Move");
    assert!(hand.phone.file("/sdcard/Download/Receipts/invoice.pdf").is_ok());
    assert!(hand.sees("Files in Downloads") && !hand.sees("invoice.pdf"));
}

#[test]
fn a_copy_is_left_where_it_was() {
    let mut hand = at(&[]);
    hand.long_press("invoice.pdf");
    hand.tap("More options");
    hand.tap("Copy to\u{2026}");
    hand.tap("Music");
    hand.tap("Copy");
    assert!(hand.phone.file("/sdcard/Music/invoice.pdf").is_ok());
    assert!(hand.phone.file("/sdcard/Download/invoice.pdf").is_ok());
}

#[test]
fn search_finds_by_name_in_what_lies_below() {
    let mut hand = at(&["Show roots", "Pixel 8", "Search"]);
    hand.phone.type_text("agen", false);
    hand.tap("agenda.txt");
    assert!(hand.sees("1. Welcome"), "a text is shown");
    assert_eq!(hand.screen().foreground.unwrap().package, "com.android.htmlviewer");
}

#[rstest]
#[case::name(0, "invoice.pdf")]
#[case::newest(1, "packing list.txt")]
#[case::largest(2, "invoice.pdf")]
fn lists_are_sorted_as_the_user_wants(#[case] sort: i64, #[case] first: &str) {
    let mut hand = at(&[]);
    hand.phone.set("files.sort", sort);
    let shown = hand.shown();
    let titles: Vec<_> = shown.iter().filter(|view| view.resource_id == "android:id/title").collect();
    assert_eq!(titles[0].text, first);
}

#[test]
fn clearing_its_data_resets_how_lists_are_sorted_but_not_the_storage_which_is_the_phone_s() {
    let mut hand = at(&["More options", "Sort by\u{2026}", "Size (largest first)"]);
    assert_eq!(hand.value("files.sort"), Value::Number(2));
    hand.phone.delete_file("/sdcard/Music").unwrap();
    hand.phone.stop_app(PACKAGE, true).unwrap();
    assert_eq!(hand.value("files.sort"), Value::Number(0));
    assert!(hand.phone.files("/sdcard/Music").is_err());
    hand.phone.factory_reset();
    assert!(hand.phone.files("/sdcard/Music").is_ok());
    assert!(hand.last_changes().contains(&("file:/sdcard/Music".to_owned(), true)));
}
