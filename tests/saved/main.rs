//! Screens that were saved to a file, in every state in which files are found.

#![allow(clippy::unwrap_used, reason = "a screen that cannot be read is a failed test")]

mod dumps;
mod replies;

use goalpost::screen::saved::{self, SavedError};
use goalpost::screen::{Observation, UiState};

/// What Android's own serializer writes first.
const HEAD: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/// A dump of one window that holds one switch.
fn one_switch() -> String {
    format!(
        "{HEAD}<hierarchy><node text=\"\" class=\"android.widget.FrameLayout\" package=\"com.example\" \
         bounds=\"[0,0][1080,2400]\"><node text=\"\" class=\"android.widget.Switch\" content-desc=\"Dark &amp; quiet\" \
         checkable=\"true\" checked=\"true\" bounds=\"[900,100][1000,200]\" /></node></hierarchy>"
    )
}

fn read(bytes: &[u8]) -> Result<UiState, SavedError> {
    saved::read(bytes, None)
}

fn observed(bytes: &[u8]) -> Observation {
    let state = read(bytes).unwrap_or_else(|error| panic!("{error}"));
    Observation::from_ui_state("saved", &state, jiff::Timestamp::UNIX_EPOCH).unwrap()
}

fn trouble(bytes: &[u8]) -> SavedError {
    match read(bytes) {
        Err(error) => error,
        Ok(_) => panic!("this is read as a screen"),
    }
}
