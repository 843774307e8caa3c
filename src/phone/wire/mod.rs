//! The phone on the Mobilerun wire: an HTTP server on loopback that answers as the service does, strict where it is
//! strict, and as wrong as services, gateways and phones have been seen to be where a [`Fault`] says so.
//!
//! [`Phone`] is the server as its users hold it. A request runs along one path for every endpoint (`answer`):
//! [`Endpoint`]s are data, bodies are declared as data, faults are data.

mod answer;
mod body;
mod browser;
mod command;
mod control;
mod endpoint;
mod environment;
mod fault;
mod files;
mod latency;
mod lifecycle;
mod log;
mod names;
mod problem;
mod query;
mod quirk;
mod reply;
mod server;
mod state;
mod tools;
mod ui_state;
mod unit;

pub use command::Command;
pub use endpoint::{Endpoint, UnknownEndpoint};
pub use fault::{BadFault, Fault, FaultKind};
pub use latency::{BadLatency, Latency};
pub use log::{Executed, Request, RequestLog};
pub use names::{FAULTS, FaultName};
pub use server::{Phone, PhoneOptions};
pub use state::DeviceState;
