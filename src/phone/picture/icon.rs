//! Icons as shapes on a grid of 24 by 24.

use tiny_skia::{Color, Path, PathBuilder};

use super::canvas::{Area, Canvas, rounded};
use crate::phone::Icon;

/// A part of an icon. Coordinates are those of the grid.
#[derive(Clone, Copy)]
enum Shape {
    /// A line along this path.
    Line(&'static str),
    /// A filled path.
    Fill(&'static str),
    /// A filled circle: centre, radius.
    Disc(f32, f32, f32),
    /// A circle's line.
    Ring(f32, f32, f32),
    /// A filled rectangle: left, top, width, height, radius of the corners.
    Block(f32, f32, f32, f32, f32),
    /// A rectangle's line.
    Frame(f32, f32, f32, f32, f32),
}

/// Width of lines on the grid.
const PEN: f32 = 1.8;

use Shape::{Block, Disc, Fill, Frame, Line, Ring};

fn shapes(icon: Icon) -> &'static [Shape] {
    match icon {
        Icon::Accessibility => {
            &[Disc(12.0, 4.2, 2.1), Line("M4 8.5 L20 8.5 M12 8.5 L12 14 M12 14 L8.8 21 M12 14 L15.2 21")]
        }
        Icon::Add => &[Line("M12 5 L12 19 M5 12 L19 12")],
        Icon::Airplane => &[Fill(
            "M12 2 C11 2 10.5 3 10.5 4 L10.5 9 L2.5 14 L2.5 16 L10.5 13.5 L10.5 18.5 L8 20.5 L8 22 L12 21 L16 22 \
             L16 20.5 L13.5 18.5 L13.5 13.5 L21.5 16 L21.5 14 L13.5 9 L13.5 4 C13.5 3 13 2 12 2 Z",
        )],
        Icon::Apps => &[
            Disc(6.0, 6.0, 1.9),
            Disc(12.0, 6.0, 1.9),
            Disc(18.0, 6.0, 1.9),
            Disc(6.0, 12.0, 1.9),
            Disc(12.0, 12.0, 1.9),
            Disc(18.0, 12.0, 1.9),
            Disc(6.0, 18.0, 1.9),
            Disc(12.0, 18.0, 1.9),
            Disc(18.0, 18.0, 1.9),
        ],
        Icon::Back => &[Line("M20 12 L4.5 12 M11 5.5 L4.5 12 L11 18.5")],
        Icon::Backspace => &[Line("M8 5 L21 5 L21 19 L8 19 L2.5 12 Z M11 9 L17 15 M17 9 L11 15")],
        Icon::Battery => {
            &[Frame(6.5, 4.0, 11.0, 18.0, 2.0), Block(9.5, 1.8, 5.0, 2.2, 0.6), Block(9.0, 11.0, 6.0, 8.5, 0.5)]
        }
        Icon::Bell => &[
            Line("M5 18 L19 18 L17.3 15.5 L17.3 10.5 C17.3 7.3 15 5.2 12 5.2 C9 5.2 6.7 7.3 6.7 10.5 L6.7 15.5 Z"),
            Disc(12.0, 20.8, 1.7),
            Disc(12.0, 3.6, 1.3),
        ],
        Icon::Bluetooth => &[Line("M6.5 7.5 L17 16.5 L12 21.2 L12 2.8 L17 7.5 L6.5 16.5")],
        Icon::Brightness => &[
            Ring(12.0, 12.0, 4.2),
            Line(
                "M12 2 L12 4.5 M12 19.5 L12 22 M2 12 L4.5 12 M19.5 12 L22 12 M4.9 4.9 L6.7 6.7 M17.3 17.3 L19.1 19.1 \
                 M4.9 19.1 L6.7 17.3 M17.3 6.7 L19.1 4.9",
            ),
        ],
        Icon::Calculator => &[
            Frame(4.5, 2.5, 15.0, 19.0, 2.0),
            Line("M8 7 L16 7"),
            Disc(8.5, 12.0, 1.2),
            Disc(12.0, 12.0, 1.2),
            Disc(15.5, 12.0, 1.2),
            Disc(8.5, 16.5, 1.2),
            Disc(12.0, 16.5, 1.2),
            Disc(15.5, 16.5, 1.2),
        ],
        Icon::Calendar => &[
            Frame(4.0, 4.5, 16.0, 16.0, 2.0),
            Line("M4 9.5 L20 9.5 M8 2.5 L8 6 M16 2.5 L16 6"),
            Block(12.5, 13.0, 4.5, 4.5, 0.6),
        ],
        Icon::Call => &[Fill(
            "M6.6 3.5 L9.5 3.5 L11 8 L8.8 9.8 C10 12.3 11.7 14 14.2 15.2 L16 13 L20.5 14.5 L20.5 17.5 \
             C20.5 19.3 19 20.5 17.4 20.5 C10 20.2 3.8 14 3.5 6.6 C3.5 5 4.8 3.5 6.6 3.5 Z",
        )],
        Icon::Camera => {
            &[Frame(2.5, 6.5, 19.0, 13.5, 2.0), Line("M8 6.5 L9.7 4 L14.3 4 L16 6.5"), Ring(12.0, 13.2, 3.6)]
        }
        Icon::Check => &[Line("M5 12.5 L10 17.5 L19.5 7")],
        Icon::Clear => &[Line("M6 6 L18 18 M18 6 L6 18")],
        Icon::Clock => &[Ring(12.0, 12.0, 9.2), Line("M12 6.5 L12 12 L15.8 14.5")],
        Icon::Contacts => &[
            Frame(2.5, 4.5, 19.0, 15.0, 2.0),
            Disc(8.7, 10.0, 2.2),
            Fill("M4.8 17 C4.8 14.3 6.8 13.4 8.7 13.4 C10.6 13.4 12.6 14.3 12.6 17 Z"),
            Line("M15.5 10 L18.5 10 M15.5 14 L18.5 14"),
        ],
        Icon::Delete => &[Line(
            "M5 6.5 L19 6.5 M9.5 6 L10 3.5 L14 3.5 L14.5 6 M7 6.5 L7.8 20.5 L16.2 20.5 L17 6.5 M10.3 10 L10.3 17 M13.7 10 L13.7 17",
        )],
        Icon::Devices => &[Line("M20 6.5 L20 5 L4 5 L4 16.5 M2 19 L12 19"), Frame(14.8, 9.0, 6.7, 11.5, 1.2)],
        Icon::Display => {
            &[Ring(12.0, 12.0, 9.0), Fill("M12 6 C15.4 6 18 8.6 18 12 C18 15.4 15.4 18 12 18 Z"), Line("M12 6 L12 18")]
        }
        Icon::DropDown => &[Line("M6 9 L12 15 L18 9")],
        Icon::Emoji => {
            &[Ring(12.0, 12.0, 9.2), Disc(8.8, 9.8, 1.3), Disc(15.2, 9.8, 1.3), Line("M7.5 14 C9 17.6 15 17.6 16.5 14")]
        }
        Icon::Enter => &[Line("M19.5 6 L19.5 12.5 L5 12.5 M9.8 7.7 L5 12.5 L9.8 17.3")],
        Icon::File => &[Line("M6 2.8 L14 2.8 L18.5 7.3 L18.5 21.2 L6 21.2 Z M13.7 2.8 L13.7 7.6 L18.5 7.6")],
        Icon::Folder => {
            &[Fill("M2.5 6.5 C2.5 5.5 3.3 5 4 5 L9.5 5 L11.5 7.3 L20 7.3 C21 7.3 21.5 8 21.5 8.8 L21.5 19 L2.5 19 Z")]
        }
        Icon::Gear => &[
            Ring(12.0, 12.0, 6.3),
            Ring(12.0, 12.0, 2.2),
            Line(
                "M12 2.6 L12 5 M12 19 L12 21.4 M2.6 12 L5 12 M19 12 L21.4 12 M5.4 5.4 L7.1 7.1 M16.9 16.9 L18.6 18.6 \
                 M5.4 18.6 L7.1 16.9 M16.9 7.1 L18.6 5.4",
            ),
        ],
        Icon::Globe => {
            &[Ring(12.0, 12.0, 9.2), Line("M3 12 L21 12 M12 3 C7.3 7 7.3 17 12 21 M12 3 C16.7 7 16.7 17 12 21")]
        }
        Icon::Google => &[Line(
            "M18.3 7 C15 3.6 9.3 3.6 6.2 7.2 C3.1 10.9 3.8 16.4 7.7 19.1 C11.7 21.8 17.4 20.4 19.3 16 C19.9 14.8 20.1 13.3 20 12.1 L12.8 12.1",
        )],
        Icon::Help => &[
            Ring(12.0, 12.0, 9.2),
            Line("M9.2 9.6 C9.2 6 14.8 6 14.8 9.6 C14.8 11.7 12 11.9 12 14.2"),
            Disc(12.0, 17.4, 1.2),
        ],
        Icon::Home => &[Line("M4 11 L12 4 L20 11 L20 20.5 L14.5 20.5 L14.5 14 L9.5 14 L9.5 20.5 L4 20.5 Z")],
        Icon::Hotspot => &[
            Disc(12.0, 13.0, 2.0),
            Line(
                "M8.6 16.9 C6 14.6 6 11.4 8.4 9.3 M15.4 16.9 C18 14.6 18 11.4 15.6 9.3 M6 20 C1.6 15.9 1.7 10 6 6 \
                 M18 20 C22.4 15.9 22.3 10 18 6",
            ),
        ],
        Icon::Info => &[Ring(12.0, 12.0, 9.2), Line("M12 11.2 L12 17"), Disc(12.0, 7.6, 1.2)],
        Icon::Key | Icon::Vpn => &[Ring(7.5, 12.0, 4.3), Line("M11.8 12 L21.5 12 L21.5 16 M17.5 12 L17.5 15.2")],
        Icon::Language => &[Line(
            "M3 19 L8 6 L13 19 M4.8 14.8 L11.2 14.8 M13.5 8.5 L22 8.5 M17.8 6 L17.8 8.5 M20.6 8.5 C20 13 17.5 16 14.2 18 \
             M15.4 11.5 C16.5 14.5 18.8 16.8 21.6 18",
        )],
        Icon::Location => &[
            Line(
                "M12 21.5 C8 16.7 5.3 13 5.3 9.5 C5.3 5.6 8.3 2.8 12 2.8 C15.7 2.8 18.7 5.6 18.7 9.5 C18.7 13 16 16.7 12 21.5 Z",
            ),
            Disc(12.0, 9.5, 2.5),
        ],
        Icon::Lock => {
            &[Frame(4.8, 9.8, 14.4, 11.4, 2.0), Line("M8 9.8 L8 7 C8 2.3 16 2.3 16 7 L16 9.8"), Disc(12.0, 15.5, 1.7)]
        }
        Icon::Menu => &[Line("M4 6.5 L20 6.5 M4 12 L20 12 M4 17.5 L20 17.5")],
        Icon::Message => &[Fill(
            "M3 5.5 C3 4.5 3.8 4 4.5 4 L19.5 4 C20.3 4 21 4.5 21 5.5 L21 15.5 C21 16.5 20.3 17 19.5 17 L7.5 17 L3 21 Z",
        )],
        Icon::Microphone => {
            &[Block(9.0, 2.5, 6.0, 11.5, 3.0), Line("M5.5 11 C5.5 19.7 18.5 19.7 18.5 11 M12 17.6 L12 21.2")]
        }
        Icon::More => &[Disc(12.0, 5.5, 1.7), Disc(12.0, 12.0, 1.7), Disc(12.0, 18.5, 1.7)],
        Icon::Music => &[Disc(8.0, 18.0, 3.0), Line("M10.2 18 L10.2 4.5 L17.8 4.5 L17.8 8.3 L10.2 8.3")],
        Icon::Next => &[Line("M9 5 L16 12 L9 19")],
        Icon::Note => &[Frame(4.8, 2.8, 14.4, 18.4, 2.0), Line("M8.3 8 L15.7 8 M8.3 12 L15.7 12 M8.3 16 L13 16")],
        Icon::Person => {
            &[Disc(12.0, 8.0, 4.2), Fill("M3.8 20.5 C3.8 15.8 8 14.2 12 14.2 C16 14.2 20.2 15.8 20.2 20.5 Z")]
        }
        Icon::Privacy => {
            &[Line("M2.2 12 C6.3 5.3 17.7 5.3 21.8 12 C17.7 18.7 6.3 18.7 2.2 12 Z"), Disc(12.0, 12.0, 3.0)]
        }
        Icon::Safety => &[Line("M12 3.5 L12 20.5 M4.7 7.8 L19.3 16.2 M19.3 7.8 L4.7 16.2")],
        Icon::Save => {
            &[Frame(3.8, 3.8, 16.4, 16.4, 2.0), Line("M7.5 4 L7.5 8.5 L15.5 8.5 L15.5 4"), Ring(12.0, 14.5, 2.4)]
        }
        Icon::Search => &[Ring(10.3, 10.3, 6.6), Line("M15.2 15.2 L21 21")],
        Icon::Shift => &[Line("M12 4 L4 12.5 L8.5 12.5 L8.5 19 L15.5 19 L15.5 12.5 L20 12.5 Z")],
        Icon::Sim => &[Line("M9.3 2.8 L18.7 2.8 L18.7 21.2 L5.3 21.2 L5.3 6.8 Z"), Frame(8.5, 11.0, 7.0, 7.0, 0.8)],
        Icon::Storage => &[
            Frame(3.0, 3.5, 18.0, 4.6, 0.9),
            Frame(3.0, 9.7, 18.0, 4.6, 0.9),
            Frame(3.0, 15.9, 18.0, 4.6, 0.9),
            Disc(6.0, 5.8, 0.9),
            Disc(6.0, 12.0, 0.9),
            Disc(6.0, 18.2, 0.9),
        ],
        Icon::System => &[Frame(5.8, 2.0, 12.4, 20.0, 2.2), Line("M12 11.3 L12 16.3"), Disc(12.0, 7.8, 1.2)],
        Icon::Volume => &[
            Fill("M3.5 9.3 L7.6 9.3 L13 4.5 L13 19.5 L7.6 14.7 L3.5 14.7 Z"),
            Line("M16 8.6 C18.2 10.4 18.2 13.6 16 15.4 M18.4 5.7 C22.4 8.9 22.4 15.1 18.4 18.3"),
        ],
        Icon::Wallpaper => &[
            Frame(2.8, 4.5, 18.4, 15.0, 2.0),
            Line("M5 17 L9.8 11 L13.3 15 L15.8 12.5 L19 16.5"),
            Disc(16.0, 8.8, 1.5),
        ],
        Icon::Edit => &[Line("M4 20 L5 15.5 L15.8 4.7 L19.3 8.2 L8.5 19 Z M13.3 7.2 L16.8 10.7")],
        Icon::Keyboard => &[
            Frame(2.5, 6.0, 19.0, 12.5, 1.5),
            Line("M6 10 L7 10 M10 10 L11 10 M14 10 L15 10 M18 10 L18.2 10 M8 14.8 L16 14.8"),
        ],
        Icon::Pause => &[Block(6.5, 5.0, 3.6, 14.0, 0.8), Block(13.9, 5.0, 3.6, 14.0, 0.8)],
        Icon::Pin => &[Line("M8.5 3 L15.5 3 M9.5 3 L9.5 10.5 L6.5 14 L17.5 14 L14.5 10.5 L14.5 3 M12 14 L12 21.5")],
        Icon::Play => &[Fill("M7.5 4.5 L7.5 19.5 L19.5 12 Z")],
        Icon::Star => {
            &[Line("M12 3 L14.7 9 L21.2 9.6 L16.3 13.9 L17.8 20.4 L12 17 L6.2 20.4 L7.7 13.9 L2.8 9.6 L9.3 9 Z")]
        }
        Icon::Stopwatch => &[Ring(12.0, 13.5, 8.0), Line("M12 13.5 L12 8.5 M9.5 2.5 L14.5 2.5 M18.3 5.8 L20 7.5")],
        Icon::Timer => &[Line(
            "M6 2.8 L18 2.8 M6 21.2 L18 21.2 M7.5 2.8 L7.5 7 L16.5 17 L16.5 21.2 M16.5 2.8 L16.5 7 L7.5 17 L7.5 21.2",
        )],
        Icon::Wifi => &[
            Line("M2.3 9.3 C8 4 16 4 21.7 9.3 M5.7 13 C9.5 9.5 14.5 9.5 18.3 13 M9 16.4 C10.8 14.7 13.2 14.7 15 16.4"),
            Disc(12.0, 19.3, 1.6),
        ],
    }
}

/// Draws an icon as large as fits into `area`.
pub(super) fn icon(canvas: &mut Canvas, icon: Icon, area: Area, color: Color) {
    let side = area.w.min(area.h);
    let area = area.square(side);
    let unit = side / 24.0;
    let (x, y) = (|x: f32| area.x + x * unit, |y: f32| area.y + y * unit);
    let place = |left: f32, top: f32, w: f32, h: f32| Area::new(x(left), y(top), w * unit, h * unit);
    for shape in shapes(icon) {
        match *shape {
            Line(data) => {
                if let Some(path) = path(data, area.x, area.y, unit) {
                    canvas.stroke(&path, color, PEN * unit);
                }
            }
            Fill(data) => {
                if let Some(path) = path(data, area.x, area.y, unit) {
                    canvas.fill(&path, color);
                }
            }
            Disc(cx, cy, r) => canvas.disc(x(cx), y(cy), r * unit, color),
            Ring(cx, cy, r) => canvas.ring(x(cx), y(cy), r * unit, color, PEN * unit),
            Block(left, top, w, h, r) => {
                if let Some(path) = rounded(place(left, top, w, h), r * unit) {
                    canvas.fill(&path, color);
                }
            }
            Frame(left, top, w, h, r) => {
                if let Some(path) = rounded(place(left, top, w, h), r * unit) {
                    canvas.stroke(&path, color, PEN * unit);
                }
            }
        }
    }
}

/// A path from its written form: `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z`, all absolute.
fn path(data: &str, left: f32, top: f32, unit: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = data.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let (verb, first) = word.split_at(1);
        let mut numbers = Vec::with_capacity(6);
        if !first.is_empty() {
            numbers.push(first.parse::<f32>().ok()?);
        }
        while let Some(number) = words.peek().and_then(|word| word.parse::<f32>().ok()) {
            numbers.push(number);
            words.next();
        }
        let point = |n: usize| Some((left + numbers.get(n)? * unit, top + numbers.get(n + 1)? * unit));
        match verb {
            "M" => point(0).map(|(x, y)| path.move_to(x, y))?,
            "L" => point(0).map(|(x, y)| path.line_to(x, y))?,
            "C" => {
                let ((ax, ay), (bx, by), (x, y)) = (point(0)?, point(2)?, point(4)?);
                path.cubic_to(ax, ay, bx, by, x, y);
            }
            "Z" => path.close(),
            _ => return None,
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_well_written_and_stays_on_its_grid() {
        let all = [
            Icon::Accessibility,
            Icon::Add,
            Icon::Airplane,
            Icon::Apps,
            Icon::Back,
            Icon::Backspace,
            Icon::Battery,
            Icon::Bell,
            Icon::Bluetooth,
            Icon::Brightness,
            Icon::Calculator,
            Icon::Calendar,
            Icon::Call,
            Icon::Camera,
            Icon::Check,
            Icon::Clear,
            Icon::Clock,
            Icon::Contacts,
            Icon::Delete,
            Icon::Devices,
            Icon::Display,
            Icon::DropDown,
            Icon::Emoji,
            Icon::Enter,
            Icon::File,
            Icon::Folder,
            Icon::Gear,
            Icon::Globe,
            Icon::Google,
            Icon::Help,
            Icon::Home,
            Icon::Hotspot,
            Icon::Info,
            Icon::Key,
            Icon::Language,
            Icon::Location,
            Icon::Lock,
            Icon::Menu,
            Icon::Message,
            Icon::Microphone,
            Icon::More,
            Icon::Music,
            Icon::Note,
            Icon::Person,
            Icon::Privacy,
            Icon::Safety,
            Icon::Save,
            Icon::Search,
            Icon::Shift,
            Icon::Sim,
            Icon::Storage,
            Icon::System,
            Icon::Volume,
            Icon::Vpn,
            Icon::Wallpaper,
            Icon::Wifi,
            Icon::Edit,
            Icon::Keyboard,
            Icon::Pause,
            Icon::Pin,
            Icon::Play,
            Icon::Star,
            Icon::Stopwatch,
            Icon::Timer,
        ];
        for icon in all {
            for shape in shapes(icon) {
                let drawn = match *shape {
                    Line(data) | Fill(data) => path(data, 0.0, 0.0, 1.0),
                    Disc(x, y, r) | Ring(x, y, r) => PathBuilder::from_circle(x, y, r),
                    Block(x, y, w, h, r) | Frame(x, y, w, h, r) => rounded(Area::new(x, y, w, h), r),
                };
                let bounds = drawn.unwrap_or_else(|| panic!("{icon:?}")).bounds();
                assert!(bounds.left() >= 1.0 && bounds.top() >= 1.0, "{icon:?} {bounds:?}");
                assert!(bounds.right() <= 23.0 && bounds.bottom() <= 23.0, "{icon:?} {bounds:?}");
            }
        }
    }
}
