//! Verifiers: an independent check of what is true on the phone.
//!
//! A verifier is given a [`Probe`] and its arguments, and nothing of the run: not the goal, not the agent's inputs, not
//! what the agent claims. It brings its evidence on the screen by its own steps, which only look, and says
//! [`Confirmed`](crate::event::Verdict::Confirmed), `Refuted` or `Inconclusive`. It is independent of the agent's
//! claim; it reads screens by the same code as the agent.
//!
//! ```yaml
//! about: The Dark theme switch on the Display page is on.
//! steps:
//!   - open: { app: com.android.settings, fresh: true }
//!   - tap: { text: Display }
//! check:
//!   switch: { label: Dark theme, app: com.android.settings, is: on }
//! within: 5s
//! ```
//!
//! | check | confirmed when |
//! |---|---|
//! | `switch: {label, app, is: on \| off}` | the control that the label names is in that state |
//! | `element: {query, app, is}` | `is: exists` (default), `absent`, `{count: 2}`, `{text: 30 seconds}`, `{state: {checked: true}}` |
//! | `foreground: {app}` | that app is in front |
//! | `all: [..]`, `any: [..]`, `not: ..` | of three values: what is unknown decides nothing |
//!
//! What can't be read is inconclusive, never refuted: another app in front, an empty tree, several things where the
//! rule speaks of one. **Absence proves nothing by itself**: what is not there is refuted only with `on: {query}`, an
//! anchor that tells the page; and below the fold of a list there is more, which `scan: {query}` looks through from end
//! to end.
//!
//! A check is computed several times until it settles; see [`Purpose`] for when that is.
//!
//! A new check is one file in `checks/` and one line in the table of [`KINDS`]. Code of your own is a [`Verifier`],
//! registered by name in a [`Registry`] and declared in a verifier file by `rust: NAME`.

mod check;
mod checks;
mod compiled;
mod error;
mod evaluation;
mod ground;
mod kinds;
pub mod logic;
mod probe;
mod program;
mod reads;
mod registry;
mod settle;
pub mod values;

pub use check::{Check, Powers};
pub use checks::value::VALUE_SHAPE;
pub use compiled::CompiledVerifier;
pub use error::{ProbeError, ProgramError, VerifyError};
pub use evaluation::{Evaluation, VerdictReport};
pub use ground::{Ground, Used};
pub use kinds::{KINDS, Kind, language};
pub use probe::Probe;
pub use reads::{Read, Reads};
pub use registry::{Registry, Verifier};
pub use settle::{PAUSE, Purpose, QUIET};

pub use crate::spec::Args;
