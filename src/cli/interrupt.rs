//! Ctrl-C, and what a supervisor sends to end a process.

use std::future::Future;
use std::io;
use std::time::Duration;

use super::exit::Exit;
use super::out;
use crate::clock::Clock;

/// How long a command that was stopped may take to say what it has: a reader or a disk may never take it.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Runs `work` on this thread until it ends or a person stops it.
///
/// From then on signals end this process in order. Where it can't come to its end by itself, being stuck in a pipe that
/// nobody reads, say, it is ended [`LAST_WORDS`] later, or at the second signal.
pub(super) fn until_stopped(work: impl Future<Output = Exit>) -> Exit {
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(e) => return out::fail(Exit::Trouble, &format!("no runtime can be started: {e}")),
    };
    // From here on, so that none is lost. Where they can't be caught they end the process by themselves.
    let stop = {
        let _inside = runtime.enter();
        Stop::listen()
    };
    // Without this thread signals still end what is not stuck.
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(end_what_is_stuck);
    let exit = runtime.block_on(async {
        tokio::select! {
            biased;
            Ok(()) = async { stop?.asked().await } => Exit::Interrupted,
            exit = work => exit,
        }
    });
    // What was left running must not hold up the end.
    runtime.shutdown_background();
    exit
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

fn end_what_is_stuck() {
    let Ok(runtime) = runtime() else { return };
    let stuck = runtime.block_on(async {
        let (mut stop, clock) = (Stop::listen()?, Clock::real());
        stop.asked().await?;
        tokio::select! {
            again = stop.asked() => again,
            () = clock.sleep(LAST_WORDS) => Ok(()),
        }
    });
    if let Ok::<(), io::Error>(()) = stuck {
        std::process::exit(Exit::Interrupted.code().into());
    }
}

/// The signals that ask this process to end.
#[cfg(unix)]
struct Stop([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Stop {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Waits for the next one.
    async fn asked(&mut self) -> io::Result<()> {
        let [interrupt, terminate] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => Ok(()),
            _ = terminate.recv() => Ok(()),
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
struct Stop;

#[cfg(not(unix))]
impl Stop {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn asked(&mut self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
