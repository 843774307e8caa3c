//! Jev, TypeSafe's decision model, and whatever else speaks its API.

mod system_one;

pub use system_one::{Reply, SystemOne};
