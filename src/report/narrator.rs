//! A line per thing that happens: progress for a person who watches one pursuit or one verification.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::event::{Claim, Event, Record, Sink, Verdict};
use crate::plain::inline;

/// Writes what happens, in words, as it happens. Looking again and seeing the same is told after an input only. A verdict
/// is not told: it is the result.
pub struct Narrator(Mutex<State>);

struct State {
    out: Box<dyn Write + Send>,
    /// The fingerprint of the last screen that was told.
    screen: Option<String>,
    check: Option<Verdict>,
    /// Inputs whose receipts are not known yet, with what they do in words.
    sent: BTreeMap<String, String>,
    /// The input that was told last, while nothing else was begun.
    latest: Option<String>,
    /// Whether the last input was answered and no screen was told since.
    curious: bool,
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
        Self(Mutex::new(State { out, screen: None, check: None, sent: BTreeMap::new(), latest: None, curious: false }))
    }
}

impl Sink for Narrator {
    fn record(&self, record: &Record) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = state.line(&record.event) {
            let _ = writeln!(state.out, "{}", inline(&line));
        }
    }
}

impl State {
    fn line(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Observed { fingerprint, .. } => {
                let before = self.screen.replace(fingerprint.clone());
                let curious = std::mem::take(&mut self.curious);
                if before.as_ref() == Some(fingerprint) {
                    return curious.then(|| "sees     the same as before".to_owned());
                }
            }
            Event::Evaluated { verdict, counts: true, .. } if self.check.replace(*verdict) == Some(*verdict) => {
                return None;
            }
            Event::InputIntended { id, operation, .. } => {
                self.sent.insert(id.clone(), operation.clone());
                self.latest = Some(id.clone());
            }
            Event::InputAnswered { .. } => self.curious = true,
            Event::InputReceipt { id, receipt, effect } => {
                let operation = self.sent.remove(id);
                // Known only now that something else was begun: then it has to say what it is about.
                if self.latest.as_ref() != Some(id)
                    && let Some(operation) = operation
                {
                    return Some(with(&format!("receipt  {receipt} of {operation}"), effect));
                }
            }
            Event::Decided { .. } | Event::Step { .. } | Event::Waited { .. } => self.latest = None,
            _ => {}
        }
        told(event)
    }
}

fn with(what: &str, because: &Option<String>) -> String {
    match because {
        Some(because) => format!("{what}: {because}"),
        None => what.to_owned(),
    }
}

/// What is worth a line, as that line.
fn told(event: &Event) -> Option<String> {
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
        // Nobody claims anything: one decision was asked for.
        Event::Claimed { claim: Claim::Preview, .. } => return None,
        Event::Claimed { claim, because, answer, .. } => {
            let answer = answer.as_deref().map(|answer| format!(" {answer:?}")).unwrap_or_default();
            with(&format!("claims   {claim}{answer}"), because)
        }
        Event::Warning { message } => format!("warning  {message}"),
        _ => return None,
    };
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::event::{Events, Receipt};
    use std::sync::Arc;

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

    /// Keeps what is written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(text)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn narrated(events: &[Event]) -> Vec<String> {
        let kept = Kept::default();
        let narrator = Arc::new(Narrator::new(Box::new(kept.clone())));
        let told = Events::to(vec![narrator], Clock::real());
        events.iter().for_each(|event| told.emit(event.clone()));
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn seen(fingerprint: &str) -> Event {
        Event::Observed { fingerprint: fingerprint.to_owned(), package: "a.b".to_owned(), elements: 3 }
    }

    fn sent(id: &str) -> [Event; 2] {
        let (operation, input) = (format!("TAP \"{id}\""), serde_json::Value::Null);
        let answered = Event::InputAnswered { id: id.to_owned(), status: Some(200), problem: None };
        [Event::InputIntended { id: id.to_owned(), operation, input }, answered]
    }

    fn receipt(id: &str, receipt: Receipt) -> Event {
        Event::InputReceipt { id: id.to_owned(), receipt, effect: None }
    }

    #[test]
    fn a_receipt_that_comes_late_says_of_what() {
        let [one, answered] = sent("one");
        let step = Event::Step { number: 1, step: "tap".to_owned(), problem: None };
        assert_eq!(
            narrated(&[one.clone(), answered.clone(), receipt("one", Receipt::Verified)]),
            ["sends    TAP \"one\"", "receipt  verified"]
        );
        assert_eq!(
            narrated(&[one, answered, step, receipt("one", Receipt::Dispatched)]),
            ["sends    TAP \"one\"", "step     tap", "receipt  dispatched of TAP \"one\""]
        );
    }

    #[test]
    fn the_same_screen_is_told_again_after_an_input_only() {
        let [one, answered] = sent("one");
        assert_eq!(
            narrated(&[seen("x"), seen("x"), one, answered, seen("x"), seen("x"), seen("y")]),
            [
                "sees     a.b, 3 elements",
                "sends    TAP \"one\"",
                "sees     the same as before",
                "sees     a.b, 3 elements"
            ]
        );
    }
}
