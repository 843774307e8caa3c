//! `--trace` and `GOALPOST_OUT`.

use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use super::{out, values};
use crate::report::{Trace, Traces};

/// Where events go.
#[derive(Debug, Args)]
pub(super) struct TraceArg {
    /// Write every event as a line of JSON to this new file. GOALPOST_OUT names a folder for such files instead
    #[arg(long, value_name = "FILE", value_parser = values::new_file())]
    trace: Option<PathBuf>,
}

impl TraceArg {
    /// Creates what is asked for, by argument and by environment.
    pub(super) fn open(self) -> Result<Traces, Exit> {
        let named = self.trace.map(|file| Trace::create(&file)).transpose();
        let named = named.map_err(|error| out::fail(Exit::Usage, &error))?;
        let traces = Traces::of_environment().map_err(|error| out::fail(Exit::Trouble, &error))?;
        Ok(named.into_iter().fold(traces, Traces::with))
    }
}

/// Says what could not be written.
pub(super) fn finish(traces: &Traces, exit: Exit) -> Exit {
    traces.finish().iter().fold(exit, |exit, error| exit.max(out::fail(Exit::Trouble, error)))
}
