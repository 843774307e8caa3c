//! What storage keeps, refuses and tells.

use rstest::rstest;

use super::*;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn files() -> Files {
    Files::given(NOW)
}

fn names(files: &Files, folder: &str) -> Vec<String> {
    files.list(folder).unwrap().into_iter().map(|info| info.name).collect()
}

#[test]
fn a_new_phone_has_files_and_every_one_has_its_folder() {
    let files = files();
    assert_eq!(names(&files, "/sdcard/Documents/"), ["Meeting notes.txt", "Work", "budget.csv", "report.txt"]);
    for (path, _, _) in GIVEN.iter().skip(1) {
        assert!(files.info(parent(path)).unwrap().folder, "{path}");
    }
}

#[test]
fn a_link_of_real_phones_leads_to_the_same_file() {
    let files = files();
    assert_eq!(files.read("/storage/emulated/0/Documents/report.txt"), files.read("/sdcard/Documents/report.txt"));
}

#[rstest]
#[case::relative("sdcard/Documents")]
#[case::traversal("/sdcard/Documents/../../data")]
#[case::dot("/sdcard/./Documents")]
#[case::control("/sdcard/a\nb")]
#[case::empty("")]
fn what_is_no_path_is_refused(#[case] path: &str) {
    assert!(matches!(files().list(path), Err(FileError::BadPath(_))));
    assert!(matches!(files().delete(path, NOW), Err(FileError::BadPath(_))));
}

#[test]
fn the_rest_of_the_phone_cannot_be_reached_and_the_roots_cannot_be_deleted() {
    assert!(matches!(files().list("/data/local"), Err(FileError::Outside(_))));
    assert!(matches!(files().list("/sdcardx"), Err(FileError::Outside(_))));
    for path in ["/sdcard", "/sdcard/Android"] {
        assert!(matches!(files().delete(path, NOW), Err(FileError::Protected(_))), "{path}");
    }
    assert!(matches!(files().write("/sdcard/Android", "a", Bytes::new(), NOW), Err(FileError::Protected(_))));
}

#[test]
fn writing_tells_what_was_there_before() {
    let mut files = files();
    let first = files.write(DOWNLOADS, "a.txt", Bytes::from_static(b"x"), NOW).unwrap();
    let second = files.write(DOWNLOADS, "a.txt", Bytes::from_static(b"y"), NOW).unwrap();
    assert_eq!(first[0].1, None);
    assert_eq!(second[0].1, first[0].2);
    assert_ne!(second[0].2, first[0].2);
}

#[test]
fn a_folder_is_deleted_with_all_in_it() {
    let mut files = files();
    let edits = files.delete("/sdcard/Documents/Work", NOW).unwrap();
    assert_eq!(edits.len(), 2);
    assert!(matches!(files.read("/sdcard/Documents/Work/agenda.txt"), Err(FileError::Missing(_))));
    assert!(files.read("/sdcard/Documents/report.txt").is_ok());
}

#[test]
fn what_is_moved_where_its_name_is_taken_gets_a_number() {
    let mut files = files();
    files.write(DOWNLOADS, "report.txt", Bytes::new(), NOW).unwrap();
    files.transfer("/sdcard/Documents/report.txt", DOWNLOADS, false, NOW).unwrap();
    assert!(names(&files, DOWNLOADS).contains(&"report (1).txt".to_owned()));
    assert!(!names(&files, "/sdcard/Documents").contains(&"report.txt".to_owned()));
}

#[test]
fn a_copied_folder_is_there_twice_and_none_goes_into_itself() {
    let mut files = files();
    files.transfer("/sdcard/Documents/Work", "/sdcard/Music", true, NOW).unwrap();
    assert_eq!(names(&files, "/sdcard/Music/Work"), names(&files, "/sdcard/Documents/Work"));
    let into = files.transfer("/sdcard/Documents", "/sdcard/Documents/Work", true, NOW);
    assert!(matches!(into, Err(FileError::IntoItself(_))));
}

#[test]
fn a_name_is_taken_once() {
    let mut files = files();
    let taken = files.rename("/sdcard/Documents/report.txt", "budget.csv", NOW);
    assert!(matches!(taken, Err(FileError::Exists(_))));
    assert!(matches!(files.create_folder(ROOT, "Music", NOW), Err(FileError::Exists(_))));
    assert!(files.rename("/sdcard/Documents/report.txt", "report.txt", NOW).unwrap().is_empty());
}

#[rstest]
#[case::empty("")]
#[case::path("a/b")]
#[case::up("..")]
#[case::long(&"n".repeat(256))]
fn what_is_no_name_is_refused(#[case] name: &str) {
    assert!(matches!(files().create_folder(ROOT, name, NOW), Err(FileError::BadName(_))));
}

#[test]
fn storage_is_bounded_in_size_and_number() {
    let mut files = files();
    let block = Bytes::from(vec![0; LARGEST]);
    assert!(matches!(files.write(ROOT, "x", Bytes::from(vec![0; LARGEST + 1]), NOW), Err(FileError::TooLarge(_))));
    let stored = (0..20).filter(|n| files.write(ROOT, &n.to_string(), block.clone(), NOW).is_ok()).count();
    assert_eq!(stored, 15, "8 MiB with what was there");
    let made = (0..2 * MOST).filter(|n| files.create_folder(ROOT, &format!("f{n}"), NOW).is_ok()).count();
    assert_eq!(made, MOST - GIVEN.len() - 15);
}

#[test]
fn what_failed_changed_nothing() {
    let mut files = files();
    let before = files.clone();
    let _ = files.transfer("/sdcard/Documents", "/sdcard/nowhere", false, NOW);
    let _ = files.rename("/sdcard/Documents/report.txt", "a/b", NOW);
    assert!(files.until(&before).is_empty());
}
