//! The embedded phone's wire, over real sockets: what the Mobilerun service would say, and every fault.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used)]

mod browser;
mod control;
mod devices;
mod environment;
mod faults;
mod files;
mod life;
mod links;
mod manage;
mod reads;
mod strict;
mod support;
