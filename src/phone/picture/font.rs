//! Text as outlines: the glyphs of a line become one path that is filled at once.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, OutlineCurve};
use tiny_skia::{Path, PathBuilder};

/// The fonts, best first: what one lacks the next may have.
static FONTS: LazyLock<Vec<FontRef<'static>>> = LazyLock::new(|| {
    use epaint_default_fonts::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
    [UBUNTU_LIGHT, HACK_REGULAR, NOTO_EMOJI_REGULAR, EMOJI_ICON]
        .into_iter()
        .filter_map(|bytes| FontRef::try_from_slice(bytes).ok())
        .collect()
});

/// A line set in type: its outline from the origin of its baseline, and its width.
pub(super) struct Line {
    pub(super) path: Option<Path>,
    pub(super) width: f32,
}

/// Spaces and dashes that fonts lack look like those they have.
fn drawn(c: char) -> Option<char> {
    match c {
        '\u{200a}' | '\u{202f}' | '\u{a0}' | '\t' => Some(' '),
        '\u{2011}' | '\u{2010}' => Some('-'),
        '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}

fn font_of(c: char) -> Option<&'static FontRef<'static>> {
    FONTS.iter().find(|font| font.glyph_id(c).0 != 0).or_else(|| FONTS.first())
}

/// Width of one line of text in pixels. `size` is that of an em.
pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars().filter_map(drawn).map(|c| advance(c, size)).sum()
}

fn advance(c: char, size: f32) -> f32 {
    let Some(font) = font_of(c) else { return 0.0 };
    font.h_advance_unscaled(font.glyph_id(c)) * size / font.units_per_em().unwrap_or(1000.0)
}

/// Sets one line with its baseline's origin there.
pub(super) fn set(text: &str, size: f32, x: f32, baseline: f32) -> Line {
    let mut path = PathBuilder::new();
    let mut pen = x;
    for c in text.chars().filter_map(drawn) {
        if let Some(font) = font_of(c) {
            let scale = size / font.units_per_em().unwrap_or(1000.0);
            if let Some(outline) = font.outline(font.glyph_id(c)) {
                trace(&mut path, &outline.curves, pen, baseline, scale);
            }
        }
        pen += advance(c, size);
    }
    Line { path: path.finish(), width: pen - x }
}

/// Adds a glyph: y grows upwards in fonts, downwards in pictures.
fn trace(path: &mut PathBuilder, curves: &[OutlineCurve], x: f32, y: f32, scale: f32) {
    let at = |point: &ab_glyph::Point| (x + point.x * scale, y - point.y * scale);
    let mut pen = None;
    for curve in curves {
        let (from, to) = match curve {
            OutlineCurve::Line(from, to) | OutlineCurve::Quad(from, _, to) | OutlineCurve::Cubic(from, _, _, to) => {
                (from, to)
            }
        };
        if pen != Some(*from) {
            if pen.is_some() {
                path.close();
            }
            let (x, y) = at(from);
            path.move_to(x, y);
        }
        let (end_x, end_y) = at(to);
        match curve {
            OutlineCurve::Line(..) => path.line_to(end_x, end_y),
            OutlineCurve::Quad(_, control, _) => {
                let (cx, cy) = at(control);
                path.quad_to(cx, cy, end_x, end_y);
            }
            OutlineCurve::Cubic(_, first, second, _) => {
                let ((ax, ay), (bx, by)) = (at(first), at(second));
                path.cubic_to(ax, ay, bx, by, end_x, end_y);
            }
        }
        pen = Some(*to);
    }
    if pen.is_some() {
        path.close();
    }
}

/// Breaks text into lines no wider than `room`, between words where it can.
pub(super) fn wrap(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer, size) <= room || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    lines
}

/// The text, or as much of it as has room, with an ellipsis.
pub(super) fn fitted(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = advance('…', size);
    for c in text.chars() {
        used += advance(c, size);
        if used > room {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_are_no_wider_than_their_room() {
        let text = "Dark theme uses a black background to help keep your battery alive longer";
        let lines = wrap(text, 37.0, 400.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| width(line, 37.0) <= 400.0));
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn too_long_a_line_ends_in_an_ellipsis_within_its_room() {
        let short = fitted("Network & internet", 52.0, 200.0);
        assert!(short.ends_with('…') && width(&short, 52.0) <= 200.0, "{short}");
        assert_eq!(fitted("Apps", 52.0, 200.0), "Apps");
    }

    #[test]
    fn characters_that_real_phones_use_are_drawn() {
        assert!(set("Wi\u{2011}Fi 8:30\u{200a}AM • Don’t — …", 52.0, 0.0, 0.0).width > 300.0);
        assert_eq!(width("\u{200e}\u{0}", 52.0), 0.0);
    }
}
