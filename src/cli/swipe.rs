//! `goalpost swipe`

use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::out;
use super::single::{self, Place, SingleArgs};
use crate::screen::{Direction, Query};
use crate::script::Gesture;
use crate::spec::Period;

/// Move a finger across the screen
///
/// `swipe up` moves the finger up, so that what lies further down comes into view. Without --in it crosses most of the
/// screen, and not the keyboard.
#[derive(Debug, Args)]
#[command(
    override_usage = "goalpost swipe [OPTIONS] <up|down|left|right>\n       goalpost swipe [OPTIONS] --from <X,Y> --to <X,Y>",
    after_help = single::help(
        "the part of the screen is not there, or there are several; nothing was sent",
        &[
            "goalpost swipe up --device simulated=http://127.0.0.1:8700/v1",
            "goalpost swipe left --in \"{role: list}\"",
            "goalpost swipe --from 540,1600 --to 540,400 --takes 600ms",
        ],
    )
)]
pub(super) struct SwipeArgs {
    /// Where the finger moves to
    #[arg(value_name = "up|down|left|right", value_parser = direction, required_unless_present_all = ["from", "to"])]
    direction: Option<Direction>,
    /// The part of the screen to swipe over: a text, or keys in braces such as {role: list}
    #[arg(long = "in", value_name = "QUERY", value_parser = single::query, requires = "direction")]
    within: Option<Query>,
    /// Where the finger comes down, in pixels from the top left
    #[arg(long, value_name = "X,Y", requires = "to", conflicts_with = "direction")]
    from: Option<Place>,
    /// Where it is lifted
    #[arg(long, value_name = "X,Y", requires = "from", conflicts_with = "direction")]
    to: Option<Place>,
    /// How long the finger takes, from 10ms to 10s
    #[arg(long, value_name = "TIME", value_parser = takes, default_value = "300ms")]
    takes: Duration,
    #[command(flatten)]
    single: SingleArgs,
}

fn direction(text: &str) -> Result<Direction, String> {
    let known = Direction::ALL.into_iter().find(|direction| direction.name() == text);
    known.ok_or_else(|| "a finger moves up, down, left or right".to_owned())
}

fn takes(text: &str) -> Result<Duration, String> {
    let Period(takes) = text.parse()?;
    let sensible = Duration::from_millis(10)..=Duration::from_secs(10);
    if sensible.contains(&takes) { Ok(takes) } else { Err("a swipe takes from 10ms to 10s".to_owned()) }
}

pub(super) fn run(args: SwipeArgs) -> Exit {
    let gesture = match (args.direction, args.from, args.to) {
        (Some(finger), ..) => Gesture::Swipe { finger, within: args.within, takes: args.takes },
        (None, Some(Place(start)), Some(Place(end))) if start != end => {
            Gesture::SwipeFrom { start, end, takes: args.takes }
        }
        (None, Some(_), Some(_)) => return out::fail(Exit::Usage, "a swipe ends elsewhere than it begins"),
        (None, ..) => return out::fail(Exit::Usage, "say up, down, left or right, or --from X,Y --to X,Y"),
    };
    single::run(gesture, args.single)
}
