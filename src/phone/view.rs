//! What is on the screen: a tree of views, as accessibility services and painters see it.

use std::borrow::Cow;

use super::act::{Act, Drag};

/// A rectangle in screen pixels. Right and bottom are outside.
///
/// Rows cut off by a list's edge may have parts with `top > bottom`: real dumps show such inverted rectangles
/// (mobilerun-api.md 3.4), and so does this phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Right edge, exclusive.
    pub right: i32,
    /// Bottom edge, exclusive.
    pub bottom: i32,
}

impl Rect {
    /// A rectangle from its edges.
    #[must_use]
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Width, negative if inverted.
    #[must_use]
    pub const fn width(&self) -> i32 {
        self.right - self.left
    }

    /// Height, negative if inverted.
    #[must_use]
    pub const fn height(&self) -> i32 {
        self.bottom - self.top
    }

    /// Whether nothing of it can be seen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Whether the pixel lies inside.
    #[must_use]
    pub const fn contains(&self, x: i32, y: i32) -> bool {
        self.left <= x && x < self.right && self.top <= y && y < self.bottom
    }

    /// The pixel in the middle.
    #[must_use]
    pub const fn center(&self) -> (i32, i32) {
        (self.left.midpoint(self.right), self.top.midpoint(self.bottom))
    }

    /// The part inside `other`, which may be inverted: the edges are clamped one by one, as the framework does it.
    #[must_use]
    pub fn clipped(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Made smaller on each side by `dx` and `dy`.
    #[must_use]
    pub const fn inset(&self, dx: i32, dy: i32) -> Self {
        Self::new(self.left + dx, self.top + dy, self.right - dx, self.bottom - dy)
    }
}

/// The flags of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // They are what a node of the wire consists of.
pub struct Flags {
    /// Has an on and an off.
    pub checkable: bool,
    /// Is on.
    pub checked: bool,
    /// Takes taps. Disabled rows stay clickable, as real ones do.
    pub clickable: bool,
    /// Can be edited by typing.
    pub editable: bool,
    /// Works. True unless switched off.
    pub enabled: bool,
    /// Can have input focus.
    pub focusable: bool,
    /// Has input focus.
    pub focused: bool,
    /// Takes long presses.
    pub long_clickable: bool,
    /// Its text is a secret and shows as bullets.
    pub password: bool,
    /// Scrolls its content.
    pub scrollable: bool,
    /// Is the chosen one, as a tab.
    pub selected: bool,
    /// Can be seen. True unless scrolled or clipped away.
    pub visible: bool,
    /// Its text is its hint, because it is empty.
    pub showing_hint: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            checkable: false,
            checked: false,
            clickable: false,
            editable: false,
            enabled: true,
            focusable: false,
            focused: false,
            long_clickable: false,
            password: false,
            scrollable: false,
            selected: false,
            visible: true,
            showing_hint: false,
        }
    }
}

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// A page's large title.
    Headline,
    /// A page's title in a low bar.
    BarTitle,
    /// A row's title.
    Title,
    /// A row's second line, dimmer.
    Summary,
    /// A category above rows, in the accent colour.
    Header,
    /// The text on a button, in the accent colour.
    Button,
    /// Running text.
    Body,
    /// Big digits, as on a clock.
    Display,
    /// The small centred label under a launcher icon.
    Label,
}

/// A drawable shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names say what they look like.
pub enum Icon {
    Accessibility,
    Add,
    Airplane,
    Apps,
    Back,
    Backspace,
    Battery,
    Bell,
    Bluetooth,
    Brightness,
    Calculator,
    Calendar,
    Call,
    Camera,
    Check,
    Clear,
    Clock,
    Contacts,
    Delete,
    Devices,
    Display,
    DropDown,
    Edit,
    Emoji,
    Enter,
    File,
    Folder,
    Gear,
    Globe,
    Google,
    Help,
    Home,
    Hotspot,
    Info,
    Key,
    Language,
    Location,
    Keyboard,
    Lock,
    Menu,
    Message,
    Microphone,
    More,
    Music,
    Next,
    Note,
    Pause,
    Person,
    Pin,
    Play,
    Privacy,
    Safety,
    Save,
    Search,
    Shift,
    Sim,
    Star,
    Stopwatch,
    Storage,
    System,
    Timer,
    Volume,
    Vpn,
    Wallpaper,
    Wifi,
}

