//! What checks of channels have in common: a read, and a rule for its text.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::device::{Channel, Value};
use crate::event::Verdict;
use crate::plain::printable;
use crate::spec::{Node, Verb, decode_part};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::reads::Reads;
use crate::verify::values::{Judged, Normaliser, Rule, VALUE};

/// Characters of a value that evidence shows.
const SHOWN: usize = 1_000;

/// An evaluation that could not tell from this channel.
pub(super) fn unknown(rule: &str, channel: &Channel, when: Timestamp, because: impl Into<String>) -> Evaluation {
    Evaluation::of(rule, Verdict::Inconclusive, when).at(channel.to_string()).because(because)
}

/// Reads a channel.
pub(super) async fn read(
    rule: &str,
    channel: &Channel,
    reads: &Reads<'_>,
) -> Result<Result<(Value, Timestamp), Evaluation>, ProbeError> {
    let read = reads.channel(channel.clone()).await?;
    Ok(match read.value {
        Ok(value) => Ok((value, read.when)),
        Err(because) => Err(unknown(rule, channel, read.when, because)),
    })
}

/// Reads a channel that is JSON.
pub(super) async fn json(
    rule: &str,
    channel: &Channel,
    reads: &Reads<'_>,
) -> Result<Result<(Json, Timestamp), Evaluation>, ProbeError> {
    Ok(match read(rule, channel, reads).await? {
        Ok((Value::Json(json), when)) => Ok((json, when)),
        Ok((_, when)) => Err(unknown(rule, channel, when, "what was read is not what this channel gives")),
        Err(unknown) => Err(unknown),
    })
}

/// A text as evidence quotes it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", printable(text, SHOWN))
}

/// What a rule says of a text, with what it rests on.
pub(super) fn evaluated(rule: &str, read: &str, judged: Judged, at: impl ToString, when: Timestamp) -> Evaluation {
    let evaluation = Evaluation::of(rule, judged.verdict, when).read(quoted(read)).at(at.to_string());
    let evaluation = evaluation.and_used([Used::Value]);
    let evaluation = match &judged.normalized {
        Some(normalized) => evaluation.normalized(quoted(normalized)),
        None => evaluation,
    };
    match judged.because {
        Some(because) => evaluation.because(because),
        None => evaluation,
    }
}

/// No keys but those of the rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A check of a channel that is one text.
#[derive(Debug)]
pub(super) struct TextCheck {
    /// What is read, in words: `the clipboard`.
    pub what: &'static str,
    /// Where it is read.
    pub channel: Channel,
    /// What it has to be.
    pub is: Rule,
    /// Why a text is nothing of the kind, such as a complaint in its place.
    pub not_one: fn(&str) -> Option<&'static str>,
}

impl TextCheck {
    /// Reads the rule of a check that has nothing else.
    pub(super) fn rule(verb: &Verb<'_>, normally: &[Normaliser]) -> Result<Rule, Vec<crate::spec::Fault>> {
        let args: &Node = verb.arguments().map_err(|fault| vec![fault])?;
        let (_, rest) = args.split(VALUE);
        match (decode_part::<Nothing>(&rest, VALUE), Rule::needed(args, normally)) {
            (Ok(_), Ok(rule)) => Ok(rule),
            (rest, rule) => Err([rest.err(), rule.err()].into_iter().flatten().flatten().collect()),
        }
    }
}

#[async_trait]
impl Check for TextCheck {
    fn rule(&self) -> String {
        format!("{} is {}", self.what, self.is.words())
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = Check::rule(self);
        let (json, when) = match json(&rule, &self.channel, reads).await? {
            Ok(read) => read,
            Err(unknown) => return Ok(unknown),
        };
        let Some(text) = json.as_str() else {
            return Ok(unknown(&rule, &self.channel, when, "it is no text").read(printable(&json.to_string(), SHOWN)));
        };
        if let Some(why) = (self.not_one)(text).filter(|_| !text.is_empty()) {
            return Ok(unknown(&rule, &self.channel, when, why).read(quoted(text)));
        }
        Ok(evaluated(&rule, text, self.is.judge(text), &self.channel, when))
    }
}
