//! A suite: which cases there are, which of them are run, on what, and by whom.

mod choice;
mod mode;
mod select;
mod watchdog;

pub use choice::{Choice, ChoiceError, Control, DeviceChoice, ModelChoice};
pub use mode::{ModeError, mode};
pub use select::{SelectError, Selection, Shard};
