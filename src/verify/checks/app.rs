//! `app`: whether an app is installed, and in which version.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value as Json;

use super::channel::{evaluated, json, unknown};
use crate::device::Channel;
use crate::event::Verdict;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, Package, decode, decode_part};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::logic;
use crate::verify::reads::Reads;
use crate::verify::values::{Rule, VALUE_KEYS};

pub(in crate::verify) const KIND: Kind = Kind {
    name: "app",
    about: "An app is installed, or not: `app: { app: com.android.chrome }`, `app: { app: com.example.game, installed: false \
            }`; and in which version: `version: 1.2.3` by its name, `code: 42` by its number, or a rule for either: `code: { \
            range: { min: 40 } }`.",
    form: Some(Form { sample: "com.android.chrome", write: |app| format!("app: {{ app: {app} }}") }),
    shape: Shape::Map(&[&[
        Key::new("app", Shape::Package, "The app.").needed(),
        Key::new("installed", Shape::Truth, "Whether it has to be there.").or("true"),
        Key::new("version", RULE, "The name of its version."),
        Key::new("code", RULE, "The number of its version."),
    ]]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (rules, rest) = args.split(RULES);
        let own: Result<Args, _> = decode_part(&rest, RULES);
        let [version, code] = ["version", "code"].map(|key| rules.get(key).map(short).transpose());
        let (Args { app, installed }, version, code) = match (own, version, code) {
            (Ok(own), Ok(version), Ok(code)) => (own, version, code),
            (own, version, code) => {
                return Err([own.err(), version.err(), code.err()].into_iter().flatten().flatten().collect());
            }
        };
        if !installed && let Some((key, _)) = rules.entries().first() {
            return Err(vec![Fault::error(key.span, "an app that is not installed has no version")]);
        }
        Ok(Box::new(AppCheck { app, installed, version, code }))
    },
};

const RULES: &[&str] = &["version", "code"];

const RULE: Shape = Shape::Any(&[Shape::Text, Shape::Map(&[VALUE_KEYS])]);

/// A rule that may be written as the value alone.
pub(super) fn short(node: &Node) -> Result<Rule, Vec<Fault>> {
    if node.text().is_some() {
        let text: String = decode(node)?;
        return Rule::is(&text, &[]).map_err(|why| vec![Fault::error(node.span, why)]);
    }
    // Nothing but a rule is known here.
    let (_, rest) = node.split(crate::verify::values::VALUE);
    decode_part::<Nothing>(&rest, crate::verify::values::VALUE)?;
    Rule::needed(node, &[])
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    app: Package,
    #[serde(default = "yes")]
    installed: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug)]
struct AppCheck {
    app: Package,
    installed: bool,
    version: Option<Rule>,
    code: Option<Rule>,
}

#[async_trait]
impl Check for AppCheck {
    fn rule(&self) -> String {
        let rules = [("version", &self.version), ("version code", &self.code)];
        let rules =
            rules.into_iter().filter_map(|(what, rule)| Some(format!(", its {what} {}", rule.as_ref()?.words())));
        let is = if self.installed { "is installed" } else { "is not installed" };
        format!("{} {is}{}", self.app, rules.collect::<String>())
    }

    // The app is looked for and need not be there or be stopped for that: it is not one that the check looks at.

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let channel = Channel::Apps;
        let (apps, when) = match json(&rule, &channel, reads).await? {
            Ok(read) => read,
            Err(unknown) => return Ok(unknown),
        };
        let apps = apps.as_array().map(Vec::as_slice).unwrap_or_default();
        let unknown = |why: &str| Ok(unknown(&rule, &channel, when, why));
        if apps.is_empty() {
            return unknown("the list of apps is empty, as that of no phone is");
        }
        let package = |app: &Json| app.get("packageName").and_then(Json::as_str).map(str::trim).map(str::to_owned);
        let mut found = apps.iter().filter(|app| package(app).as_deref() == Some(self.app.as_str()));
        let evaluation = |verdict| Evaluation::of(&rule, verdict, when).at(channel.to_string());
        let Some(app) = found.next() else {
            if apps.iter().any(|app| package(app).is_none_or(|package| package.is_empty())) {
                return unknown("the list has apps without a package");
            }
            let verdict = if self.installed { Verdict::Refuted } else { Verdict::Confirmed };
            let because = format!("it is not among the {} apps of the phone", apps.len());
            return Ok(evaluation(verdict).because(because).and_used([Used::Missing]));
        };
        let rules: Vec<(&str, &Rule)> = [("versionName", &self.version), ("versionCode", &self.code)]
            .iter()
            .filter_map(|(k, r)| Some((*k, r.as_ref()?)))
            .collect();
        if rules.is_empty() {
            let verdict = if self.installed { Verdict::Confirmed } else { Verdict::Refuted };
            return Ok(evaluation(verdict).read(self.app.as_str()).and_used([Used::Value]));
        }
        if found.next().is_some() {
            return unknown("the list of apps has it twice, as for two people, and the rule speaks of one");
        }
        let parts = rules.into_iter().map(|(key, wanted)| {
            let read = match app.get(key) {
                Some(Json::String(text)) => text.trim().to_owned(),
                Some(Json::Number(number)) => number.to_string(),
                _ => {
                    return evaluation(Verdict::Inconclusive)
                        .because(format!("the list of apps has no `{key}` for it"));
                }
            };
            evaluated(&rule, &read, wanted.judge(&read), &channel, when)
        });
        Ok(Evaluation::joined(parts.collect(), logic::all))
    }
}
