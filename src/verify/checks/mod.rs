//! The checks, one file each: arguments, rule in words, and how it is computed.

pub(super) mod combined;
pub(super) mod element;
pub(super) mod foreground;
mod place;
pub(super) mod switch;
pub(super) mod value;
