//! XML dumps: those of uiautomator, of the tools around it, and Appium's page source.

use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use super::error::{Place, SavedError};
use super::text::unescaped;
use super::windows::Window;
use crate::plain::printable;
use crate::screen::error::ScreenError;
use crate::screen::geometry::Bounds;
use crate::screen::ui_state::{MAX_DEPTH, MAX_NODES, RawNode};

/// What a dump may begin with. Tools and shells write lines of their own before it.
const BEGINNINGS: &[&str] = &["<?xml ", "<hierarchy ", "<hierarchy>", "<displays", "<node "];

/// Elements around the nodes: the dump itself and, in a dump of all windows, each display and window.
const AROUND: &[&str] = &["hierarchy", "displays", "display", "window"];

/// Where the XML begins in a text, if there is any.
pub(super) fn begin(text: &str) -> Option<usize> {
    let dump = BEGINNINGS.iter().filter_map(|beginning| text.find(beginning)).min();
    // Something else may still be XML, and is told as what it is.
    dump.or_else(|| text.trim_start().starts_with('<').then_some(text.len() - text.trim_start().len()))
}

/// The windows of the dump that begins at `start`, at least one.
pub(super) fn read(text: &str, start: usize) -> Result<Vec<Window>, SavedError> {
    let dump = text.get(start..).unwrap_or_default();
    let mut reading = Reading { text, start, around: 0, open: Vec::new(), windows: Vec::new(), nodes: 0 };
    let mut reader = Reader::from_str(dump);
    let mut done = false;
    while !done {
        let at = offset(reader.buffer_position());
        match reader.read_event() {
            Ok(Event::Start(tag)) => reading.opens(&tag, at)?,
            Ok(Event::Empty(tag)) => {
                reading.opens(&tag, at)?;
                done = reading.closes();
            }
            Ok(Event::End(_)) => done = reading.closes(),
            Ok(Event::Eof) => return Err(reading.cut_off(dump.len(), None)),
            Ok(_) => {}
            Err(error) => {
                return Err(match inside(&error) {
                    Some(inside) => reading.cut_off(offset(reader.error_position()), Some(inside)),
                    None => reading.malformed(offset(reader.error_position()), &error),
                });
            }
        }
    }
    // A status line may follow on the same line, another dump must not.
    let end = start + offset(reader.buffer_position());
    if let Some(next) = text.get(end..).and_then(|rest| rest.find("<hierarchy")) {
        return Err(SavedError::SeveralDumps { at: Place::of(text, end + next) });
    }
    if reading.windows.is_empty() { Err(SavedError::NoNodes) } else { Ok(reading.windows) }
}

/// In what a document ended, where that is the trouble with it.
fn inside(error: &Error) -> Option<&'static str> {
    match error {
        Error::Syntax(
            SyntaxError::UnclosedSingleQuotedAttributeValue | SyntaxError::UnclosedDoubleQuotedAttributeValue,
        ) => Some("an attribute value"),
        Error::Syntax(SyntaxError::UnclosedTag) => Some("a tag"),
        Error::Syntax(_) => Some("its markup"),
        _ => None,
    }
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// A dump while it is read.
struct Reading<'t> {
    text: &'t str,
    /// Where the dump begins in the text.
    start: usize,
    /// How many elements around the nodes are open.
    around: usize,
    /// The open nodes of the last window, each with the number of its children so far.
    open: Vec<(usize, usize)>,
    windows: Vec<Window>,
    nodes: usize,
}

