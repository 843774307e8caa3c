//! The event vocabulary: everything that happens in a run is one [`Event`], and every report, trace and progress line
//! is made from events alone.
//!
//! Events are plain data, ready to be written as JSON. They name elements, inputs and decisions in words and never hold
//! a key, a secret or the text of a password field.

mod evidence;
mod happened;
pub(crate) mod mask;
mod sink;
mod words;

pub use evidence::Evidence;
pub use happened::{CaseResult, Counts, Event, RecordedFrom};
pub use sink::{Collected, Events, Record, Sink, VERSION};
pub use words::{Backend, Claim, Kind, Mode, Outcome, Phase, Receipt, Verdict};
