//! The agent loop: a policy decides, [`act`](crate::act) carries out, until the loop ends with a
//! [`Claim`](crate::event::Claim).
//!
//! A claim is what the agent *says*. Nothing here reads what is true; that is for a verifier, which never sees a claim.

mod history;
mod limits;
mod pursuit;

pub use limits::Limits;
pub use pursuit::{AgentError, Effort, Interrupted, LastDecision, Pursued, Task, pursue};
