//! Keeps one case from taking the run with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::plain::of_panic;

/// How much longer than its own limits a case may take.
pub(super) const GRACE: Duration = Duration::from_secs(60);

/// Why something did not end by itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// It panicked, saying this.
    Panicked(String),
    /// It ran for longer than this.
    Hung(Duration),
    /// No thread could be had for it.
    NoThread(String),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Panicked(what) => write!(f, "it panicked: {what}"),
            Self::Hung(limit) => write!(
                f,
                "it was given up after {} s of real time; something waits without end (a verifier's own code?)",
                limit.as_secs()
            ),
            Self::NoThread(why) => write!(f, "no thread could be started for it: {why}"),
        }
    }
}

/// Runs `work` on a thread of its own and waits for it for at most `limit` of real time. A thread that hangs is left
/// behind: Rust has no way to end it, and it holds nothing that others wait for.
pub(super) fn watched<T: Send + 'static>(
    name: &str,
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    let (tell, told) = mpsc::sync_channel(1);
    let body = move || {
        let done = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| of_panic(panic.as_ref()));
        // Nobody listens any more when the limit has passed.
        let _ = tell.send(done);
    };
    thread::Builder::new().name(name.to_owned()).spawn(body).map_err(|e| Lost::NoThread(e.to_string()))?;
    match told.recv_timeout(limit) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(what)) => Err(Lost::Panicked(what)),
        Err(RecvTimeoutError::Timeout) => Err(Lost::Hung(limit)),
        Err(RecvTimeoutError::Disconnected) => Err(Lost::Panicked("it ended without a word".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_result_and_not_the_end() {
        let lost = watched::<()>("x", Duration::from_secs(60), || panic!("at {}", 7));
        assert_eq!(lost, Err(Lost::Panicked("at 7".to_owned())));
    }

    #[test]
    fn a_hang_ends_with_its_limit() {
        let (_keep, never) = mpsc::channel::<()>();
        let lost = watched("x", Duration::from_millis(5), move || never.recv().is_ok());
        assert_eq!(lost, Err(Lost::Hung(Duration::from_millis(5))));
    }

    #[test]
    fn what_ends_by_itself_gives_its_value() {
        assert_eq!(watched("x", Duration::from_secs(60), || 7), Ok(7));
    }
}
