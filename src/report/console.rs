//! A line per case and a summary: what a person reads of a run.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use super::decisions::Decisions;
use super::results::Run;
use super::summary::summary;
use crate::event::{CaseResult, Event, Mode, Outcome, Record, Sink};
use crate::plain::{counted, inline};

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
    decisions: Decisions,
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
        Self(Mutex::new(State { out, colour, run: Run::default(), decisions: Decisions::default(), broken: None }))
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
        state.run.take(record);
        state.decisions.record(record);
        let text = match &record.event {
            event @ Event::RunStarted { .. } => run_line(event).unwrap_or_default() + "\n" + &columns(),
            Event::CaseIgnored { because } => ignored(record.case.as_deref().unwrap_or_default(), because),
            Event::CaseEnded(result) => case(result, state.colour, &state.decisions.tell(result)),
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

/// What a run that begins is done on. A live run says here that nothing survives a crash of this process.
pub(super) fn run_line(event: &Event) -> Option<String> {
    let Event::RunStarted { mode, backend, model, loopback_model, cases, journal } = event else { return None };
    let cases = counted(*cases, "case");
    if *mode == Mode::Replay {
        return Some(format!(
            "{cases}, {mode} of recordings: a pass speaks for harness and verifiers, not for today's agent"
        ));
    }
    let model = format!("{}{}", inline(model), if *loopback_model { " (loopback)" } else { "" });
    Some(format!("{cases}, {mode}: phone {backend}, model {model}, journal in {}", inline(journal)))
}

/// The names of the columns.
fn columns() -> String {
    format!("{:7}  {:36}  {:14}  {:12}  so\n", "", "case", "agent says", "phone says")
}

/// `pass   settings/dark-theme-on   done   confirmed   verified`, with `why` below unless it passed.
fn case(result: &CaseResult, colour: Colour, why: &[String]) -> String {
    let (word, paint) = match result.outcome {
        Outcome::Passed => ("pass", "32"),
        Outcome::Failed => ("FAIL", "31"),
        Outcome::Errored => ("ERROR", "33"),
    };
    let word = match colour {
        Colour::Never => format!("{word:7}"),
        Colour::Always => format!("\u{1b}[{paint}m{word:7}\u{1b}[0m"),
    };
    let claim = result.claim.map_or("-", |claim| claim.word());
    // Where a case ends at its baseline, that is what the phone said.
    let verdict = result.verdict.or(result.baseline).map_or("-", |verdict| verdict.word());
    let mut text = format!("{word}  {:36}  {claim:14}  {verdict:12}  {}\n", inline(&result.name), result.kind);
    if result.outcome != Outcome::Passed {
        text.extend(why.iter().map(|line| format!("{:9}{}\n", "", inline(line))));
    }
    text
}

fn ignored(name: &str, because: &str) -> String {
    format!("ignored  {:36}  {}\n", inline(name), inline(because))
}

fn warning(case: Option<&str>, message: &str) -> String {
    let case = case.map(|case| format!(" in {}", inline(case))).unwrap_or_default();
    format!("warning{case}: {}\n", inline(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Backend, Claim, Kind, Verdict};

    fn result(outcome: Outcome, kind: Kind) -> CaseResult {
        CaseResult {
            name: "settings/dark-theme-on".to_owned(),
            outcome,
            kind,
            claim: Some(Claim::Done),
            answer: None,
            baseline: Some(Verdict::Refuted),
            verdict: Some(Verdict::Refuted),
            steps: 3,
            decisions: 4,
            baseline_agent_ms: None,
            evidence: Vec::new(),
            message: "the agent says done, but the switch\nis \u{1b}[31moff".to_owned(),
            recorded: None,
        }
    }

    #[test]
    fn claim_and_verdict_are_two_columns_and_remote_text_is_shown_not_obeyed() {
        let failed = result(Outcome::Failed, Kind::FalseSuccess);
        assert_eq!(
            case(&failed, Colour::Never, &Decisions::default().tell(&failed)),
            "FAIL     settings/dark-theme-on                done            refuted       false_success\n\
            \x20        the agent says done, but the switch\n\
            \x20        is \\u{1b}[31moff\n"
        );
    }

    #[test]
    fn a_passed_case_is_one_line() {
        assert_eq!(
            case(&result(Outcome::Passed, Kind::Verified), Colour::Always, &["so".to_owned()]).lines().count(),
            1
        );
    }

    #[test]
    fn the_first_line_says_what_the_run_is_done_on() {
        let started = |loopback_model| Event::RunStarted {
            mode: Mode::Live,
            backend: Backend::Device,
            model: "jev".to_owned(),
            loopback_model,
            cases: 1,
            journal: "memory".to_owned(),
        };
        let line = |loopback_model| run_line(&started(loopback_model)).unwrap();
        assert_eq!(line(false), "1 case, live: phone device, model jev, journal in memory");
        assert_eq!(line(true), "1 case, live: phone device, model jev (loopback), journal in memory");
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
