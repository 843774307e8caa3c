//! The little web that the phone can reach: a few pages of `example.com`, as data, and the scripts that ask them.

mod read;
mod script;
mod select;
mod site;
mod value;

pub use script::ScriptError;
pub(super) use script::{Page, run};
pub(super) use site::{Document, Element, Kind, SENT, address, document, facts, short};
