//! How large a request to a model may be.

/// Limits of one request. They hold for every request that is sent; [`QuestionSet`](super::QuestionSet) leaves things
/// out until they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Options of one choice, its `NONE` included. The service takes 255.
    pub options: usize,
    /// Estimated tokens of the state and the longest question together.
    pub question_tokens: usize,
    /// Estimated tokens of the state and all questions.
    pub total_tokens: usize,
    /// Bytes of the whole body.
    pub bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { options: 255, question_tokens: 30_000, total_tokens: 60_000, bytes: 150_000 }
    }
}

/// How large a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Options of the choice that has most.
    pub options: usize,
    /// Estimated tokens of the state and the longest question together.
    pub question_tokens: usize,
    /// Estimated tokens of the state and all questions.
    pub total_tokens: usize,
    /// Bytes of the whole body.
    pub bytes: usize,
}

impl Size {
    /// Sums up a request from the bytes of its state, its questions as (bytes of the criteria, bytes of the
    /// instructions, options), and its body.
    ///
    /// A token is estimated for each byte of state and criteria, which are short words, marks and numbers, and for
    /// each four bytes of instructions, which are sentences.
    pub(super) fn of(state: usize, questions: &[(usize, usize, usize)], body: usize) -> Self {
        let tokens = |(criteria, instructions, _): &(usize, usize, usize)| criteria + instructions.div_ceil(4);
        Self {
            options: questions.iter().map(|question| question.2).max().unwrap_or(0),
            question_tokens: state + questions.iter().map(tokens).max().unwrap_or(0),
            total_tokens: state + questions.iter().map(tokens).sum::<usize>(),
            bytes: body,
        }
    }

    /// The first limit that is passed, in words.
    #[must_use]
    pub fn beyond(&self, budget: &Budget) -> Option<String> {
        [
            ("options in one choice", self.options, budget.options),
            ("estimated tokens of state and longest question", self.question_tokens, budget.question_tokens),
            ("estimated tokens in all", self.total_tokens, budget.total_tokens),
            ("bytes", self.bytes, budget.bytes),
        ]
        .into_iter()
        .find(|(_, is, limit)| is > limit)
        .map(|(what, is, limit)| format!("{is} {what}, and {limit} are allowed"))
    }
}
