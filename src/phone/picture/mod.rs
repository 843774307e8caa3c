//! Pictures of the screen: what a person would see, drawn from the same views that accessibility reads.
//!
//! `painter` walks the windows; `widget`, `text` and `icon` know how things look; `canvas` puts them on pixels. Text and
//! icons are outlines, filled by the drawing library: that is fast enough where this crate itself is not optimised.

mod canvas;
mod font;
mod icon;
mod painter;
mod text;
mod theme;
mod widget;

use canvas::Canvas;

use super::Screen;

/// The screen as a PNG of its size; none if it has no size. The `overlay` frames what can be tapped.
pub(crate) fn png(screen: &Screen, overlay: bool) -> Option<Vec<u8>> {
    let mut canvas = painter::screen(screen)?;
    if overlay {
        painter::frames(&mut canvas, screen);
    }
    encode(&canvas)
}

/// A black picture of the screen's size: what a secure window gives.
pub(crate) fn black(screen: &Screen) -> Option<Vec<u8>> {
    encode(&Canvas::new(screen.width, screen.height)?)
}

fn encode(canvas: &Canvas) -> Option<Vec<u8>> {
    let (width, height, pixels) = canvas.pixels();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
