//! The embedded phone: a simulated Android phone, 15 or 11, behind the Mobilerun wire.
//!
//! It stands beside the house: it knows nothing of goals, agents or verifiers, and uses only [`clock`](crate::clock) and what listens.
//! [`Android`] is the phone itself, a state machine without I/O: gestures go in, and one read, [`Android::screen`],
//! gives the windows as trees of [`View`]s. Everything a test may ask about what happened inside is there too: every
//! [`Change`] of settings or data names the input that caused it.

mod act;
mod android;
mod apps;
mod environment;
mod facts;
mod files;
mod keyboard;
mod layout;
mod look;
mod metrics;
mod notice;
mod page;
mod permission;
mod picture;
mod row;
mod rules;
mod screen;
mod view;
mod web;
mod wire;
mod words;

pub use android::{Android, AppInfo, Hang, NoLink, NoSuchApp, Options, Swipe};
pub use environment::{BadEnvironment, Position};
pub use facts::{Cause, Change, Value};
pub use files::{FileError, FileInfo};
pub use look::Look;
pub use screen::{Focus, Foreground, Screen, StatusBar};
pub use view::{Flags, Icon, Paint, Rect, TextStyle, View};
pub use web::ScriptError;
pub use wire::{
    BadFault, BadLatency, Command, DeviceState, Endpoint, Executed, FAULTS, Fault, FaultKind, FaultName, Latency,
    Phone, PhoneOptions, Request, RequestLog, UnknownEndpoint,
};
pub use words::Words;
