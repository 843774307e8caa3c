//! The phone's files: list, download, upload, delete.

use goalpost::phone::{Cause, Command, Phone};
use reqwest::Response;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

/// A form of these parts: name, file name, content.
fn form(parts: &[(&str, Option<&str>, &str)]) -> String {
    let part = |(name, file, content): &(&str, Option<&str>, &str)| {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{content}\r\n")
    };
    parts.iter().map(part).collect::<String>() + "--edge--\r\n"
}

async fn upload(phone: &Phone, path: &str, body: String) -> Response {
    let request = ask(phone, "POST", path, &Value::Null).header("content-type", "multipart/form-data; boundary=edge");
    request.body(body).send().await.unwrap()
}

fn report() -> String {
    form(&[("file", Some("report 2.txt"), "All \u{e9} well.")])
}

#[tokio::test]
async fn a_folder_is_listed_as_ls_would() {
    let phone = start(options()).await;
    let listing = json(get(&phone, "/files?path=/sdcard/Documents").await).await;
    assert_eq!((&listing["path"], &listing["total"]), (&json!("/sdcard/Documents"), &json!(4)));
    let file = |name: &str| {
        let files = listing["files"].as_array().unwrap();
        files.iter().find(|file| file["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
    };
    assert_eq!(file("Work")["type"], "directory");
    let report = file("report.txt");
    assert_eq!((&report["type"], &report["size"]), (&json!("file"), &json!(40)));
    assert_eq!((&report["permissions"]["owner"]["read"], &report["hardLinks"]), (&json!(true), &json!(1)));
    assert_eq!(report["modifiedAt"], "2026-08-30T10:00:00Z");
}

#[tokio::test]
async fn a_folder_with_nothing_in_it_has_null_for_files() {
    let phone = start(options()).await;
    let listing = json(get(&phone, "/files?path=/sdcard/Music").await).await;
    assert_eq!((&listing["files"], &listing["total"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn what_was_uploaded_is_downloaded_as_it_was_and_can_be_deleted() {
    let phone = start(options()).await;
    let path = "/files?path=/sdcard/Download";
    assert_eq!(upload(&phone, path, report()).await.status(), 204);
    let there = "path=/sdcard/Download/report%202.txt";
    let response = get(&phone, &format!("/files/download?{there}")).await;
    assert_eq!(response.headers()["content-type"], "application/octet-stream");
    assert_eq!(response.text().await.unwrap(), "All \u{e9} well.");
    assert_eq!(send(&phone, "DELETE", &format!("/files?{there}"), Value::Null).await.status(), 204);
    assert_eq!(get(&phone, &format!("/files/download?{there}")).await.status(), 404);
    assert_eq!(send(&phone, "DELETE", &format!("/files?{there}"), Value::Null).await.status(), 404);
}

#[tokio::test]
async fn every_change_of_a_file_is_told_with_the_input_that_made_it() {
    let phone = start(options()).await;
    upload(&phone, "/files?path=/sdcard/Download", report()).await;
    send(&phone, "DELETE", "/files?path=/sdcard/Documents/report.txt", Value::Null).await;
    let inputs: Vec<_> = phone.requests().iter().map(|request| request.executed.clone().unwrap().input).collect();
    assert_eq!(inputs, [Some(1), Some(2)]);
    assert!(matches!(&phone.requests()[0].executed.as_ref().unwrap().command, Command::PutFile { .. }));
    let android = phone.android().unwrap();
    let changes: Vec<_> = android.changes().map(|change| (change.key.as_str(), change.cause)).collect();
    assert_eq!(
        changes,
        [
            ("file:/sdcard/Download/report 2.txt", Cause::Input(1)),
            ("file:/sdcard/Documents/report.txt", Cause::Input(2))
        ]
    );
}

#[rstest]
#[case::missing("/sdcard/none", 404)]
#[case::traversal("/sdcard/../data", 422)]
#[case::relative("sdcard", 422)]
#[case::outside("/data/local/tmp", 400)]
#[case::a_file("/sdcard/Documents/report.txt", 400)]
#[tokio::test]
async fn a_path_that_is_no_folder_cannot_be_listed_or_uploaded_to(#[case] path: &str, #[case] status: u16) {
    let phone = start(options()).await;
    let path = format!("/files?path={path}");
    for response in [get(&phone, &path).await, upload(&phone, &path, report()).await] {
        assert_eq!(response.status(), status);
        problem(response).await;
    }
    assert_eq!(executed(&phone), [false, false]);
}

#[rstest]
#[case::missing("/sdcard/none.txt", 404)]
#[case::traversal("/sdcard/Documents/../../etc/hosts", 422)]
#[case::folder("/sdcard/Documents", 400)]
#[case::outside("/etc/hosts", 400)]
#[tokio::test]
async fn a_path_that_is_no_file_cannot_be_downloaded(#[case] path: &str, #[case] status: u16) {
    let phone = start(options()).await;
    let response = get(&phone, &format!("/files/download?path={path}")).await;
    assert_eq!(response.status(), status);
    problem(response).await;
}

#[rstest]
#[case::root("/sdcard")]
#[case::of_apps("/sdcard/Android")]
#[case::by_its_link("/storage/emulated/0/")]
#[tokio::test]
async fn what_is_protected_cannot_be_deleted(#[case] path: &str) {
    let phone = start(options()).await;
    let response = send(&phone, "DELETE", &format!("/files?path={path}"), Value::Null).await;
    assert_eq!(response.status(), 400);
    assert!(problem(response).await["detail"].as_str().unwrap().contains("protected"));
}

#[rstest]
#[case("GET", "/files")]
#[case("GET", "/files?path=")]
#[case("GET", "/files/download")]
#[case("DELETE", "/files")]
#[case("POST", "/files")]
#[tokio::test]
async fn a_path_is_needed(#[case] method: &str, #[case] path: &str) {
    let phone = start(options()).await;
    let response = send(&phone, method, path, Value::Null).await;
    assert_eq!(response.status(), 422);
    assert_eq!(problem(response).await["errors"][0]["location"], "query.path");
}

#[rstest]
#[case::no_part(form(&[]), 422)]
#[case::no_file_name(form(&[("file", None, "x")]), 422)]
#[case::other_part(form(&[("data", Some("a.txt"), "x")]), 422)]
#[case::two_files(form(&[("file", Some("a"), "x"), ("file", Some("b"), "y")]), 422)]
#[case::name_is_a_path(form(&[("file", Some("../a.txt"), "x")]), 422)]
#[case::cut_off("--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nx".to_owned(), 400)]
#[case::folder_is_there(form(&[("file", Some("Documents"), "x")]), 400)]
#[case::large(form(&[("file", Some("a"), &"x".repeat(600 << 10))]), 413)]
#[case::larger_than_any_body(form(&[("file", Some("a"), &"x".repeat(2 << 20))]), 413)]
#[tokio::test]
async fn a_form_that_is_no_upload_is_refused(#[case] body: String, #[case] status: u16) {
    let phone = start(options()).await;
    let response = upload(&phone, "/files?path=/sdcard", body).await;
    assert_eq!(response.status(), status);
    problem(response).await;
    assert_eq!(executed(&phone), [false]);
}

#[tokio::test]
async fn a_body_that_is_no_form_is_refused() {
    let phone = start(options()).await;
    let response = send(&phone, "POST", "/files?path=/sdcard", json!({"file": "x"})).await;
    assert_eq!(response.status(), 400);
    problem(response).await;
}
