//! Paper and pen: shapes on a pixmap, cut off above and below where a list ends.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, PixmapMut,
    Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// A rectangle in pixels, as drawing needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) h: f32,
}

impl Area {
    pub(super) const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    pub(super) fn of(rect: &crate::phone::Rect) -> Self {
        Self::new(rect.left as f32, rect.top as f32, rect.width() as f32, rect.height() as f32)
    }

    pub(super) fn right(&self) -> f32 {
        self.x + self.w
    }

    pub(super) fn bottom(&self) -> f32 {
        self.y + self.h
    }

    pub(super) fn center(&self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    pub(super) fn inset(&self, dx: f32, dy: f32) -> Self {
        Self::new(self.x + dx, self.y + dy, self.w - 2.0 * dx, self.h - 2.0 * dy)
    }

    /// The square of this side with the same centre.
    pub(super) fn square(&self, side: f32) -> Self {
        let (x, y) = self.center();
        Self::new(x - side / 2.0, y - side / 2.0, side, side)
    }
}

/// A picture being drawn.
pub(super) struct Canvas {
    pixmap: Pixmap,
    /// Rows of pixels that can be drawn on: from, to.
    band: (u32, u32),
}

impl Canvas {
    /// A black picture; none for a size that no picture has.
    pub(super) fn new(width: i32, height: i32) -> Option<Self> {
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::BLACK);
        Some(Self { pixmap, band: (0, height) })
    }

    pub(super) fn size(&self) -> (f32, f32) {
        (self.pixmap.width() as f32, self.pixmap.height() as f32)
    }

    /// Draws on these rows of pixels alone from now on. What is outside of the picture is left out.
    pub(super) fn set_band(&mut self, top: i32, bottom: i32) {
        let height = self.pixmap.height();
        let top = u32::try_from(top).unwrap_or(0).min(height);
        let bottom = u32::try_from(bottom).unwrap_or(0).clamp(top, height);
        self.band = (top, bottom);
    }

    /// Draws everywhere from now on.
    pub(super) fn clear_band(&mut self) {
        self.band = (0, self.pixmap.height());
    }

    /// The picture's size and its pixels, four bytes each, red first. They are opaque.
    pub(super) fn pixels(&self) -> (u32, u32, &[u8]) {
        (self.pixmap.width(), self.pixmap.height(), self.pixmap.data())
    }

    /// Rows of pixels lie one after the other, so that a band is a smaller picture in the same memory.
    fn draw(&mut self, draw: impl FnOnce(&mut PixmapMut<'_>, f32)) {
        let (top, bottom) = self.band;
        let width = self.pixmap.width();
        let row = width as usize * 4;
        let part = self.pixmap.data_mut().get_mut(top as usize * row..bottom as usize * row);
        if let Some(mut part) = part.and_then(|bytes| PixmapMut::from_bytes(bytes, width, bottom - top)) {
            draw(&mut part, top as f32);
        }
    }

    pub(super) fn fill(&mut self, path: &Path, color: Color) {
        self.fill_with(path, Shader::SolidColor(color));
    }

    fn fill_with(&mut self, path: &Path, shader: Shader<'_>) {
        let paint = Paint { shader, ..Paint::default() };
        self.draw(|part, top| {
            part.fill_path(path, &paint, FillRule::Winding, Transform::from_translate(0.0, -top), None)
        });
    }

    pub(super) fn stroke(&mut self, path: &Path, color: Color, width: f32) {
        let paint = Paint { shader: Shader::SolidColor(color), ..Paint::default() };
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.draw(|part, top| part.stroke_path(path, &paint, &stroke, Transform::from_translate(0.0, -top), None));
    }

    /// A filled rectangle with sharp corners.
    pub(super) fn block(&mut self, area: Area, color: Color) {
        let paint = Paint { shader: Shader::SolidColor(color), anti_alias: false, ..Paint::default() };
        if let Some(rect) = Rect::from_xywh(area.x, area.y, area.w, area.h) {
            self.draw(|part, top| part.fill_rect(rect, &paint, Transform::from_translate(0.0, -top), None));
        }
    }

    /// A filled rectangle with round corners.
    pub(super) fn panel(&mut self, area: Area, radius: f32, color: Color) {
        if let Some(path) = rounded(area, radius) {
            self.fill(&path, color);
        }
    }

    /// The outline of a rectangle with round corners, its line inside.
    pub(super) fn frame(&mut self, area: Area, radius: f32, color: Color, width: f32) {
        if let Some(path) = rounded(area.inset(width / 2.0, width / 2.0), radius - width / 2.0) {
            self.stroke(&path, color, width);
        }
    }

    pub(super) fn disc(&mut self, x: f32, y: f32, radius: f32, color: Color) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, color);
        }
    }

    pub(super) fn ring(&mut self, x: f32, y: f32, radius: f32, color: Color, width: f32) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.stroke(&path, color, width);
        }
    }

    /// Colours from the top of the picture to its bottom.
    pub(super) fn gradient(&mut self, path: &Path, colors: &[Color]) {
        let height = self.size().1;
        let last = colors.len().saturating_sub(1).max(1) as f32;
        let stops = colors.iter().enumerate().map(|(n, color)| GradientStop::new(n as f32 / last, *color)).collect();
        let (from, to) = (Point::from_xy(0.0, 0.0), Point::from_xy(0.0, height));
        if let Some(shader) = LinearGradient::new(from, to, stops, SpreadMode::Pad, Transform::identity()) {
            self.fill_with(path, shader);
        }
    }
}

/// The path of a rectangle with round corners; none if there is nothing of it.
pub(super) fn rounded(area: Area, radius: f32) -> Option<Path> {
    let rect = Rect::from_xywh(area.x, area.y, area.w, area.h)?;
    let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0).max(0.0);
    if r == 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    // The control points that make a cubic curve a quarter of a circle.
    let k = r * (1.0 - 0.552_285);
    let (l, t, rt, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let mut path = PathBuilder::new();
    path.move_to(l + r, t);
    path.line_to(rt - r, t);
    path.cubic_to(rt - k, t, rt, t + k, rt, t + r);
    path.line_to(rt, b - r);
    path.cubic_to(rt, b - k, rt - k, b, rt - r, b);
    path.line_to(l + r, b);
    path.cubic_to(l + k, b, l, b - k, l, b - r);
    path.line_to(l, t + r);
    path.cubic_to(l, t + k, l + k, t, l + r, t);
    path.close();
    path.finish()
}
