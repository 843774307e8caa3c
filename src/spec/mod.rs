//! Goals and verifiers: YAML files become typed values, and everything wrong with them is said with its place.
//!
//! [`load`] reads a directory; each file becomes a [`GoalFile`] or [`VerifierFile`]. Steps and checks stay
//! [`Node`]s here: each step and check knows its own form and decodes it with [`decode`] or [`Verb`]. What they find
//! wrong is a [`Fault`], which together with the file's [`Source`] is a [`Problem`].
//!
//! ```
//! use goalpost::spec::{GoalFile, Problem, Source, yaml};
//!
//! let source = std::sync::Arc::new(Source::new("goals/dark.yaml", "goal: Turn on dark theme.\nverifer: dark-theme-on\n"));
//! let tree = yaml::read(&source, yaml::Limits::default()).expect("this is YAML");
//! let faults = GoalFile::read(&tree).expect_err("there is a slip in it");
//! let problem = Problem::new(&source, faults[0].clone());
//! assert!(problem.to_string().starts_with(
//!     "goals/dark.yaml:2:1: unknown key `verifer` (did you mean `verifier`? Known: "
//! ));
//! ```

mod answer;
mod args;
mod essence;
mod fault;
mod goal;
mod limits;
mod load;
mod names;
mod period;
mod problem;
mod rows;
pub mod schema;
mod secrets;
mod source;
mod survivors;
mod template;
mod usage;
mod verifier;
mod words;
pub mod yaml;

pub use answer::{Answer, AnswerRule};
pub use args::{ArgType, Args, Declared};
pub use fault::{Fault, MAX_FAULTS, Severity, Span, quote, suggest};
pub use goal::{Already, Baseline, ClaimRule, Expect, GoalFile, Guard, Replay, Reset, Start, Task};
pub use limits::Limits;
pub use load::{Goal, Loaded, Verifier, load, load_only};
pub use names::{Found, Names, names};
pub use period::Period;
pub use problem::Problem;
pub use rows::Row;
pub use secrets::{SecretError, SecretRef, SecretSource};
pub use source::{MAX_FILE, Source};
pub use survivors::{Mutant, Survivor};
pub use template::{TemplateError, Written, write_goal};
pub use usage::VerifierUse;
pub use verifier::{Proof, VerifierFile};
pub use words::{Ask, Name, Package, Tag};
pub use yaml::{Form, Node, Verb, decode, decode_part};
