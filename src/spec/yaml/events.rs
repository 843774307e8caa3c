//! From text to nodes: reads the events of `saphyr-parser`, within limits.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use super::node::{Key, Node, Style, Value};
use crate::spec::fault::{Fault, Span, quote};
use crate::spec::source::Source;

/// How much a file may hold. Generous for anything written by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Values, keys not counted; what an alias stands for counts each time.
    pub nodes: usize,
    /// Lists and maps inside each other.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: 20_000, depth: 48 }
    }
}

/// The tree of `source`'s text.
///
/// # Errors
/// The first place where the text is not YAML, or not the simple part of it that is accepted.
pub fn read(source: &Source, limits: Limits) -> Result<Node, Fault> {
    refuse_controls(source)?;
    Tree::new(source, limits).read()
}

/// Control characters that YAML does not allow. Also keeps NUL from the parser, to which it means the end of the text.
fn refuse_controls(source: &Source) -> Result<(), Fault> {
    let bad = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}') || c == '\u{feff}';
    match source.text().char_indices().find(|(_, c)| bad(*c)) {
        None => Ok(()),
        Some((at, c)) => {
            let message = format!("the control character U+{:04X} in this file", u32::from(c));
            Err(Fault::error(source.span(at, at + c.len_utf8()), message).help("remove it"))
        }
    }
}

/// A list or map that has begun and not ended.
struct Open {
    start: usize,
    anchor: usize,
    what: Partial,
}

enum Partial {
    Seq(Vec<Node>),
    Map { entries: Vec<(Key, Node)>, seen: BTreeMap<String, usize>, key: Option<Key> },
}

struct Tree<'a> {
    source: &'a Source,
    limits: Limits,
    open: Vec<Open>,
    /// Finished anchored nodes with their sizes.
    anchors: BTreeMap<usize, (Node, usize)>,
    nodes: usize,
    root: Option<Node>,
}

impl<'a> Tree<'a> {
    fn new(source: &'a Source, limits: Limits) -> Self {
        Tree { source, limits, open: Vec::new(), anchors: BTreeMap::new(), nodes: 0, root: None }
    }

    fn read(mut self) -> Result<Node, Fault> {
        for event in Parser::new_from_str(self.source.text()) {
            let (event, span) = event.map_err(|error| self.syntax(&error))?;
            // The parser counts characters.
            self.take(event, self.source.offset_of(span.start.index()), self.source.offset_of(span.end.index()))?;
        }
        self.root.ok_or_else(|| Fault::error(Span::default(), "this file is empty"))
    }

    /// Whether the list or map that begins at byte `start` is written in brackets.
    fn is_flow(&self, start: usize) -> bool {
        self.source.text()[start..].starts_with(['[', '{'])
    }

