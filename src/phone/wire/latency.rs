//! How long replies take, by the phone's clock.

use std::collections::BTreeMap;
use std::time::Duration;

use super::endpoint::Endpoint;

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

    pub(crate) fn of(&self, endpoint: Endpoint) -> Duration {
        self.own.get(&endpoint).copied().unwrap_or(self.base)
    }
}
