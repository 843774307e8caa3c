//! `tap`: on the one thing that a query means.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Action, Element, Observation};
use crate::script::aim::{Aim, SWITCH_KEYS};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::permission::{Permission, changed_by_tap};
use crate::script::query::QUERY_KEYS;
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::script::touch::Finger;
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "tap",
    about: "Taps what a query means: `tap: { text: Display }` the row that shows the text, `tap: { switch: { label: \
            Dark theme } }` the switch of that name, which in some rows is a target of its own.",
    form: Form { sample: "Display", write: |text| format!("tap: {{ text: {text} }}") },
    shape: Shape::Map(&[QUERY_KEYS, SWITCH_KEYS, OPTION_KEYS]),
    compile: |verb, _| {
        verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &[])?;
        let aim = Aim::read(&rest, OPTIONS)?;
        Ok(Arc::new(Tap { aim, options }))
    },
};

#[derive(Debug)]
struct Tap {
    aim: Aim,
    options: Options,
}

#[async_trait]
impl Step for Tap {
    fn words(&self) -> String {
        format!("tap {}", self.aim)
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let look_only = runner.permission() == Permission::Look && !self.options.mutates;
        let finger =
            Finger { gesture: |element_id| Action::TapElement { element_id }, timeout: self.options.timeout() };
        let forbids = |screen: &Observation, target: &Element| {
            let because = changed_by_tap(screen, target).filter(|_| look_only)?;
            Some(Problem::Mutates(because))
        };
        let (before, sent) = finger.touch(runner, |screen| self.aim.tappable(screen), forbids).await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Changed);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
