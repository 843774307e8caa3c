//! From screen to picture: windows from bottom to top, each view before what is in it.

use tiny_skia::{Color, PathBuilder};

use super::canvas::{Area, Canvas, rounded};
use super::icon::icon;
use super::text::{Face, Stand, draw, face, text};
use super::theme::{Theme, faded, rgb};
use super::{font, widget};
use crate::phone::{Icon, Paint, Rect, Screen, TextStyle, View};

/// Height of the bar with time and battery.
const STATUS: f32 = 128.0;

/// Draws the whole screen; none if it has no size.
pub(super) fn screen(screen: &Screen) -> Option<Canvas> {
    let mut canvas = Canvas::new(screen.width, screen.height)?;
    let theme = Theme::new(screen.dark);
    let display = Area::new(0.0, 0.0, screen.width as f32, screen.height as f32);
    canvas.block(display, theme.page);
    let whole = |root: &&View| root.bounds.width() >= screen.width && root.bounds.height() >= screen.height;
    // What the bars lie on: a dialog leaves them on the window below it.
    let on_wallpaper = screen.windows.iter().rfind(whole).is_some_and(|root| root.paint == Paint::Wallpaper);
    let bar_ink = if on_wallpaper { rgb(0x00ff_ffff) } else { theme.text };
    for (n, root) in screen.windows.iter().enumerate() {
        let dialog = !whole(&root);
        if n == 1 && dialog {
            status_bar(&mut canvas, screen, bar_ink);
        }
        if dialog {
            canvas.block(display, faded(Color::BLACK, 0.5));
        }
        let ink = if root.paint == Paint::Wallpaper { rgb(0x00ff_ffff) } else { theme.text };
        let panel = theme.panel;
        Painter { canvas: &mut canvas, theme: &theme, panel, wallpaper: root.paint == Paint::Wallpaper }
            .view(root, None, ink);
    }
    // A dialog's page has the bar already, dimmed.
    if screen.active().is_none_or(|root| whole(&root)) {
        status_bar(&mut canvas, screen, bar_ink);
    }
    if let Some(keyboard) = &screen.keyboard {
        let panel = theme.keyboard;
        Painter { canvas: &mut canvas, theme: &theme, panel, wallpaper: false }.view(keyboard, None, theme.text);
    }
    let pill = Area::new(display.w / 2.0 - 146.0, display.h - 35.0, 292.0, 11.0);
    let light = on_wallpaper || screen.dark;
    canvas.panel(pill, 5.5, if light { rgb(0x00e6_e6ea) } else { rgb(0x0030_3238) });
    Some(canvas)
}

/// Frames what can be tapped in the active window, as the service's overlay does.
pub(super) fn frames(canvas: &mut Canvas, screen: &Screen) {
    const FRAME: u32 = 0x0000_c853;
    let targets = screen.active().into_iter().flat_map(View::walk);
    for view in targets.filter(|view| view.flags.clickable && view.flags.visible && !view.bounds.is_empty()) {
        canvas.frame(Area::of(&view.bounds).inset(3.0, 3.0), 8.0, rgb(FRAME), 5.0);
    }
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    theme: &'a Theme,
    /// Colour of panels: dialogs and keyboards differ.
    panel: Color,
    /// Whether there is a wallpaper behind it all.
    wallpaper: bool,
}

