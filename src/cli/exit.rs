//! What the command ends with.

use std::process::ExitCode;

use crate::event::{CaseResult, Kind, Outcome};

/// Why the command ends, and its exit code. Of several reasons the strongest counts, and later ones here are stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// 0: all is well.
    Passed,
    /// 1: a case failed, a verifier refuted, an agent ended other than done.
    Failed,
    /// 5: nothing was selected.
    Nothing,
    /// 2: the arguments, a goal or a verifier can't be used.
    Usage,
    /// 4: phone, model or configuration failed, or a case errored otherwise.
    Trouble,
    /// 3: an input was sent and nothing is known of its effect.
    Unknown,
    /// 130: stopped from outside.
    Interrupted,
}

impl Exit {
    /// Of the cases of a run.
    pub(super) fn of(cases: &[CaseResult]) -> Self {
        let of_one = |case: &CaseResult| match (case.outcome, case.kind) {
            (_, Kind::InputUnknown) => Self::Unknown,
            (Outcome::Errored, _) => Self::Trouble,
            (Outcome::Failed, _) => Self::Failed,
            (Outcome::Passed, _) => Self::Passed,
        };
        cases.iter().map(of_one).max().unwrap_or(Self::Passed)
    }

    pub(super) fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Unknown => 3,
            Self::Trouble => 4,
            Self::Nothing => 5,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn case(outcome: Outcome, kind: Kind) -> CaseResult {
        CaseResult::unheard("a", outcome, kind, String::new())
    }

    #[rstest]
    #[case(&[], 0)]
    #[case(&[(Outcome::Passed, Kind::Verified)], 0)]
    #[case(&[(Outcome::Failed, Kind::FalseSuccess), (Outcome::Passed, Kind::Verified)], 1)]
    #[case(&[(Outcome::Failed, Kind::NotReached), (Outcome::Errored, Kind::DeviceError)], 4)]
    #[case(&[(Outcome::Errored, Kind::InputUnknown), (Outcome::Errored, Kind::DeviceError)], 3)]
    fn the_strongest_reason_counts(#[case] cases: &[(Outcome, Kind)], #[case] code: u8) {
        let cases: Vec<_> = cases.iter().map(|(outcome, kind)| case(*outcome, *kind)).collect();
        assert_eq!(Exit::of(&cases).code(), code);
    }

    #[test]
    fn an_interruption_is_stronger_than_all() {
        assert!(Exit::Interrupted > Exit::Unknown && Exit::Unknown > Exit::Trouble && Exit::Trouble > Exit::Failed);
    }
}
