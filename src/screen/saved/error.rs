//! Why a file is no screen.

use std::fmt;

use crate::plain::printable;
use crate::screen::error::ScreenError;
use crate::screen::geometry::Size;

/// Where in the text of a file, as a person counts: both from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a text.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..text.floor_char_boundary(offset)).unwrap_or_default();
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        Self { line, column: before.get(begin..).unwrap_or_default().chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with a saved screen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// There is nothing in it.
    #[error("it is empty: the dump failed, or was not written to this file; dump again")]
    Empty,
    /// It holds what a tool said in place of the dump.
    #[error("it holds no screen but what a tool said, {said}: {advice}")]
    Tool {
        /// The tool's words, shortened.
        said: String,
        /// What they mean, and what to do.
        advice: &'static str,
    },
    /// It is something else altogether.
    #[error(
        "it is neither JSON nor XML; it begins with {begins}. A ui-state reply, a uiautomator dump or an Appium page \
         source can be read"
    )]
    Unknown {
        /// How it begins.
        begins: String,
    },
    /// Its characters can't be told.
    #[error("it is written in {encoding}, which is not read: save it as UTF-8, or as UTF-16 with a byte order mark")]
    Encoding {
        /// Which.
        encoding: String,
    },
    /// It ends too early.
    #[error(
        "it is cut off {}after {nodes} nodes; half a screen proves nothing, so dump it again",
        .inside.map(|inside| format!("inside {inside} ")).unwrap_or_default()
    )]
    CutOff {
        /// Where it ends, or the tag begins that has no end.
        at: Place,
        /// Inside what.
        inside: Option<&'static str>,
        /// How many nodes were whole.
        nodes: usize,
    },
    /// It breaks the rules of its format.
    #[error("it is no well-formed {format}: {why}")]
    Malformed {
        /// XML or JSON.
        format: &'static str,
        /// Where.
        at: Place,
        /// What is wrong.
        why: String,
    },
    /// It is XML, and no dump.
    #[error("it is XML, but no dump of an Android screen: it begins with <{root}>, not with <hierarchy>")]
    OtherXml {
        /// Where.
        at: Place,
        /// The outermost element.
        root: String,
    },
    /// It is JSON, and no `ui-state` reply.
    #[error("it is JSON, but no ui-state reply: {why}")]
    OtherJson {
        /// What it is instead.
        why: String,
    },
    /// It holds one dump after the other.
    #[error("it holds a second dump: which one is meant can't be told; keep one of them")]
    SeveralDumps {
        /// Where the second one begins.
        at: Place,
    },
    /// It is a dump of nothing.
    #[error("it is a dump without a single node: no window was there to be dumped; dump again")]
    NoNodes,
    /// No node says where it is.
    #[error("the size of the screen can't be told: no node has bounds; say it with --screen WIDTHxHEIGHT")]
    NoSize,
    /// The nodes lie where no screen is.
    #[error(
        "the size of the screen can't be told: its nodes reach as far as {} x {}; say it with --screen WIDTHxHEIGHT",
        .extent.width,
        .extent.height
    )]
    NoSuchSize {
        /// How far the nodes reach.
        extent: Size,
    },
    /// It is beyond what a screen can be.
    #[error(transparent)]
    Screen(#[from] ScreenError),
}

impl SavedError {
    /// Where in the file, if it is one place.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::CutOff { at, .. } | Self::Malformed { at, .. } => Some(*at),
            Self::OtherXml { at, .. } | Self::SeveralDumps { at } => Some(*at),
            _ => None,
        }
    }
}

/// The first line of a text, in quotes, for a message.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 80;
    format!("\"{}\"", printable(text.trim().lines().next().unwrap_or_default(), SHOWN))
}
