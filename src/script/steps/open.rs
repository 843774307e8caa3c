//! `open`: an app to the front.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::Action;
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, Package, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "open",
    about: "Brings an app to the front: `open: { app: PACKAGE, fresh: true }`. Fresh stops it first.",
    form: Form {
        sample: "com.android.settings",
        write: |app| format!("open: {{ app: {} }}", if app.contains('.') { app } else { "com.android.settings" }),
    },
    shape: Shape::Map(&[
        &[
            Key::new("app", Shape::Package, "The app.").needed(),
            Key::new("fresh", Shape::Truth, "It is stopped first, so that it shows its first page.").or("false"),
        ],
        OPTION_KEYS,
    ]),
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

    fn opens(&self) -> Vec<&str> {
        vec![self.app.as_str()]
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let timeout = self.options.timeout();
        runner.has_app(&self.app).await?;
        if self.fresh {
            runner.stop(self.app.as_str()).await?;
        }
        let action = Action::OpenApp { package: self.app.to_string() };
        let (before, sent) = runner.act_on(timeout, |_| Choice::AtOnce(action.clone())).await?;
        let verify = self.options.verify.clone().unwrap_or_else(|| Expect::App(self.app.clone()));
        runner.expect(&verify, timeout, &before, sent.after).await
    }
}
