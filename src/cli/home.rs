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
#[command(after_help = "\
Examples:
  goalpost home --device simulated=http://127.0.0.1:8700/v1
  goalpost home --json

Exit codes:
  0    sent: `verified`, `verified_late` or `dispatched` (accepted, its effect not seen)
  1    the screen kept changing; nothing was sent
  2    the arguments can't be used
  3    sent, and nothing is known of its effect: look at the phone
  4    the phone refused it, or can't be reached
  130  interrupted")]
pub(super) struct HomeArgs {
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: HomeArgs) -> Exit {
    single::run(Gesture::Global(Global::Home), args.single)
}
