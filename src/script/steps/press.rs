//! `press`: a key.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::{self, Action};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "press",
    about: "Presses a key: `press: { key: enter }`; also tab, space, backspace, delete, escape, up, down, left, right.",
    form: Form { sample: "enter", write: |key| format!("press: {{ key: {key} }}") },
    shape: Shape::Map(&[&[Key::new("key", Shape::Words(KEYS), "Which.").needed()], OPTION_KEYS]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["key"])?;
        let Args { key } = decode_part(&rest, OPTIONS)?;
        scope.may_change(&options, args.span, "a key may change what it checks")?;
        Ok(Arc::new(Press { key, options }))
    },
};

const KEYS: &[&str] = &["enter", "tab", "space", "backspace", "delete", "escape", "up", "down", "left", "right"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    key: screen::Key,
}

#[derive(Debug)]
struct Press {
    key: screen::Key,
    options: Options,
}

#[async_trait]
impl Step for Press {
    fn words(&self) -> String {
        format!("press {}", self.key.name())
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let action = Action::Key { key: self.key };
        let (before, sent) = runner.act_on(self.options.timeout(), |_| Choice::AtOnce(action.clone())).await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Nothing);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
