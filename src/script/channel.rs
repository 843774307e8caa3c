//! Reading back what a step set up.

use std::time::Duration;

use super::expect::Expect;
use super::options::Options;
use super::runner::Runner;
use super::step::Problem;
use crate::act::ActError;
use crate::device::{Channel, Input, Reading, Value};

/// Makes sure, before anything is sent, that what is to be set can be read back.
///
/// # Errors
/// The phone cannot tell it. A read that fails is none: what was not there before may be there afterwards.
pub(super) async fn can_be_read(runner: &mut Runner<'_>, channel: &Channel) -> Result<(), Problem> {
    match runner.act().device().read(channel.clone()).await {
        Reading::Value(_) | Reading::Failed(_) => Ok(()),
        Reading::Unsupported { why } => Err(Problem::Unresolved(format!(
            "nothing was sent, because {channel} can't be read back here, so that nothing would prove it was set: {why}"
        ))),
    }
}

/// Reads a channel until `holds` finds nothing wrong with it.
///
/// # Errors
/// What was wrong when the time was up, or that the phone failed.
pub(super) async fn read_back(
    runner: &mut Runner<'_>,
    channel: Channel,
    timeout: Duration,
    holds: impl Fn(&Value) -> Result<(), String>,
) -> Result<(), Problem> {
    let deadline = runner.deadline(timeout);
    loop {
        let problem = match runner.act().device().read(channel.clone()).await {
            Reading::Value(value) => match holds(&value) {
                Ok(()) => return Ok(()),
                Err(wrong) => Problem::Unmet(wrong),
            },
            Reading::Unsupported { why } => return Err(Problem::Unresolved(why)),
            Reading::Failed(error) => Problem::Act(ActError::Device(error)),
        };
        if deadline.passed(runner) {
            return Err(problem);
        }
        runner.pause().await;
    }
}

/// Sends a command, and looks at the screen afterwards where the step says `verify:`.
///
/// # Errors
/// When it is refused or what was to be seen is not.
pub(super) async fn set_up(runner: &mut Runner<'_>, command: &Input, options: &Options) -> Result<(), Problem> {
    let verify = options.verify.as_ref().filter(|verify| !matches!(verify, Expect::Nothing));
    let Some(verify) = verify else { return runner.command(command).await.map(drop) };
    let before = runner.look().await?;
    let sent = runner.command(command).await?;
    runner.expect(verify, options.timeout(), &before, sent.after).await
}
