//! goalpost

pub mod clock;
pub mod event;

pub mod spec;
