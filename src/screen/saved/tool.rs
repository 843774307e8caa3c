//! What tools say in place of a dump. Many do so on stdout and with success.

use super::error::{SavedError, shortened};

/// What a tool says, as a part of it in lower case, what it means, and what to do. The more telling ones come first:
/// a file may hold several.
///
/// The messages are those of Android's uiautomator command, of adb and of Android's shell.
const MESSAGES: &[(&str, &str)] = &[
    (
        "null root node",
        "no window could be read (a window change, a secure screen, a locked phone?); wait a second and dump again",
    ),
    (
        "could not get idle state",
        "the screen never came to rest (a video, a progress bar, a clock with seconds?); stop what moves or turn \
         animations off, and dump again",
    ),
    ("could not detect idle state", "the screen never came to rest; turn animations off, and dump again"),
    ("unauthorized", "the phone does not trust this computer; agree on the phone, and dump again"),
    ("no devices", "adb found no phone; connect one, and dump again"),
    ("more than one device", "adb found several phones; name one with `adb -s`, and dump again"),
    ("offline", "adb lost the phone; connect it anew, and dump again"),
    ("permission denied", "the dump could not be written or read; choose another place on the phone"),
    ("no such file", "the dump is not where it was looked for; the tool says where it put it"),
    ("killed", "the tool was ended before it was done; dump again"),
    ("exception", "the tool crashed; dump again"),
    (
        "dumped to",
        "that is only the last line; write the dump itself with `adb exec-out uiautomator dump /dev/tty`, or pull the \
         file that it names",
    ),
    ("error", "dump again, and keep what the tool writes to stderr apart"),
];

/// The trouble with a text that is neither JSON nor XML.
pub(super) fn said(text: &str) -> SavedError {
    let lower = text.to_lowercase();
    let known = MESSAGES.iter().find_map(|(message, advice)| Some((lower.find(message)?, advice)));
    match known {
        // The line that says it.
        Some((at, advice)) => {
            let line = lower.get(..at).unwrap_or_default().matches('\n').count();
            SavedError::Tool { said: shortened(text.lines().nth(line).unwrap_or(text)), advice }
        }
        None => SavedError::Unknown { begins: shortened(text) },
    }
}
