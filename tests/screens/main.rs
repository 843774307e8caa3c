//! Screens as a user of the library meets them: read, searched, compared, and asked about.

#![allow(clippy::unwrap_used, reason = "a screen that cannot be built is a failed test")]

mod build;
mod controls;
mod explain;
mod fresh;
mod queries;
mod questions;
mod raw;