    fn take(&mut self, event: Event<'_>, start: usize, end: usize) -> Result<(), Fault> {
        let span = self.source.span(start, end);
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) if self.root.is_some() => {
                Err(Fault::error(span, "a second document begins here").help("one file holds one goal or verifier"))
            }
            Event::DocumentStart(_) => Ok(()),
            Event::Scalar(_, _, _, Some(tag))
            | Event::SequenceStart(_, Some(tag))
            | Event::MappingStart(_, Some(tag)) => {
                Err(Fault::error(span, format!("the tag {} is not supported", quote(&tag.to_string())))
                    .help("leave it out; quote a value that begins with `!`"))
            }
            Event::Scalar(text, style, anchor, None) => {
                let style = if style == ScalarStyle::Plain { Style::Plain } else { Style::Quoted };
                self.scalar(text.into_owned(), style, anchor, span)
            }
            Event::SequenceStart(anchor, None) => self.begin(span, anchor, Partial::Seq(Vec::new())),
            Event::MappingStart(anchor, None) => {
                self.begin(span, anchor, Partial::Map { entries: Vec::new(), seen: BTreeMap::new(), key: None })
            }
            Event::SequenceEnd | Event::MappingEnd => self.finish(end),
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some((node, size)) => {
                    self.count(size, span)?;
                    if self.open.len() + node.depth() > self.limits.depth {
                        return Err(self.too_deep(span));
                    }
                    self.put(node, span)
                }
                None => Err(Fault::error(span, "this alias stands for something that contains it")),
            },
        }
    }

    fn scalar(&mut self, text: String, style: Style, anchor: usize, span: Span) -> Result<(), Fault> {
        if let Some(c) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            let message = format!("an escape makes the control character U+{:04X} here", u32::from(c));
            return Err(Fault::error(span, message).help("only \\n and \\t are allowed"));
        }
        self.count(1, span)?;
        let node = Node { span, value: Value::Scalar { text, style } };
        if anchor > 0 {
            self.anchors.insert(anchor, (node.clone(), 1));
        }
        self.put(node, span)
    }

    fn begin(&mut self, span: Span, anchor: usize, what: Partial) -> Result<(), Fault> {
        self.count(1, span)?;
        if self.open.len() >= self.limits.depth {
            return Err(self.too_deep(span));
        }
        if let Some(Open { what: Partial::Map { key: None, .. }, .. }) = self.open.last() {
            return Err(Fault::error(span, "a key must be a word, not a list or a map")
                .help("quote a value that begins with `{` or `[`"));
        }
        self.open.push(Open { start: span.start, anchor, what });
        Ok(())
    }

    fn finish(&mut self, end: usize) -> Result<(), Fault> {
        let Some(Open { start, anchor, what }) = self.open.pop() else { return Ok(()) };
        // A block ends where the next thing begins; what belongs to it ends with its last value.
        let (last, value) = match what {
            Partial::Seq(items) => (items.last().map(|item| item.span.end), Value::Seq(items)),
            Partial::Map { entries, .. } => {
                (entries.last().map(|(key, value)| value.span.end.max(key.span.end)), Value::Map(entries))
            }
        };
        let end = if self.is_flow(start) { end } else { last.unwrap_or(end).clamp(start, end.max(start)) };
        let span = self.source.span(start, end);
        let node = Node { span, value };
        if anchor > 0 {
            let size = node.size();
            self.anchors.insert(anchor, (node.clone(), size));
        }
        self.put(node, span)
    }

    /// Puts a finished node into what is open, as a key, a value or an item. `span` is where it stands here.
    fn put(&mut self, node: Node, span: Span) -> Result<(), Fault> {
        match self.open.last_mut().map(|open| &mut open.what) {
            None => self.root = Some(node),
            Some(Partial::Seq(items)) => items.push(node),
            Some(Partial::Map { entries, seen, key }) => match key.take() {
                // Nothing after a colon has no place of its own that a person could see.
                Some(key) if matches!(&node.value, Value::Scalar { text, style: Style::Plain } if text.is_empty()) => {
                    entries.push((key.clone(), Node { span: key.span, ..node }));
                }
                Some(key) => entries.push((key, node)),
                None => {
                    let Value::Scalar { text, .. } = node.value else {
                        return Err(Fault::error(span, "a key must be a word, not a list or a map"));
                    };
                    *key = Some(checked_key(text, span, seen)?);
                }
            },
        }
        Ok(())
    }

    fn count(&mut self, nodes: usize, span: Span) -> Result<(), Fault> {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes <= self.limits.nodes {
            return Ok(());
        }
        let message = format!("more than {} values in this file, counting what aliases stand for", self.limits.nodes);
        Err(Fault::error(span, message))
    }

    fn too_deep(&self, span: Span) -> Fault {
        Fault::error(span, format!("nested more than {} deep", self.limits.depth))
    }

    /// The parser's complaint in plainer words.
    fn syntax(&self, error: &ScanError) -> Fault {
        let bracket = self.open.last().map(|open| open.start).filter(|start| self.is_flow(*start));
        super::syntax::explain(self.source, self.source.offset_of(error.marker().index()), error.info(), bracket)
    }
}

fn checked_key(text: String, span: Span, seen: &mut BTreeMap<String, usize>) -> Result<Key, Fault> {
    if text.is_empty() {
        return Err(Fault::error(span, "a key is missing before this colon"));
    }
    if text == "<<" {
        return Err(Fault::error(span, "merge keys (`<<`) are not supported").help("write the keys out"));
    }
    if text.chars().any(char::is_control) {
        return Err(Fault::error(span, format!("the key {} holds a control character", quote(&text))));
    }
    if let Some(first) = seen.insert(text.clone(), span.line) {
        let message = format!("the key {} appears twice, first on line {first}", quote(&text));
        return Err(Fault::error(span, message).help("remove one of them"));
    }
    Ok(Key { span, text })
}

impl Node {
    /// Values in here, this one counted.
    fn size(&self) -> usize {
        1 + match &self.value {
            Value::Scalar { .. } => 0,
            Value::Seq(items) => items.iter().map(Node::size).sum(),
            Value::Map(entries) => entries.iter().map(|(_, value)| value.size()).sum(),
        }
    }

    /// Lists and maps inside each other, this one counted.
    fn depth(&self) -> usize {
        match &self.value {
            Value::Scalar { .. } => 0,
            Value::Seq(items) => 1 + items.iter().map(Node::depth).max().unwrap_or_default(),
            Value::Map(entries) => 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or_default(),
        }
    }
}
