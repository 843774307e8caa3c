//! `goalpost press`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::screen::Key;
use crate::script::Gesture;

/// Press a key
///
/// The keys are enter, tab, space, backspace, delete, escape, up, down, left and right. Back and home are commands of
/// their own.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost press enter --device simulated=http://127.0.0.1:8700/v1
  goalpost press backspace --json

Exit codes:
  0    sent: `verified`, `verified_late` or `dispatched` (accepted, its effect not seen)
  1    the screen kept changing; nothing was sent
  2    the arguments can't be used
  3    sent, and nothing is known of its effect: look at the phone
  4    the phone refused it, or can't be reached
  130  interrupted")]
pub(super) struct PressArgs {
    /// Which key
    #[arg(value_parser = key)]
    key: Key,
    #[command(flatten)]
    single: SingleArgs,
}

fn key(text: &str) -> Result<Key, String> {
    let names = || Key::ALL.map(Key::name).join(", ");
    let known = Key::ALL.into_iter().find(|key| key.name() == text);
    known.ok_or_else(|| match text {
        "back" | "home" => format!("{text} is a command of its own: goalpost {text}"),
        _ => format!("a key is one of {}", names()),
    })
}

pub(super) fn run(args: PressArgs) -> Exit {
    single::run(Gesture::Press(args.key), args.single)
}
