//! What keeps goalpost from working here: one check per file, each with what to do.
//!
//! Nothing is changed, nothing is sent to a phone, and no model is asked anything that costs. A real phone and a real
//! model are looked at only where the choice names them.

mod addresses;
mod embedded;
mod files;
mod goals;
mod keys;
mod mode;
mod model_service;
mod phone_service;

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use super::choice::Choice;
use crate::http::{self, BaseUrl, Reached, Retry};
use crate::settings::{Settings, SettingsError};
use crate::verify::Registry;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nothing to do.
    Ok,
    /// It works, and something should be done all the same.
    Warn,
    /// It does not work.
    Fail,
}

impl State {
    /// The word as reports write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub check: String,
    /// How it is.
    pub state: State,
    /// What was found, in a sentence.
    pub found: String,
    /// What to do; none where nothing is to be done.
    pub advice: Option<String>,
}

impl Finding {
    fn ok(check: &str, found: impl Into<String>) -> Self {
        Self { check: check.to_owned(), state: State::Ok, found: found.into(), advice: None }
    }

    fn warn(check: &str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check: check.to_owned(), state: State::Warn, found: found.into(), advice: Some(advice.into()) }
    }

    fn fail(check: &str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check: check.to_owned(), state: State::Fail, found: found.into(), advice: Some(advice.into()) }
    }

    /// A failure whose message says what to do.
    fn error(check: &str, error: &impl ToString) -> Self {
        Self { check: check.to_owned(), state: State::Fail, found: error.to_string(), advice: None }
    }
}

/// What is looked at.
#[derive(Debug)]
pub struct Patient<'a> {
    /// The folder that holds goals/, verifiers/ and environment files.
    pub root: &'a Path,
    /// The phone and the model that are to work.
    pub choice: &'a Choice,
    /// The settings, or why there are none.
    pub settings: Result<Settings, SettingsError>,
    /// The verifiers that are written in Rust.
    pub registry: &'a Registry,
}

impl Patient<'_> {
    /// Settings to look at where they matter; why there are none is a finding of its own.
    fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref().ok()
    }
}

/// Looks at everything, the nearest first, and tells each finding as it is made.
pub async fn examine(patient: &Patient<'_>, mut tell: impl FnMut(&Finding)) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut take = |findings: Vec<Finding>| {
        findings.iter().for_each(&mut tell);
        all.extend(findings);
    };
    take(goals::check(patient));
    take(mode::check());
    take(files::check(patient));
    take(keys::check(patient));
    take(addresses::check(patient));
    take(embedded::check().await);
    take(phone_service::check(patient).await);
    take(model_service::check(patient).await);
    all
}

/// One attempt, and not a long one: a doctor says what he sees.
fn impatient(options: http::Options) -> http::Options {
    let read_timeout = Duration::from_secs(15);
    http::Options { read_timeout, retry: Retry { attempts: 1, ..options.retry }, ..options }
}

/// How far this machine's clock may be off. Certificates and tokens are checked by it.
const SKEW: Duration = Duration::from_secs(60);

/// Whether this machine's clock agrees with a server's.
fn clock(check: &str, reached: &Reached, now: Timestamp) -> Option<Finding> {
    let there = reached.date?;
    let apart = there.duration_since(now).abs();
    let seconds = apart.as_secs();
    let off = if now > there { "ahead of" } else { "behind" };
    Some(if apart.unsigned_abs() <= SKEW {
        Finding::ok(check, format!("this machine's clock agrees with the server's within {} s", seconds + 1))
    } else {
        let found = format!("this machine's clock is {seconds} s {off} the server's");
        Finding::warn(check, found, "set it: certificates and recorded times depend on it")
    })
}

/// What an answer proves beside that the server is there.
fn answer(base: &BaseUrl, with_key: bool) -> &'static str {
    match (base.is_plain(), with_key) {
        (true, false) => "",
        (true, true) => " and takes the key",
        (false, false) => " over TLS",
        (false, true) => " over TLS and takes the key",
    }
}

/// What to do when a server does not answer.
fn unreachable(variable: &str, error: &str) -> String {
    if error.to_ascii_lowercase().contains("certificate") {
        return "its certificate is not accepted: look at this machine's clock, and whether a proxy breaks TLS open"
            .to_owned();
    }
    format!("look at the network, the proxy variables and {variable}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, State::Ok, "within 1 s")]
    #[case(59, State::Ok, "within 60 s")]
    #[case(300, State::Warn, "300 s behind")]
    #[case(-300, State::Warn, "300 s ahead of")]
    fn a_clock_that_is_off_is_said(#[case] server_is_ahead: i64, #[case] state: State, #[case] says: &str) {
        let now = Timestamp::constant(1_700_000_000, 0);
        let date = Timestamp::from_second(now.as_second() + server_is_ahead).ok();
        let finding = clock("clock", &Reached { date, took: Duration::ZERO }, now).unwrap();
        assert_eq!(finding.state, state);
        assert!(finding.found.contains(says), "{}", finding.found);
    }
}
