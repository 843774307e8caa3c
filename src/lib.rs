//! goalpost
pub mod clock;
#[cfg(feature = "phone")]
pub mod model;
