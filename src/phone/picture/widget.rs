//! Controls: switches, radio buttons, sliders, fields and the like.

use tiny_skia::Color;

use super::canvas::{Area, Canvas};
use super::icon::icon;
use super::text::{Stand, draw, face, text};
use super::theme::{Theme, faded, rgb};
use super::{font, text};
use crate::phone::{Flags, Icon, TextStyle, View};

/// Size of a switch.
pub(super) const SWITCH: (f32, f32) = (137.0, 84.0);

pub(super) fn switch(canvas: &mut Canvas, theme: &Theme, view: &View, area: Area) {
    let (x, y) = area.center();
    let track = Area::new(x - SWITCH.0 / 2.0, y - SWITCH.1 / 2.0, SWITCH.0, SWITCH.1);
    let radius = SWITCH.1 / 2.0;
    let shade = |color| if view.flags.enabled { color } else { faded(color, 0.38) };
    if view.flags.checked {
        canvas.panel(track, radius, shade(theme.accent));
        let thumb = track.right() - radius;
        canvas.disc(thumb, y, 31.0, theme.on_accent);
        icon(canvas, Icon::Check, Area::new(thumb - 21.0, y - 21.0, 42.0, 42.0), shade(theme.accent));
    } else {
        canvas.panel(track, radius, theme.track);
        canvas.frame(track, radius, shade(theme.dim), 5.0);
        canvas.disc(track.x + radius, y, 21.0, shade(theme.dim));
    }
}

/// A radio button or a check box around this point.
pub(super) fn mark(canvas: &mut Canvas, theme: &Theme, view: &View, (x, y): (f32, f32), round: bool) {
    let on = view.flags.checked;
    let color = match (view.flags.enabled, on) {
        (false, _) => theme.faint,
        (true, true) => theme.accent,
        (true, false) => theme.dim,
    };
    let square = Area::new(x - 24.0, y - 24.0, 48.0, 48.0);
    match (round, on) {
        (true, _) => {
            canvas.ring(x, y, 24.0, color, 5.5);
            if on {
                canvas.disc(x, y, 13.0, color);
            }
        }
        (false, true) => {
            canvas.panel(square, 7.0, color);
            icon(canvas, Icon::Check, square.inset(4.0, 4.0), theme.on_accent);
        }
        (false, false) => canvas.frame(square, 7.0, color, 5.5),
    }
}

pub(super) fn slider(canvas: &mut Canvas, theme: &Theme, area: Area, percent: u8) {
    let track = Area::new(area.x + 30.0, area.center().1 - 21.0, area.w - 60.0, 42.0);
    let gap = 16.0;
    let at = track.x + track.w * f32::from(percent.min(100)) / 100.0;
    canvas.panel(Area { w: (at - gap - track.x).max(0.0), ..track }, 21.0, theme.accent);
    let rest = Area::new(at + gap, track.y, (track.right() - at - gap).max(0.0), track.h);
    canvas.panel(rest, 21.0, theme.tint);
    canvas.panel(Area::new(at - 5.0, track.center().1 - 58.0, 10.0, 116.0), 5.0, theme.accent);
}

/// A field with its text, dim while it shows its hint.
pub(super) fn field(canvas: &mut Canvas, theme: &Theme, view: &View, area: Area) {
    // A field for several lines is higher than any for one.
    let several = area.h >= 280.0;
    let boxed = area.h >= 140.0;
    let inner = if boxed {
        canvas.panel(area, 16.0, theme.field);
        let (line, height) = if view.flags.focused { (theme.accent, 6.0) } else { (theme.dim, 3.0) };
        canvas.block(Area::new(area.x, area.bottom() - height, area.w, height), line);
        area.inset(42.0, 0.0)
    } else {
        area.inset(6.0, 0.0)
    };
    let face = text::Face { size: 44.0, ..face(TextStyle::Body) };
    if several {
        return lines(canvas, theme, view, inner, face);
    }
    let baseline = inner.center().1 + 15.0;
    let color = if view.flags.showing_hint { theme.dim } else { theme.text };
    let shown = tail(&view.text, face.size, inner.w - 12.0);
    let width = draw(canvas, &shown, face, inner.x, baseline, if view.flags.enabled { color } else { theme.faint });
    if view.flags.focused {
        let end = if view.flags.showing_hint { inner.x } else { inner.x + width + 4.0 };
        canvas.block(Area::new(end, inner.center().1 - 32.0, 5.0, 64.0), theme.accent);
    }
}

