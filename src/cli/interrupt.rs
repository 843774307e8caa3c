//! Ctrl-C.

use std::future::Future;

use super::exit::Exit;
use super::out;

/// Runs `work` on this thread until it ends or a person stops it.
pub(super) fn until_stopped(work: impl Future<Output = Exit>) -> Exit {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return out::fail(Exit::Trouble, &format!("no runtime can be started: {e}")),
    };
    let exit = runtime.block_on(async {
        tokio::select! {
            // First, so that a signal is caught from the beginning. Where it can't be it ends the process by itself.
            biased;
            Ok(()) = tokio::signal::ctrl_c() => Exit::Interrupted,
            exit = work => exit,
        }
    });
    // What was left running must not hold up the end.
    runtime.shutdown_background();
    exit
}
