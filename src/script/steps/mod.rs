//! The verbs, one file each: arguments, words, and what is done.

pub(super) mod back;
pub(super) mod home;
pub(super) mod open;
pub(super) mod press;
pub(super) mod scan;
pub(super) mod scroll_to;
pub(super) mod tap;
pub(super) mod type_text;
pub(super) mod wait;
