//! A line per case and a summary: what a person reads of a run.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use super::results::Run;
use super::summary::summary;
use crate::event::{Backend, CaseResult, Event, Evidence, Mode, Outcome, Record, Sink};
use crate::plain::{block, inline};

/// How many pieces of evidence stand below a case; the document of the run has all.
const MOST_EVIDENCE: usize = 4;

/// Whether lines are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// They are text and nothing else.
    Never,
    /// Outcomes are green, red and yellow.
    Always,
}

/// Writes a head line, a line per case as it ends, and a summary.
pub struct Console(Mutex<State>);

struct State {
    out: Box<dyn Write + Send>,
    colour: Colour,
    run: Run,
    broken: Option<io::Error>,
}

impl std::fmt::Debug for Console {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Console").finish_non_exhaustive()
    }
}

impl Console {
    /// Writes to `out`.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>, colour: Colour) -> Self {
        Self(Mutex::new(State { out, colour, run: Run::default(), broken: None }))
    }

    /// Whether everything so far was written. A reader that went away is no error.
    ///
    /// # Errors
    /// The first thing that went wrong; later calls say that all is well.
    pub fn finish(&self) -> io::Result<()> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.broken.take() {
            Some(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(e),
            _ => Ok(()),
        }
    }
}

impl Sink for Console {
    fn record(&self, record: &Record) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.run.take(&record.event);
        let text = match &record.event {
            Event::RunStarted { mode, backend, model, cases, journal } => {
                run_line(*mode, *backend, model, *cases, journal) + "\n" + &columns()
            }
            Event::CaseIgnored { because } => ignored(record.case.as_deref().unwrap_or_default(), because),
            Event::CaseEnded(result) => case(result, state.colour),
            Event::Warning { message } => warning(record.case.as_deref(), message),
            Event::RunEnded { .. } => summary(&state.run),
            _ => return,
        };
        if state.broken.is_none() {
            let written = state.out.write_all(text.as_bytes()).and_then(|()| state.out.flush());
            state.broken = written.err();
        }
    }
}

/// What the run is done on. A live run says here that nothing survives a crash of this process.
pub(super) fn run_line(mode: Mode, backend: Backend, model: &str, cases: usize, journal: &str) -> String {
    let cases = if cases == 1 { "1 case".to_owned() } else { format!("{cases} cases") };
    format!("{cases}, {mode}: phone {backend}, model {}, journal in {}", inline(model), inline(journal))
}

/// The names of the columns.
fn columns() -> String {
    format!("{:5}  {:36}  {:14}  {:12}  so\n", "", "case", "agent says", "phone says")
}

/// `pass   settings/dark-theme-on   done   confirmed   verified`, with the message below unless it passed.
fn case(result: &CaseResult, colour: Colour) -> String {
    let (word, paint) = match result.outcome {
        Outcome::Passed => ("pass", "32"),
        Outcome::Failed => ("FAIL", "31"),
        Outcome::Errored => ("ERROR", "33"),
    };
    let word = match colour {
        Colour::Never => format!("{word:5}"),
        Colour::Always => format!("\u{1b}[{paint}m{word:5}\u{1b}[0m"),
    };
    let claim = result.claim.map_or("-", |claim| claim.word());
    // Where a case ends at its baseline, that is what the phone said.
    let verdict = result.verdict.or(result.baseline).map_or("-", |verdict| verdict.word());
    let mut text = format!("{word}  {:36}  {claim:14}  {verdict:12}  {}\n", inline(&result.name), result.kind);
    if result.outcome != Outcome::Passed {
        text += &indented(&result.message, 7);
        for evidence in result.evidence.iter().take(MOST_EVIDENCE) {
            text += &indented(&read(evidence), 7);
        }
    }
    text
}

/// `refuted: the switch "Dark theme" is on (read: is off)`
fn read(evidence: &Evidence) -> String {
    let read = evidence.read.as_deref().map(|read| format!(" (read: {read})")).unwrap_or_default();
    inline(&format!("{}: {}{read}", evidence.verdict, evidence.rule)).into_owned()
}

fn ignored(name: &str, because: &str) -> String {
    format!("skip   {:36}  {}\n", inline(name), inline(because))
}

fn warning(case: Option<&str>, message: &str) -> String {
    let case = case.map(|case| format!(" in {}", inline(case))).unwrap_or_default();
    format!("warning{case}: {}\n", inline(message))
}

/// Every line of `text` moved in by `by` columns.
fn indented(text: &str, by: usize) -> String {
    block(text.trim_end()).lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Claim, Kind, Verdict};

    fn result(outcome: Outcome, kind: Kind) -> CaseResult {
        CaseResult {
            name: "settings/dark-theme-on".to_owned(),
            outcome,
            kind,
            claim: Some(Claim::Done),
            baseline: Some(Verdict::Refuted),
            verdict: Some(Verdict::Refuted),
            steps: 3,
            decisions: 4,
            evidence: Vec::new(),
            message: "the agent says done, but the switch\nis \u{1b}[31moff".to_owned(),
        }
    }

    #[test]
    fn claim_and_verdict_are_two_columns_and_remote_text_is_shown_not_obeyed() {
        assert_eq!(
            case(&result(Outcome::Failed, Kind::FalseSuccess), Colour::Never),
            "FAIL   settings/dark-theme-on                done            refuted       false_success\n\
            \x20      the agent says done, but the switch\n\
            \x20      is \\u{1b}[31moff\n"
        );
    }

    #[test]
    fn a_passed_case_is_one_line() {
        assert_eq!(case(&result(Outcome::Passed, Kind::Verified), Colour::Always).lines().count(), 1);
    }

    #[test]
    fn the_first_line_says_where_the_journal_is() {
        let text = run_line(Mode::Live, Backend::Device, "jev", 1, "memory");
        assert_eq!(text, "1 case, live: phone device, model jev, journal in memory");
    }

    /// Takes nothing.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        let console = Console::new(Box::new(Closed), Colour::Never);
        let events = crate::event::Events::to(vec![], crate::clock::Clock::real());
        drop(events);
        console.record(&Record {
            version: 1,
            seq: 0,
            at: jiff::Timestamp::UNIX_EPOCH,
            case: None,
            phase: None,
            event: Event::Warning { message: "x".to_owned() },
        });
        assert!(console.finish().is_ok());
    }
}
