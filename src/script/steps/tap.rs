//! `tap`: on the one thing that a query means.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Action, Query};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTIONS, Options};
use crate::script::permission::{Permission, changed_by_tap};
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::script::target::{identity, tappable};
use crate::spec::decode_part;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "tap",
    about: "Taps what a query means: `tap: { text: Display }` the row that shows the text, `tap: { label: Dark theme, \
            role: switch }` the switch of that name.",
    compile: |verb, _| {
        verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, Query::KEYS)?;
        Ok(Arc::new(Tap { query: decode_part(&rest, OPTIONS)?, options }))
    },
};

#[derive(Debug)]
struct Tap {
    query: Query,
    options: Options,
}

#[async_trait]
impl Step for Tap {
    fn words(&self) -> String {
        format!("tap {}", self.query)
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let look_only = runner.permission() == Permission::Look && !self.options.mutates;
        let (before, sent) = runner
            .act_on(self.options.timeout(), |screen| {
                let target = match tappable(screen, &self.query) {
                    Ok(target) => target,
                    Err(because) => return Choice::NotYet(because),
                };
                match changed_by_tap(screen, target) {
                    Some(because) if look_only => Choice::Never(Problem::Mutates(because)),
                    _ => Choice::Same(Action::TapElement { element_id: target.id.clone() }, identity(target)),
                }
            })
            .await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Changed);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
