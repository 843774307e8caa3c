//! Proof that a verifier can fail.
//!
//! A verifier that always confirms makes every agent pass, and nobody notices. So each is put to the proof:
//!
//! 1. On the goal's baseline it must *refute*.
//! 2. The goal's `solution:` is carried out (for a scripted test its own steps), from a neutral start as an agent would
//!    have it.
//! 3. Then it must *confirm*, and when it is asked a second time, with all its steps, confirm again on the same
//!    evidence. On the embedded phone no fact may have been changed by it.
//! 4. What its confirming evaluation read is kept, and its check is computed again on **mutants** of that: what it found
//!    is removed, flipped, relabelled, moved to another app, told by another page; the screen is the one from before, or
//!    empty; a channel says something else, nothing, or can't be read. Not one of them may be confirmed.
//!
//! Only what the rule used is changed ([`Used`](crate::verify::Used)): a rule that goes by the role of a switch does not
//! fail for its label. Where nothing is said of that, as by verifiers in Rust and by external commands, all that the
//! evidence cites is changed, and where nothing is cited, all that was read. What such code reads by ways of its own is
//! beyond the proof.
//!
//! A mutant that survives is a hole in the verifier, unless its file says why it is none:
//!
//! ```yaml
//! survivors: [{ mutant: relabelled, reason: the page has one switch, and its words differ between phones }]
//! ```
//!
//! A goal that expects `blocked` or `needs_input` can't be reached, and its verifier says what must hold all the time:
//! it has to confirm before and after, and its mutants are all that shows that it can fail. The same goes for a goal
//! with `already: allowed` that is reached from the start, and of a goal that asks for something: there its verifier has to
//! read the same value before and after, and not from its mutants.

mod case;
mod ledger;
mod mutants;
mod outcome;
mod played;
mod saved;
mod tape;
mod trial;

pub use case::{Fact, Facts, prove};
pub use ledger::{Entry, Ledger, LedgerError, PROOFS};
pub use outcome::{Finding, Proof, Proven, Tried};
pub use saved::prove_saved;
