//! One case, from baseline to outcome.
//!
//! 1. **Baseline**: set-up steps, neutral start with the goal's start steps, and the verifier must say that the goal is
//!    not reached yet.
//! 2. **Agent**: neutral start again, so that proving the baseline helps nobody; then the agent, or the script of a
//!    scripted test, until it ends with a claim.
//! 3. **Verify**: the verifier, on a probe of its own, until it settles.
//! 4. **Outcome**: baseline, claim and verdict, by the tables in [`after_verdict`]; then cleanup.
//!
//! *Failed* is the agent's fault, *errored* everything else.

mod compile;
mod error;
mod message;
mod neutral;
mod outcome;
mod referee;
mod run;

pub use compile::{Case, Work, compile};
pub use error::CaseError;
pub use outcome::{Demand, Found, after_verdict, before_agent, expected_baseline, expected_claim};
pub use referee::Referee;
pub use run::{Rig, run};
