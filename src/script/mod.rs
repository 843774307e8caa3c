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
//! | `link: {url, app}` | `changed`, or the app is in front where one is named | |
//! | `tap: {query}` | `changed` | hits the row of a text; a switch that its label names: `tap: {switch: {label}}` |
//! | `long_press: {query}` | `changed` | |
//! | `scroll_to: {query}` | it is on the screen | `within:` says which part scrolls |
//! | `scan: {query}` | both ends were reached without a gap | ends where the list begins |
//! | `swipe: {direction, in}`, `swipe: {from, to}` | `changed` | `takes:` says how long the finger takes |
//! | `type: {text, into, clear}`, `type: {secret, into, clear}` | the field shows the text | |
//! | `press: {key}` | none | |
//! | `wait: {for}`, `wait: {time}` | | |
//! | `when: {app, then, else}`, also `dialog`, `shows` | those of its steps | `dialog: any`, or one that holds what a query means |
//! | `unless: {app, then}`, also `dialog`, `shows` | those of its steps | |
//!
//! These set data up for a baseline. They need no screen, and are read back:
//!
//! | verb | read back | |
//! |---|---|---|
//! | `app: {stop}`, `app: {clear}` | the app leaves the screen | no channel tells what data an app has |
//! | `app: {grant: {app, permission}}` | not at all | no channel tells what was granted; what the app asks afterwards, and Settings, do |
//! | `put: {file, to}`, `put: {text, to}` | the file's bytes | `file` lies below the project's root |
//! | `delete: {file}` | the folder no longer lists it | nothing is sent where it is not there |
//! | `set: {language}` | the tag, whatever its letter case | |
//! | `set: {timezone}` | the name | |
//! | `set: {location: {latitude, longitude}}` | within 10 metres | |
//! | `set: {clipboard}`, `set: {clipboard: {secret}}` | the text | |
//!
//! What the phone refuses, as it does every permission but `POST_NOTIFICATIONS`, is the step's mistake, and is named with
//! what the phone said; a phone that then can't even be looked at is its own. Where the phone cannot tell a channel,
//! nothing is set. What comes back as something else is [`Problem::Unmet`], with
//! what was read.
//!
//! A condition is true when two looks in a row say so, and false when it is not true within 1.5 seconds: that is how long
//! an old screen may still be read after an input. What comes up later is waited for by a `wait` step.
//!
//! What is to be touched and lies under the keyboard is uncovered by one step back, which closes the keyboard.
//!
//! A secret is named, never written: its value comes from where the goal's `secrets:` says it is kept, and goes to the
//! phone and to nothing that is told, kept or recorded.
//!
//! In a verifier scripts only look ([`Permission::Look`]): a tap that would set a control, edit a field or agree to a
//! dialog is refused unless the step says `mutates: true`, and so is, before anything runs, any other verb that changes more
//! than what is on the screen.
//!
//! A new verb is one file in `steps/` and one line in the table of [`KINDS`].

mod aim;
mod channel;
mod compiled;
mod condition;
mod dialog;
mod expect;
mod focus;
mod installed;
mod kinds;
pub mod longest;
mod options;
mod path;
mod permission;
mod query;
mod region;
mod runner;
mod scope;
mod scroll;
mod single;
mod step;
mod steps;
mod target;
mod touch;
mod value;

pub use aim::Aim;
pub use compiled::Script;
pub use expect::Expect;
pub use kinds::{KINDS, Kind};
pub use permission::Permission;
pub use query::{MATCH, QUERY_KEYS, decode_query};
pub use region::Region;
pub use runner::{Choice, Deadline, Runner, TIMEOUT};
pub use scope::Scope;
pub use scroll::{Look, scan};
pub use single::{Gesture, Single};
pub use step::{Problem, ScriptError, Step};
pub use target::{NAMED_KEYS, NARROW, Named, describe, instead, one, shown, tappable};
