//! `app`: stops an app, clears its data, or gives it a permission.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Deserializer, de};

use crate::device::Input;
use crate::script::channel::set_up;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Package, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "app",
    about: "Stops an app, `app: { stop: PACKAGE }`, makes it forget all its data, `app: { clear: PACKAGE }`, or gives it a \
            permission, `app: { grant: { app: PACKAGE, permission: POST_NOTIFICATIONS } }`.",
    form: Form {
        sample: "com.android.settings",
        write: |app| format!("app: {{ stop: {} }}", if app.contains('.') { app } else { "com.android.settings" }),
    },
    shape: Shape::Map(&[
        &[
            Key::new("stop", Shape::Package, "The app whose process ends."),
            Key::new("clear", Shape::Package, "The app that is stopped and forgets all its data."),
            Key::new("grant", Shape::Map(GRANT_KEYS), "A permission for an app."),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["stop", "clear", "grant"])?;
        let Args { stop, clear, grant } = decode_part(&rest, OPTIONS)?;
        let change = match (stop, clear, grant) {
            (Some(app), None, None) => Change::Stop(app),
            (None, Some(app), None) => Change::Clear(app),
            (None, None, Some(Grant { app, permission })) => Change::Grant(app, permission),
            _ => {
                let fault = Fault::error(args.span, "`app` takes one of `stop`, `clear` and `grant`");
                return Err(vec![fault]);
            }
        };
        if !matches!(change, Change::Stop(_)) {
            scope.may_change(&options, args.span, "this changes an app's data")?;
        }
        Ok(Arc::new(App { change, options }))
    },
};

const GRANT_KEYS: &[&[Key]] = &[&[
    Key::new("app", Shape::Package, "The app.").needed(),
    Key::new("permission", Shape::Like("^[A-Z][A-Z0-9_]*$"), "The permission's short name.").needed(),
]];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    stop: Option<Package>,
    clear: Option<Package>,
    grant: Option<Grant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grant {
    app: Package,
    #[serde(deserialize_with = "short_name")]
    permission: String,
}

fn short_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let fits = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    match fits && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.len() <= 100 {
        true => Ok(name),
        false => Err(de::Error::custom("this is no short name of a permission, such as POST_NOTIFICATIONS")),
    }
}

#[derive(Debug)]
enum Change {
    Stop(Package),
    Clear(Package),
    Grant(Package, String),
}

#[derive(Debug)]
struct App {
    change: Change,
    options: Options,
}

impl App {
    fn package(&self) -> &Package {
        let (Change::Stop(app) | Change::Clear(app) | Change::Grant(app, _)) = &self.change;
        app
    }
}

#[async_trait]
impl Step for App {
    fn words(&self) -> String {
        match &self.change {
            Change::Stop(app) => format!("stop {app}"),
            Change::Clear(app) => format!("clear the data of {app}"),
            Change::Grant(app, permission) => format!("grant {permission} to {app}"),
        }
    }

    fn apps(&self) -> Vec<&str> {
        std::iter::once(self.package().as_str()).chain(self.options.apps()).collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let package = self.package();
        runner.has_app(package).await?;
        let command = match &self.change {
            Change::Stop(app) => Input::StopApp { package: app.to_string() },
            Change::Clear(app) => Input::ClearApp { package: app.to_string() },
            Change::Grant(app, permission) => Input::Grant { package: app.to_string(), permission: permission.clone() },
        };
        set_up(runner, &command, &self.options).await?;
        if self.options.verify.is_none() && !matches!(self.change, Change::Grant(..)) {
            let after = runner.look().await?;
            runner.until_gone(package.as_str(), after).await?;
        }
        Ok(())
    }
}
