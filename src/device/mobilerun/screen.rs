//! Reading the screen.

use std::sync::Mutex;
use std::sync::PoisonError;

use super::MobilerunDevice;
use super::answer::no_tree_yet;
use crate::device::DeviceError;
use crate::http::Request;
use crate::screen::{Observation, Size, UiState};

/// The largest size that each orientation of a screen was reported with.
///
/// A cloud phone has been seen to report another, smaller size in one call than in the next. The size only clamps what
/// lies outside, so the larger one loses nothing, while a smaller one would lose what can be touched.
#[derive(Debug, Default)]
pub(super) struct LargestScreen(Mutex<[Option<Size>; 2]>);

impl LargestScreen {
    fn widen(&self, size: Size) -> Size {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut seen[usize::from(size.width > size.height)];
        let largest = slot
            .map_or(size, |known| Size { width: known.width.max(size.width), height: known.height.max(size.height) });
        *slot = Some(largest);
        largest
    }
}

impl MobilerunDevice {
    pub(super) async fn read_screen(&self) -> Result<Observation, DeviceError> {
        // Said explicitly: what is left out by default differs between servers, and a verifier needs all of it.
        let request = Request::get(self.path(&["ui-state"])).query("filter", "false").also_retry(no_tree_yet);
        let answer = self.account.get("reading the screen", request).await?;
        let state = UiState::parse(&answer.body)?.with_screen_repaired();
        let state = match state.screen() {
            Some(size) => state.with_screen(self.largest.widen(size)),
            None => state,
        };
        Ok(Observation::from_ui_state(&self.id, &state, self.account.client.clock().now())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: i64, height: i64) -> Size {
        Size { width, height }
    }

    #[test]
    fn a_screen_grows_and_never_shrinks() {
        let largest = LargestScreen::default();
        assert_eq!(largest.widen(size(1200, 1628)), size(1200, 1628));
        assert_eq!(largest.widen(size(1440, 3088)), size(1440, 3088));
        assert_eq!(largest.widen(size(1200, 1628)), size(1440, 3088));
    }

    #[test]
    fn a_turned_screen_is_another_one() {
        let largest = LargestScreen::default();
        largest.widen(size(1080, 2400));
        assert_eq!(largest.widen(size(2400, 1080)), size(2400, 1080));
    }
}
