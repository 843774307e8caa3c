//! `foreground`: which app is in front.

use async_trait::async_trait;
use serde::Deserialize;

use crate::event::Verdict;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, Package};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "foreground",
    about: "An app is in front: `foreground: { app: com.android.settings }`.",
    form: Some(Form {
        sample: "com.android.settings",
        write: |app| format!("foreground: {{ app: {} }}", if app.contains('.') { app } else { "com.android.settings" }),
    }),
    shape: Shape::Map(&[&[Key::new("app", Shape::Package, "The app.").needed()]]),
    compile: |verb, _| {
        let Args { app } = verb.decode()?;
        Ok(Box::new(Foreground { app }))
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    app: Package,
}

#[derive(Debug)]
struct Foreground {
    app: Package,
}

#[async_trait]
impl Check for Foreground {
    fn rule(&self) -> String {
        format!("{} is in front", self.app)
    }

    fn apps(&self) -> Vec<&str> {
        vec![self.app.as_str()]
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let screen = match reads.screen().await? {
            Ok(screen) => screen,
            Err(because) => {
                let unknown = Evaluation::of(self.rule(), Verdict::Inconclusive, reads.probe().now());
                return Ok(unknown.because(format!("the screen could not be read: {because}")));
            }
        };
        let found = |verdict| {
            Evaluation::of(self.rule(), verdict, screen.taken_at)
                .on(&screen.fingerprint)
                .and_used([Used::Front(self.app.to_string())])
        };
        Ok(match screen.foreground() {
            "" => found(Verdict::Inconclusive).because("the phone does not say which app is in front"),
            app if app == self.app.as_str() => found(Verdict::Confirmed).read(app).at("phone_state"),
            app => found(Verdict::Refuted).read(app).at("phone_state").because(format!("{app} is in front")),
        })
    }
}
