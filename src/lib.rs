//! goalpost

pub mod act;
pub mod agent;
pub mod case;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod device;
pub mod event;
pub mod http;
#[cfg(feature = "phone")]
pub mod model;
#[cfg(feature = "phone")]
pub mod phone;
pub mod policy;
pub mod report;
pub mod screen;
pub mod script;
pub mod secret;
pub mod settings;
pub mod spec;
pub mod suite;
pub mod verify;