/// The lines of a field from its top, the last ones if there are too many: there the cursor is.
fn lines(canvas: &mut Canvas, theme: &Theme, view: &View, area: Area, face: text::Face) {
    const PITCH: f32 = 64.0;
    let room = ((area.h - 60.0) / PITCH).max(1.0) as usize;
    let lines = font::wrap(&view.text, face.size, area.w);
    let color = if view.flags.showing_hint { theme.dim } else { theme.text };
    let mut end = (area.x, area.y + 70.0);
    for (n, line) in lines.iter().skip(lines.len().saturating_sub(room)).enumerate() {
        let baseline = area.y + 85.0 + PITCH * n as f32;
        let width = draw(canvas, line, face, area.x, baseline, color);
        end = (area.x + width + 4.0, baseline - 15.0);
    }
    if view.flags.focused {
        canvas.block(Area::new(end.0, end.1 - 32.0, 5.0, 64.0), theme.accent);
    }
}

/// The end of a text that is too long for its field: what was typed last shows.
fn tail(words: &str, size: f32, room: f32) -> String {
    let mut from = words.char_indices().map(|(at, _)| at);
    let mut shown = words;
    while font::width(shown, size) > room {
        match from.next() {
            Some(at) => shown = words.get(at..).unwrap_or_default(),
            None => break,
        }
    }
    shown.to_owned()
}

/// A button with its text, below its shape if it has one; a tile that is on has a frame.
pub(super) fn button(canvas: &mut Canvas, theme: &Theme, view: &View, area: Area) {
    let (ground, ink) = match view.flags {
        Flags { enabled: false, .. } => (theme.track, theme.faint),
        Flags { checkable: true, checked: false, .. } => (theme.panel, theme.text),
        _ => (theme.tint, theme.on_tint),
    };
    canvas.panel(area, 48.0, ground);
    if view.flags.checked {
        canvas.frame(area.inset(3.0, 3.0), 46.0, theme.accent, 6.0);
    }
    let (room, stand) = if view.children.is_empty() {
        (area.inset(20.0, 0.0), Stand::Middle)
    } else {
        (area.inset(10.0, 24.0), Stand::Bottom)
    };
    text::text(canvas, &view.text, face(TextStyle::Button), Area { y: room.bottom() - room.h, ..room }, ink, stand);
}

/// An app: a coloured disc with its shape, and its label below.
pub(super) fn app(canvas: &mut Canvas, view: &View, which: Icon, area: Area, ink: Color, shadow: bool) {
    let label = if view.text.is_empty() { 0.0 } else { 68.0 };
    let side = area.w.min(area.h - label).min(158.0);
    let top = area.y + (area.h - label - side) / 2.0;
    let disc = Area::new(area.center().0 - side / 2.0, top, side, side);
    let (x, y) = disc.center();
    canvas.disc(x, y, side / 2.0, app_color(which));
    icon(canvas, which, disc.square(side * 0.54), rgb(0x00ff_ffff));
    let below = Area::new(area.x + 6.0, disc.bottom() + 12.0, area.w - 12.0, 46.0);
    if shadow {
        let under = Area { x: below.x + 1.5, y: below.y + 2.5, ..below };
        text(canvas, &view.text, face(TextStyle::Label), under, faded(Color::BLACK, 0.45), Stand::Middle);
    }
    text(canvas, &view.text, face(TextStyle::Label), below, ink, Stand::Middle);
}

/// Apps have colours of their own, whatever the theme.
fn app_color(which: Icon) -> Color {
    const COLORS: [u32; 8] =
        [0x0042_85f4, 0x001e_8e3e, 0x00e3_7400, 0x00d9_3025, 0x0091_34e6, 0x0012_9eaf, 0x00c2_185b, 0x003f_51b5];
    match which {
        Icon::Gear => rgb(0x005f_6368),
        Icon::Call | Icon::Note => rgb(0x001e_8e3e),
        Icon::Clock => rgb(0x0030_3f6f),
        other => rgb(COLORS.get(other as usize % COLORS.len()).copied().unwrap_or(0x0042_85f4)),
    }
}

/// A key with the label that is printed on it.
pub(super) fn key(canvas: &mut Canvas, theme: &Theme, view: &View, area: Area) {
    let label = match view.description.as_str() {
        "Space" => "",
        "Period" => ".",
        "Symbol keyboard" => "?123",
        "Letter keyboard" => "ABC",
        label => label,
    };
    let letter = label.chars().count() < 2;
    canvas.panel(area.inset(4.0, 4.0), 18.0, if letter { theme.key } else { theme.special_key });
    let size = if letter { 58.0 } else { 40.0 };
    let face = text::Face { size, weight: 0.02, centred: true };
    text(canvas, label, face, area, theme.text, Stand::Middle);
}

pub(super) fn icon_key(canvas: &mut Canvas, theme: &Theme, which: Icon, area: Area) {
    let (ground, ink) = match which {
        Icon::Enter | Icon::Search => (theme.accent, theme.on_accent),
        Icon::Emoji => (theme.key, theme.dim),
        _ => (theme.special_key, theme.text),
    };
    canvas.panel(area.inset(4.0, 4.0), if which == Icon::Enter { 60.0 } else { 18.0 }, ground);
    icon(canvas, which, area.square(58.0), ink);
}
