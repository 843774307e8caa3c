//! How long replies take, by the phone's clock.

use std::collections::BTreeMap;
use std::time::Duration;

use super::endpoint::{Endpoint, UnknownEndpoint};
use super::fault::split_mix;

/// How long replies take. By default no time at all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latency {
    base: Pause,
    own: BTreeMap<Endpoint, Pause>,
}

/// The shortest and the longest pause, the same if it is always the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Pause {
    least: Duration,
    most: Duration,
}

impl From<Duration> for Pause {
    fn from(always: Duration) -> Self {
        Self { least: always, most: always }
    }
}

impl Latency {
    /// The same for all endpoints.
    #[must_use]
    pub fn all(base: Duration) -> Self {
        Self { base: base.into(), own: BTreeMap::new() }
    }

    /// Another for this endpoint.
    #[must_use]
    pub fn but(mut self, endpoint: Endpoint, latency: Duration) -> Self {
        self.own.insert(endpoint, latency.into());
        self
    }

    /// Reads `MS` for all endpoints, or `ENDPOINT=MS` for one, on top of what was said before. `MS..MS` is a range, from
    /// which the phone's seed draws.
    ///
    /// # Errors
    /// No such endpoint, or no number of milliseconds.
    pub fn read(mut self, written: &str) -> Result<Self, BadLatency> {
        let (endpoint, millis) = match written.split_once('=') {
            Some((endpoint, millis)) => (Some(endpoint.parse()?), millis),
            None => (None, written),
        };
        let pause = pause(millis).ok_or_else(|| BadLatency::Millis(millis.to_owned()))?;
        match endpoint {
            Some(endpoint) => drop(self.own.insert(endpoint, pause)),
            None => self.base = pause,
        }
        Ok(self)
    }

    /// How long this reply takes. Draws only where there is a choice.
    pub(crate) fn draw(&self, endpoint: Endpoint, random: &mut u64) -> Duration {
        let Pause { least, most } = self.own.get(&endpoint).copied().unwrap_or(self.base);
        let choices = u64::try_from(most.saturating_sub(least).as_millis()).unwrap_or(u64::MAX).saturating_add(1);
        if choices == 1 { least } else { least + Duration::from_millis(split_mix(random) % choices) }
    }
}

fn pause(written: &str) -> Option<Pause> {
    let millis = |text: &str| text.parse::<u32>().ok().map(|ms| Duration::from_millis(ms.into()));
    let (least, most) = written.split_once("..").unwrap_or((written, written));
    let pause = Pause { least: millis(least)?, most: millis(most)? };
    (pause.least <= pause.most).then_some(pause)
}

/// Why a latency could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadLatency {
    /// What stands before the `=` is no endpoint.
    #[error(transparent)]
    Endpoint(#[from] UnknownEndpoint),
    /// It is no number of milliseconds.
    #[error("{0:?} is no number of milliseconds: write MS for all endpoints, ENDPOINT=MS for one, MS..MS for a range")]
    Millis(String),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rstest::rstest;

    use super::*;

    #[test]
    fn a_latency_is_for_all_endpoints_or_for_one() {
        let latency = Latency::default().read("tap=300").unwrap().read("20").unwrap();
        let of = |endpoint| latency.draw(endpoint, &mut 0);
        assert_eq!((of(Endpoint::Tap), of(Endpoint::Time)), (Duration::from_millis(300), Duration::from_millis(20)));
    }

    #[test]
    fn a_range_is_drawn_from_by_the_seed_from_end_to_end() {
        let latency = Latency::default().read("tap=100..102").unwrap();
        let drawn = |mut seed| (0..50).map(|_| latency.draw(Endpoint::Tap, &mut seed).as_millis()).collect::<Vec<_>>();
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        assert_eq!(drawn(7).into_iter().collect::<BTreeSet<_>>(), BTreeSet::from([100, 101, 102]));
    }

    #[rstest]
    #[case::endpoint("tab=1")]
    #[case::sign("tap=-1")]
    #[case::nothing("")]
    #[case::backwards("5..4")]
    #[case::half_a_range("5..")]
    #[case::three("1..2..3")]
    #[case::too_long("4294967296")]
    fn what_is_no_latency_is_an_error(#[case] written: &str) {
        assert!(Latency::default().read(written).is_err());
    }
}
