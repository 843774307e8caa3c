//! goalpost
pub mod clock;
