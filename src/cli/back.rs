//! `goalpost back`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::screen::Global;
use crate::script::Gesture;

/// Go one step back, or close the keyboard
///
/// What the phone's own back button or gesture does.
#[derive(Debug, Args)]
#[command(after_help = single::help(
    "the screen kept changing; nothing was sent",
    &[
        "goalpost back --device simulated=http://127.0.0.1:8700/v1",
        "goalpost back --json",
    ],
))]
pub(super) struct BackArgs {
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: BackArgs) -> Exit {
    single::run(Gesture::Global(Global::Back), args.single)
}
