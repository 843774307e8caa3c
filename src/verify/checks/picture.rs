//! Pictures of a screen as pixels.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Pixels on a side. No phone's screen has as many.
const LONGEST_SIDE: usize = 8_192;
/// Bytes that decoding may take.
const LARGEST: usize = 256 << 20;

/// A colour: red, green, blue.
pub(super) type Colour = [u8; 3];

/// A picture, row by row from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picture {
    pub width: usize,
    pub height: usize,
    pixels: Vec<Colour>,
}

impl Picture {
    /// Decodes PNG or JPEG.
    ///
    /// # Errors
    /// Why it can't be.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, String> {
        if bytes.starts_with(b"\x89PNG") {
            return png(bytes);
        }
        if bytes.starts_with(b"\xff\xd8") {
            return jpeg(bytes);
        }
        Err("the picture is neither PNG nor JPEG".to_owned())
    }

    /// The pixels from a left top corner to a right bottom one, which is not part of them; none where it is not all on
    /// the picture.
    pub(super) fn part(
        &self,
        left: usize,
        top: usize,
        right: usize,
        bottom: usize,
    ) -> Option<impl Iterator<Item = Colour>> {
        let inside = left < right && top < bottom && right <= self.width && bottom <= self.height;
        let row = move |y: usize| self.pixels.get(y * self.width + left..y * self.width + right).unwrap_or_default();
        inside.then(|| (top..bottom).flat_map(move |y| row(y).iter().copied()))
    }

    fn new(width: usize, height: usize, pixels: Vec<Colour>) -> Result<Self, String> {
        if pixels.len() == width * height {
            Ok(Self { width, height, pixels })
        } else {
            Err("the picture is cut".to_owned())
        }
    }
}

fn broken(error: &dyn std::fmt::Display) -> String {
    format!("the picture is broken: {}", crate::plain::printable(&error.to_string(), 200))
}

fn png(bytes: &[u8]) -> Result<Picture, String> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: LARGEST });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(|error| broken(&error))?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if width > LONGEST_SIDE || height > LONGEST_SIDE {
        return Err(format!("a picture of {width}×{height} pixels is too large for a screen's"));
    }
    let size = reader.output_buffer_size().filter(|size| *size <= LARGEST).ok_or("the picture is too large")?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(|error| broken(&error))?;
    let data = buffer.get(..frame.buffer_size()).unwrap_or_default();
    let pixels = match frame.color_type {
        ColorType::Rgb => data.as_chunks::<3>().0.to_vec(),
        ColorType::Rgba => data.as_chunks::<4>().0.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect(),
        ColorType::Grayscale => data.iter().map(|v| [*v; 3]).collect(),
        ColorType::GrayscaleAlpha => data.as_chunks::<2>().0.iter().map(|[v, _]| [*v; 3]).collect(),
        ColorType::Indexed => return Err("the picture's palette was not resolved".to_owned()),
    };
    Picture::new(width, height, pixels)
}

fn jpeg(bytes: &[u8]) -> Result<Picture, String> {
    let options = DecoderOptions::default()
        .set_max_width(LONGEST_SIDE)
        .set_max_height(LONGEST_SIDE)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let data = decoder.decode().map_err(|error| broken(&error))?;
    let (width, height) = decoder.dimensions().ok_or("the picture has no size")?;
    Picture::new(width, height, data.as_chunks::<3>().0.to_vec())
}
