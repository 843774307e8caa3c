//! `file`: whether a file is on the phone, and what it holds.

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::channel::{evaluated, read, unknown};
use super::folder::{Entry, EntryKind, Found, find};
use crate::device::{Channel, Value};
use crate::event::Verdict;
use crate::plain::hex;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, decode, decode_part, quote};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::logic;
use crate::verify::reads::Reads;
use crate::verify::values::{Rule, VALUE, VALUE_KEYS};

pub(in crate::verify) const KIND: Kind = Kind {
    name: "file",
    about: "A file is on the phone, or not: `file: { path: /sdcard/Download/notes.txt }`, with `exists: false` for not; and \
            what it is: `size: 120` or `size: { min: 1 }` in bytes, `sha256`, or a rule for its text: `contains: milk`. `kind: \
            folder` is about a folder. That nothing is there is told by the listing of the folder that would hold it.",
    form: Some(Form { sample: "/sdcard/Download/notes.txt", write: |path| format!("file: {{ path: {path} }}") }),
    shape: Shape::Map(&[
        &[
            Key::new("path", Shape::Like("^/."), "Its path, from the root on.").needed(),
            Key::new("exists", Shape::Truth, "Whether it has to be there.").or("true"),
            Key::new("kind", Shape::Words(&["file", "folder"]), "What it is.").or("file"),
            Key::new("size", SIZE, "Its length in bytes."),
            Key::new("sha256", Shape::Like("^[0-9a-fA-F]{64}$"), "The hash of what it holds."),
        ],
        VALUE_KEYS,
    ]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (rule, rest) = args.split(VALUE);
        let own: Result<Args, _> = decode_part(&rest, VALUE);
        let text = Rule::read(args, &[]);
        let size = args.get("size").map(Size::read).transpose();
        let (own, text, size) = match (own, text, size) {
            (Ok(own), Ok(text), Ok(size)) => (own, text, size),
            (own, text, size) => {
                return Err([own.err(), text.err(), size.err()].into_iter().flatten().flatten().collect());
            }
        };
        let span = |key| args.get(key).map_or(args.span, |node: &Node| node.span);
        usable(&own.path).map_err(|why| vec![Fault::error(span("path"), why)])?;
        let sha256 = own.sha256.map(|hash| hash.to_ascii_lowercase());
        if sha256.as_ref().is_some_and(|hash| hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit())) {
            return Err(vec![Fault::error(span("sha256"), "a SHA-256 has 64 hexadecimal digits")]);
        }
        let of_content = ["size", "sha256"].iter().filter_map(|key| args.key_span(key));
        if let Some(place) = of_content.chain(rule.entries().iter().map(|(key, _)| key.span)).next() {
            let why = match (own.exists, own.kind) {
                (false, _) => "a file that is not there has no size and no content",
                (true, What::Folder) => "a folder has no size and no content of its own",
                (true, What::File) => "",
            };
            if !why.is_empty() {
                return Err(vec![Fault::error(place, why)]);
            }
        }
        Ok(Box::new(FileCheck { path: own.path, exists: own.exists, kind: own.kind, size, sha256, text }))
    },
};

const SIZE: Shape = Shape::Any(&[
    BYTES,
    Shape::Map(&[&[
        Key::new("min", BYTES, "No shorter than this.").or("0"),
        Key::new("max", BYTES, "No longer than this."),
    ]]),
]);

const BYTES: Shape = Shape::Whole(0, i64::MAX);

/// Bytes of a file that is looked into. Servers send longer ones, and a verifier needs none of them.
const LARGEST: u64 = 16 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    path: String,
    #[serde(default = "yes")]
    exists: bool,
    #[serde(default)]
    kind: What,
    #[serde(rename = "size")]
    _size: Option<Node>,
    sha256: Option<String>,
}

fn yes() -> bool {
    true
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    #[default]
    File,
    Folder,
}

