//! `--trace` and `GOALPOST_OUT`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::out;
use crate::event::Sink;
use crate::report::{Trace, TraceError};
use crate::suite::OUT;

/// Where events go.
#[derive(Debug, Args)]
pub(super) struct TraceArg {
    /// Write every event as a line of JSON to this new file. GOALPOST_OUT names a folder for such files instead
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

/// The traces of one run.
#[derive(Debug)]
pub(super) struct Traces(Vec<Arc<Trace>>);

impl TraceArg {
    /// Creates what is asked for, by argument and by environment.
    pub(super) fn open(self) -> Result<Traces, Exit> {
        let failed = |exit| move |error: TraceError| out::fail(exit, &error);
        let mut traces = Vec::new();
        if let Some(file) = self.trace {
            traces.push(Arc::new(Trace::create(&file).map_err(failed(Exit::Usage))?));
        }
        if let Some(folder) = std::env::var_os(OUT).filter(|folder| !folder.is_empty()) {
            traces.push(Arc::new(Trace::create_in(&PathBuf::from(folder)).map_err(failed(Exit::Trouble))?));
        }
        Ok(Traces(traces))
    }
}

impl Traces {
    pub(super) fn sinks(&self) -> impl Iterator<Item = Arc<dyn Sink>> {
        self.0.iter().map(|trace| Arc::clone(trace) as Arc<dyn Sink>)
    }

    /// Says what could not be written.
    pub(super) fn finish(&self, exit: Exit) -> Exit {
        self.0
            .iter()
            .filter_map(|trace| trace.finish().err())
            .fold(exit, |exit, error| exit.max(out::fail(Exit::Trouble, &error)))
    }
}
