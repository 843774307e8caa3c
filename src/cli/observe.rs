//! `goalpost observe`

use std::fmt::Write;

use clap::Args;

use super::exit::Exit;
use super::from::{FromArg, Seen};
use super::target::DeviceArg;
use super::{interrupt, out, shown};
use crate::plain::inline;
use crate::screen::{Element, Observation};

/// Show what is on the screen, as an agent and a verifier see it
///
/// Reads the phone once and prints its foreground app, the fingerprint of the screen and the table of its elements:
/// those that an agent is shown and, marked with *, the switches without words that only verifiers look at.
/// A saved screen is read the same way; what its file does not say is taken from its nodes, and its device is `saved`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost observe
  goalpost observe --device simulated=http://127.0.0.1:8700/v1 --json
  goalpost observe --device mobilerun=DEVICE-ID
  goalpost observe --from window_dump.xml --screen 1080x2400
  adb exec-out uiautomator dump /dev/tty | goalpost observe --from -

Exit codes:
  0    shown
  2    the arguments can't be used
  4    the phone can't be read, or the file is no screen
  130  interrupted")]
pub(super) struct ObserveArgs {
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    from: FromArg,
    /// Print the observation as a JSON document, with bounds and every state of every element that an agent is shown;
    /// what is marked with * in the table is not among them
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: ObserveArgs) -> Exit {
    let seen = match Seen::by(args.device, &args.from) {
        Ok(seen) => seen,
        Err(exit) => return exit,
    };
    interrupt::until_stopped(async {
        match seen.observe("observe").await {
            Err(error) => out::fail(Exit::Trouble, &error),
            Ok(observation) if args.json => out::json(&observation, Exit::Passed),
            Ok(observation) => out::result(&table(&observation), Exit::Passed),
        }
    })
}

/// For a person: what can be read and what can be done.
fn table(observation: &Observation) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = writeln!(
        text,
        "{} on {}, {} x {}\n{}\n",
        front(&observation.phone.package_name),
        inline(&observation.device_id),
        observation.screen.width,
        observation.screen.height,
        observation.fingerprint
    );
    let _ = writeln!(text, "{:16} {:5}  {:40} {:32} states", "element", "key", "name", "resource id");
    for element in observation.nodes().iter().filter(|node| node.in_profile || node.checkable) {
        let (kind, name) = name(element);
        let mark = if element.in_profile { "" } else { "*" };
        let id = format!("{}{mark}", shown::id(&element.id));
        let (name, resource) = (inline(name), inline(&element.resource_id));
        let row = format!("{id:16} {kind:5}  {name:40} {resource:32} {}", states(element));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    if observation.nodes().iter().any(|node| node.checkable && !node.in_profile) {
        let _ = writeln!(text, "\n* verifiers look at it; agents are not shown it, nor is it in --json");
    }
    text
}

/// What an element is called, and by which key a query finds it so.
fn name(element: &Element) -> (&'static str, &str) {
    match (element.text.as_str(), element.label.as_str()) {
        ("", "") => ("", ""),
        ("", label) => ("label", label),
        (text, _) => ("text", text),
    }
}

fn front(package: &str) -> std::borrow::Cow<'_, str> {
    if package.is_empty() { "no app in front".into() } else { inline(package) }
}

fn states(element: &Element) -> String {
    let on_off = if element.checked { "on" } else { "off" };
    let words = [
        (element.clickable, "tap"),
        (element.editable, "type"),
        (element.scrollable, "scroll"),
        (element.checkable, on_off),
        (element.selected, "selected"),
        (element.focused, "focused"),
        (element.password, "password"),
        (!element.enabled, "disabled"),
    ];
    words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
