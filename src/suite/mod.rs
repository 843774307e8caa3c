//! A suite: which cases there are, which of them are run, on what, and by whom.

mod cases;
mod choice;
mod devices;
pub mod doctor;
mod harness;
mod keep;
mod look;
mod mode;
mod prove;
mod recorded;
mod replays;
mod run;
mod select;
mod servers;
mod stage;
mod supply;
mod watchdog;

pub use cases::{Cases, LeftOut, Selected};
pub use choice::{Choice, ChoiceError, DeviceChoice, ModelChoice};
pub use devices::{Listed, devices};
pub use harness::main;
pub use keep::Keep;
pub use look::LookChoice;
pub use mode::{ModeError, Plan, Record, in_ci};
pub use prove::{keep_proofs, proofs, prove};
pub use recorded::recordings;
pub use replays::{Replays, replayed};
pub use run::run;
pub use select::{SelectError, Selection, Shard};
pub use stage::{FIXTURES, Stage, fixtures};
pub use supply::{Supplied, SuppliedDevice, Supply, SupplyError};
