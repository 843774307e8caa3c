//! Pictures of the screen.
use crate::phone::Screen;

/// The screen as a PNG.
pub(crate) fn png(screen: &Screen) -> Option<Vec<u8>> {
    black(screen)
}

/// A black picture of the screen's size.
pub(crate) fn black(screen: &Screen) -> Option<Vec<u8>> {
    let (width, height) = (u32::try_from(screen.width).ok()?, u32::try_from(screen.height).ok()?);
    let mut map = tiny_skia::Pixmap::new(width, height)?;
    map.fill(tiny_skia::Color::BLACK);
    map.encode_png().ok()
}
