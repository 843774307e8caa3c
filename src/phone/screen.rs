//! One read of the phone: all that can be seen at an instant.

use super::view::View;

/// What the phone shows at an instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screen {
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Dots per inch; 160 is a density of 1.
    pub density_dpi: i32,
    /// Windows from bottom to top, without keyboard and bars. The last one is the active window: the only one that
    /// accessibility services are given. A dialog's root is smaller than the screen and lies over the page it belongs
    /// to, dimmed. Empty for a moment while a page is made anew: then there is no root to be had.
    pub windows: Vec<View>,
    /// The keyboard; none when it is closed.
    pub keyboard: Option<View>,
    /// The app in front; none while no window is.
    pub foreground: Option<Foreground>,
    /// The field that typing goes to.
    pub focus: Option<Focus>,
    /// Whether the window in front is secure: it comes out black in pictures.
    pub secure: bool,
    /// Whether the dark theme is on.
    pub dark: bool,
    /// The bar at the top, for pictures: it is not in any tree.
    pub status: StatusBar,
}

impl Screen {
    /// The active window.
    #[must_use]
    pub fn active(&self) -> Option<&View> {
        self.windows.last()
    }
}

/// The app in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreground {
    /// As `com.android.settings`.
    pub package: String,
    /// As `Settings`.
    pub label: String,
    /// Full class name of the activity. A dialog leaves its page's.
    pub activity: String,
}

/// The field with the input focus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// What it shows: its hint if it is empty.
    pub text: String,
    /// Class name.
    pub class: String,
    /// Resource id, empty if it has none.
    pub resource_id: String,
}

/// What the status bar shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusBar {
    /// As `10:04`.
    pub time: String,
    /// Charge in percent.
    pub battery: u8,
    /// Wi-Fi is connected.
    pub wifi: bool,
    /// Airplane mode is on.
    pub airplane: bool,
}
