//! The one line that a run of tests says of itself.

use super::console::run_line;
use crate::event::{Event, Record, Sink};
use crate::plain::{counted, inline};

/// Says on stderr what a run is done on, what is recorded, and passes on warnings. Everything else is the test runner's to say.
#[derive(Debug, Clone, Copy)]
pub struct Banner;

impl Sink for Banner {
    fn record(&self, record: &Record) {
        match &record.event {
            Event::Warning { message } => eprintln!("goalpost: {}", inline(message)),
            Event::Recorded { path, exchanges, unchanged } => {
                let as_before = if *unchanged { ", as it was before" } else { "" };
                eprintln!("goalpost: recorded {}, {}{as_before}", inline(path), counted(*exchanges, "exchange"));
            }
            event => {
                if let Some(line) = run_line(event) {
                    eprintln!("goalpost: {line}");
                }
            }
        }
    }
}
