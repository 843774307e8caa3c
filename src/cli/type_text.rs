//! `goalpost type`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::screen::Query;
use crate::script::Gesture;

/// Type text into a field
///
/// Into the field that has the focus, or into the one that --into means, which is tapped first if it has to be. The text
/// replaces what is there. It is an argument, so others on this machine may see it: type no secrets this way.
#[derive(Debug, Args)]
#[command(after_help = single::help(
    "no text field has the focus, or the one meant is not there; nothing was typed",
    &[
        "goalpost type \"battery saver\" --device simulated=http://127.0.0.1:8700/v1",
        "goalpost type \"battery saver\" --into \"{role: field}\"",
        "goalpost type \" and more\" --append",
    ],
))]
pub(super) struct TypeArgs {
    /// The text
    #[arg(value_parser = text)]
    text: String,
    /// The field: a text, or keys in braces such as {role: field}
    #[arg(long, value_name = "QUERY", value_parser = single::query)]
    into: Option<Query>,
    /// Add to what is there, instead of replacing it
    #[arg(long)]
    append: bool,
    #[command(flatten)]
    single: SingleArgs,
}

fn text(text: &str) -> Result<String, String> {
    if text.is_empty() {
        Err("there is no text; `goalpost clear` empties a field".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

pub(super) fn run(args: TypeArgs) -> Exit {
    single::run(Gesture::Type { text: args.text, into: args.into, clear: !args.append }, args.single)
}
