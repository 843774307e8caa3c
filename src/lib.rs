//! goalpost

pub mod clock;
pub mod event;
