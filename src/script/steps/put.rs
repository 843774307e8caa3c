//! `put`: a file of the project onto the phone.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use serde::Deserialize;

use crate::device::{Channel, Input, Value};
use crate::plain::counted;
use crate::script::channel::{can_be_read, read_back, set_up};
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::path::{PhonePath, ProjectPath};
use crate::script::permission::Permission;
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, decode, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "put",
    about: "Puts a file of the project on the phone, over one that is there: `put: { file: data/notes.txt, to: \
            /sdcard/Download/notes.txt }`; `text: ...` in place of `file` puts that text.",
    form: Form {
        sample: "data/notes.txt",
        write: |file| format!("put: {{ file: {file}, to: /sdcard/Download/notes.txt }}"),
    },
    shape: Shape::Map(&[
        &[
            Key::new("file", Shape::Text, "The file, by its path from the project's root. At most 4 MiB."),
            Key::new("text", Shape::Text, "In place of a file: what it is to hold."),
            Key::new("to", Shape::Like("^/.+/.+$"), "Its path on the phone.").needed(),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["file", "text", "to"])?;
        let Args { file, text, to } = decode_part(&rest, OPTIONS)?;
        if scope.permission == Permission::Look {
            let fault = Fault::error(args.span, "this sets data up, and a verifier only looks");
            return Err(vec![fault.help("put it where the goal has its `baseline:`")]);
        }
        let content = match (file, text) {
            (Some(file), None) => {
                let ProjectPath(path) = decode(&file)?;
                let path = scope.root.join(path);
                usable(&path)
                    .map_err(|why| vec![Fault::error(file.span, why).help("the path begins at the project's root")])?;
                Content::File(path)
            }
            (None, Some(text)) => Content::Text(text),
            _ => return Err(vec![Fault::error(args.span, "`put` takes one of `file` and `text`")]),
        };
        Ok(Arc::new(Put { content, to, options }))
    },
};

/// The largest file, in bytes. Recordings hold it, and it is read back.
const LARGEST: u64 = 4 * 1024 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    file: Option<Node>,
    text: Option<String>,
    to: PhonePath,
}

/// Whether a file can be put somewhere, said before anything runs.
fn usable(path: &Path) -> Result<(), String> {
    let shown = path.display();
    match std::fs::metadata(path) {
        Err(error) => Err(format!("cannot read {shown}: {error}")),
        Ok(file) if !file.is_file() => Err(format!("{shown} is not a regular file")),
        Ok(file) if file.len() > LARGEST => Err(format!("{shown} has {} bytes, more than 4 MiB", file.len())),
        Ok(_) => Ok(()),
    }
}

#[derive(Debug)]
enum Content {
    File(PathBuf),
    Text(String),
}

impl Content {
    fn bytes(&self) -> Result<Bytes, String> {
        match self {
            Self::Text(text) => Ok(Bytes::copy_from_slice(text.as_bytes())),
            Self::File(path) => {
                usable(path)?;
                let mut bytes = Vec::new();
                // It may grow meanwhile.
                let read = std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
                read.map(|_| Bytes::from(bytes)).map_err(|error| format!("cannot read {}: {error}", path.display()))
            }
        }
    }
}

#[derive(Debug)]
struct Put {
    content: Content,
    to: PhonePath,
    options: Options,
}

#[async_trait]
impl Step for Put {
    fn words(&self) -> String {
        match &self.content {
            Content::File(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
                format!("put {} to {}", crate::plain::printable(&name, 80), self.to)
            }
            Content::Text(text) => format!("put {} to {}", counted(text.chars().count(), "character"), self.to),
        }
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let content = self.content.bytes().map_err(Problem::Unresolved)?;
        can_be_read(runner, &Channel::Folder { path: self.to.folder.clone() }).await?;
        let PhonePath { folder, name } = self.to.clone();
        set_up(runner, &Input::PutFile { folder, name, content: content.clone() }, &self.options).await?;
        let there = Channel::File { path: self.to.to_string() };
        let same = |value: &Value| match value {
            Value::Bytes(bytes) if *bytes == content => Ok(()),
            Value::Bytes(bytes) => Err(format!(
                "{} was put and {} stand there, which are others",
                counted(content.len(), "byte"),
                counted(bytes.len(), "byte")
            )),
            Value::Json(_) => Err("the phone gives no bytes for it".to_owned()),
        };
        read_back(runner, there, self.options.timeout(), same).await
    }
}
