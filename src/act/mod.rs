//! The only way to change a phone.
//!
//! [`Act::perform`] takes an [`Action`](crate::screen::Action), decided on one observation, and carries it out at most
//! once: a fresh look, the guard, the intent in the journal, one send, its outcome in the journal, a look at what
//! became of it. Whoever acts, the agent, a script or a verifier's steps, comes through here.
//!
//! What is known of each input is its [`Receipt`](crate::event::Receipt). Nothing is ever sent again.

mod effect;
mod error;
mod gesture;
mod guard;
mod journal;
mod perform;
mod settle;

pub use error::ActError;
pub use guard::Guard;
pub use journal::{Entry, InMemory, Journal};
pub use perform::{Act, Performed, Sent};

#[cfg(test)]
mod tests;
