//! What can be done to a screen, in terms of its elements.

use serde::{Deserialize, Serialize};

use super::geometry::{Bounds, Point};

/// What a policy decided, or a step asks for, in terms of one observation. An action becomes an input in `act`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Tap the middle of an element.
    TapElement {
        /// Path of the element in the observation decided on.
        element_id: String,
    },
    /// Hold a finger on the middle of an element. No policy does: it is a step of scripts.
    LongPress {
        /// Path of the element in the observation decided on.
        element_id: String,
    },
    /// Tap a place, whatever is there. No policy does: it is for a person who looks at a picture of the screen.
    TapPoint(Point),
    /// One of the system's own buttons.
    Global {
        /// Which.
        name: Global,
    },
    /// Move a finger across the screen.
    Swipe(Swipe),
    /// Press a key.
    Key {
        /// Which.
        key: Key,
    },
    /// Type into the focused field.
    Type {
        /// The text.
        text: String,
        /// Whether it replaces the field's whole text.
        clear: bool,
    },
    /// Empty the focused field.
    ClearField,
    /// Start an app or bring it to the front.
    OpenApp {
        /// Its package.
        #[serde(rename = "packageName")]
        package: String,
    },
}

/// The system's own buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Global {
    /// One step back; closes the keyboard if that is up.
    Back,
    /// To the home screen.
    Home,
    /// The list of recent apps.
    Recents,
}

impl Global {
    /// Android's number for it (`AccessibilityService.GLOBAL_ACTION_*`).
    #[must_use]
    pub fn code(self) -> i64 {
        match self {
            Global::Back => 1,
            Global::Home => 2,
            Global::Recents => 3,
        }
    }
}

/// Keys worth pressing on a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// Submits a field.
    Enter,
    /// To the next field.
    Tab,
    /// A blank.
    Space,
    /// Deletes before the cursor.
    Backspace,
    /// Deletes after the cursor.
    Delete,
    /// Cancels.
    Escape,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
}

impl Key {
    /// All of them.
    pub const ALL: [Key; 10] = [
        Key::Enter,
        Key::Tab,
        Key::Space,
        Key::Backspace,
        Key::Delete,
        Key::Escape,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
    ];

    /// Its name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Key::Enter => "enter",
            Key::Tab => "tab",
            Key::Space => "space",
            Key::Backspace => "backspace",
            Key::Delete => "delete",
            Key::Escape => "escape",
            Key::Up => "up",
            Key::Down => "down",
            Key::Left => "left",
            Key::Right => "right",
        }
    }

    /// Android's number for it (`KeyEvent.KEYCODE_*`).
    #[must_use]
    pub fn code(self) -> i64 {
        match self {
            Key::Enter => 66,
            Key::Tab => 61,
            Key::Space => 62,
            Key::Backspace => 67,
            Key::Delete => 112,
            Key::Escape => 111,
            Key::Up => 19,
            Key::Down => 20,
            Key::Left => 21,
            Key::Right => 22,
        }
    }
}

/// A finger moving from one point to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "FlatSwipe", into = "FlatSwipe")]
pub struct Swipe {
    /// Where the finger comes down.
    pub start: Point,
    /// Where it leaves the screen.
    pub end: Point,
    /// Milliseconds in between.
    pub duration: u64,
    /// The scrollable element that this is meant to scroll.
    pub region_id: Option<String>,
}

/// Milliseconds of a long press: well above the half second that Android asks for.
pub const LONG_PRESS_MILLIS: u64 = 800;

/// Milliseconds of an ordinary scroll gesture.
pub const SCROLL_MILLIS: u64 = 300;

impl Swipe {
    /// The gesture that scrolls a region with these bounds: 20 % to 80 % of it, through its middle.
    #[must_use]
    pub fn scrolling(region_id: &str, bounds: Bounds, direction: Direction) -> Swipe {
        let middle = bounds.centre();
        let near_x = part(bounds.left, bounds.right, 2);
        let far_x = part(bounds.left, bounds.right, 8);
        let near_y = part(bounds.top, bounds.bottom, 2);
        let far_y = part(bounds.top, bounds.bottom, 8);
        let at_x = |x| Point { x, y: middle.y };
        let at_y = |y| Point { x: middle.x, y };
        let (start, end) = match direction {
            Direction::Down => (at_y(far_y), at_y(near_y)),
            Direction::Up => (at_y(near_y), at_y(far_y)),
            Direction::Right => (at_x(far_x), at_x(near_x)),
            Direction::Left => (at_x(near_x), at_x(far_x)),
        };
        Swipe { start, end, duration: SCROLL_MILLIS, region_id: Some(region_id.to_owned()) }
    }

    /// The same gesture where its region has moved or changed size: each point keeps its relative place.
    #[must_use]
    pub fn reprojected(&self, from: Bounds, to: Bounds) -> Swipe {
        let map = |point: Point| Point {
            x: rescale(point.x, (from.left, from.right), (to.left, to.right)),
            y: rescale(point.y, (from.top, from.bottom), (to.top, to.bottom)),
        };
        Swipe { start: map(self.start), end: map(self.end), ..self.clone() }
    }

    /// Which way the content is asked to move on; `None` for a gesture without length.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        let across = self.start.x.saturating_sub(self.end.x);
        let along = self.start.y.saturating_sub(self.end.y);
        match (across, along) {
            (0, 0) => None,
            _ if across.unsigned_abs() > along.unsigned_abs() => {
                Some(if across > 0 { Direction::Right } else { Direction::Left })
            }
            _ => Some(if along > 0 { Direction::Down } else { Direction::Up }),
        }
    }
}

/// Which part of the content a scroll shows next. The finger moves the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Further down.
    Down,
    /// Further up.
    Up,
    /// Further right.
    Right,
    /// Further left.
    Left,
}

impl Direction {
    /// All four, in the profile's order.
    pub const ALL: [Direction; 4] = [Direction::Down, Direction::Up, Direction::Right, Direction::Left];

    /// Its name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Down => "down",
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Left => "left",
        }
    }
}

/// The point `tenths` of the way from `low` to `high`, rounded down.
fn part(low: i64, high: i64, tenths: i64) -> i64 {
    low.saturating_add(high.saturating_sub(low).saturating_mul(tenths).div_euclid(10))
}

/// Where `at` in the range `from` comes to lie in the range `to`.
fn rescale(at: i64, from: (i64, i64), to: (i64, i64)) -> i64 {
    let (old, new) = (i128::from(from.1) - i128::from(from.0), i128::from(to.1) - i128::from(to.0));
    let offset = i128::from(at) - i128::from(from.0);
    let scaled = if old == new || old <= 0 { offset } else { (offset * new).div_euclid(old) };
    i64::try_from(i128::from(to.0) + scaled).unwrap_or(to.0)
}

/// The profile's spelling of a swipe.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FlatSwipe {
    start_x: i64,
    start_y: i64,
    end_x: i64,
    end_y: i64,
    duration: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    region_id: Option<String>,
}

impl From<FlatSwipe> for Swipe {
    fn from(flat: FlatSwipe) -> Self {
        Swipe {
            start: Point { x: flat.start_x, y: flat.start_y },
            end: Point { x: flat.end_x, y: flat.end_y },
            duration: flat.duration,
            region_id: flat.region_id,
        }
    }
}

impl From<Swipe> for FlatSwipe {
    fn from(swipe: Swipe) -> Self {
        FlatSwipe {
            start_x: swipe.start.x,
            start_y: swipe.start.y,
            end_x: swipe.end.x,
            end_y: swipe.end.y,
            duration: swipe.duration,
            region_id: swipe.region_id,
        }
    }
}
