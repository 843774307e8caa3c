//! A moving line on a terminal: what is going on right now.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console::{Colour, Console};
use crate::event::{Event, Record, Sink};
use crate::plain::inline;

/// A [`Console`] with a moving line on stderr below it, which is gone when the run has ended.
#[derive(Debug)]
pub struct Progress {
    console: Console,
    bar: ProgressBar,
    running: Mutex<Vec<String>>,
}

/// Writes above the moving line.
struct Above {
    bar: ProgressBar,
    out: Box<dyn Write + Send>,
}

impl Write for Above {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| self.out.write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Progress {
    /// With a console that writes to `out`. Where stderr is no terminal nothing moves and nothing is added.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>, colour: Colour) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {pos}/{len} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let console = Console::new(Box::new(Above { bar: bar.clone(), out }), colour);
        Self { console, bar, running: Mutex::default() }
    }

    /// The console within.
    #[must_use]
    pub fn console(&self) -> &Console {
        &self.console
    }

    fn running(&self, change: impl FnOnce(&mut Vec<String>)) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut running);
        self.bar.set_message(inline(&running.join(", ")).into_owned());
    }
}

impl Sink for Progress {
    fn record(&self, record: &Record) {
        let case = record.case.as_deref().unwrap_or_default();
        match &record.event {
            Event::RunStarted { cases, .. } => {
                self.bar.set_length(u64::try_from(*cases).unwrap_or(u64::MAX));
                self.bar.enable_steady_tick(Duration::from_millis(100));
            }
            Event::CaseStarted { .. } => self.running(|names| names.push(case.to_owned())),
            Event::CaseEnded(result) => {
                self.running(|names| names.retain(|name| *name != result.name));
                self.bar.inc(1);
            }
            Event::RunEnded { .. } => self.bar.finish_and_clear(),
            Event::Decided { operation, target, .. } => {
                let target = target.as_deref().map(|target| format!(" {target:?}")).unwrap_or_default();
                self.bar.set_message(inline(&format!("{case}: {operation}{target}")).into_owned());
            }
            _ => {}
        }
        self.console.record(record);
    }
}
