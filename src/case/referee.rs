//! Who may say that a run does not count.

use crate::event::{CaseResult, Events};

/// Looks over a case's shoulder. A replayed case has one, that knows where the run left what was recorded; a recorded one
/// has one, that keeps the recording.
pub trait Referee: Send + Sync {
    /// Why nothing that the case has seen or will see counts. Asked before anything is made of an error of phone or model.
    fn objection(&self) -> Option<String>;

    /// What becomes of a case that has ended, told before anybody else hears of it.
    fn conclude(&self, result: CaseResult, events: &Events) -> CaseResult;
}
