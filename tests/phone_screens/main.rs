//! The screens of the embedded phone as its wire shows them: the pages that there are, and the traps of real phones.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, reason = "a test")]

mod hand;
mod pages;
mod rules;
mod traps;
