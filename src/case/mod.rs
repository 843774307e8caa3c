//! One case.

mod outcome;

pub use outcome::{Demand, Found, after_verdict, before_agent, expected_baseline, expected_claim};
