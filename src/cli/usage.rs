//! What is wrong with the arguments, in words.

use std::ffi::OsString;

use super::exit::Exit;
use super::out;
use crate::plain::{printable, short};

/// The longest argument that is shown as it is.
const LONGEST: usize = 200;

/// Says what is wrong with `args`, or the help or version that they ask for.
pub(super) fn said(error: &clap::Error, args: &[OsString]) -> Exit {
    // Help and version go to stdout and are no errors.
    if !error.use_stderr() {
        return out::written(error.print(), Exit::Passed);
    }
    let text = error.render().to_string();
    match tamed(&text, args) {
        // With the colours that a terminal is given. Nobody is left to complain to when it can't be written.
        tamed if tamed == text => drop(error.print()),
        tamed => out::note(tamed.trim_end()),
    }
    Exit::Usage
}

/// The text with the arguments in it that a terminal would obey, or nobody would read, as a quotation shows them.
fn tamed(text: &str, args: &[OsString]) -> String {
    let mut shown = text.to_owned();
    for arg in args {
        let arg = arg.to_string_lossy();
        // As the value of an option.
        let value = arg.split_once('=').map(|(_, value)| value);
        for part in [Some(arg.as_ref()), value].into_iter().flatten() {
            let quoted = printable(part, LONGEST);
            if quoted != part && !part.trim().is_empty() {
                shown = shown.replace(part, &quoted);
            }
        }
    }
    short(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("no x\n\nUsage: y\n", &["x"], "no x\n\nUsage: y\n")]
    #[case::turned_around("no a\u{202e}b", &["a\u{202e}b"], "no a\\u{202e}b")]
    #[case::forged("no a\nb", &["--x=a\nb"], "no a\\nb")]
    #[case::blank("no  \n", &["\n"], "no  \n")]
    fn arguments_are_quoted(#[case] text: &str, #[case] args: &[&str], #[case] shown: &str) {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        assert_eq!(tamed(text, &args), shown);
    }
}