impl What {
    /// A link may be either.
    fn fits(self, kind: EntryKind) -> bool {
        match kind {
            EntryKind::File => self == Self::File,
            EntryKind::Folder => self == Self::Folder,
            EntryKind::Link => true,
        }
    }
}

/// Why a path is none that a verifier can mean.
pub(super) fn usable(path: &str) -> Result<(), String> {
    const LONGEST: usize = 1_000;
    let named = quote(path);
    if !path.starts_with('/') {
        return Err(format!("{named} does not begin at the root; write one like /sdcard/Download/notes.txt"));
    }
    if path.len() > LONGEST {
        return Err(format!("this path has more than {LONGEST} bytes"));
    }
    if path.chars().any(char::is_control) {
        return Err(format!("{named} holds a control character"));
    }
    let mut parts = path[1..].split('/');
    if parts.clone().any(|part| part == ".." || part == ".") {
        return Err(format!("{named} has a part `.` or `..`; write the path that is meant"));
    }
    if parts.any(str::is_empty) {
        return Err(format!("{named} has an empty part; write it without doubled slashes and without one at the end"));
    }
    Ok(())
}

/// A length in bytes.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    #[serde(default)]
    min: u64,
    max: Option<u64>,
}

impl Size {
    fn read(node: &Node) -> Result<Self, Vec<Fault>> {
        let size = if node.text().is_some() {
            let exactly = decode(node)?;
            Self { min: exactly, max: Some(exactly) }
        } else {
            decode(node)?
        };
        match size.max {
            Some(max) if max < size.min => Err(vec![Fault::error(node.span, "`max` is less than `min`")]),
            None if size.min == 0 => Err(vec![Fault::error(node.span, "any size would do; say `min` or `max`")]),
            _ => Ok(size),
        }
    }

    fn words(self) -> String {
        match self.max {
            Some(max) if max == self.min => format!("{max} bytes"),
            Some(max) => format!("{} to {max} bytes", self.min),
            None => format!("at least {} bytes", self.min),
        }
    }
}

#[derive(Debug)]
struct FileCheck {
    path: String,
    exists: bool,
    kind: What,
    size: Option<Size>,
    sha256: Option<String>,
    text: Option<Rule>,
}

#[async_trait]
impl Check for FileCheck {
    fn rule(&self) -> String {
        let what = if self.kind == What::File { "file" } else { "folder" };
        let there = if self.exists { "is there" } else { "is not there" };
        let size = self.size.map(|size| format!(", has {}", size.words()));
        let hash = self.sha256.as_ref().map(|hash| format!(", has the SHA-256 {hash}"));
        let text = self.text.as_ref().map(|text| format!(", holds {}", text.words()));
        let more: String = [size, hash, text].into_iter().flatten().collect();
        format!("the {what} {} {there}{more}", self.path)
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let found = match find(&rule, &self.path, reads).await? {
            Ok(found) => found,
            Err(unknown) => return Ok(unknown),
        };
        let Found { entry, folder, when } = found;
        let told = |holds: bool, said: String, used: Used| {
            let verdict = if holds { Verdict::Confirmed } else { Verdict::Refuted };
            Evaluation::of(&rule, verdict, when).at(folder.clone()).because(said).and_used([used])
        };
        let wanted = if self.kind == What::File { "a file" } else { "a folder" };
        let there = match entry {
            None => return Ok(told(!self.exists, "the folder's listing does not have it".to_owned(), Used::Missing)),
            Some(entry) if !self.kind.fits(entry.kind) => {
                return Ok(told(!self.exists, format!("it is not {wanted}"), Used::Missing).read(entry.words()));
            }
            Some(entry) => entry,
        };
        if !self.exists || (self.size.is_none() && self.sha256.is_none() && self.text.is_none()) {
            let said = format!("the folder's listing has {wanted} of this name");
            return Ok(told(self.exists, said, Used::Value).read(there.words()));
        }
        self.content(&rule, &there, &folder, when, reads).await
    }
}

