//! The phone's files over the wire (mobilerun-api 1.6).

use axum::body::Body;
use axum::extract::{FromRequest as _, Multipart};
use axum::http::{Request, StatusCode, request};
use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::command::Command;
use super::problem::{Flaw, Problem};
use super::query::Query;
use super::reply::Reply;
use super::unit::Unit;
use crate::phone::{FileError, FileInfo};

/// The part of an upload that is the file.
const PART: &str = "file";

/// `GET /devices/{id}/files`.
pub(crate) fn list(unit: &Unit, query: Option<&str>) -> Result<Reply, Problem> {
    let path = path(query)?;
    let files = unit.phone().files(&path).map_err(no_file)?;
    let mut reply = Map::new();
    reply.insert("total".into(), json!(files.len()));
    reply.insert("files".into(), files.iter().map(described).collect());
    reply.insert("path".into(), json!(path));
    Ok(Reply::Object("FileListResponse", reply))
}

/// `GET /devices/{id}/files/download`.
pub(crate) fn download(unit: &Unit, query: Option<&str>) -> Result<Reply, Problem> {
    unit.phone().file(&path(query)?).map(Reply::Bytes).map_err(no_file)
}

/// `DELETE /devices/{id}/files`.
pub(crate) fn delete(query: Option<&str>) -> Result<Command, Problem> {
    Ok(Command::DeleteFile { path: path(query)? })
}

/// `POST /devices/{id}/files`: the part `file` of a form, under its file name, into the folder of the query.
pub(crate) async fn upload(head: &request::Parts, body: &Bytes) -> Result<Command, Problem> {
    let folder = path(head.uri.query())?;
    let mut request = Request::new(Body::from(body.clone()));
    request.headers_mut().clone_from(&head.headers);
    let unreadable = |error: &dyn std::fmt::Display| Problem {
        errors: vec![Flaw::new("body", error.to_string(), None)],
        ..Problem::bad_request("request body is not multipart/form-data")
    };
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| unreadable(&error))?;
    let mut file = None;
    while let Some(part) = form.next_field().await.map_err(|error| unreadable(&error))? {
        let (part_name, name) = (part.name().map(str::to_owned), part.file_name().map(str::to_owned));
        let content = part.bytes().await.map_err(|error| unreadable(&error))?;
        match (part_name.as_deref(), name) {
            (Some(PART), Some(name)) if file.is_none() => file = Some((name, content)),
            (Some(PART), None) => return Err(flaw("body.file", "expected the part file to have a file name", None)),
            (Some(PART), _) => return Err(flaw("body.file", "expected one part file", None)),
            (other, _) => return Err(flaw("body", "unexpected part", other.map(Value::from))),
        }
    }
    let (name, content) = file.ok_or_else(|| flaw("body.file", "expected required part file to be present", None))?;
    Ok(Command::PutFile { folder, name, content })
}

/// The path that a request is about.
fn path(query: Option<&str>) -> Result<String, Problem> {
    let query = Query::parse(query);
    let path = query.text("path").map(str::to_owned);
    path.ok_or_else(|| flaw("query.path", "required query parameter is missing", None))
}

fn flaw(location: &str, message: &str, value: Option<Value>) -> Problem {
    Problem::invalid(vec![Flaw::new(location, message, value)])
}

/// Why it cannot be done, as the service would say it.
pub(crate) fn no_file(error: FileError) -> Problem {
    match &error {
        FileError::Missing(_) => Problem::not_found(error.to_string()),
        FileError::TooLarge(_) => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error.to_string()),
        FileError::BadName(name) => flaw("body.file", &error.to_string(), Some(json!(name))),
        FileError::BadPath(path) => flaw("query.path", &error.to_string(), Some(json!(path))),
        _ => Problem::bad_request(error.to_string()),
    }
}

/// A file as `ls -l` on a phone tells it.
fn described(file: &FileInfo) -> Value {
    let may = |execute: bool| json!({"read": true, "write": true, "execute": execute});
    json!({
        "name": file.name,
        "type": if file.folder { "directory" } else { "file" },
        "size": file.size,
        "owner": "u0_a193",
        "group": "media_rw",
        "hardLinks": if file.folder { 2 } else { 1 },
        "modifiedAt": file.modified.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "extendedAttributes": false,
        "permissions": {
            "owner": may(file.folder),
            "group": may(file.folder),
            "others": {"read": false, "write": false, "execute": false},
            "special": {"setUid": false, "setGid": file.folder, "sticky": false},
        },
    })
}
