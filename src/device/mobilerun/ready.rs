//! Waiting for a device, and saying why it does not come.

use std::time::Duration;

use super::devices::DeviceInfo;
use super::{Mobilerun, MobilerunDevice};
use crate::device::DeviceError;
use crate::http::Request;

/// Between two looks at a device that is on its way.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// After the first wait that the service ended; doubled after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// What a state means for somebody who wants to use the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It can be used.
    Ready,
    /// It becomes ready by itself.
    Coming,
    /// It does not, and this is what to do.
    Down(&'static str),
}

fn standing(state: &str) -> Standing {
    match state {
        "ready" => Standing::Ready,
        "creating" | "assigned" | "rebooting" | "resetting" | "migrating" | "maintenance" => Standing::Coming,
        "stopped" => Standing::Down("it is parked and keeps its data: resume it in Mobilerun, then run again"),
        "terminated" => Standing::Down("it is gone for good: create another one and set MOBILERUN_DEVICE_ID"),
        "disconnected" => Standing::Down("connect the phone and open the Mobilerun app on it"),
        "lost" | "unknown" => Standing::Down("the service has lost sight of it: look at it in Mobilerun"),
        _ => Standing::Down("goalpost does not know this state: look at the device in Mobilerun"),
    }
}

impl DeviceInfo {
    /// What its state means for somebody who wants to use it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        standing(&self.state)
    }
}

impl Mobilerun {
    /// What the service says of one device now.
    ///
    /// # Errors
    /// When it cannot be read; an unknown device is an error with status 404.
    pub async fn device_info(&self, id: &str) -> Result<DeviceInfo, DeviceError> {
        let what = format!("looking up device {id}");
        let answer = self.get_json(&what, Request::get(["devices", id])).await?;
        DeviceInfo::read(&answer).ok_or(DeviceError::Unusable { what, why: "it is no device".to_owned() })
    }
}

impl MobilerunDevice {
    pub(super) async fn wait_until_ready(&self) -> Result<(), DeviceError> {
        let clock = self.account.client.clock();
        let begun = clock.now();
        let mut pause = FIRST_PAUSE;
        loop {
            let info = self.account.device_info(&self.id).await?;
            let not_ready = |advice| DeviceError::NotReady {
                device: self.id.clone(),
                state: self.account.client.quote(&info.state),
                message: self.account.client.quote(&info.state_message),
                advice,
            };
            match info.standing() {
                Standing::Ready => return Ok(()),
                Standing::Down(advice) => return Err(not_ready(advice)),
                Standing::Coming => {}
            }
            let left = self.account.ready_within.saturating_sub(clock.since(begun));
            if left.is_zero() {
                return Err(not_ready("it was on its way and did not arrive in time: wait, then run again"));
            }
            // The server's own wait ends on its own limits, with an error that says no more than that; what counts is
            // what the next look says. So one attempt is enough.
            let wait = Request::get(self.path(&["wait"])).timeout(left.min(Duration::from_secs(60)));
            let waited = self.account.client.send_once(&wait).await;
            if !waited.is_ok_and(|answer| answer.is_success()) {
                clock.sleep(LOOK_EVERY.min(left)).await;
            } else {
                // It may answer at once without being ready, and again and again.
                clock.sleep(pause.min(left)).await;
                pause = LOOK_EVERY.min(pause * 2);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("ready", true)]
    #[case("rebooting", true)]
    #[case("stopped", false)]
    #[case("Ready", false)]
    #[case("", false)]
    fn only_states_that_pass_are_waited_for(#[case] state: &str, #[case] waits: bool) {
        assert_eq!(!matches!(standing(state), Standing::Down(_)), waits);
    }
}
