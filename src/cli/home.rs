//! `goalpost home`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::screen::Global;
use crate::script::Gesture;

/// Go to the home screen
///
/// The receipt is `dispatched` where the home screen was in front already: nothing changes then.
#[derive(Debug, Args)]
#[command(after_help = single::help(
    "the screen kept changing; nothing was sent",
    &[
        "goalpost home --device simulated=http://127.0.0.1:8700/v1",
        "goalpost home --json",
    ],
))]
pub(super) struct HomeArgs {
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: HomeArgs) -> Exit {
    single::run(Gesture::Global(Global::Home), args.single)
}
