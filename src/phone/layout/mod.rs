//! Layout: one pass from page, scroll offset and facts to views.

mod dialog;
mod list;
mod menu;
mod parts;
mod rows;

pub(super) use dialog::{dialog, slider_sheet};
pub(super) use list::{collapsing, content, list, scroll_to, stack};
pub(super) use menu::text_menu;
pub(super) use parts::{bottom, icon_button, menu, scrolling, text, whole};
pub(super) use rows::{COPY, field, rows, slider_view};
