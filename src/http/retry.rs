//! When a read is repeated, and after how long.

use std::time::Duration;

use jiff::Timestamp;

/// How reads are repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// Attempts in all, the first among them.
    pub attempts: u32,
    /// Time for all attempts and the waits between them. When the next wait would not end within it, there is no next
    /// attempt and no wait.
    pub budget: Duration,
    /// The wait after the first attempt; it doubles.
    pub first_wait: Duration,
    /// The longest wait of our own choice. The server may ask for a longer one.
    pub longest_wait: Duration,
    /// A header that tells the server which repetition it sees, from 1.
    pub count_header: Option<&'static str>,
}

impl Retry {
    /// No repetition.
    pub const NEVER: Self = Self {
        attempts: 1,
        budget: Duration::MAX,
        first_wait: Duration::ZERO,
        longest_wait: Duration::ZERO,
        count_header: None,
    };

    /// Our own wait after attempt `attempt` (from 1): doubled each time, capped, and up to a quarter shorter so that
    /// clients that failed together do not come back together. The same moment always gives the same wait: in virtual
    /// time a run can be repeated exactly.
    pub(super) fn wait(&self, attempt: u32, now: Timestamp) -> Duration {
        let doublings = attempt.saturating_sub(1).min(31);
        let full = self.first_wait.saturating_mul(1 << doublings).min(self.longest_wait);
        let part = u32::try_from(mixed(now.as_microsecond().cast_unsigned() ^ u64::from(attempt)) % 1000).unwrap_or(0);
        full - full / 4 * part / 1000
    }
}

/// SplitMix64: the same on every machine and in every version, as recordings need it.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Whether an answer with this status may be followed by a better one.
pub(super) fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 429 | 500..=599)
}

/// The wait a server asks for: milliseconds first, then seconds or a date.
pub(super) fn asked_wait(millis: Option<&str>, seconds: Option<&str>, now: Timestamp) -> Option<Duration> {
    if let Some(wait) = millis.and_then(|text| number(text, 1000.0)) {
        return Some(wait);
    }
    let text = seconds?;
    number(text, 1.0).or_else(|| {
        let date = httpdate::parse_http_date(text.trim()).ok()?;
        let date = Timestamp::try_from(date).ok()?;
        // A date that has passed asks for no wait.
        Some(Duration::try_from(date.duration_since(now)).unwrap_or(Duration::ZERO))
    })
}

fn number(text: &str, per_second: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(number / per_second).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    const RETRY: Retry = Retry {
        attempts: 3,
        budget: Duration::from_secs(30),
        first_wait: Duration::from_millis(500),
        longest_wait: Duration::from_secs(5),
        count_header: None,
    };

    #[rstest]
    #[case(Some("1500"), Some("9"), Some(1500))]
    #[case(Some("soon"), Some("2"), Some(2000))]
    #[case(None, Some(" 0.5 "), Some(500))]
    #[case(None, Some("0"), Some(0))]
    #[case(None, Some("-1"), None)]
    #[case(None, Some("NaN"), None)]
    #[case(None, Some("1e400"), None)]
    #[case(None, Some("Thu, 01 Jan 1970 00:00:40 GMT"), Some(30_000))]
    #[case(None, Some("Thu, 01 Jan 1970 00:00:01 GMT"), Some(0))]
    #[case(None, Some("tomorrow"), None)]
    #[case(None, None, None)]
    fn the_servers_wait_is_read(#[case] millis: Option<&str>, #[case] seconds: Option<&str>, #[case] ms: Option<u64>) {
        let now = Timestamp::from_second(10).unwrap();
        assert_eq!(asked_wait(millis, seconds, now), ms.map(Duration::from_millis));
    }

    #[rstest]
    #[case(200, false)]
    #[case(400, false)]
    #[case(408, true)]
    #[case(409, false)]
    #[case(425, false)]
    #[case(429, true)]
    #[case(500, true)]
    #[case(529, true)]
    fn some_statuses_may_pass(#[case] status: u16, #[case] expected: bool) {
        assert_eq!(may_pass(status), expected);
    }

    proptest! {
        #[test]
        fn our_own_wait_doubles_is_capped_and_loses_a_quarter_at_most(attempt in 1_u32..=u32::MAX, second in 0_i64..10_000) {
            let wait = RETRY.wait(attempt, Timestamp::from_second(second).unwrap());
            let full = Duration::from_millis(500).saturating_mul(1 << (attempt - 1).min(31)).min(Duration::from_secs(5));
            prop_assert!(wait <= full && wait >= full * 3 / 4);
        }
    }
}
