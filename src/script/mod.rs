//! Scripted steps: what a goal or a verifier writes as a list of verbs, resolved, run and checked.
//!
//! ```yaml
//! - home
//! - open: { app: com.android.settings, fresh: true }
//! - tap: { text: Display }
//! - tap: { switch: { label: Dark theme }, mutates: true }
//! ```
//!
//! A step that aims at something polls, up to its `timeout:`, until its query means the same single thing in two looks
//! in a row. Then it acts, through [`act`](crate::act), and waits for its effect: the `verify:` of the step, or its
//! verb's own default. A step that fails says where it is written and what was there instead: it could not be done
//! ([`Problem::Unresolved`]), or was done without the effect that was to be seen ([`Problem::Unmet`]).
//!
//! | verb | effect waited for | |
//! |---|---|---|
//! | `home` | none, but a screen that lags is waited for | |
//! | `back` | `changed` | |
//! | `open: {app, fresh}` | the app is in front | |
//! | `tap: {query}` | `changed` | hits the row of a text; a switch that its label names: `tap: {switch: {label}}` |
//! | `scroll_to: {query}` | it is on the screen | `within:` says which part scrolls |
//! | `scan: {query}` | both ends were reached without a gap | ends where the list begins |
//! | `type: {text, into, clear}` | the field shows the text | |
//! | `press: {key}` | none | |
//! | `wait: {for}`, `wait: {time}` | | |
//!
//! In a verifier scripts only look ([`Permission::Look`]): a tap that would set a control, edit a field or agree to a
//! dialog is refused unless the step says `mutates: true`.
//!
//! A new verb is one file in `steps/` and one line in the table of [`KINDS`].

mod aim;
mod compiled;
mod expect;
mod focus;
mod kinds;
pub mod longest;
mod options;
mod permission;
mod query;
mod region;
mod runner;
mod scroll;
mod single;
mod step;
mod steps;
mod target;

pub use aim::Aim;
pub use compiled::Script;
pub use expect::Expect;
pub use kinds::{KINDS, Kind};
pub use permission::Permission;
pub use query::{MATCH, QUERY_KEYS, decode_query};
pub use region::Region;
pub use runner::{Choice, Deadline, Runner, TIMEOUT};
pub use scroll::{Look, scan};
pub use single::{Gesture, Single};
pub use step::{Problem, ScriptError, Step};
pub use target::{NAMED_KEYS, NARROW, Named, describe, instead, one, shown, tappable};
