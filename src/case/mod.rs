//! One case.

mod outcome;

pub use outcome::{Demand, Expect, Found, after_verdict, before_agent};
