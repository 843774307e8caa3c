//! A line per thing that happens: progress for a person who watches one pursuit or one verification.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::event::{Event, Record, Sink, Verdict};
use crate::plain::inline;

/// Writes what happens, in words, as it happens. Looking again and seeing the same is not told again.
pub struct Narrator(Mutex<State>);

struct State {
    out: Box<dyn Write + Send>,
    /// The fingerprint of the last screen that was told.
    screen: Option<String>,
    check: Option<Verdict>,
}

impl std::fmt::Debug for Narrator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Narrator").finish_non_exhaustive()
    }
}

impl Narrator {
    /// Writes to `out`. What can't be written is lost: progress is no result.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self(Mutex::new(State { out, screen: None, check: None }))
    }
}

impl Sink for Narrator {
    fn record(&self, record: &Record) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_news(&record.event)
            && let Some(line) = told(&record.event)
        {
            let _ = writeln!(state.out, "{}", inline(&line));
        }
    }
}

impl State {
    fn is_news(&mut self, event: &Event) -> bool {
        match event {
            Event::Observed { fingerprint, .. } => {
                let before = self.screen.replace(fingerprint.clone());
                before.as_ref() != Some(fingerprint)
            }
            Event::Evaluated { verdict, .. } => self.check.replace(*verdict) != Some(*verdict),
            _ => true,
        }
    }
}

/// What is worth a line, as that line.
fn told(event: &Event) -> Option<String> {
    let with = |what: &str, because: &Option<String>| match because {
        Some(because) => format!("{what}: {because}"),
        None => what.to_owned(),
    };
    let line = match event {
        Event::Observed { package, elements, .. } => {
            let package = if package.is_empty() { "no app" } else { package };
            format!("sees     {package}, {elements} elements")
        }
        Event::Decided { operation, target, confidence, .. } => {
            let target = target.as_deref().map(|target| format!(" {target:?}")).unwrap_or_default();
            let confidence = confidence.map(|confidence| format!(", confidence {confidence:.2}")).unwrap_or_default();
            format!("decides  {operation}{target}{confidence}")
        }
        Event::InputIntended { operation, .. } => format!("sends    {operation}"),
        Event::InputReceipt { receipt, effect, .. } => with(&format!("receipt  {receipt}"), effect),
        Event::Waited { ms } => format!("waits    {ms} ms"),
        Event::Stale { because } => format!("stale    {because}; nothing was sent"),
        Event::Refused { because } => format!("refused  {because}; nothing was sent"),
        Event::Retried { request, because, after_ms, .. } => {
            format!("retries  {request} after {after_ms} ms: {because}")
        }
        Event::Pruned { what } => format!("pruned   {} parts of the request", what.len()),
        Event::Step { step, problem, .. } => with(&format!("step     {step}"), problem),
        Event::Evaluated { verdict, counts: true, .. } => format!("check    {verdict}"),
        Event::VerdictReached { verdict, because, .. } => with(&format!("verdict  {verdict}"), because),
        Event::Claimed { claim, because, .. } => with(&format!("claims   {claim}"), because),
        Event::Warning { message } => format!("warning  {message}"),
        _ => return None,
    };
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Receipt;
    use rstest::rstest;

    #[rstest]
    #[case(
        Event::Decided {
            operation: "TAP".to_owned(),
            target: Some("Dark \"theme\"".to_owned()),
            confidence: Some(0.934),
            model: "m".to_owned(),
            request_id: None,
            took_ms: None,
        },
        "decides  TAP \"Dark \\\"theme\\\"\", confidence 0.93"
    )]
    #[case(
        Event::InputReceipt { id: "1".to_owned(), receipt: Receipt::Verified, effect: Some("the text is there".to_owned()) },
        "receipt  verified: the text is there"
    )]
    fn what_happens_is_told_in_words(#[case] event: Event, #[case] line: &str) {
        assert_eq!(told(&event).as_deref(), Some(line));
    }
}
