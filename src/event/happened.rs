//! What can happen.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::evidence::Evidence;
use super::words::{Backend, Claim, Kind, Mode, Outcome, Phase, Receipt, Verdict};

/// One thing that happened in a run.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// A run begins.
    RunStarted {
        /// Where phone and model come from.
        mode: Mode,
        /// What answers for the phone.
        backend: Backend,
        /// The model as it is asked for; what answered stands with each decision.
        model: String,
        /// Whether a server on this machine answers for it, which is not goalpost's own.
        loopback_model: bool,
        /// How many cases were selected.
        cases: usize,
        /// Where intents and receipts are kept.
        journal: String,
    },
    /// A case begins.
    CaseStarted {
        /// What the agent is asked, or what the script is for.
        goal: String,
    },
    /// A part of a case begins.
    PhaseStarted {
        /// Which.
        phase: Phase,
    },
    /// A screen was read.
    Observed {
        /// The observation's fingerprint.
        fingerprint: String,
        /// The app in front; empty when the phone did not say.
        package: String,
        /// How many elements it holds.
        elements: usize,
    },
    /// A request that changes nothing was repeated.
    Retried {
        /// Method and path.
        request: String,
        /// Which attempt failed, from 1.
        attempt: u32,
        /// How it failed.
        because: String,
        /// How long was waited before the next, in milliseconds.
        after_ms: u64,
    },
    /// The question set was too large and was cut down.
    Pruned {
        /// What was left out, in the order it was.
        what: Vec<Value>,
    },
    /// A policy decided.
    Decided {
        /// `TAP`, `DONE` and so on.
        operation: String,
        /// The label of what it is to be done to.
        target: Option<String>,
        /// The lower of reported and recomputed confidence over the branches used.
        confidence: Option<f64>,
        /// The model that answered.
        model: String,
        /// The server's id for the request.
        request_id: Option<String>,
        /// How long the answer took, in milliseconds of real time.
        took_ms: Option<u64>,
    },
    /// The screen changed between decision and input, so nothing was sent.
    Stale {
        /// What differs.
        because: String,
    },
    /// The guard forbade an input, so nothing was sent.
    Refused {
        /// Which rule, and what it met.
        because: String,
    },
    /// An input is about to be sent. Without a later `InputAnswered` its effect is unknown.
    InputIntended {
        /// The operation id, unique.
        id: String,
        /// The decision or step it carries out, in words.
        operation: String,
        /// The input as data.
        input: Value,
    },
    /// The one attempt to send it ended.
    InputAnswered {
        /// The operation id.
        id: String,
        /// The HTTP status, where one came.
        status: Option<u16>,
        /// What went wrong, where something did.
        problem: Option<String>,
    },
    /// What is finally known of it.
    InputReceipt {
        /// The operation id.
        id: String,
        /// The receipt.
        receipt: Receipt,
        /// The effect that was expected, and whether it was seen, in words.
        effect: Option<String>,
    },
    /// The loop waited because the policy said so.
    Waited {
        /// Milliseconds.
        ms: u64,
    },
    /// A scripted step ended.
    Step {
        /// Its place in its list, from 1.
        number: usize,
        /// The step in words: `tap "Display"`.
        step: String,
        /// What went wrong, where something did.
        problem: Option<String>,
    },
    /// A verifier's check is about to be computed: what is read until it was is its evidence.
    EvaluationStarted,
    /// A verifier's check was computed once.
    Evaluated {
        /// What it says.
        verdict: Verdict,
        /// False while the last input is too recent.
        counts: bool,
        /// What it rests on.
        evidence: Vec<Evidence>,
    },
    /// A verifier settled, or its time passed.
    VerdictReached {
        /// What it says.
        verdict: Verdict,
        /// Why, where that is not plain: `unsettled`, or the step that failed.
        because: Option<String>,
        /// What it rests on.
        evidence: Vec<Evidence>,
    },
    /// The agent loop ended.
    Claimed {
        /// How.
        claim: Claim,
        /// Why, in a sentence.
        because: Option<String>,
        /// What it answers, where the goal wants an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
        /// Inputs sent and waits.
        steps: u32,
        /// Decisions asked for.
        decisions: u32,
    },
    /// Something that a person should know and that changes nothing.
    Warning {
        /// In a sentence.
        message: String,
    },
    /// What the case said and heard was recorded.
    Recorded {
        /// The folder.
        path: String,
        /// How many exchanges.
        exchanges: usize,
        /// Whether the folder already held the same.
        unchanged: bool,
    },
    /// A case was selected and is not run.
    CaseIgnored {
        /// Why.
        because: String,
    },
    /// A case ended.
    CaseEnded(CaseResult),
    /// A run ended.
    RunEnded {
        /// How many cases ended how.
        counts: Counts,
    },
}

/// Everything that a report says of one case. The members are those of the `cases` entries of `goalpost run --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Why.
    pub kind: Kind,
    /// What the agent said; none where it was not started.
    pub claim: Option<Claim>,
    /// What the agent answered, where the goal wants an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What the verifier said before.
    pub baseline: Option<Verdict>,
    /// What the verifier said after.
    pub verdict: Option<Verdict>,
    /// Inputs sent and waits, by the agent.
    pub steps: u32,
    /// Decisions asked for.
    pub decisions: u32,
    /// How long an agent worked on the baseline's own goal, in milliseconds by the case's clock; none where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_agent_ms: Option<u64>,
    /// What the verdict rests on (the baseline's, where the case ended there).
    pub evidence: Vec<Evidence>,
    /// The outcome in a sentence that says what to do where something is to be done.
    pub message: String,
    /// What a replayed case was recorded from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedFrom>,
}

impl CaseResult {
    /// Of a case that said nothing, and of whose phone nothing is known.
    #[must_use]
    pub fn unheard(name: &str, outcome: Outcome, kind: Kind, message: String) -> Self {
        Self {
            name: name.to_owned(),
            outcome,
            kind,
            claim: None,
            answer: None,
            baseline: None,
            verdict: None,
            steps: 0,
            decisions: 0,
            baseline_agent_ms: None,
            evidence: Vec::new(),
            message,
            recorded: None,
        }
    }
}

/// What a recording was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordedFrom {
    /// The mode of the recorded run.
    pub mode: Mode,
    /// What stood behind its phone.
    pub backend: Backend,
    /// The models that answered.
    pub models: Vec<String>,
    /// When, by the wall clock.
    pub at: Timestamp,
}

/// How many cases ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Passed.
    pub passed: usize,
    /// Failed: the agent's fault.
    pub failed: usize,
    /// Errored: everything else.
    pub errored: usize,
    /// Selected and not run.
    pub ignored: usize,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::Failed => self.failed += 1,
            Outcome::Errored => self.errored += 1,
        }
    }
}
