//! goalpost

pub mod clock;
#[cfg(feature = "phone")]
pub mod phone;
pub mod event;
