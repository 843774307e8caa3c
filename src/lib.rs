//! goalpost

pub mod clock;
pub mod event;
#[cfg(feature = "phone")]
pub mod model;
#[cfg(feature = "phone")]
pub mod phone;
pub mod policy;
pub mod report;
pub mod screen;
pub mod spec;
