//! goalpost

pub mod clock;
pub mod event;
pub mod http;
pub mod secret;
pub mod settings;
