//! A check computed once.

use jiff::Timestamp;

use super::ground::{Ground, Used};
use super::logic;
use crate::event::{Evidence, Verdict};

/// What one evaluation of a check says. A [`VerdictReport`] needs several.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// What the check says of what was read.
    pub verdict: Verdict,
    /// What it rests on, in the order it was read.
    pub evidence: Vec<Evidence>,
    /// What the rules used of it.
    pub grounds: Vec<Ground>,
    /// What was read, where it is asked for: that of a verifier with `value`.
    pub value: Option<String>,
}

impl Evaluation {
    /// One that rests on several pieces of evidence; [`Evaluation::and_used`] adds what was used of them.
    #[must_use]
    pub fn from_evidence(verdict: Verdict, evidence: Vec<Evidence>) -> Self {
        Self { verdict, evidence, grounds: Vec::new(), value: None }
    }

    /// One that is made of others, whose verdicts `rule` puts together.
    #[must_use]
    pub(super) fn joined(parts: Vec<Self>, rule: impl FnOnce(Vec<Verdict>) -> Verdict) -> Self {
        let verdict = rule(parts.iter().map(|part| part.verdict).collect());
        let mut joined = Self::from_evidence(verdict, Vec::new());
        for part in parts {
            let before = joined.evidence.len();
            joined.grounds.extend(part.grounds.into_iter().map(|g| Ground { evidence: before + g.evidence, ..g }));
            joined.evidence.extend(part.evidence);
        }
        joined
    }

    /// The opposite, with the evidence of each rule turned with it, so that its verdict reads as that of the rule it
    /// names.
    #[must_use]
    pub(super) fn negated(mut self) -> Self {
        self.verdict = logic::not(self.verdict);
        for evidence in &mut self.evidence {
            evidence.verdict = logic::not(evidence.verdict);
            evidence.rule = format!("not {}", evidence.rule);
        }
        self
    }

    /// An evaluation that rests on one thing.
    ///
    /// ```
    /// # use goalpost::event::Verdict;
    /// # use goalpost::verify::Evaluation;
    /// let now = jiff::Timestamp::now();
    /// let evaluation = Evaluation::of("the phone's clock is right", Verdict::Refuted, now)
    ///     .read("2026-09-01T10:02:33+02:00")
    ///     .at("time")
    ///     .because("it is 40 s late");
    /// ```
    #[must_use]
    pub fn of(rule: impl Into<String>, verdict: Verdict, when: Timestamp) -> Self {
        let evidence = Evidence {
            rule: rule.into(),
            verdict,
            read: None,
            normalized: None,
            at: None,
            observation: None,
            when,
            because: None,
        };
        Self::from_evidence(verdict, vec![evidence])
    }

    /// Adds what was read, as it was read.
    #[must_use]
    pub fn read(self, read: impl Into<String>) -> Self {
        self.last(|evidence| evidence.read = Some(read.into()))
    }

    /// Adds what the rule compared, where that is not what was read.
    #[must_use]
    pub fn normalized(self, normalized: impl Into<String>) -> Self {
        self.last(|evidence| {
            evidence.normalized = Some(normalized.into()).filter(|n| evidence.read.as_ref() != Some(n))
        })
    }

    /// Adds where it was read.
    #[must_use]
    pub fn at(self, at: impl Into<String>) -> Self {
        self.last(|evidence| evidence.at = Some(at.into()))
    }

    /// Adds the value that is asked for.
    #[must_use]
    pub fn valued(self, value: impl Into<String>) -> Self {
        Self { value: Some(value.into()), ..self }
    }

    /// Adds the fingerprint of the observation that it was read from.
    #[must_use]
    pub fn on(self, fingerprint: impl Into<String>) -> Self {
        self.last(|evidence| evidence.observation = Some(fingerprint.into()))
    }

    /// Adds what the rule used of what was read, so that `goalpost prove` changes this and nothing else. Where nothing is
    /// said, it changes all that the evidence cites.
    ///
    /// ```
    /// # use goalpost::event::Verdict;
    /// # use goalpost::verify::{Evaluation, Used};
    /// # let now = jiff::Timestamp::now();
    /// let evaluation = Evaluation::of("the alarm is on", Verdict::Confirmed, now)
    ///     .at("ui.0.4.1")
    ///     .and_used([Used::Presence, Used::Checked, Used::Front("com.google.android.deskclock".to_owned())]);
    /// ```
    #[must_use]
    pub fn and_used(mut self, used: impl IntoIterator<Item = Used>) -> Self {
        if let Some(evidence) = self.evidence.len().checked_sub(1) {
            self.grounds.extend(used.into_iter().map(|used| Ground { evidence, used }));
        }
        self
    }

    /// Adds the reason, in a sentence.
    #[must_use]
    pub fn because(self, because: impl Into<String>) -> Self {
        self.last(|evidence| evidence.because = Some(because.into()))
    }

    /// The same with another verdict, for it and for what it rests on.
    #[must_use]
    pub(super) fn turned(mut self, verdict: Verdict) -> Self {
        self.verdict = verdict;
        self.evidence.iter_mut().for_each(|evidence| evidence.verdict = verdict);
        self
    }

    /// The reason given for the verdict: that of the first piece of evidence which says the same.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.evidence.iter().filter(|e| e.verdict == self.verdict).find_map(|e| e.because.as_deref())
    }

    fn last(mut self, change: impl FnOnce(&mut Evidence)) -> Self {
        if let Some(evidence) = self.evidence.last_mut() {
            change(evidence);
        }
        self
    }
}

/// What a verifier says of one phase of a case, after settling.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictReport {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, where that is not plain from the evidence: `unsettled: ...`, or the step that failed.
    pub because: Option<String>,
    /// What it rests on: the evidence of the last evaluation.
    pub evidence: Vec<Evidence>,
    /// What was read, where it is asked for.
    pub value: Option<String>,
}
