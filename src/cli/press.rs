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
#[command(after_help = single::help(
    "the screen kept changing; nothing was sent",
    &[
        "goalpost press enter --device simulated=http://127.0.0.1:8700/v1",
        "goalpost press backspace --json",
    ],
))]
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
