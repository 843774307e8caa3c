//! `home`: to the home screen.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Action, Global};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, Options};
use crate::script::runner::{Choice, LAG, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "home",
    about: "Goes to the home screen.",
    form: Form { sample: "", write: |_| "home".to_owned() },
    shape: Shape::Maybe(&Shape::Map(&[OPTION_KEYS])),
    compile: |verb, _| Ok(Arc::new(Home { options: Options::alone(verb)? })),
};

#[derive(Debug)]
struct Home {
    options: Options,
}

#[async_trait]
impl Step for Home {
    fn words(&self) -> String {
        "home".to_owned()
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let action = Action::Global { name: Global::Home };
        let (before, sent) = runner.act_on(self.options.timeout(), |_| Choice::AtOnce(action.clone())).await?;
        // There is no telling a home screen from a page that does not change, so that an unchanged screen is no problem,
        // only worth waiting for.
        let Some(verify) = &self.options.verify else {
            let left = runner.wait_until(LAG, sent.after, |after| Expect::Changed.missing(&before, after)).await;
            return match left {
                Err(Problem::Unmet(_)) => Ok(()),
                left => left.map(drop),
            };
        };
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