impl FileCheck {
    /// What the rule says of the file's length and of what it holds.
    async fn content(
        &self,
        rule: &str,
        entry: &Entry,
        folder: &str,
        when: Timestamp,
        reads: &Reads<'_>,
    ) -> Result<Evaluation, ProbeError> {
        let unsure =
            |why: String| Evaluation::of(rule, Verdict::Inconclusive, when).at(folder).read(entry.words()).because(why);
        let Some(size) = entry.size else {
            return Ok(unsure("the listing does not say how long it is".to_owned()));
        };
        let mut parts = Vec::new();
        if let Some(wanted) = self.size {
            let holds = size >= wanted.min && wanted.max.is_none_or(|max| size <= max);
            let verdict = if holds { Verdict::Confirmed } else { Verdict::Refuted };
            parts.push(
                Evaluation::of(rule, verdict, when).at(folder).read(format!("{size} bytes")).and_used([Used::Value]),
            );
        }
        if self.sha256.is_some() || self.text.is_some() {
            if size > LARGEST {
                return Ok(unsure(format!("it has {size} bytes, and no more than {LARGEST} are read")));
            }
            let channel = Channel::File { path: self.path.clone() };
            match read(rule, &channel, reads).await? {
                Err(unknown) => parts.push(unknown),
                // A complaint in the place of the file has another length.
                Ok((Value::Bytes(bytes), when)) if bytes.len() as u64 != size => {
                    let why = format!("{} bytes came, and the listing says {size}", bytes.len());
                    parts.push(unknown(rule, &channel, when, why));
                }
                Ok((Value::Bytes(bytes), when)) => self.of_bytes(rule, &bytes, when, &mut parts),
                Ok((_, when)) => parts.push(unknown(rule, &channel, when, "what was read is no file")),
            }
        }
        Ok(Evaluation::joined(parts, logic::all))
    }

    fn of_bytes(&self, rule: &str, bytes: &Bytes, when: Timestamp, parts: &mut Vec<Evaluation>) {
        let channel = Channel::File { path: self.path.clone() };
        if let Some(wanted) = &self.sha256 {
            let hash = hex(&Sha256::digest(bytes));
            let verdict = if hash == *wanted { Verdict::Confirmed } else { Verdict::Refuted };
            parts.push(
                Evaluation::of(rule, verdict, when)
                    .at(channel.to_string())
                    .read(format!("SHA-256 {hash}"))
                    .and_used([Used::Value]),
            );
        }
        if let Some(wanted) = &self.text {
            parts.push(match std::str::from_utf8(bytes) {
                // Its length is told twice, so an empty file is known to be empty.
                Ok(text) => evaluated(rule, text, wanted.judge_known(text), channel.to_string(), when),
                Err(_) => unknown(rule, &channel, when, "it is no text in UTF-8"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::usable;

    #[rstest]
    #[case("/sdcard/Download/notes.txt", "")]
    #[case("/a b/ü", "")]
    #[case("/.hidden/..x", "")]
    #[case("sdcard/x", "does not begin at the root")]
    #[case("/sdcard/../data", "`.` or `..`")]
    #[case("/sdcard/./x", "`.` or `..`")]
    #[case("/..", "`.` or `..`")]
    #[case("/sdcard//x", "an empty part")]
    #[case("/sdcard/", "an empty part")]
    #[case("/", "an empty part")]
    #[case("/sdcard/\0", "control character")]
    #[case("/sdcard/\u{85}", "control character")]
    #[case("", "does not begin at the root")]
    fn a_path_is_one_that_a_verifier_can_mean(#[case] path: &str, #[case] said: &str) {
        let why = usable(path).err().unwrap_or_default();
        assert!(why.contains(said) && (said.is_empty() == why.is_empty()), "{why}");
    }
}
