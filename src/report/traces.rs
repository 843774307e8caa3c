//! All traces of a run: the one that is asked for by name, and the one that the environment asks for.

use std::path::Path;
use std::sync::Arc;

use super::trace::{Trace, TraceError};
use crate::event::Sink;

/// The environment variable that names a folder for traces.
pub const OUT: &str = "GOALPOST_OUT";

/// The traces of one run; often none.
#[derive(Debug, Default)]
pub struct Traces(Vec<Arc<Trace>>);

impl Traces {
    /// One in the folder that `GOALPOST_OUT` names, where it names any.
    ///
    /// # Errors
    /// When it can't be created.
    pub fn of_environment() -> Result<Self, TraceError> {
        let folder = std::env::var_os(OUT).filter(|folder| !folder.is_empty());
        let trace = folder.map(|folder| Trace::create_in(Path::new(&folder))).transpose()?;
        Ok(Self(trace.into_iter().map(Arc::new).collect()))
    }

    /// One more.
    #[must_use]
    pub fn with(mut self, trace: Trace) -> Self {
        self.0.push(Arc::new(trace));
        self
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What events go to.
    pub fn sinks(&self) -> impl Iterator<Item = Arc<dyn Sink>> {
        self.0.iter().map(|trace| Arc::clone(trace) as Arc<dyn Sink>)
    }

    /// Whether everything was written. To be asked at the end of a run.
    ///
    /// # Errors
    /// What was not, each.
    pub fn finish(&self) -> Vec<TraceError> {
        self.0.iter().filter_map(|trace| trace.finish().err()).collect()
    }
}
