//! What is on a phone's screen: pure, without I/O and without a clock.
//!
//! A phone's raw reply ([`UiState`]) becomes an [`Observation`]: the visible nodes, what the phone says of itself, and
//! a fingerprint. An [`Action`] is something to be done in terms of one observation.

mod action;
mod app;
pub mod control;
mod edit;
mod element;
mod error;
pub mod explain;
pub mod freshness;
mod geometry;
mod json;
mod observation;
mod phone;
pub mod query;
pub mod readback;
mod role;
pub mod saved;
pub mod text;
pub mod touch;
mod ui_state;

pub use action::{Action, Direction, Global, Key, LONG_PRESS_MILLIS, SCROLL_MILLIS, Swipe};
pub use app::App;
pub use element::Element;
pub use error::ScreenError;
pub use geometry::{Bounds, Point, Size};
pub use observation::{Observation, PASSWORD};
pub use phone::{FocusEvidence, FocusedElement, Phone};
pub use query::{Query, find};
pub use role::Role;
pub use text::Match;
pub use ui_state::{MAX_DEPTH, MAX_NODES, UiState};
