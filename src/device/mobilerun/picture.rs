//! Pictures of the screen.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use serde_json::Value as Json;

use super::MobilerunDevice;
use crate::device::DeviceError;
use crate::http::{Request, parse_json};

/// Servers differ in whether they pad.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

const WHAT: &str = "taking a screenshot";

impl MobilerunDevice {
    pub(super) async fn screenshot(&self) -> Result<Bytes, DeviceError> {
        let newer = Request::post(self.path(&["screenshots"])).header("accept", "*/*");
        let answer = match self.account.get(WHAT, newer).await {
            // Servers from before that path have only the older one.
            Err(DeviceError::Refused { status: 404 | 405, .. }) => {
                self.account.get(WHAT, Request::get(self.path(&["screenshot"])).header("accept", "*/*")).await?
            }
            other => other?,
        };
        picture(&answer.body)
            .ok_or_else(|| DeviceError::Unusable { what: WHAT.to_owned(), why: "it is no picture".to_owned() })
    }
}

/// The picture in an answer: the bytes themselves, or base64 as text, in JSON, or in a data URL. What the answer calls
/// itself is not to be trusted.
fn picture(body: &Bytes) -> Option<Bytes> {
    if is_picture(body) {
        return Some(body.clone());
    }
    let decoded = match parse_json(body) {
        Ok(json) => wrapped(&json)?,
        Err(_) => decode(std::str::from_utf8(body).ok()?)?,
    };
    is_picture(&decoded).then(|| decoded.into())
}

/// The first text in the JSON, or one level into it, that is base64 of a picture.
fn wrapped(json: &Json) -> Option<Vec<u8>> {
    let text = |json: &Json| json.as_str().and_then(decode).filter(|bytes| is_picture(bytes));
    let inside = |json: &Json| json.as_object().and_then(|object| object.values().find_map(text));
    text(json).or_else(|| inside(json)).or_else(|| json.as_object().and_then(|object| object.values().find_map(inside)))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let text = match text.trim().strip_prefix("data:") {
        Some(url) => url.split_once(',')?.1,
        None => text,
    };
    let text: String = text.split_ascii_whitespace().collect();
    BASE64.decode(text).ok()
}

/// PNG, JPEG or WebP, by their first bytes.
fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
        || bytes.starts_with(b"\xff\xd8\xff")
        || (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::STANDARD;
    use rstest::rstest;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

    #[rstest]
    #[case::png(PNG.to_vec())]
    #[case::jpeg(b"\xff\xd8\xff\xe0".to_vec())]
    #[case::webp(b"RIFF\0\0\0\0WEBPVP8 ".to_vec())]
    #[case::text(STANDARD.encode(PNG).into_bytes())]
    #[case::unpadded(STANDARD.encode(PNG).trim_end_matches('=').as_bytes().to_vec())]
    #[case::broken_lines(STANDARD.encode(PNG).replace("Cg", "C\ng").into_bytes())]
    #[case::json_text(format!("\"{}\"", STANDARD.encode(PNG)).into_bytes())]
    #[case::json_object(format!("{{\"format\":\"png\",\"image\":\"{}\"}}", STANDARD.encode(PNG)).into_bytes())]
    #[case::json_deeper(format!("{{\"data\":{{\"base64\":\"{}\"}}}}", STANDARD.encode(PNG)).into_bytes())]
    #[case::data_url(format!("\"data:image/png;base64,{}\"", STANDARD.encode(PNG)).into_bytes())]
    fn a_picture_is_found(#[case] body: Vec<u8>) {
        assert!(picture(&body.into()).is_some());
    }

    #[rstest]
    #[case("")]
    #[case("<html>")]
    #[case("{}")]
    #[case("null")]
    #[case("{\"image\":\"AAAA\"}")]
    #[case("data:")]
    fn what_is_no_picture_is_none(#[case] body: &'static str) {
        assert_eq!(picture(&Bytes::from(body)), None);
    }
}
