//! The one line that a run of tests says of itself.

use super::console::run_line;
use crate::event::{Event, Record, Sink};
use crate::plain::inline;

/// Says on stderr what a run is done on, and passes on warnings. Everything else is the test runner's to say.
#[derive(Debug, Clone, Copy)]
pub struct Banner;

impl Sink for Banner {
    fn record(&self, record: &Record) {
        match &record.event {
            Event::Warning { message } => eprintln!("goalpost: {}", inline(message)),
            event => {
                if let Some(line) = run_line(event) {
                    eprintln!("goalpost: {line}");
                }
            }
        }
    }
}
