//! Points, sizes and rectangles in screen pixels.

use serde::{Deserialize, Serialize};

/// A point on the screen, in pixels from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i64,
    /// Pixels from the top edge.
    pub y: i64,
}

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Pixels from left to right.
    pub width: i64,
    /// Pixels from top to bottom.
    pub height: i64,
}

impl Size {
    /// The rectangle from the origin to this size.
    #[must_use]
    pub fn bounds(self) -> Bounds {
        Bounds { left: 0, top: 0, right: self.width, bottom: self.height }
    }
}

/// A rectangle in pixels; `right` and `bottom` lie just outside it.
///
/// What a phone reports may be empty, inverted or off the screen. The methods take such rectangles as having no area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Left edge.
    pub left: i64,
    /// Top edge.
    pub top: i64,
    /// Right edge, exclusive.
    pub right: i64,
    /// Bottom edge, exclusive.
    pub bottom: i64,
}

impl Bounds {
    /// Pixels from left to right, zero where inverted.
    #[must_use]
    pub fn width(self) -> i64 {
        self.right.saturating_sub(self.left).max(0)
    }

    /// Pixels from top to bottom, zero where inverted.
    #[must_use]
    pub fn height(self) -> i64 {
        self.bottom.saturating_sub(self.top).max(0)
    }

    /// Pixels covered.
    #[must_use]
    pub fn area(self) -> i64 {
        self.width().saturating_mul(self.height())
    }

    /// Whether it covers no pixel.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.area() == 0
    }

    /// The middle, rounded down.
    #[must_use]
    pub fn centre(self) -> Point {
        Point { x: middle(self.left, self.right), y: middle(self.top, self.bottom) }
    }

    /// Each edge moved into `0..=size`, as the profile clamps bounds. An inverted rectangle stays inverted.
    #[must_use]
    pub fn clamp(self, size: Size) -> Bounds {
        let (width, height) = (size.width.max(0), size.height.max(0));
        Bounds {
            left: self.left.clamp(0, width),
            top: self.top.clamp(0, height),
            right: self.right.clamp(0, width),
            bottom: self.bottom.clamp(0, height),
        }
    }

    /// Whether the point lies inside.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        (self.left..self.right).contains(&point.x) && (self.top..self.bottom).contains(&point.y)
    }

    /// Whether all of `other` lies inside; false for an empty `other`.
    #[must_use]
    pub fn covers(self, other: Bounds) -> bool {
        !other.is_empty()
            && self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }

    /// What both cover; empty where they do not meet.
    #[must_use]
    pub fn intersection(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Whether they share a pixel.
    #[must_use]
    pub fn intersects(self, other: Bounds) -> bool {
        !self.intersection(other).is_empty()
    }
}

/// The middle of two numbers, rounded down, without overflow.
fn middle(a: i64, b: i64) -> i64 {
    let sum = i128::from(a) + i128::from(b);
    i64::try_from(sum.div_euclid(2)).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverted_rectangle_covers_nothing() {
        let inverted = Bounds { left: 215, top: 2208, right: 348, bottom: 2183 };
        assert_eq!(inverted.area(), 0);
        assert!(!inverted.intersects(Bounds { left: 0, top: 0, right: 3000, bottom: 3000 }));
    }

    #[test]
    fn extreme_edges_do_not_overflow() {
        let all = Bounds { left: i64::MIN, top: i64::MIN, right: i64::MAX, bottom: i64::MAX };
        assert_eq!(all.area(), i64::MAX);
        assert_eq!(all.centre(), Point { x: -1, y: -1 });
        assert_eq!(
            all.clamp(Size { width: 1080, height: 2400 }),
            Bounds { left: 0, top: 0, right: 1080, bottom: 2400 }
        );
    }
}
