//! goalpost

pub mod clock;
pub mod event;
#[cfg(feature = "phone")]
pub mod phone;
