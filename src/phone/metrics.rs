//! Sizes of the screen, in pixels at 420 dpi.

/// Width of the screen.
pub(super) const WIDTH: i32 = 1080;
/// Height of the screen.
pub(super) const HEIGHT: i32 = 2400;
/// Dots per inch.
pub(super) const DENSITY_DPI: i32 = 420;
/// Bottom of the status bar.
pub(super) const STATUS_BAR: i32 = 128;
/// Top of the gesture bar. It lies over what is drawn, and takes the taps.
pub(super) const GESTURE_BAR: i32 = HEIGHT - 63;
