//! Files on a phone: folders, downloads, uploads.

use bytes::{BufMut, Bytes, BytesMut};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::MobilerunDevice;
use super::environment::unusable;
use crate::device::DeviceError;
use crate::http::Request;
use crate::plain::{hex, printable};

impl MobilerunDevice {
    /// What a folder holds; null where there is none.
    pub(super) async fn folder(&self, path: &str) -> Result<Json, DeviceError> {
        let what = format!("listing {}", printable(path, 200));
        let request = Request::get(self.path(&["files"])).query("path", path);
        let mut answer = match self.account.get_json(&what, request).await {
            Err(DeviceError::Refused { status: 404, .. }) => return Ok(Json::Null),
            answer => answer?,
        };
        match answer.get_mut("files").map(Json::take) {
            Some(files @ Json::Array(_)) => Ok(files),
            // An empty list arrives as null.
            Some(Json::Null) => Ok(Json::Array(Vec::new())),
            _ => Err(unusable(&what, "it has no list of `files`")),
        }
    }

    /// A file's bytes. They are anything, so that nothing in them is taken for a complaint.
    pub(super) async fn file(&self, path: &str) -> Result<Bytes, DeviceError> {
        let what = format!("reading {}", printable(path, 200));
        let request = Request::get(self.path(&["files", "download"])).query("path", path).header("accept", "*/*");
        let answer = self.account.client.read(request).await;
        let answer = answer.map_err(|source| DeviceError::NoAnswer { what: what.clone(), source })?;
        if answer.is_success() { Ok(answer.body) } else { Err(self.account.refused(&what, &answer)) }
    }

    pub(super) fn upload(&self, folder: &str, name: &str, content: &Bytes) -> Request {
        let (kind, body) = form(name, content);
        Request::post(self.path(&["files"])).query("path", folder).bytes(kind, body)
    }
}

/// A form with one file in it, as its content type and its bytes. Equal files give equal forms, so that recordings can
/// be compared.
fn form(name: &str, content: &Bytes) -> (String, Bytes) {
    let mut boundary = format!("goalpost-{}", hex(&Sha256::digest(content)));
    while content.windows(boundary.len()).any(|window| window == boundary.as_bytes()) {
        boundary.push('x');
    }
    // As browsers write what a quoted string can't hold.
    let name = name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: \
         application/octet-stream\r\n\r\n"
    );
    let tail = format!("\r\n--{boundary}--\r\n");
    let mut body = BytesMut::with_capacity(head.len() + content.len() + tail.len());
    body.put_slice(head.as_bytes());
    body.put_slice(content);
    body.put_slice(tail.as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body.freeze())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_holds_the_file_as_it_is_under_a_name_that_ends_nowhere() {
        let content = Bytes::from_static(b"a\r\n--b\0\xff");
        let (kind, body) = form("we\"ird\r\nname.txt", &content);
        let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
        let text = String::from_utf8_lossy(&body).into_owned();
        assert!(text.starts_with(&format!("--{boundary}\r\n")), "{text}");
        assert!(text.contains("filename=\"we%22ird%0D%0Aname.txt\"\r\n"), "{text}");
        assert!(body.windows(content.len()).any(|window| window == content));
        assert!(text.ends_with(&format!("\r\n--{boundary}--\r\n")));
    }

    #[test]
    fn a_boundary_never_stands_in_the_file() {
        let first = form("a", &Bytes::new()).0;
        let boundary = first.rsplit_once('=').unwrap().1.to_owned();
        let (kind, _) = form("a", &Bytes::new());
        assert_eq!(kind, first, "equal files give equal forms");
        let holds = Bytes::from(boundary.clone());
        assert!(!holds.windows(2).any(|_| form("a", &holds).0.ends_with(&boundary)));
    }
}