impl Reading<'_> {
    fn opens(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<(), SavedError> {
        let name = tag.name();
        let name: &str = name.as_ref();
        if self.open.is_empty() && AROUND.contains(&name) {
            self.around += 1;
            return Ok(());
        }
        if self.open.is_empty() && self.around == 0 && name != "node" {
            return Err(SavedError::OtherXml { at: self.place(at), root: printable(name, 40) });
        }
        if self.open.len() > MAX_DEPTH {
            return Err(ScreenError::TooLarge { what: "more than 16384 levels" }.into());
        }
        if self.nodes >= MAX_NODES {
            return Err(ScreenError::TooLarge { what: "more than 200000 nodes" }.into());
        }
        self.nodes += 1;
        let Described { node, input_method } = described(tag).map_err(|why| self.malformed(at, &why))?;
        if self.open.is_empty() {
            self.windows.push(Window { nodes: Vec::new(), input_method });
        }
        let depth = self.open.len();
        let (parent, position) = match self.open.last_mut() {
            Some((parent, children)) => {
                *children += 1;
                (Some(*parent), *children - 1)
            }
            None => (None, 0),
        };
        if let Some(window) = self.windows.last_mut() {
            self.open.push((window.nodes.len(), 0));
            window.nodes.push(RawNode { parent, position, depth, ..node });
        }
        Ok(())
    }

    /// Whether that was the end of the dump.
    fn closes(&mut self) -> bool {
        if self.open.pop().is_none() {
            self.around = self.around.saturating_sub(1);
        }
        self.open.is_empty() && self.around == 0
    }

    fn cut_off(&self, at: usize, inside: Option<&'static str>) -> SavedError {
        SavedError::CutOff { at: self.place(at), inside, nodes: self.nodes }
    }

    fn malformed(&self, at: usize, why: &dyn std::fmt::Display) -> SavedError {
        SavedError::Malformed { format: "XML", at: self.place(at), why: printable(&why.to_string(), 200) }
    }

    fn place(&self, at: usize) -> Place {
        Place::of(self.text, self.start.saturating_add(at))
    }
}

/// What the attributes of one element say.
struct Described {
    node: RawNode,
    input_method: bool,
}

fn described(tag: &BytesStart<'_>) -> Result<Described, Error> {
    let mut node = RawNode::default();
    let (mut input_method, mut shows_hint) = (false, false);
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute?;
        let value = unescaped(&attribute.value);
        let on = value == "true";
        match attribute.key.as_ref() {
            "class" => node.class_name = value.into_owned(),
            "package" => node.package_name = value.into_owned(),
            "resource-id" => node.resource_id = value.into_owned(),
            "text" => node.text = value.into_owned(),
            "content-desc" => node.label = value.into_owned(),
            "hint" => node.hint = value.into_owned(),
            "bounds" => node.bounds = bounds(&value).unwrap_or_default(),
            // `displayed` is Appium's word for it.
            "visible-to-user" | "displayed" => node.visible = Some(value != "false"),
            "enabled" => node.enabled = Some(on),
            "editable" => node.editable = on,
            "clickable" => node.clickable = on,
            "long-clickable" => node.long_clickable = on,
            "scrollable" => node.scrollable = on,
            "focused" => node.focused = on,
            "password" => node.password = on,
            "checkable" => node.checkable = on,
            "checked" => node.checked = on,
            "selected" => node.selected = on,
            "showing-hint" | "showing-hint-text" => shows_hint = on,
            // Android's own number for the windows of input methods is 2.
            "window-type" => input_method = value == "2" || value.to_ascii_lowercase().contains("input_method"),
            _ => {}
        }
    }
    let name = tag.name();
    let name: &str = name.as_ref();
    if node.class_name.is_empty() && name != "node" {
        name.clone_into(&mut node.class_name);
    }
    if shows_hint && node.hint.is_empty() {
        node.hint.clone_from(&node.text);
    }
    Ok(Described { node, input_method })
}

/// `[left,top][right,bottom]`
fn bounds(text: &str) -> Option<Bounds> {
    let (first, second) = text.trim().strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let pair = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.trim().parse::<i64>().ok()?, y.trim().parse::<i64>().ok()?))
    };
    let ((left, top), (right, bottom)) = (pair(first)?, pair(second)?);
    Some(Bounds { left, top, right, bottom })
}
