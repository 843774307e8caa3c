//! `open`: an app to the front.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::plain::printable;
use crate::screen::{Action, App};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::{Choice, Runner};
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, Package, decode_part, suggest};

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

/// Apps named where the one that is asked for is not there.
const NEAREST: usize = 5;
/// Apps compared with it.
const COMPARED: usize = 500;

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

    fn opens(&self) -> Option<&str> {
        Some(self.app.as_str())
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let timeout = self.options.timeout();
        self.is_installed(runner).await?;
        if self.fresh {
            runner.stop(self.app.as_str()).await?;
        }
        let action = Action::OpenApp { package: self.app.to_string() };
        let (before, sent) = runner.act_on(timeout, |_| Choice::AtOnce(action.clone())).await?;
        let verify = self.options.verify.clone().unwrap_or_else(|| Expect::App(self.app.clone()));
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
        Err(Problem::Unresolved(format!("the phone has no app {}; {}", self.app, self.nearest(&apps))))
    }

    /// The phone's apps whose names come nearest, the package that was meant first of all.
    fn nearest(&self, apps: &[App]) -> String {
        let named = |app: &App| format!("{} ({})", printable(&app.label, 40), printable(&app.package, 80));
        if let Some(near) = suggest(self.app.as_str(), apps.iter().map(|app| app.package.as_str()))
            && let Some(app) = apps.iter().find(|app| app.package == near)
        {
            return format!("did you mean {}?", named(app));
        }
        let wanted = self.app.as_str().rsplit('.').next().unwrap_or_default().to_lowercase();
        let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&name.to_lowercase(), &wanted);
        let mut apps: Vec<&App> = apps.iter().take(COMPARED).collect();
        apps.sort_by_cached_key(|app| {
            let words = app.label.split(' ').chain(app.package.rsplit('.').next()).map(likeness);
            std::cmp::Reverse((words.fold(0.0, f64::max) * 1000.0) as u32)
        });
        match apps.iter().take(NEAREST).map(|app| named(app)).collect::<Vec<_>>() {
            near if near.is_empty() => "it lists none".to_owned(),
            near => format!("it has {}", near.join(", ")),
        }
    }
}
