//! What a command says: its result on stdout, everything else on stderr.

use std::fmt::Display;
use std::io::{self, Write};

use super::exit::Exit;
use crate::report::block;

/// Writes a command's result. A reader that has gone away is no error; a disk that is full is one.
pub(super) fn result(text: &str, exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()), exit)
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
    note(&format!("goalpost: {why}"));
    exit
}

/// One more line on stderr. Nobody is left to complain to when it can't be written.
pub(super) fn note(text: &(impl Display + ?Sized)) {
    let _ = writeln!(io::stderr().lock(), "{}", block(&text.to_string()));
}
