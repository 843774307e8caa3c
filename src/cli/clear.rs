//! `goalpost clear`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::screen::Query;
use crate::script::Gesture;

/// Empty a text field
///
/// The field that has the focus, or the one that --into means, which is tapped first if it has to be.
#[derive(Debug, Args)]
#[command(after_help = single::help(
    "no text field has the focus, or the one meant is not there; nothing was cleared",
    &[
        "goalpost clear --device simulated=http://127.0.0.1:8700/v1",
        "goalpost clear --into \"{role: field}\" --json",
    ],
))]
pub(super) struct ClearArgs {
    /// The field: a text, or keys in braces such as {role: field}
    #[arg(long, value_name = "QUERY", value_parser = single::query)]
    into: Option<Query>,
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: ClearArgs) -> Exit {
    single::run(Gesture::Clear { into: args.into }, args.single)
}
