//! Text of views: sizes, colours, where it stands in its bounds.

use tiny_skia::Color;

use super::canvas::{Area, Canvas};
use super::font;
use crate::phone::TextStyle;

/// How a style is set: size of an em in pixels, extra weight, whether centred.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) size: f32,
    /// Width of the line around the outlines, in ems: the font at hand is a light one.
    pub(super) weight: f32,
    pub(super) centred: bool,
}

const REGULAR: f32 = 0.022;
const MEDIUM: f32 = 0.045;

pub(super) const fn face(style: TextStyle) -> Face {
    let (size, weight, centred) = match style {
        TextStyle::Headline => (63.0, 0.012, false),
        TextStyle::BarTitle => (53.0, 0.02, false),
        TextStyle::Title => (52.0, REGULAR, false),
        TextStyle::Summary => (37.0, REGULAR, false),
        TextStyle::Header => (37.0, MEDIUM, false),
        TextStyle::Button => (38.0, MEDIUM, true),
        TextStyle::Body => (42.0, REGULAR, false),
        TextStyle::Display => (150.0, 0.0, true),
        TextStyle::Label => (34.0, REGULAR, true),
    };
    Face { size, weight, centred }
}

/// Where text stands from top to bottom.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stand {
    Top,
    Middle,
    Bottom,
}

/// Draws text into `area`. With more than one line's height it is broken into lines; what does not fit is made
/// narrower, and in the end left out.
pub(super) fn text(canvas: &mut Canvas, words: &str, face: Face, area: Area, color: Color, stand: Stand) {
    let pitch = face.size * 1.35;
    let fit = ((area.h / pitch).round() as usize).max(1);
    // Bounds are computed from mean widths of letters: a line alone may be a little wider.
    let room = if fit == 1 && !face.centred { area.w * 1.1 + 20.0 } else { area.w };
    let mut size = face.size;
    let mut lines = lines_of(words, size, area.w, fit);
    while lines.len() > fit || lines.iter().any(|line| font::width(line, size) > room + 1.0) {
        if size < face.size * 0.84 {
            lines.truncate(fit);
            lines.iter_mut().for_each(|line| *line = font::fitted(line, size, room));
            break;
        }
        size *= 0.97;
        lines = lines_of(words, size, area.w, fit);
    }
    let height = pitch * lines.len() as f32;
    let top = match stand {
        // Within the line that it has, as if it were alone.
        Stand::Top => area.y + (area.h / fit as f32 - pitch) / 2.0,
        Stand::Middle => area.y + (area.h - height) / 2.0,
        Stand::Bottom => area.bottom() - height,
    };
    for (n, line) in lines.iter().enumerate() {
        let x = if face.centred { area.center().0 - font::width(line, size) / 2.0 } else { area.x };
        // A baseline leaves about a fifth of the pitch below for what hangs under it.
        let baseline = top + pitch * (n as f32 + 0.5) + size * 0.34;
        draw(canvas, line, Face { size, ..face }, x, baseline, color);
    }
}

fn lines_of(words: &str, size: f32, room: f32, fit: usize) -> Vec<String> {
    if fit == 1 { vec![words.replace('\n', " ")] } else { font::wrap(words, size, room) }
}

/// Draws one line from `x` on; the width it took.
pub(super) fn draw(canvas: &mut Canvas, line: &str, face: Face, x: f32, baseline: f32, color: Color) -> f32 {
    let set = font::set(line, face.size, x, baseline);
    if let Some(path) = &set.path {
        canvas.fill(path, color);
        if face.weight > 0.0 {
            canvas.stroke(path, color, face.size * face.weight);
        }
    }
    set.width
}
