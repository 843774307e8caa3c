//! The verbs, one file each: arguments, words, and what is done.

pub(super) mod app;
pub(super) mod back;
pub(super) mod delete;
pub(super) mod home;
pub(super) mod link;
pub(super) mod long_press;
pub(super) mod open;
pub(super) mod press;
pub(super) mod put;
pub(super) mod scan;
pub(super) mod scroll_to;
pub(super) mod set;
pub(super) mod swipe;
pub(super) mod tap;
pub(super) mod type_text;
pub(super) mod unless;
pub(super) mod wait;
pub(super) mod when;
