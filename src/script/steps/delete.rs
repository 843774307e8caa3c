//! `delete`: a file on the phone.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::device::{Channel, Input, Reading, Value};
use crate::script::channel::{can_be_read, read_back, set_up};
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::path::PhonePath;
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "delete",
    about: "Deletes a file on the phone: `delete: { file: /sdcard/Download/notes.txt }`. Where there is none, that is fine.",
    form: Form { sample: "/sdcard/Download/notes.txt", write: |file| format!("delete: {{ file: {file} }}") },
    shape: Shape::Map(&[&[Key::new("file", Shape::Like("^/.+/.+$"), "Its path on the phone.").needed()], OPTION_KEYS]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["file"])?;
        let Args { file } = decode_part(&rest, OPTIONS)?;
        scope.may_change(&options, args.span, "this deletes a file")?;
        Ok(Arc::new(Delete { file, options }))
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    file: PhonePath,
}

#[derive(Debug)]
struct Delete {
    file: PhonePath,
    options: Options,
}

#[async_trait]
impl Step for Delete {
    fn words(&self) -> String {
        format!("delete {}", self.file)
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let folder = Channel::Folder { path: self.file.folder.clone() };
        can_be_read(runner, &folder).await?;
        if let Reading::Value(value) = runner.act().device().read(folder.clone()).await
            && self.is_gone(&value).is_ok()
        {
            return Ok(());
        }
        set_up(runner, &Input::DeleteFile { path: self.file.to_string() }, &self.options).await?;
        read_back(runner, folder, self.options.timeout(), |value| self.is_gone(value)).await
    }
}

impl Delete {
    fn is_gone(&self, folder: &Value) -> Result<(), String> {
        let named = |file: &Json| file.get("name").and_then(Json::as_str) == Some(&self.file.name);
        match folder {
            // No such folder.
            Value::Json(Json::Null) => Ok(()),
            Value::Json(Json::Array(files)) if !files.iter().any(named) => Ok(()),
            Value::Json(Json::Array(_)) => Err(format!("{} is still there", self.file)),
            Value::Json(_) | Value::Bytes(_) => Err(format!("the phone gives no list of {}", self.file.folder)),
        }
    }
}