impl Painter<'_> {
    /// Draws a view and all in it. `list` is the list around it, whose edges cut it off; `ink` the colour of text on
    /// what is behind it. Views nest a dozen deep at most.
    fn view(&mut self, view: &View, list: Option<&Rect>, ink: Color) {
        if view.bounds.is_empty() || !view.flags.visible {
            return;
        }
        let ink = match view.paint {
            Paint::Bar => self.theme.on_tint,
            Paint::Panel => self.theme.text,
            _ => ink,
        };
        self.paint(view, list, ink);
        let scrolls = is_list(view);
        if scrolls {
            self.canvas.set_band(view.bounds.top, view.bounds.bottom);
        }
        let list = if scrolls { Some(&view.bounds) } else { list };
        for child in &view.children {
            self.view(child, list, ink);
        }
        if scrolls {
            self.canvas.clear_band();
        }
    }

    fn paint(&mut self, view: &View, list: Option<&Rect>, ink: Color) {
        let area = Area::of(&view.bounds);
        let theme = self.theme;
        let shown = if view.flags.enabled { ink } else { theme.faint };
        match view.paint {
            Paint::Nothing => {}
            Paint::Wallpaper => self.wallpaper(area),
            Paint::Page => self.canvas.block(area, theme.page),
            Paint::Panel => {
                let radius = if area.bottom() < self.canvas.size().1 { 73.0 } else { 0.0 };
                self.canvas.panel(area, radius, self.panel);
            }
            Paint::SearchBar => self.search_bar(view, area),
            Paint::Text(style) => self.text(view, style, list, shown),
            Paint::Toolbar => self.toolbar(view, area),
            Paint::Icon(which) => {
                let side = area.w.min(if touches(view, list) { area.w } else { area.h }).min(68.0);
                let whole = uncut(view, list, side);
                let color = if view.flags.clickable {
                    shown
                } else if view.flags.enabled {
                    theme.dim
                } else {
                    theme.faint
                };
                let color = if which == Icon::Google { theme.accent } else { color };
                icon(self.canvas, which, whole.square(side), color);
            }
            Paint::App(which) => widget::app(self.canvas, view, which, area, ink, self.wallpaper && ink != theme.text),
            Paint::Switch => widget::switch(self.canvas, theme, view, uncut(view, list, widget::SWITCH.1)),
            Paint::Radio | Paint::CheckBox => {
                let whole = uncut(view, list, 84.0);
                let round = view.paint == Paint::Radio;
                if view.text.is_empty() {
                    widget::mark(self.canvas, theme, view, whole.center(), round);
                } else {
                    widget::mark(self.canvas, theme, view, (area.x + 87.0, whole.center().1), round);
                    let words = Area { x: area.x + 150.0, w: area.w - 200.0, ..whole };
                    text(self.canvas, &view.text, face(TextStyle::Body), words, shown, Stand::Middle);
                }
            }
            Paint::Slider(percent) => widget::slider(self.canvas, theme, area, percent),
            Paint::Field => widget::field(self.canvas, theme, view, area),
            Paint::Button => widget::button(self.canvas, theme, view, area),
            Paint::Floating(which) => {
                self.canvas.panel(area, 56.0, theme.tint);
                icon(self.canvas, which, area.square(66.0), theme.on_tint);
            }
            Paint::Key => widget::key(self.canvas, theme, view, area),
            Paint::IconKey(which) => widget::icon_key(self.canvas, theme, which, area),
            Paint::Bar => {
                let radius = if area.w < self.canvas.size().0 { 73.0 } else { 0.0 };
                self.canvas.panel(area, radius, theme.tint);
            }
            Paint::Divider => self.canvas.block(area, theme.line),
        }
    }

    fn text(&mut self, view: &View, style: TextStyle, list: Option<&Rect>, ink: Color) {
        let face = face(style);
        let color = match style {
            _ if !view.flags.enabled => ink,
            _ if view.flags.selected => self.theme.accent,
            TextStyle::Summary => self.theme.dim,
            TextStyle::Header | TextStyle::Button => self.theme.accent,
            _ => ink,
        };
        let area = Area::of(&view.bounds);
        if !touches(view, list) {
            let words = if view.text.is_empty() { &view.description } else { &view.text };
            // Room is made by mean widths of letters: a summary that needs a line less stays below its title.
            let stand = if style == TextStyle::Summary { Stand::Top } else { Stand::Middle };
            text(self.canvas, words, face, area, color, stand);
            return;
        }
        // Cut off: as high as it would be if it were not.
        let pitch = face.size * 1.35;
        let lines = if font::width(&view.text, face.size) <= area.w * 1.15 {
            1
        } else {
            font::wrap(&view.text, face.size, area.w).len()
        };
        let whole = uncut(view, list, pitch * lines as f32);
        text(self.canvas, &view.text, face, whole, color, Stand::Middle);
    }

    /// The title: large at the lower left while the bar is high, beside the up button once it has collapsed.
    fn toolbar(&mut self, view: &View, area: Area) {
        const LOW: f32 = STATUS + 147.0;
        self.canvas.block(area, self.theme.page);
        let high = ((area.h - LOW) / 305.0).clamp(0.0, 1.0);
        if high > 0.2 {
            let face = Face { size: 58.0 + 36.0 * high, weight: 0.012, centred: false };
            let title = font::fitted(&view.description, face.size, area.w - 126.0);
            draw(self.canvas, &title, face, area.x + 63.0, area.bottom() - 62.0, self.theme.text);
        } else {
            let face = Face { size: 58.0, weight: 0.018, centred: false };
            let title = font::fitted(&view.description, face.size, area.w - 189.0 - 63.0);
            draw(self.canvas, &title, face, area.x + 189.0, STATUS + 147.0 / 2.0 + 20.0, self.theme.text);
        }
    }

    fn search_bar(&mut self, view: &View, area: Area) {
        let ground = if self.wallpaper { faded(self.theme.panel, 0.92) } else { self.theme.panel };
        self.canvas.panel(area, area.h / 2.0, ground);
        let empty = view.children.is_empty();
        if empty {
            icon(
                self.canvas,
                Icon::Search,
                Area::new(area.x + 48.0, area.center().1 - 31.0, 62.0, 62.0),
                self.theme.dim,
            );
        }
        if !view.text.is_empty() {
            let words = Area { x: area.x + 150.0, w: area.w - 200.0, ..area };
            text(self.canvas, &view.text, face(TextStyle::Body), words, self.theme.dim, Stand::Middle);
        }
    }

    /// Sky and two hills.
    fn wallpaper(&mut self, area: Area) {
        if let Some(sky) = rounded(area, 0.0) {
            self.canvas.gradient(&sky, &self.theme.sky);
        }
        let (w, h) = (area.w, area.h);
        self.canvas.disc(w * 0.74, h * 0.3, w * 0.09, faded(rgb(0x00ff_f4dc), 0.85));
        for (color, left, top, right) in
            [(self.theme.hills[0], 0.66, 0.56, 0.72), (self.theme.hills[1], 0.8, 0.88, 0.7)]
        {
            let mut hill = PathBuilder::new();
            hill.move_to(0.0, h * left);
            hill.cubic_to(w * 0.3, h * top, w * 0.55, h * (top + 0.14), w, h * right);
            hill.line_to(w, h);
            hill.line_to(0.0, h);
            hill.close();
            if let Some(hill) = hill.finish() {
                self.canvas.fill(&hill, color);
            }
        }
    }
}

