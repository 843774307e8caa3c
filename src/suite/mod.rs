//! A suite: which cases there are, which of them are run, on what, and by whom.

mod cases;
mod choice;
mod devices;
pub mod doctor;
mod harness;
mod look;
mod mode;
mod run;
mod select;
mod servers;
mod supply;
mod watchdog;

pub use cases::{Cases, LeftOut, Selected};
pub use choice::{Choice, ChoiceError, DeviceChoice, ModelChoice};
pub use devices::{Listed, devices};
pub use harness::main;
pub use look::LookChoice;
pub use mode::{ModeError, mode};
pub use run::run;
pub use select::{SelectError, Selection, Shard};
pub use supply::{Supplied, SuppliedDevice, Supply, SupplyError};
