//! Taking a run's secrets out of what happens in it.

use serde_json::Value;

use super::evidence::Evidence;
use super::happened::{CaseResult, Event};
use crate::secret::Redactor;

/// Everything in it that is free text, without the secrets. Names of cases, apps and models, fingerprints and ids are
/// what they are: none of them is made of what a phone shows.
pub(super) fn mask(event: &mut Event, secrets: &Redactor) {
    match event {
        Event::RunStarted { .. }
        | Event::PhaseStarted { .. }
        | Event::Observed { .. }
        | Event::InputReceipt { effect: None, .. }
        | Event::Waited { .. }
        | Event::EvaluationStarted
        | Event::Recorded { .. }
        | Event::RunEnded { .. } => {}
        Event::CaseStarted { goal: text }
        | Event::Retried { because: text, .. }
        | Event::Stale { because: text }
        | Event::Refused { because: text }
        | Event::InputReceipt { effect: Some(text), .. }
        | Event::Warning { message: text }
        | Event::CaseIgnored { because: text } => mask_text(text, secrets),
        Event::Pruned { what } => what.iter_mut().for_each(|value| mask_value(value, secrets)),
        Event::Decided { target, .. } => mask_all(target, secrets),
        Event::InputIntended { operation, input, .. } => {
            mask_text(operation, secrets);
            mask_value(input, secrets);
        }
        Event::InputAnswered { problem, .. } => mask_all(problem, secrets),
        Event::Step { step, problem, .. } => {
            mask_text(step, secrets);
            mask_all(problem, secrets);
        }
        Event::Evaluated { evidence, .. } => mask_evidence(evidence, secrets),
        Event::VerdictReached { because, evidence, .. } => {
            mask_all(because, secrets);
            mask_evidence(evidence, secrets);
        }
        Event::Claimed { because, answer, .. } => {
            mask_all(because, secrets);
            mask_all(answer, secrets);
        }
        Event::CaseEnded(result) => mask_result(result, secrets),
    }
}

/// The same for what became of a case.
pub(super) fn mask_result(result: &mut CaseResult, secrets: &Redactor) {
    mask_text(&mut result.message, secrets);
    mask_all(&mut result.answer, secrets);
    mask_evidence(&mut result.evidence, secrets);
}

pub(crate) fn mask_evidence(evidence: &mut [Evidence], secrets: &Redactor) {
    // All members by name, so that a new one is not forgotten. A program may say anything of where it has looked.
    for Evidence { rule, verdict: _, read, normalized, at, observation: _, when: _, because } in evidence {
        mask_text(rule, secrets);
        [read, normalized, at, because].into_iter().for_each(|text| mask_all(text, secrets));
    }
}

fn mask_all<'t>(texts: impl IntoIterator<Item = &'t mut String>, secrets: &Redactor) {
    texts.into_iter().for_each(|text| mask_text(text, secrets));
}

pub(crate) fn mask_text(text: &mut String, secrets: &Redactor) {
    if let std::borrow::Cow::Owned(masked) = secrets.redact(text) {
        *text = masked;
    }
}

fn mask_value(value: &mut Value, secrets: &Redactor) {
    match value {
        Value::String(text) => mask_text(text, secrets),
        Value::Array(items) => items.iter_mut().for_each(|item| mask_value(item, secrets)),
        Value::Object(members) => members.values_mut().for_each(|member| mask_value(member, secrets)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Claim, Verdict};
    use crate::secret::Secret;

    #[test]
    fn what_an_agent_answers_and_where_a_program_looked_is_told_without_secrets() {
        let secret = Secret::from("hunter2");
        let redactor = Redactor::new([&secret]);
        let (answer, because) = (Some("hunter2!".to_owned()), None);
        let mut claimed = Event::Claimed { claim: Claim::Done, because, answer, steps: 1, decisions: 1 };
        mask(&mut claimed, &redactor);
        assert!(!format!("{claimed:?}").contains("hunter2"), "{claimed:?}");
        let mut evidence = [Evidence {
            rule: "it is hunter2".to_owned(),
            verdict: Verdict::Confirmed,
            read: Some("hunter2".to_owned()),
            normalized: Some("hunter2".to_owned()),
            at: Some("file hunter2".to_owned()),
            observation: None,
            when: jiff::Timestamp::UNIX_EPOCH,
            because: Some("hunter2".to_owned()),
        }];
        mask_evidence(&mut evidence, &redactor);
        assert!(!format!("{evidence:?}").contains("hunter2"), "{evidence:?}");
    }
}
