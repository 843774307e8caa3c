//! What one run of the agent loop was: the document that `goalpost agent --json` prints.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;

use super::inputs::{Inputs, Sent};
use crate::event::{Backend, Claim, Event, Record, Sink};

/// Collects what the loop said and did.
#[derive(Debug, Default)]
pub struct AgentReport(Mutex<Told>);

#[derive(Debug, Default)]
struct Told {
    first: Option<Timestamp>,
    latest: Option<Timestamp>,
    claim: Option<(Claim, Option<String>)>,
    steps: u32,
    decisions: u32,
    last: Option<Decision>,
    answer: Option<String>,
    answered_by: Vec<String>,
    inputs: Inputs,
    deciding_ms: u64,
    waiting_ms: u64,
    error: Option<String>,
}

/// What the policy decided last.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Decision {
    operation: String,
    target: Option<String>,
    confidence: Option<f64>,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    model: &'a str,
    answered_by: &'a [String],
    claim: Option<Claim>,
    because: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a str>,
    error: Option<&'a str>,
    steps: u32,
    decisions: u32,
    last: Option<&'a Decision>,
    inputs: Vec<&'a Sent>,
    timings: Timings,
}

/// Milliseconds.
#[derive(Serialize)]
struct Timings {
    total_ms: u64,
    deciding_ms: u64,
    waiting_ms: u64,
}

impl AgentReport {
    /// The version of the document; it grows when a member is renamed, removed or changes its meaning.
    pub const VERSION: u32 = 1;

    /// The loop broke off without a claim.
    pub fn broke(&self, why: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).error = Some(why.to_owned());
    }

    /// The document: `version`, `backend`, `model` (as it was asked for), `answered_by` (the
    /// models that answered, as they call themselves), `claim` (null where the loop broke off, with why
    /// in `error`), `because`, `answer` (where one was asked for), `error`, `steps`, `decisions`, `last`, `inputs` and
    /// `timings` (milliseconds; `total_ms` by the phone's clock, `deciding_ms` by this machine's).
    ///
    /// # Errors
    /// Never in practice: all of it can be JSON.
    pub fn json(&self, backend: Backend, model: &str) -> serde_json::Result<String> {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let total = told.first.zip(told.latest).map_or(0, |(first, latest)| latest.duration_since(first).as_millis());
        super::json::document(&Document {
            version: Self::VERSION,
            backend,
            model,
            answered_by: &told.answered_by,
            claim: told.claim.as_ref().map(|(claim, _)| *claim),
            because: told.claim.as_ref().and_then(|(_, because)| because.as_deref()),
            answer: told.answer.as_deref(),
            error: told.error.as_deref(),
            steps: told.steps,
            decisions: told.decisions,
            last: told.last.as_ref(),
            inputs: told.inputs.all(),
            timings: Timings {
                total_ms: u64::try_from(total).unwrap_or(0),
                deciding_ms: told.deciding_ms,
                waiting_ms: told.waiting_ms,
            },
        })
    }
}

impl Sink for AgentReport {
    fn record(&self, record: &Record) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.first.get_or_insert(record.at);
        told.latest = Some(record.at);
        told.inputs.take_note(&record.event);
        match &record.event {
            Event::Decided { operation, target, confidence, took_ms, model, .. } => {
                if !told.answered_by.contains(model) {
                    told.answered_by.push(model.clone());
                }
                told.last =
                    Some(Decision { operation: operation.clone(), target: target.clone(), confidence: *confidence });
                told.decisions += 1;
                told.deciding_ms += took_ms.unwrap_or(0);
            }
            Event::Waited { ms } => told.waiting_ms += ms,
            Event::Claimed { claim, because, answer, steps, decisions } => {
                told.answer.clone_from(answer);
                told.claim = Some((*claim, because.clone()));
                (told.steps, told.decisions) = (*steps, *decisions);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::event::{Events, Receipt};
    use serde_json::Value;
    use std::sync::Arc;

    #[test]
    fn an_input_is_told_with_its_receipt_and_the_last_decision_stands_alone() {
        let report = Arc::new(AgentReport::default());
        let events = Events::to(vec![report.clone()], Clock::starting_at(Timestamp::UNIX_EPOCH));
        let decided = |operation: &str, target: Option<&str>| Event::Decided {
            operation: operation.to_owned(),
            target: target.map(str::to_owned),
            confidence: Some(0.9),
            model: "offline".to_owned(),
            request_id: None,
            took_ms: Some(2),
        };
        events.emit(decided("TAP", Some("Display")));
        events.emit(Event::InputIntended {
            id: "op-1".to_owned(),
            operation: "tap \"Display\"".to_owned(),
            input: serde_json::json!({"tap": {"x": 1, "y": 2}}),
        });
        events.emit(Event::InputReceipt { id: "op-1".to_owned(), receipt: Receipt::Verified, effect: None });
        events.emit(decided("DONE", None));
        events.emit(Event::Claimed { claim: Claim::Done, because: None, answer: None, steps: 1, decisions: 2 });
        let json: Value = serde_json::from_str(&report.json(Backend::Simulated, "offline").unwrap()).unwrap();
        assert_eq!(json["claim"], "done");
        assert_eq!(json["last"]["operation"], "DONE");
        assert_eq!(json["inputs"][0]["receipt"], "verified");
        assert_eq!(json["timings"]["deciding_ms"], 4);
        let members: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            members,
            [
                "version",
                "backend",
                "model",
                "answered_by",
                "claim",
                "because",
                "error",
                "steps",
                "decisions",
                "last",
                "inputs",
                "timings"
            ]
        );
    }
}
