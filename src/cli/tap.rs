//! `goalpost tap`

use clap::Args;

use super::exit::Exit;
use super::out;
use super::single::{self, Place, SingleArgs};
use crate::script::{Aim, Gesture};

/// Tap one thing on the screen
///
/// A query is the text that is shown, or keys in braces as steps and checks have them: {label: Search}, {id: title,
/// within: {role: list}}, {switch: {label: Dark theme}}. A text means the row that shows it. Where several things match,
/// none is tapped and all are listed.
#[derive(Debug, Args)]
#[command(
    override_usage = "goalpost tap [OPTIONS] <QUERY>\n       goalpost tap [OPTIONS] --at <X,Y>",
    after_help = single::help(
        "the target is not there, or there are several; nothing was sent",
        &[
            "goalpost tap Display --device simulated=http://127.0.0.1:8700/v1",
            "goalpost tap \"{switch: {label: Dark theme}}\" --device mobilerun=DEVICE-ID",
            "goalpost tap --at 540,1200 --json",
        ],
    )
)]
pub(super) struct TapArgs {
    /// What to tap
    #[arg(value_parser = Aim::parse, required_unless_present = "at", conflicts_with = "at")]
    query: Option<Aim>,
    /// Tap this place instead, in pixels from the top left
    #[arg(long, value_name = "X,Y")]
    at: Option<Place>,
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: TapArgs) -> Exit {
    match (args.query, args.at) {
        (Some(aim), _) => single::run(Gesture::Tap(aim), args.single),
        (None, Some(Place(point))) => single::run(Gesture::TapAt(point), args.single),
        (None, None) => out::fail(Exit::Usage, "say what to tap, or where: --at X,Y"),
    }
}
