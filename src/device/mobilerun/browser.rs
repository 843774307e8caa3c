//! Scripts in the phone's browser.

use super::MobilerunDevice;
use crate::device::{Executed, Input, Transport};

impl MobilerunDevice {
    pub(super) async fn run_script(&self, script: &str) -> Executed {
        let request = self.request(&Input::Script { script: script.to_owned() });
        let answer = match self.account.client.send_once(&request).await {
            Ok(answer) => answer,
            Err(error) => return Executed { transport: super::send::lost(&error), result: None },
        };
        let transport = self.transport(&answer);
        let result = match &transport {
            Transport::Accepted { cut: false, body_error: None, .. } => {
                // What a script gives may be null, which is a result; an answer without one is none.
                answer.json().ok().and_then(|json| json.as_object()?.get("result").cloned())
            }
            _ => None,
        };
        Executed { transport, result }
    }
}
