//! `time`: the phone's own time.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Deserialize;

use super::channel::{json, quoted, unknown};
use crate::device::Channel;
use crate::event::Verdict;
use crate::plain::printable;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Period, decode, quote};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "time",
    about: "The phone's time is right, or close to a given one: `time: { within: 2m }`, `time: { near: \
            2026-09-01T10:00:00+02:00, within: 30s }`. `near` is a time in RFC 3339 or `now`, goalpost's own clock.",
    form: Some(Form { sample: "2m", write: |within| format!("time: {{ within: {within} }}") }),
    shape: Shape::Map(&[&[
        Key::new("near", Shape::Text, "A time in RFC 3339 with its offset, or `now`.").or("now"),
        Key::new("within", Shape::Period, "How far from it.").needed(),
    ]]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let Args { near, within } = decode(args)?;
        let near = match near.as_deref() {
            None | Some("now") => None,
            Some(text) => Some(text.parse::<Timestamp>().map_err(|_| {
                let span = args.get("near").map_or(args.span, |node| node.span);
                let fault = Fault::error(span, format!("{} is no time in RFC 3339", quote(text)));
                vec![fault.help("write one like 2026-09-01T10:00:00+02:00, or `now`")]
            })?),
        };
        Ok(Box::new(Time { near, within }))
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    near: Option<String>,
    within: Period,
}

#[derive(Debug)]
struct Time {
    /// None: goalpost's own time.
    near: Option<Timestamp>,
    within: Period,
}

#[async_trait]
impl Check for Time {
    fn rule(&self) -> String {
        match self.near {
            None => format!("the phone's time is right within {}", self.within),
            Some(near) => format!("the phone's time is within {} of {near}", self.within),
        }
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let channel = Channel::Time;
        let (said, when) = match json(&rule, &channel, reads).await? {
            Ok(read) => read,
            Err(unknown) => return Ok(unknown),
        };
        let Some(text) = said.as_str() else {
            return Ok(unknown(&rule, &channel, when, "it is no text").read(printable(&said.to_string(), 200)));
        };
        let Ok(time) = text.parse::<Timestamp>() else {
            return Ok(unknown(&rule, &channel, when, "it is no time in RFC 3339").read(quoted(text)));
        };
        let off = time.duration_since(self.near.unwrap_or(when));
        let verdict = if off.unsigned_abs() <= self.within.0 { Verdict::Confirmed } else { Verdict::Refuted };
        let side = if off.is_negative() { "early" } else { "late" };
        let millis = u64::try_from(off.unsigned_abs().as_millis()).unwrap_or(u64::MAX);
        Ok(Evaluation::of(rule, verdict, when)
            .read(quoted(text))
            .normalized(format!("{} {side}", Period(Duration::from_millis(millis))))
            .at(channel.to_string())
            .and_used([Used::Value]))
    }
}
