//! `browser`: what a script gives in the page that the browser shows.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value as Json;

use super::channel::evaluated;
use crate::event::Verdict;
use crate::plain::printable;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, decode_part};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;
use crate::verify::values::{Rule, VALUE, VALUE_KEYS};

pub(in crate::verify) const KIND: Kind = Kind {
    name: "browser",
    about: "What a script gives in the page that the phone's browser shows: `browser: { script: document.title, is: Success! \
            }`. The script is one expression that gives a text, a number or a truth value, and only looks. It gives `null` \
            where it is on another page: then nothing can be told.",
    form: None,
    shape: Shape::Map(&[
        &[Key::new("script", Shape::Text, "One JavaScript expression that only looks.").needed()],
        VALUE_KEYS,
    ]),
    compile: |verb, _| {
        let example = || "for example `browser: { script: document.title, is: Success! }`".to_owned();
        let told = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.or_help(example)).collect::<Vec<_>>();
        let args = verb.arguments().map_err(|fault| vec![fault.or_help(example)])?;
        let (_, rest) = args.split(VALUE);
        let (own, is) = match (decode_part::<Args>(&rest, VALUE), Rule::needed(args, &[])) {
            (Ok(own), Ok(is)) => (own, is),
            (own, is) => return Err(told([own.err(), is.err()].into_iter().flatten().flatten().collect())),
        };
        let span = args.get("script").map_or(args.span, |node| node.span);
        let length = own.script.chars().count();
        if own.script.trim().is_empty() || length > LONGEST {
            let message = format!("a script has 1 to {LONGEST} characters, this has {length}");
            return Err(vec![Fault::error(span, message)]);
        }
        Ok(Box::new(Browser { script: own.script, is }))
    },
};

/// Characters of a script.
const LONGEST: usize = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    script: String,
}

#[derive(Debug)]
struct Browser {
    script: String,
    is: Rule,
}

#[async_trait]
impl Check for Browser {
    fn rule(&self) -> String {
        format!("the script `{}` gives {}", printable(&self.script, 100), self.is.words())
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let probe = reads.probe();
        let result = probe.execute(&self.script).await?;
        let when = probe.now();
        let unknown =
            |because: String| Evaluation::of(&rule, Verdict::Inconclusive, when).at("browser").because(because);
        let text = match result {
            Ok(Json::String(text)) => text,
            Ok(value @ (Json::Number(_) | Json::Bool(_))) => value.to_string(),
            Ok(Json::Null) => {
                return Ok(unknown("the script gives null, which is not known to be anything".to_owned()));
            }
            Ok(other) => {
                let why = "the script gives no text, number or truth value".to_owned();
                return Ok(unknown(why).read(printable(&other.to_string(), 1_000)));
            }
            Err(because) => return Ok(unknown(because)),
        };
        Ok(evaluated(&rule, &text, self.is.judge(&text), "browser".to_owned(), when))
    }
}
