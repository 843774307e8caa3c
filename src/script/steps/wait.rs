//! `wait`: for something to appear, or for a time.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::Query;
use crate::script::kinds::Kind;
use crate::script::query::decode_query;
use crate::script::runner::{Choice, Runner, TIMEOUT};
use crate::script::step::{Problem, Step};
use crate::script::target::{identity, one};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, Period};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "wait",
    about: "Waits until one thing matches, `wait: { for: { text: Done }, timeout: 10s }`, or for a time, \
            `wait: { time: 2s }`.",
    form: Form { sample: "2s", write: written },
    shape: Shape::Any(&[
        Shape::Map(&[&[
            Key::new("for", Shape::Query, "What is to be there.").needed(),
            Key::new("timeout", Shape::Period, "How long to wait for it.").or("5s"),
        ]]),
        Shape::Map(&[&[Key::new("time", Shape::Period, "How long to wait.").needed()]]),
    ]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let Args { for_, time, timeout } = verb.decode()?;
        match (for_, time, timeout) {
            (Some(query), None, timeout) => {
                let query = decode_query(&query, &[])?;
                let timeout = timeout.map_or(TIMEOUT, |period| period.0);
                Ok(Arc::new(WaitFor { query, timeout }))
            }
            (None, Some(time), None) => Ok(Arc::new(Pause { time: time.0 })),
            _ => {
                let fault = Fault::error(args.span, "`wait` takes either `for` (with or without `timeout`) or `time`");
                Err(vec![fault])
            }
        }
    },
};

/// A bare number is meant as seconds, a length of time as that, and any other word as a text to wait for.
fn written(value: &str) -> String {
    match (value.parse::<u32>(), value.parse::<Period>()) {
        (Ok(seconds), _) => format!("wait: {{ time: {seconds}s }}"),
        (_, Ok(_)) => format!("wait: {{ time: {value} }}"),
        _ => format!("wait: {{ for: {{ text: {value} }} }}"),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    #[serde(rename = "for")]
    for_: Option<Node>,
    time: Option<Period>,
    timeout: Option<Period>,
}

#[derive(Debug)]
struct WaitFor {
    query: Query,
    timeout: Duration,
}

#[async_trait]
impl Step for WaitFor {
    fn words(&self) -> String {
        format!("wait for {}", self.query)
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let deadline = runner.deadline(self.timeout);
        let choose = |screen: &_| match one(screen, &self.query) {
            Ok(element) => Choice::Same((), identity(element)),
            Err(because) => Choice::NotYet(because),
        };
        runner.settle_on(deadline, choose).await.map(drop)
    }
}

#[derive(Debug)]
struct Pause {
    time: Duration,
}

#[async_trait]
impl Step for Pause {
    fn words(&self) -> String {
        format!("wait {:?}", self.time)
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        runner.act().clock().clone().sleep(self.time).await;
        Ok(())
    }
}
