//! `long_press`: a finger held on the one thing that a query means.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Action, Query};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::query::{QUERY_KEYS, decode_query};
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::script::target::tappable;
use crate::script::touch::Finger;
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "long_press",
    about: "Holds a finger on what a query means, found as `tap` finds it: `long_press: { text: Groceries }`.",
    form: Form { sample: "Groceries", write: |text| format!("long_press: {{ text: {text} }}") },
    shape: Shape::Map(&[QUERY_KEYS, OPTION_KEYS]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &[])?;
        let query = decode_query(&rest, OPTIONS)?;
        scope.may_change(&options, args.span, "a long press may move or select what it checks")?;
        Ok(Arc::new(LongPress { query, options }))
    },
};

#[derive(Debug)]
struct LongPress {
    query: Query,
    options: Options,
}

#[async_trait]
impl Step for LongPress {
    fn words(&self) -> String {
        format!("long press {}", self.query)
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let finger = Finger { gesture: |element_id| Action::LongPress { element_id }, timeout: self.options.timeout() };
        let (before, sent) = finger.touch(runner, |screen| tappable(screen, &self.query), |_, _| None).await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Changed);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
