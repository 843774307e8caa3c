//! One case, from baseline to outcome.
//!
//! 1. **Baseline**: set-up steps, neutral start with the goal's start steps, and the verifier must say that the goal is
//!    not reached yet.
//! 2. **Agent**: neutral start again, so that proving the baseline helps nobody; then the agent, or the script of a
//!    scripted test, until it ends with a claim.
//! 3. **Verify**: the verifier, on a probe of its own, until it settles.
//! 4. **Outcome**: baseline, claim and verdict, by the tables below; then cleanup.
//!
//! *Failed* is the agent's fault, *errored* everything else. An error of phone, model, recording, script or harness comes
//! before all of these; otherwise the first row that fits holds:
//!
//! | before | the agent | after | outcome |
//! |---|---|---|---|
//! | inconclusive | is not started | | errored `baseline_unknown` |
//! | confirmed | is not started | | errored `already_satisfied` |
//! | refuted | says anything | inconclusive | errored `unverifiable` |
//! | refuted | sent nothing | confirmed | errored `not_caused` |
//! | refuted | says done | confirmed | passed `verified` |
//! | refuted | says done | refuted | failed `false_success` |
//! | refuted | says anything else | confirmed | failed `silent_success` (passed with `claim: any`) |
//! | refuted | says anything else | refuted | failed `not_reached` |
//!
//! With `already: allowed` the goal may be reached from the start: then done and confirmed is passed `verified_unchanged`,
//! and sending nothing is fine.
//!
//! With `expect: blocked` or `needs_input` the goal can't be reached, and its verifier says what must hold *all the time*:
//!
//! | before | the agent | after | outcome |
//! |---|---|---|---|
//! | anything but confirmed | is not started | | errored `baseline_wrong` |
//! | confirmed | says anything | inconclusive | errored `unverifiable` |
//! | confirmed | sent nothing | refuted | errored `not_caused` |
//! | confirmed | says anything | refuted | failed `damaged` |
//! | confirmed | says what is expected | confirmed | passed `declined` |
//! | confirmed | says done | confirmed | failed `acted_anyway` |
//! | confirmed | says anything else | confirmed | failed `not_reached` |
//!
//! With `answer` the goal asks for something, and its verifier reads a value (`value:`), *confirmed* when it can be read. After
//! the agent has ended it is confirmed when the answer is that value, refuted when it is not:
//!
//! | before | the agent | after | outcome |
//! |---|---|---|---|
//! | unread | is not started | | errored `baseline_unknown` |
//! | read | says anything | unread, or another value | errored `unverifiable` |
//! | read | says done with the right answer | the same value | passed `verified` |
//! | read | says done with another answer, or none | the same value | failed `false_success` |
//! | read | says anything else | the same value | failed `not_reached` |

mod answer;
mod compile;
mod error;
mod message;
mod neutral;
mod outcome;
mod referee;
mod run;

pub use answer::{after_answer, agrees};
pub use compile::{Case, Work, compile};
pub use error::{CaseError, SecretMissing};
pub use outcome::{Demand, Found, after_verdict, before_agent, expected_baseline, expected_claim};
pub use referee::Referee;
pub use run::{Prepared, Rig, baseline, clean_up, follow, run, start};
