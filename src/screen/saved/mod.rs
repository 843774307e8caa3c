//! Screens that somebody saved to a file.
//!
//! Three formats are read, each as its tools really write it: a phone's `ui-state` reply, an XML dump of uiautomator,
//! and an Appium page source, which is such a dump with classes for element names. What a format does not hold is taken
//! from its tree as far as that shows it, and is left empty where it doesn't:
//!
//! | | `ui-state` | XML |
//! |---|---|---|
//! | size of the screen | as reported, else as for XML | the largest extent of the nodes |
//! | app in front | as reported, else as for XML | the package of the last window's root |
//! | keyboard | as reported, else as for XML | a window of an input method, if one was dumped |
//! | focus | as reported, else as for XML | the focused node of that window |
//!
//! A file that was cut off is refused: half a screen can neither show that something is there nor that it is not.

mod encoding;
mod error;
mod json;
mod text;
mod tool;
mod windows;
mod xml;

pub use error::{Place, SavedError};

use super::geometry::Size;
use super::ui_state::UiState;

/// The longest edge of a screen that is believed where only nodes tell it, in pixels. Lists that are dumped in full reach
/// some ten thousands.
const LONGEST_EDGE: i64 = 100_000;

/// Reads a saved screen. `size` is the size of the phone's screen where a person knows it; it wins over the file.
///
/// ```
/// use goalpost::screen::{Observation, saved};
///
/// let dump = br#"UI hierarchy: <hierarchy rotation="0">
///   <node class="android.widget.Switch" package="com.example" checkable="true" checked="true" bounds="[0,0][100,50]"/>
/// </hierarchy>"#;
/// let state = saved::read(dump, None)?;
/// let screen = Observation::from_ui_state("saved", &state, jiff::Timestamp::now())?;
/// assert_eq!((screen.foreground(), screen.screen.width, screen.nodes()[0].checked), ("com.example", 100, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SavedError`] names what is wrong with the file, and what to do.
pub fn read(bytes: &[u8], size: Option<Size>) -> Result<UiState, SavedError> {
    let text = encoding::decode(bytes)?;
    let text = text.trim_start_matches('\u{feff}');
    let mut state = match text.trim_start().bytes().next() {
        None => return Err(SavedError::Empty),
        Some(b'{' | b'[') => json::read(text)?,
        Some(_) => match xml::begin(text) {
            Some(start) => windows::state(xml::read(text, start)?),
            None => return Err(tool::said(text)),
        },
    };
    if let Some(size) = size {
        state = state.with_screen(size);
    } else if state.screen().is_none() {
        let extent = state.extent().ok_or(SavedError::NoSize)?;
        if extent.width.max(extent.height) > LONGEST_EDGE {
            return Err(SavedError::NoSuchSize { extent });
        }
        state = state.with_screen(extent);
    }
    Ok(state)
}
