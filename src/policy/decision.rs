//! What a policy is asked and what it answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::operation::Operation;
use super::text_values::TextValues;
use crate::screen::{Action, App, Observation};

/// Everything a policy may know when it decides.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// What is to be reached.
    pub goal: &'a str,
    /// What may be typed.
    pub texts: &'a TextValues,
    /// The screen now.
    pub observation: &'a Observation,
    /// All apps that can be opened, the foreground app included.
    pub apps: &'a [App],
    /// What was done so far, the oldest first.
    pub history: &'a [PastAction],
    /// Below this confidence the answer is [`Chosen::Uncertain`]; 0 turns it off.
    pub confidence_cutoff: f64,
    /// The goal asks for something: who is done has to say what it is.
    pub wants_answer: bool,
}

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastAction {
    /// What kind.
    pub operation: Operation,
    /// To what, in words: an element's label, an app, a text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<String>,
    /// Whether the screen was another one afterwards.
    pub changed: bool,
}

/// A policy's answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// What to do.
    pub choice: Chosen,
    /// The operation that was chosen, also where it led to no action.
    pub operation: Operation,
    /// Its target in words.
    pub target: Option<String>,
    /// With [`Chosen::Done`], where the goal wants one: the answer, a text of the screen.
    pub answer: Option<String>,
    /// The lower of reported and recomputed confidence over the answers used, where the policy has one.
    pub confidence: Option<f64>,
    /// Who decided: the model id that answered, or the policy's name.
    pub model: String,
    /// The service's own id of the request.
    pub request_id: Option<String>,
    /// What was left out of the request to keep it within its budget.
    pub pruned: Vec<Pruned>,
    /// How long it took.
    pub timing: Timing,
}

impl Decision {
    /// A decision without a model behind it.
    #[must_use]
    pub fn plain(policy: &str, choice: Chosen) -> Self {
        let operation = choice.operation();
        Self {
            choice,
            operation,
            target: None,
            answer: None,
            confidence: None,
            model: policy.to_owned(),
            request_id: None,
            pruned: Vec::new(),
            timing: Timing::default(),
        }
    }
}

/// What to do now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// Do this.
    Act(Action),
    /// Look again in a moment.
    Wait,
    /// The goal is reached.
    Done,
    /// The goal cannot be reached.
    Blocked,
    /// A person has to say something first.
    NeedsInput {
        /// What is missing.
        why: String,
    },
    /// The confidence is below the cut-off.
    Uncertain,
}

impl Chosen {
    /// The operation behind it, where the policy names none itself.
    #[must_use]
    pub fn operation(&self) -> Operation {
        match self {
            Chosen::Act(action) => Operation::of(action),
            Chosen::Wait => Operation::Wait,
            Chosen::Done => Operation::Done,
            Chosen::NeedsInput { .. } => Operation::TypeText,
            Chosen::Blocked | Chosen::Uncertain => Operation::Blocked,
        }
    }
}

/// How long a decision took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Timing {
    /// From the question to the answer, retries included.
    pub total: Duration,
    /// Requests sent; 0 where none was needed.
    pub attempts: u32,
}

/// Something left out of a request to keep it within its budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Pruned {
    /// Labels and texts were cut to this many characters.
    Shortened {
        /// The longest left.
        to: usize,
        /// How many were cut.
        count: usize,
    },
    /// Visible texts were left out.
    VisibleText {
        /// How many.
        count: usize,
    },
    /// Elements can't be tapped, the last on the screen.
    TapTargets {
        /// Their paths.
        ids: Vec<String>,
    },
    /// Regions can't be scrolled, the last on the screen.
    ScrollTargets {
        /// Their paths.
        ids: Vec<String>,
    },
    /// Apps can't be opened, the last of the list.
    AppTargets {
        /// Their packages.
        packages: Vec<String>,
    },
    /// Texts can't be typed, the last of the list.
    TextValues {
        /// How many.
        count: usize,
    },
    /// Texts can't be given as the answer, the last on the screen.
    AnswerTexts {
        /// How many.
        count: usize,
    },
}

impl Pruned {
    /// How many things were left out or cut.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Pruned::Shortened { count, .. }
            | Pruned::VisibleText { count }
            | Pruned::TextValues { count }
            | Pruned::AnswerTexts { count } => *count,
            Pruned::TapTargets { ids } | Pruned::ScrollTargets { ids } => ids.len(),
            Pruned::AppTargets { packages } => packages.len(),
        }
    }
}

impl std::fmt::Display for Pruned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.count();
        match self {
            Pruned::Shortened { to, .. } => write!(f, "{count} labels and texts cut to {to} characters"),
            Pruned::VisibleText { .. } => write!(f, "{count} visible texts left out"),
            Pruned::TapTargets { .. } => write!(f, "{count} elements to tap left out"),
            Pruned::ScrollTargets { .. } => write!(f, "{count} regions to scroll left out"),
            Pruned::AppTargets { .. } => write!(f, "{count} apps to open left out"),
            Pruned::TextValues { .. } => write!(f, "{count} texts to type left out"),
            Pruned::AnswerTexts { .. } => write!(f, "{count} texts to answer with left out"),
        }
    }
}
