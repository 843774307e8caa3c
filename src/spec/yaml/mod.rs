//! The one module that knows YAML.
//!
//! A file becomes a tree of [`Node`]s that know their place ([`read`]); a node becomes a plain
//! `#[derive(Deserialize)]` type ([`decode`]), with every fault located. What a scalar means is decided by the type
//! it is read into, never by how it looks: where text is meant, `on`, `1.10` and `123` are text.
//!
//! Only a simple part of YAML is accepted. Tags, merge keys, keys that are not plain words, several documents and
//! control characters are refused by name, and everything is bounded: see [`Limits`].

mod decode;
mod error;
mod events;
mod node;
mod scalar;
mod syntax;
mod verb;

pub use decode::{decode, decode_part};
pub use events::{Limits, read};
pub use node::{Key, Node, Style, Value};
pub use verb::{Form, Verb};
