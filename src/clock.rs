//! Time, real or virtual: the only place where the crate reads or waits for it.
//!
//! A case that runs in one process with its phone and its model shares one virtual clock with them. There a sleep,
//! whoever asks for it, moves the clock to its end at once, and computing or talking over sockets takes no time at all:
//! a loop that waits for 15 s ends in microseconds and still sees 15 s go by. Everywhere else time is real.
//!
//! A case that talks to servers elsewhere uses [`Clock::stepped`]: real time, seen only when an exchange begins or ends
//! and moved by the sleeps asked for in between. What a case computes from it (ages, waits, deadlines) depends on the
//! exchanges alone and not on how fast this machine is, so that a recording of the exchanges gives the same again.
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
    /// The same, as far as it was looked at: nanoseconds since `start`.
    Stepped(Instant, Arc<AtomicU64>),
    /// Nanoseconds since `start`.
    Virtual(Arc<AtomicU64>),
}

impl Clock {
    /// Real time.
    #[must_use]
    pub fn real() -> Self {
        Self { start: Timestamp::now(), source: Source::Real(Instant::now()) }
    }

    /// Real time that stands still between exchanges: [`look`](Self::look) sets it, and a sleep moves it by what was
    /// asked for, not by what it really took.
    #[must_use]
    pub fn stepped() -> Self {
        Self { start: Timestamp::now(), source: Source::Stepped(Instant::now(), Arc::default()) }
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
            Source::Stepped(_, nanos) | Source::Virtual(nanos) => Duration::from_nanos(nanos.load(Ordering::SeqCst)),
        };
        // Saturating: a start near the end of representable time is nobody's real case and must not panic.
        SignedDuration::try_from(elapsed).ok().and_then(|d| self.start.checked_add(d).ok()).unwrap_or(Timestamp::MAX)
    }

    /// How long ago `earlier` was; zero if it lies ahead.
    #[must_use]
    pub fn since(&self, earlier: Timestamp) -> Duration {
        Duration::try_from(self.now().duration_since(earlier)).unwrap_or(Duration::ZERO)
    }

    /// An exchange begins or ends: stepped time catches up with real time, in whole microseconds, which recordings can
    /// hold. Other clocks need no telling.
    pub fn look(&self) {
        if let Source::Stepped(started, nanos) = &self.source {
            let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
            nanos.fetch_max(micros.saturating_mul(1000), Ordering::SeqCst);
        }
    }

    /// Moves virtual time ahead to `then`, if it is ahead. Other clocks go their own way.
    pub fn advance_to(&self, then: Timestamp) {
        if let Source::Virtual(nanos) = &self.source {
            let after = u64::try_from(then.duration_since(self.start).as_nanos()).unwrap_or(0);
            nanos.fetch_max(after, Ordering::SeqCst);
        }
    }

    /// Waits. Virtual time moves to the end of the sleep at once; sleeps that overlap do not add up beyond what each
    /// asked for after it began.
    pub async fn sleep(&self, how_long: Duration) {
        match &self.source {
            Source::Real(_) => tokio::time::sleep(how_long).await,
            Source::Stepped(_, nanos) => {
                let end = after(nanos, how_long);
                tokio::time::sleep(how_long).await;
                nanos.fetch_max(end, Ordering::SeqCst);
            }
            Source::Virtual(nanos) => {
                nanos.fetch_max(after(nanos, how_long), Ordering::SeqCst);
                // A loop of sleeps must leave the others their turn.
                tokio::task::yield_now().await;
            }
        }
    }
}

/// In whole microseconds, as a recording holds them.
fn after(nanos: &AtomicU64, how_long: Duration) -> u64 {
    let micros = u64::try_from(how_long.as_nanos().div_ceil(1000)).unwrap_or(u64::MAX);
    nanos.load(Ordering::SeqCst).saturating_add(micros.saturating_mul(1000))
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
    fn virtual_time_is_moved_ahead_and_never_back() {
        let clock = Clock::starting_at(start());
        let then = Timestamp::from_second(3).unwrap();
        clock.advance_to(then);
        clock.advance_to(start());
        clock.advance_to(Timestamp::MIN);
        assert_eq!(clock.now(), then);
    }

    #[tokio::test]
    async fn stepped_time_moves_by_what_was_asked_for_until_it_is_looked_at() {
        let clock = Clock::stepped();
        let before = clock.now();
        clock.sleep(Duration::from_millis(2)).await;
        assert_eq!(clock.since(before), Duration::from_millis(2));
        clock.look();
        assert!(clock.since(before) >= Duration::from_millis(2));
        assert_eq!(clock.now().subsec_nanosecond() % 1000, before.subsec_nanosecond() % 1000, "whole microseconds");
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
