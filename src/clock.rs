//! Time, real or virtual: the only place where the crate reads or waits for it.
//!
//! A case that runs in one process with its phone and its model shares one virtual clock with them. There a sleep,
//! whoever asks for it, moves the clock to its end at once, and computing or talking over sockets takes no time at all:
//! a loop that waits for 15 s ends in microseconds and still sees 15 s go by. Everywhere else time is real.
//!
//! HTTP time-outs and the watchdog of a case are about this machine, not about the phone: they use real time and do
//! not come here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// A source of time, cheap to clone; clones share their time.
///
/// ```
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// use goalpost::clock::Clock;
/// use std::time::Duration;
///
/// let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
/// let before = clock.now();
/// clock.sleep(Duration::from_secs(15)).await; // returns at once
/// assert_eq!(clock.since(before), Duration::from_secs(15));
/// # });
/// ```
#[derive(Debug, Clone)]
pub struct Clock {
    start: Timestamp,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    /// The monotonic clock, read against the wall clock once: time never runs backwards within a run.
    Real(Instant),
    /// Nanoseconds since `start`.
    Virtual(Arc<AtomicU64>),
}

impl Clock {
    /// Real time.
    #[must_use]
    pub fn real() -> Self {
        Self { start: Timestamp::now(), source: Source::Real(Instant::now()) }
    }

    /// Virtual time that stands still at `start` but for the sleeps asked of this clock and its clones.
    #[must_use]
    pub fn starting_at(start: Timestamp) -> Self {
        Self { start, source: Source::Virtual(Arc::new(AtomicU64::new(0))) }
    }

    /// Now, never earlier than any earlier answer of this clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let elapsed = match &self.source {
            Source::Real(started) => started.elapsed(),
            Source::Virtual(nanos) => Duration::from_nanos(nanos.load(Ordering::SeqCst)),
        };
        // Saturating: a start near the end of representable time is nobody's real case and must not panic.
        SignedDuration::try_from(elapsed).ok().and_then(|d| self.start.checked_add(d).ok()).unwrap_or(Timestamp::MAX)
    }

    /// How long ago `earlier` was; zero if it lies ahead.
    #[must_use]
    pub fn since(&self, earlier: Timestamp) -> Duration {
        Duration::try_from(self.now().duration_since(earlier)).unwrap_or(Duration::ZERO)
    }

    /// Waits. Virtual time moves to the end of the sleep at once; sleeps that overlap do not add up beyond what each
    /// asked for after it began.
    pub async fn sleep(&self, how_long: Duration) {
        match &self.source {
            Source::Real(_) => tokio::time::sleep(how_long).await,
            Source::Virtual(nanos) => {
                let by = u64::try_from(how_long.as_nanos()).unwrap_or(u64::MAX);
                let end = nanos.load(Ordering::SeqCst).saturating_add(by);
                nanos.fetch_max(end, Ordering::SeqCst);
                // A loop of sleeps must leave the others their turn.
                tokio::task::yield_now().await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    #[tokio::test]
    async fn a_virtual_sleep_moves_every_clone_to_its_end() {
        let clock = Clock::starting_at(start());
        let other = clock.clone();
        clock.sleep(Duration::from_millis(1500)).await;
        assert_eq!(other.since(start()), Duration::from_millis(1500));
    }

    #[tokio::test]
    async fn virtual_time_stands_still_between_sleeps() {
        let clock = Clock::starting_at(start());
        assert_eq!(clock.now(), clock.now());
    }

    #[test]
    fn an_instant_ahead_is_zero_ago() {
        let clock = Clock::starting_at(start());
        let ahead = start().checked_add(SignedDuration::from_secs(1)).unwrap();
        assert_eq!(clock.since(ahead), Duration::ZERO);
    }

    #[tokio::test]
    async fn a_sleep_past_the_end_of_time_saturates() {
        let clock = Clock::starting_at(Timestamp::MAX);
        clock.sleep(Duration::MAX).await;
        assert_eq!(clock.now(), Timestamp::MAX);
    }
}