/// Whether a view cuts off what is in it at its upper and lower edge.
fn is_list(view: &View) -> bool {
    view.flags.scrollable || ["RecyclerView", "ListView", "ScrollView"].iter().any(|class| view.class.ends_with(class))
}

/// Whether a view ends where the list around it ends: it may be cut off.
fn touches(view: &View, list: Option<&Rect>) -> bool {
    list.is_some_and(|list| view.bounds.top == list.top || view.bounds.bottom == list.bottom)
}

/// Where a view that is `height` high would be if the list's edge did not cut it off.
fn uncut(view: &View, list: Option<&Rect>, height: f32) -> Area {
    let area = Area::of(&view.bounds);
    match list {
        Some(_) if area.h >= height => area,
        Some(list) if view.bounds.bottom == list.bottom => Area { h: height, ..area },
        Some(list) if view.bounds.top == list.top => Area { y: area.bottom() - height, h: height, ..area },
        _ => area,
    }
}

/// Time on the left; Wi-Fi or airplane, and battery on the right.
fn status_bar(canvas: &mut Canvas, screen: &Screen, ink: Color) {
    let middle = STATUS / 2.0 + 6.0;
    let clock = Face { size: 42.0, weight: 0.045, centred: false };
    draw(canvas, &screen.status.time, clock, 63.0, middle + 14.0, ink);
    let right = screen.width as f32 - 63.0;
    let percent = format!("{}%", screen.status.battery);
    let face = Face { size: 36.0, weight: 0.04, centred: false };
    let width = font::width(&percent, face.size);
    draw(canvas, &percent, face, right - width, middle + 12.0, ink);
    let cell = Area::new(right - width - 44.0, middle - 21.0, 26.0, 42.0);
    canvas.panel(Area::new(cell.x + 8.0, cell.y - 4.0, 10.0, 5.0), 2.0, ink);
    canvas.frame(cell, 5.0, ink, 4.0);
    let inner = cell.inset(6.0, 6.0);
    let charge = inner.h * f32::from(screen.status.battery.min(100)) / 100.0;
    canvas.block(Area { y: inner.bottom() - charge, h: charge, ..inner }, ink);
    let mut left = cell.x - 64.0;
    for (shown, which) in [(screen.status.wifi, Icon::Wifi), (screen.status.airplane, Icon::Airplane)] {
        if shown {
            icon(canvas, which, Area::new(left, middle - 25.0, 50.0, 50.0), ink);
            left -= 62.0;
        }
    }
}
