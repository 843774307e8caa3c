//! What is told of a case that did not pass, beside its outcome.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::event::{CaseResult, Event, Evidence, Phase, Record, Sink};
use crate::plain::inline;

/// How many pieces of evidence are told; the document of the run has all.
const MOST_EVIDENCE: usize = 4;
/// How many decisions are told, the last of them; the trace has all.
const MOST_DECISIONS: usize = 12;

/// Keeps what agents decided last, so that it can be told of the cases that do not pass.
#[derive(Debug, Default)]
pub struct Decisions(Mutex<BTreeMap<String, Last>>);

/// The last decisions of one case.
#[derive(Debug, Default)]
struct Last {
    words: VecDeque<String>,
    earlier: usize,
}

impl Decisions {
    /// Why a case ended as it did, in lines of one form for every report: its message, what its verdict rests on, and
    /// what the agent decided.
    #[must_use]
    pub fn tell(&self, result: &CaseResult) -> Vec<String> {
        let message = result.message.trim_end().lines().map(str::to_owned);
        let evidence = result.evidence.iter().take(MOST_EVIDENCE).map(read);
        let decided = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&result.name).map(Last::line);
        message.chain(evidence).chain(decided).collect()
    }
}

impl Sink for Decisions {
    fn record(&self, record: &Record) {
        // What an agent did to prepare the baseline is another story.
        if let (Event::Decided { operation, target, .. }, Some(case), Some(Phase::Agent)) =
            (&record.event, &record.case, record.phase)
        {
            let target = target.as_deref().map(|target| format!(" {target:?}")).unwrap_or_default();
            let mut cases = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            cases.entry(case.clone()).or_default().add(inline(&format!("{operation}{target}")).into_owned());
        }
    }
}

impl Last {
    fn add(&mut self, decision: String) {
        self.words.push_back(decision);
        if self.words.len() > MOST_DECISIONS {
            self.words.pop_front();
            self.earlier += 1;
        }
    }

    /// `the agent decided: TAP "Display", DONE`
    fn line(&self) -> String {
        let earlier = if self.earlier > 0 { format!("{} more, then ", self.earlier) } else { String::new() };
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        format!("the agent decided: {earlier}{}", words.join(", "))
    }
}

/// `refuted: the switch "Dark theme" is on (read: is off)`
fn read(evidence: &Evidence) -> String {
    let read = evidence.read.as_deref().map(|read| format!(" (read: {read})")).unwrap_or_default();
    inline(&format!("{}: {}{read}", evidence.verdict, evidence.rule)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::event::{Events, Kind, Outcome, Verdict};
    use std::sync::Arc;

    fn result(message: &str, evidence: Vec<Evidence>) -> CaseResult {
        CaseResult {
            name: "a/b".to_owned(),
            outcome: Outcome::Failed,
            kind: Kind::FalseSuccess,
            claim: None,
            answer: None,
            baseline: None,
            verdict: None,
            steps: 0,
            decisions: 0,
            baseline_agent_ms: None,
            evidence,
            message: message.to_owned(),
            recorded: None,
        }
    }

    fn decided(operation: &str, target: Option<&str>) -> Event {
        Event::Decided {
            operation: operation.to_owned(),
            target: target.map(str::to_owned),
            confidence: None,
            model: "m".to_owned(),
            request_id: None,
            took_ms: None,
        }
    }

    fn told(decisions: &[Event]) -> Vec<String> {
        let kept = Arc::new(Decisions::default());
        let events = Events::to(vec![kept.clone()], Clock::real());
        let case = events.of_case("a/b", Clock::real());
        case.in_phase(Phase::Baseline).emit(decided("HOME", None));
        events.of_case("a/c", Clock::real()).in_phase(Phase::Agent).emit(decided("BACK", None));
        decisions.iter().for_each(|event| case.in_phase(Phase::Agent).emit(event.clone()));
        kept.tell(&result("so", Vec::new()))
    }

    #[test]
    fn what_the_agent_decided_in_this_case_stands_below_its_message() {
        let lines = told(&[decided("TAP", Some("Dark \u{1b}theme")), decided("DONE", None)]);
        assert_eq!(lines, ["so", "the agent decided: TAP \"Dark \\u{1b}theme\", DONE"]);
        assert_eq!(told(&[]), ["so"]);
    }

    #[test]
    fn of_many_decisions_the_last_are_told() {
        let many: Vec<Event> = (0..20).map(|n| decided("TAP", Some(&n.to_string()))).collect();
        let lines = told(&many);
        assert!(lines[1].starts_with("the agent decided: 8 more, then TAP \"8\", "), "{}", lines[1]);
        assert!(lines[1].ends_with("TAP \"19\""), "{}", lines[1]);
    }

    #[test]
    fn the_evidence_says_what_was_read() {
        let evidence = Evidence {
            rule: "the switch \"Dark theme\" is on".to_owned(),
            verdict: Verdict::Refuted,
            read: Some("\"Dark theme\" is off".to_owned()),
            normalized: None,
            at: None,
            observation: None,
            when: jiff::Timestamp::UNIX_EPOCH,
            because: None,
        };
        let lines = Decisions::default().tell(&result("so", vec![evidence; 9]));
        assert_eq!(lines[1], "refuted: the switch \"Dark theme\" is on (read: \"Dark theme\" is off)");
        assert_eq!(lines.len(), 1 + MOST_EVIDENCE);
    }
}
