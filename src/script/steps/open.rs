//! `open`: an app to the front.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::Action;
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::OPTIONS;
use crate::script::options::Options;
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::{Package, decode_part, suggest};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "open",
    about: "Brings an app to the front: `open: { app: PACKAGE, fresh: true }`. Fresh stops it first.",
    compile: |verb, _| {
        verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["app", "fresh"])?;
        let Args { app, fresh } = decode_part(&rest, OPTIONS)?;
        Ok(Arc::new(Open { app, fresh, options }))
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    app: Package,
    #[serde(default)]
    fresh: bool,
}

#[derive(Debug)]
struct Open {
    app: Package,
    fresh: bool,
    options: Options,
}

#[async_trait]
impl Step for Open {
    fn words(&self) -> String {
        format!("open {}{}", self.app, if self.fresh { " fresh" } else { "" })
    }

    fn apps(&self) -> Vec<&str> {
        std::iter::once(self.app.as_str()).chain(self.options.apps()).collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let timeout = self.options.timeout();
        self.is_installed(runner).await?;
        if self.fresh {
            runner.stop(self.app.as_str()).await?;
        }
        let action = Action::OpenApp { package: self.app.to_string() };
        let (before, sent) = runner.act_on(timeout, |_| Choice::AtOnce(action.clone())).await?;
        let verify = self.options.verify.clone().unwrap_or_else(|| Expect::App(self.app.to_string()));
        runner.expect(&verify, timeout, &before, sent.after).await
    }
}

impl Open {
    /// An app that the phone does not have is the script's mistake, not the phone's.
    async fn is_installed(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let apps = runner.act().installed().await?;
        let packages = || apps.iter().map(|app| app.package.as_str());
        if packages().any(|package| package == self.app.as_str()) {
            return Ok(());
        }
        let near = suggest(self.app.as_str(), packages()).map(|near| format!("; did you mean {near}?"));
        Err(Problem::Unmet(format!("the phone has no app {}{}", self.app, near.unwrap_or_default())))
    }
}
