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
//! | `element: {query, app, is}` | `is: exists` (default), `absent`, `{count: 2}`, `{text: VALUE}`, `{state: {checked: true}}` |
//! | `foreground: {app}` | that app is in front |
//! | `app: {app, installed, version, code}` | it is installed, or not, in that version |
//! | `file: {path, exists, kind, size, sha256, VALUE}` | it is there, or not, of that length, with that content |
//! | `clipboard: {VALUE}`, `language: {VALUE}`, `timezone: {VALUE}` | the phone says so |
//! | `location: {near, within}` | the phone believes to be there, within so many metres |
//! | `time: {near, within}` | the phone's time is the given one, or goalpost's own |
//! | `browser: {script, VALUE}` | the script gives that in the page that the browser shows |
//! | `screenshot: {app, part \| region, colour, tolerance, share}` | so much of that part of the screen has the colour |
//! | `command: {run, read, env, timeout}` | a program of your own says so |
//! | `all: [..]`, `any: [..]`, `not: ..` | of three values: what is unknown decides nothing |
//!
//! VALUE is `is`, `one_of`, `contains`, `matches` or `range`, with `normalize`: see [`values`].
//!
//! What can't be read is inconclusive, never refuted: another app in front, an empty tree, several things where the
//! rule speaks of one, a channel that the phone lacks or that failed, an empty answer, a complaint in the place of a
//! value, a black picture. **Absence proves nothing by itself**: what is not there is refuted only with `on: {query}`, an
//! anchor that tells the page; and where the page scrolls only with `scan: {query}` too, which looks through it from end
//! to end, unless it is sought `within` something that is all in sight. That a file is not there is told by the listing of the nearest folder that is.
//!
//! ```
//! use std::sync::Arc;
//! use goalpost::spec::{self, Args, Name, Source, VerifierFile, yaml};
//! use goalpost::verify::{CompiledVerifier, Registry};
//!
//! let checks = r##"
//! check:
//!   all:
//!     - switch: { label: Dark theme, app: com.android.settings, is: on }
//!     - element: { id: summary, app: com.android.settings, is: { text: { one_of: [30 s, 30 seconds] } } }
//!     - foreground: { app: com.android.settings }
//!     - app: { app: com.android.chrome, code: { range: { min: 100 } } }
//!     - file: { path: /sdcard/Download/notes.txt, contains: milk }
//!     - clipboard: { is: +49 176 1234, normalize: [digits] }
//!     - language: { matches: de(-.*)? }
//!     - timezone: { one_of: [Asia/Kolkata, Asia/Calcutta] }
//!     - location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }
//!     - time: { within: 2m }
//!     - browser: { script: document.title, is: Success! }
//!     - screenshot: { app: com.android.settings, colour: "#121212", tolerance: 24, share: 0.6 }
//!     - command: { run: [python3, checks/notes.py], read: [screen, { file: /sdcard/notes.txt }], timeout: 20s }
//!     - not: { file: { path: /sdcard/Download/old.txt } }
//! "##;
//! let source = Arc::new(Source::new("verifiers/everything.yaml", checks));
//! let file = VerifierFile::read(&yaml::read(&source, yaml::Limits::default()).unwrap()).unwrap();
//! let name = Name::new("everything").unwrap();
//! let verifier = spec::Verifier { name, source, file, args: Args::default() };
//! let compiled = CompiledVerifier::compile(&verifier, &Registry::new()).unwrap();
//! assert!(compiled.rule().contains("the language is a text like `de(-.*)?`"));
//! ```
//!
//! # Programs
//!
//! `command` runs `run`, a list of words, without a shell, in the folder of the project, for each evaluation anew. A program
//! with a slash is counted from that folder; any other is looked for in goalpost's own `PATH`. Of the environment it gets
//! the variables that `env` names and nothing else, not even `PATH`. It is given one JSON document:
//!
//! ```json
//! {"version": 1, "args": {"item": "milk"}, "reads": {"screen": {"value": {}}, "clipboard": {"unread": "why"}}}
//! ```
//!
//! `args` are the verifier's. The screen is that of `goalpost observe --json`, with a member `nodes` more: all that is visible,
//! with `className`. Of what `read` asks for, each is there under its name (`file /sdcard/notes.txt` for a file; files
//! and pictures in base64), with its `value` or why it is `unread`. It answers within `timeout` (10 s of real time) and 1 MiB:
//!
//! ```json
//! {"verdict": "refuted", "because": "no milk", "evidence": [{"read": "tea", "normalized": "tea", "at": "ui.0.3"}]}
//! ```
//!
//! All but `verdict` may be left out. Anything else, a status other than 0, too much time and too much output are errors of the
//! case and no verdict; then, and when it has ended, all that it started is killed. In replay it runs again, on the recorded
//! reads: a goal whose program looks elsewhere needs `replay: { skip: true, reason: .. }`.
//!
//! # Answers
//!
//! A verifier for a goal that asks for an answer has `value: {of: {query, app}, is: text | number}` instead of `check`.
//! Such a value counts when two readings in a row agree.
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
