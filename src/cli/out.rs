//! What a command says: its result on stdout, everything else on stderr.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::exit::Exit;
use crate::plain::{block, message};
use crate::report;

/// Writes a command's result. A reader that has gone away is no error; a disk that is full is one.
pub(super) fn result(text: &str, exit: Exit) -> Exit {
    bytes(text.as_bytes(), exit)
}

/// Writes a command's result that is no text.
pub(super) fn bytes(bytes: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()), exit)
}

/// Whether a person sees what is written to stdout.
pub(super) fn stdout_is_a_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes a command's result as a JSON document.
pub(super) fn json<T: Serialize + ?Sized>(value: &T, exit: Exit) -> Exit {
    match report::document(value) {
        Ok(text) => result(&text, exit),
        Err(e) => fail(Exit::Trouble, &format!("the result can't be written as JSON: {e}")),
    }
}

/// Whether what is written to stdout is coloured.
pub(super) fn stdout_is_coloured() -> bool {
    io::stdout().is_terminal() && colour_is_wanted()
}

/// Whether what is written to stderr is coloured.
pub(super) fn stderr_is_coloured() -> bool {
    io::stderr().is_terminal() && colour_is_wanted()
}

/// Unless `NO_COLOR` is set, as many programs have it.
fn colour_is_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// What is left of `exit` after writing the result went like this.
pub(super) fn written(done: io::Result<()>, exit: Exit) -> Exit {
    match done {
        Ok(()) => exit,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => exit,
        Err(e) => exit.max(fail(Exit::Trouble, &format!("the result can't be written: {e}"))),
    }
}

/// Says why the command ends, and ends it with `exit`.
pub(super) fn fail(exit: Exit, why: &(impl Display + ?Sized)) -> Exit {
    note(&message(&format!("goalpost: {why}")));
    exit
}

/// One more line on stderr. Nobody is left to complain to when it can't be written.
pub(super) fn note(text: &(impl Display + ?Sized)) {
    let _ = writeln!(io::stderr().lock(), "{}", block(&text.to_string()));
}