/// What a painter draws for a view, before its children. Colours follow from [`Screen::dark`](super::Screen::dark);
/// on, off, disabled, focused and selected follow from the [`Flags`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Nothing: a container.
    #[default]
    Nothing,
    /// The home screen's wallpaper.
    Wallpaper,
    /// The ground of a page.
    Page,
    /// A raised rounded panel: a dialog, a card, the keyboard.
    Panel,
    /// A rounded pill that is tapped to search.
    SearchBar,
    /// The view's text, on one line or wrapped to its bounds. For a field this is [`Paint::Field`].
    Text(TextStyle),
    /// The description as a page's title, at the bottom left: large if the bar is high, small and beside the up
    /// button if it is low.
    Toolbar,
    /// A shape, centred in the bounds.
    Icon(Icon),
    /// An app's icon (a coloured disc with the shape) with the view's text below it.
    App(Icon),
    /// A switch, centred, on or off by `checked`.
    Switch,
    /// A radio button, by `checked`, at the left; the view's text, if it has one, after it.
    Radio,
    /// A check box, by `checked`.
    CheckBox,
    /// A slider at this many percent.
    Slider(u8),
    /// A text field: text (dim if it shows its hint), underline or box, cursor if focused.
    Field,
    /// A rounded button with the view's text; a child may be its shape, above the text.
    Button,
    /// A round button of the accent colour with a shape: the one floating over a page.
    Floating(Icon),
    /// A key of the keyboard; its label is the description.
    Key,
    /// A key that shows a shape instead of its label.
    IconKey(Icon),
    /// A large tinted bar with a switch on it.
    Bar,
    /// A thin line.
    Divider,
}

/// One node of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// Full class name, as `android.widget.TextView`.
    pub class: &'static str,
    /// Package that owns the window, as `com.android.settings`.
    pub package: Cow<'static, str>,
    /// Full resource id, as `android:id/title`; empty if it has none.
    pub resource_id: Cow<'static, str>,
    /// Text as accessibility sees it: an empty field shows its hint, a password shows bullets.
    pub text: String,
    /// Content description; empty if it has none.
    pub description: String,
    /// Hint of a text field; empty if it has none.
    pub hint: String,
    /// Where it is, clipped to what its scroll container shows.
    pub bounds: Rect,
    /// On, off, clickable and so on.
    pub flags: Flags,
    /// What a painter draws for it.
    pub paint: Paint,
    /// Nodes inside, in drawing order: later ones lie on top.
    pub children: Vec<View>,
    pub(super) act: Act,
    pub(super) long: Act,
    pub(super) drag: Option<Drag>,
}

/// Building a view, a word at a time.
impl View {
    /// A view of this class (its full name) at this place.
    #[must_use]
    pub fn new(class: &'static str, bounds: Rect) -> Self {
        Self { class, bounds, ..Self::default() }
    }

    /// With this resource id.
    #[must_use]
    pub fn id(mut self, id: impl Into<Cow<'static, str>>) -> Self {
        self.resource_id = id.into();
        self
    }

    /// With this text.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// With this content description.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Drawn like this.
    #[must_use]
    pub fn paint(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }

    /// With its flags changed.
    #[must_use]
    pub fn flag(mut self, change: impl FnOnce(&mut Flags)) -> Self {
        change(&mut self.flags);
        self
    }

    /// With one more child, on top.
    #[must_use]
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// With more children, on top.
    #[must_use]
    pub fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Clickable: a tap does this.
    #[must_use]
    pub(super) fn taps(mut self, act: Act) -> Self {
        self.flags.clickable = true;
        self.flags.focusable = true;
        self.act = act;
        self
    }

    /// Sets the package of this view and of all below that have none yet.
    #[must_use]
    pub(super) fn owned_by(mut self, package: &'static str) -> Self {
        let mut pending = vec![&mut self];
        while let Some(view) = pending.pop() {
            if view.package.is_empty() {
                view.package = Cow::Borrowed(package);
            }
            pending.extend(view.children.iter_mut());
        }
        self
    }

    /// This view and all below it, parents before children.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            let view = pending.pop()?;
            pending.extend(view.children.iter().rev());
            Some(view)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_cut_off_entirely_has_an_inverted_rectangle() {
        let title = Rect::new(215, 2208, 348, 2260);
        let list = Rect::new(0, 220, 1080, 2183);
        assert_eq!(title.clipped(&list), Rect::new(215, 2208, 348, 2183));
        assert!(title.clipped(&list).is_empty());
    }

    #[test]
    fn the_right_and_bottom_edges_lie_outside() {
        let rect = Rect::new(0, 0, 10, 10);
        assert!(rect.contains(0, 9));
        assert!(!rect.contains(10, 0));
    }

    #[test]
    fn walking_gives_parents_before_children_in_drawing_order() {
        let leaf = |text: &str| View::new("android.widget.TextView", Rect::default()).text(text);
        let tree = leaf("a").child(leaf("b").child(leaf("c"))).child(leaf("d"));
        let order: Vec<_> = tree.walk().map(|view| view.text.as_str()).collect();
        assert_eq!(order, ["a", "b", "c", "d"]);
    }
}
