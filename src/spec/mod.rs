//! Goals and verifiers: YAML files become typed values, and everything wrong with them is said with its place.
//!
//! [`load`] reads a directory; each file becomes a [`GoalFile`] or [`VerifierFile`]. Steps and checks stay
//! [`Node`]s here: each step and check knows its own form and decodes it with [`decode`] or [`Verb`]. What they find
//! wrong is a [`Fault`], which together with the file's [`Source`] is a [`Problem`].

mod fault;
mod source;
pub mod yaml;

pub use fault::{Fault, Severity, Span, printable, quote, suggest};
pub use source::{MAX_FILE, Source};
pub use yaml::{Node, Verb, decode, decode_part};
