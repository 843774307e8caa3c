//! `link`: opens a link, as a tap on it in some other app would.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Deserializer, de};

use crate::device::Input;
use crate::plain::printable;
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, Package, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "link",
    about: "Opens a link: `link: { url: \"https://example.com/form\" }`, with `app: PACKAGE` in that app.",
    form: Form { sample: "\"https://example.com\"", write: |url| format!("link: {{ url: {url} }}") },
    shape: Shape::Map(&[
        &[
            Key::new("url", Shape::Like("^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"), "The link with its scheme.").needed(),
            Key::new("app", Shape::Package, "The app that is to open it; the phone chooses where it is left out."),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, _| {
        verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["url", "app"])?;
        let Args { url: Link(url), app } = decode_part(&rest, OPTIONS)?;
        Ok(Arc::new(Open { url, app, options }))
    },
};

/// The longest link that is opened, in bytes.
const LONGEST: usize = 8 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    url: Link,
    app: Option<Package>,
}

/// A link with its scheme.
struct Link(String);

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let url = String::deserialize(deserializer)?;
        let scheme = url.split_once(':').map(|(scheme, rest)| (scheme, !rest.is_empty()));
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
        };
        if !scheme.is_some_and(|(scheme, rest)| is_scheme(scheme) && rest) {
            return Err(de::Error::custom("this is no link with a scheme, such as https://example.com or tel:5550100"));
        }
        if url.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(de::Error::custom("a link has no spaces; write %20"));
        }
        if url.len() > LONGEST { Err(de::Error::custom("this link is longer than 8 KiB")) } else { Ok(Self(url)) }
    }
}

#[derive(Debug)]
struct Open {
    url: String,
    app: Option<Package>,
    options: Options,
}

#[async_trait]
impl Step for Open {
    fn words(&self) -> String {
        let app = self.app.as_ref().map(|app| format!(" in {app}")).unwrap_or_default();
        format!("open the link {}{app}", printable(&self.url, 100))
    }

    fn apps(&self) -> Vec<&str> {
        self.opens().into_iter().chain(self.options.apps()).collect()
    }

    fn opens(&self) -> Vec<&str> {
        self.app.as_ref().map(Package::as_str).into_iter().collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let package = self.app.as_ref().map(ToString::to_string);
        let before = runner.look().await?;
        let sent = runner.command(&Input::OpenLink { link: self.url.clone(), package }).await?;
        let default = self.app.clone().map_or(Expect::Changed, Expect::App);
        let verify = self.options.verify.as_ref().unwrap_or(&default);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}
