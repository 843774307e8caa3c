//! `back`: one step back, or the keyboard away.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Action, Global};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, Options};
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "back",
    about: "Goes one step back, or closes the keyboard where that is up.",
    form: Form { sample: "", write: |_| "back".to_owned() },
    shape: Shape::Maybe(&Shape::Map(&[OPTION_KEYS])),
    compile: |verb, _| Ok(Arc::new(Back { options: Options::alone(verb)? })),
};

#[derive(Debug)]
struct Back {
    options: Options,
}

#[async_trait]
impl Step for Back {
    fn words(&self) -> String {
        "back".to_owned()
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let action = Action::Global { name: Global::Back };
        let (before, sent) = runner.act_on(self.options.timeout(), |_| Choice::AtOnce(action.clone())).await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Changed);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
