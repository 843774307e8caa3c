//! One request to a model: asked within a budget, and its reply read.

use serde_json::Value;

use super::apps::narrow;
use super::budget::{Budget, Size};
use super::candidates::takes_text;
use super::choice;
use super::decision::{Chosen, Decision, Pruned, Situation, Timing};
use super::error::PolicyError;
use super::operation::Operation;
use super::options::{Family, NONE, Options};
use super::prune::prune;
use crate::screen::{Action, Global, Key};

/// All that is asked of a model about one situation: the operation, and, asked at the same time on the assumption
/// that it wins, one target for each family of operations. Only the answers that belong together are used.
#[derive(Debug, Clone)]
pub struct QuestionSet<'a> {
    situation: Situation<'a>,
    options: Options<'a>,
    body: Vec<u8>,
    size: Size,
    pruned: Vec<Pruned>,
}

impl<'a> QuestionSet<'a> {
    /// Puts the questions, for `model`, and leaves out what the budget does not hold: see [`Pruned`].
    ///
    /// # Errors
    /// [`PolicyError::OverBudget`] where leaving out is not enough.
    pub fn ask(situation: &Situation<'a>, budget: &Budget, model: &str) -> Result<Self, PolicyError> {
        let apps = narrow(situation.goal, situation.apps);
        let mut options = Options::new(situation.observation, &situation.texts.values, &apps);
        options.lacks_texts = situation.texts.values.is_empty() && takes_text(situation.observation);
        if situation.wants_answer {
            options = options.with_answers(situation.observation);
        }
        let pruned = prune(situation, options, budget, model)?;
        Ok(Self {
            situation: *situation,
            options: pruned.options,
            body: pruned.body,
            size: pruned.size,
            pruned: pruned.left_out,
        })
    }

    /// The request body of the System One API: `model`, `state`, `questions`, as JSON.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is offered.
    #[must_use]
    pub fn options(&self) -> &Options<'a> {
        &self.options
    }

    /// What was left out.
    #[must_use]
    pub fn pruned(&self) -> &[Pruned] {
        &self.pruned
    }

    /// Reads the reply to it. The answers of branches that were not chosen are neither checked nor used.
    ///
    /// # Errors
    /// [`PolicyError::InvalidAnswer`] where an answer that is needed breaks a rule.
    pub fn read(&self, reply: &Value, request_id: Option<&str>) -> Result<Decision, PolicyError> {
        let invalid = |question: &str, why: String| PolicyError::InvalidAnswer {
            why: format!("{question}: {why}"),
            request_id: request_id.map(str::to_owned),
        };
        let answer = |question: &str| reply.get("answers").and_then(|a| a.get(question)).unwrap_or(&Value::Null);
        let operations = self.options.operations();
        let names: Vec<&str> = operations.iter().map(|operation| operation.name()).collect();
        let chosen = choice::check(answer("operation"), &names).map_err(|why| invalid("operation", why))?;
        let operation = operations.into_iter().find(|operation| operation.name() == chosen.key);
        let operation = operation.ok_or_else(|| invalid("operation", "it names no option".to_owned()))?;
        let mut confidence = chosen.confidence;
        let mut target = None;
        let mut said = None;
        let choice = match Family::of(operation) {
            Some(family) => {
                let question = family.question();
                let keys = self.options.keys(family);
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                let answer = choice::check(answer(question), &keys).map_err(|why| invalid(question, why))?;
                confidence = confidence.min(answer.confidence);
                if answer.key == NONE {
                    Chosen::NeedsInput { why: self.missing_text() }
                } else {
                    let found = self.options.action(operation, &answer.key);
                    let (action, label) = found.ok_or_else(|| invalid(question, "it names no option".to_owned()))?;
                    target = Some(label);
                    Chosen::Act(action)
                }
            }
            None if operation == Operation::Done && self.options.offers(Family::Answer) => {
                let question = Family::Answer.question();
                let keys = self.options.keys(Family::Answer);
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                let answer = choice::check(answer(question), &keys).map_err(|why| invalid(question, why))?;
                confidence = confidence.min(answer.confidence);
                said = answer.key.parse().ok().and_then(|number| self.options.answer(number)).map(str::to_owned);
                match said {
                    Some(_) => Chosen::Done,
                    None => Chosen::NeedsInput { why: "none of the texts on the screen answers the goal".to_owned() },
                }
            }
            None => plain(operation),
        };
        let is_uncertain = confidence < self.situation.confidence_cutoff;
        Ok(Decision {
            choice: if is_uncertain && !matches!(choice, Chosen::NeedsInput { .. }) {
                Chosen::Uncertain
            } else {
                choice
            },
            operation,
            target,
            answer: said,
            confidence: Some(confidence),
            model: reply.get("model").and_then(Value::as_str).unwrap_or("unnamed").to_owned(),
            request_id: request_id.map(str::to_owned),
            pruned: self.pruned.clone(),
            timing: Timing::default(),
        })
    }

    fn missing_text(&self) -> String {
        let how = "give the exact text to type: `text:` in the goal's file, or --text";
        if self.situation.texts.overflow {
            format!("the goal is too long to take texts from it, and a field wants one; {how}")
        } else {
            format!("none of the texts that may be typed fits the field; {how}")
        }
    }
}

/// What an operation without a target does.
pub(super) fn plain(operation: Operation) -> Chosen {
    match operation {
        Operation::Back => Chosen::Act(Action::Global { name: Global::Back }),
        Operation::Home => Chosen::Act(Action::Global { name: Global::Home }),
        Operation::Enter => Chosen::Act(Action::Key { key: Key::Enter }),
        Operation::Done => Chosen::Done,
        Operation::Wait => Chosen::Wait,
        // Only these can be asked for without a target; anything else would be a mistake of this module, not an input.
        _ => Chosen::Blocked,
    }
}
