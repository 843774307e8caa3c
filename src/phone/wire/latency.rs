//! How long replies take, by the phone's clock.

use std::collections::BTreeMap;
use std::time::Duration;

use super::endpoint::{Endpoint, UnknownEndpoint};

/// How long replies take. By default no time at all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latency {
    base: Duration,
    own: BTreeMap<Endpoint, Duration>,
}

impl Latency {
    /// The same for all endpoints.
    #[must_use]
    pub fn all(base: Duration) -> Self {
        Self { base, own: BTreeMap::new() }
    }

    /// Another for this endpoint.
    #[must_use]
    pub fn but(mut self, endpoint: Endpoint, latency: Duration) -> Self {
        self.own.insert(endpoint, latency);
        self
    }

    /// Reads `MS` for all endpoints, or `ENDPOINT=MS` for one, on top of what was said before.
    ///
    /// # Errors
    /// No such endpoint, or no number of milliseconds.
    pub fn read(self, written: &str) -> Result<Self, BadLatency> {
        let (endpoint, millis) = match written.split_once('=') {
            Some((endpoint, millis)) => (Some(endpoint.parse()?), millis),
            None => (None, written),
        };
        let millis: u32 = millis.parse().map_err(|_| BadLatency::Millis(millis.to_owned()))?;
        let latency = Duration::from_millis(millis.into());
        Ok(match endpoint {
            Some(endpoint) => self.but(endpoint, latency),
            None => Self { base: latency, ..self },
        })
    }

    pub(crate) fn of(&self, endpoint: Endpoint) -> Duration {
        self.own.get(&endpoint).copied().unwrap_or(self.base)
    }
}

/// Why a latency could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadLatency {
    /// What stands before the `=` is no endpoint.
    #[error(transparent)]
    Endpoint(#[from] UnknownEndpoint),
    /// It is no number of milliseconds.
    #[error("{0:?} is no number of milliseconds: write MS for all endpoints, ENDPOINT=MS for one")]
    Millis(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latency_is_for_all_endpoints_or_for_one() {
        let latency = Latency::default().read("tap=300").unwrap().read("20").unwrap();
        assert_eq!(
            (latency.of(Endpoint::Tap), latency.of(Endpoint::Time)),
            (Duration::from_millis(300), Duration::from_millis(20))
        );
        assert!(Latency::default().read("tab=1").is_err() && Latency::default().read("tap=-1").is_err());
    }
}
