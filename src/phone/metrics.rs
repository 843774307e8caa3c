//! Sizes on the screen, in pixels at 420 dpi, and how much room text takes.

/// Width of the screen.
pub(super) const WIDTH: i32 = 1080;
/// Height of the screen.
pub(super) const HEIGHT: i32 = 2400;
/// Dots per inch.
pub(super) const DENSITY_DPI: i32 = 420;
/// Bottom of the status bar.
pub(super) const STATUS_BAR: i32 = 128;
/// Top of the gesture bar. It lies over what is drawn, and takes the taps (mobilerun-api.md 3.6, 15).
pub(super) const GESTURE_BAR: i32 = HEIGHT - 63;
/// Top of the open keyboard.
pub(super) const KEYBOARD: i32 = 1516;
/// Space left and right of text.
pub(super) const MARGIN: i32 = 63;
/// Height of a line of a row's title.
pub(super) const TITLE_LINE: i32 = 71;
/// Height of a line of a row's summary.
pub(super) const SUMMARY_LINE: i32 = 50;

/// Mean width of a character of a title.
const TITLE_CHAR: i32 = 27;
/// Mean width of a character of a summary.
const SUMMARY_CHAR: i32 = 18;

/// Width of a title on one line.
pub(super) fn title_width(text: &str) -> i32 {
    count(text).saturating_mul(TITLE_CHAR)
}

/// Width of a summary on one line.
pub(super) fn summary_width(text: &str) -> i32 {
    count(text).saturating_mul(SUMMARY_CHAR)
}

/// Lines that text of this width takes where there is so much room; at least one, at most eight.
pub(super) fn lines(width: i32, room: i32) -> i32 {
    ((width - 1).max(0) / room.max(1) + 1).clamp(1, 8)
}

fn count(text: &str) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(i32::MAX)
}
