//! The checks, one file each: arguments, rule in words, and how it is computed.

pub(super) mod app;
pub(super) mod browser;
mod channel;
pub(super) mod clipboard;
pub(super) mod combined;
pub(super) mod command;
pub(super) mod element;
pub(super) mod file;
mod folder;
pub(super) mod foreground;
pub(super) mod language;
pub(super) mod location;
mod picture;
mod place;
pub(super) mod screenshot;
pub(super) mod switch;
pub(super) mod time;
pub(super) mod timezone;
pub(super) mod value;
