//! The one HTTP client. Devices and models are reached through it and through nothing else.
//!
//! It has two ways in. [`Client::read`] is for requests that change nothing: they are repeated, within a budget, when
//! they fail in a way that may pass. [`Client::send_once`] is for all others: one attempt, whatever happens, on a
//! connection that is new or has answered within the last second, because an older one may have been closed by the
//! server without our knowing, and a request lost on it could not be told from one that was carried out.
//!
//! It speaks HTTP/1.1, follows no redirect, and uses TLS everywhere but on this machine. Proxy variables are honoured
//! for hosts elsewhere only. Bodies are capped. Time-outs are about this machine and use real time; waiting between
//! attempts goes through [`crate::clock`].

mod base;
mod client;
mod complaint;
mod connect;
mod error;
mod json;
mod request;
mod response;
mod retry;
mod tape;

pub use base::{BaseUrl, BaseUrlError};
pub use client::{Client, ClientError, Options};
pub use error::HttpError;
pub use json::{JsonError, parse_json};
pub use request::Request;
pub use response::{Reached, Response, Timing};
pub use retry::Retry;
pub use tape::{Exchange, Tape};
