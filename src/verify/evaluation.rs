//! A check computed once.

use jiff::Timestamp;

use crate::event::{Evidence, Verdict};

/// What one evaluation of a check says. A [`VerdictReport`] needs several.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// What the check says of what was read.
    pub verdict: Verdict,
    /// What it rests on, in the order it was read.
    pub evidence: Vec<Evidence>,
}

impl Evaluation {
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
        Self { verdict, evidence: vec![evidence] }
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

    /// Adds the fingerprint of the observation that it was read from.
    #[must_use]
    pub fn on(self, fingerprint: impl Into<String>) -> Self {
        self.last(|evidence| evidence.observation = Some(fingerprint.into()))
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
}
