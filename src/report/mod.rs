//! What people and programs are told of a run, made from events alone.
//!
//! Every report is an [`event::Sink`](crate::event::Sink) or is computed from one: the lines on a terminal
//! ([`Console`], [`Progress`]), the JSON document of `goalpost run` ([`Results`]), that of `goalpost agent`
//! ([`AgentReport`]), that of single inputs ([`InputReport`]), and the trace ([`Trace`]). None of them knows how a run is done, so a replayed run and a real one
//! look alike but for what they say of themselves.

mod agent;
mod banner;
mod console;
mod decisions;
mod inputs;
mod json;
mod narrator;
#[cfg(feature = "cli")]
mod progress;
mod results;
mod summary;
mod trace;
mod traces;

pub use agent::AgentReport;
pub use banner::Banner;
pub use console::{Colour, Console};
pub use decisions::Decisions;
pub use inputs::InputReport;
pub use json::{document, line};
pub use narrator::Narrator;
#[cfg(feature = "cli")]
pub use progress::Progress;
pub use results::Results;
pub use trace::{Trace, TraceError};
pub use traces::{OUT, Traces};
