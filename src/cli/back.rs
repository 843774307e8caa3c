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
#[command(after_help = "\
Examples:
  goalpost back --device simulated=http://127.0.0.1:8700/v1
  goalpost back --json

Exit codes:
  0    sent: `verified`, `verified_late` or `dispatched` (accepted, its effect not seen)
  1    the screen kept changing; nothing was sent
  2    the arguments can't be used
  3    sent, and nothing is known of its effect: look at the phone
  4    the phone refused it, or can't be reached
  130  interrupted")]
pub(super) struct BackArgs {
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: BackArgs) -> Exit {
    single::run(Gesture::Global(Global::Back), args.single)
}
