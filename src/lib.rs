//! Goals in YAML, verified by the phone itself: a test harness for AI phone agents.
//!
//! A *goal* ("Turn on dark theme in Android Settings.") is paired with an independent *verifier* of the phone's state
//! (the Dark theme switch is on). An agent loop pursues the goal: a model picks one typed operation per step from the
//! accessibility tree, a device service performs it. The test passes only if the verifier, which never sees what the
//! agent claimed, confirms the state of the phone. What an agent *says* and what is *true* are two columns.
//!
//! Three promises tell goalpost from a script that drives a phone:
//!
//! - **Claim and truth are kept apart.** A claim is how the agent loop ended ([`event::Claim`]); a verdict is what the
//!   phone shows ([`event::Verdict`]), with evidence. An unreadable screen is `inconclusive`, never a pass.
//! - **Nothing is sent to a phone twice.** Every input is one attempt with an operation id, written down before it is
//!   sent, with a receipt for what is known of it afterwards ([`act`]).
//! - **Every result says how it was obtained**: mode, backend and the model that answered stand beside it.
//!
//! # A goal and its verifier
//!
//! `goals/settings/dark-theme.yaml` is the case `settings/dark-theme`:
//!
//! ```yaml
//! goal: Turn on dark theme in Android Settings.
//! verifier: dark-theme-on
//! tags: [display]
//! ```
//!
//! `verifiers/dark-theme-on.yaml`:
//!
//! ```yaml
//! about: The Dark theme switch on the Display page is on.
//! steps:
//!   - home
//!   - open: { app: com.android.settings, fresh: true }
//!   - tap: { text: Display }
//! check:
//!   switch: { label: Dark theme, app: com.android.settings, is: on }
//! within: 5s
//! ```
//!
//! All keys of a goal are in [`spec::GoalFile`], of a verifier in [`spec::VerifierFile`]; steps are listed in
//! [`script`], checks in [`verify`], queries in [`screen::query`]. Whatever is wrong in a file is said with file, line
//! and column before anything runs.
//!
//! # The tests of a project
//!
//! `tests/goals.rs`, with `harness = false` in `Cargo.toml`:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     goalpost::suite::main(goalpost::verify::Registry::new())
//! }
//! ```
//!
//! makes one test per case, named by its path. Without a key, a phone or a network the cases are replayed from
//! recordings ([`fixture`]), which `GOALPOST_RECORD=1 cargo test` or `goalpost run --record` makes; with
//! `GOALPOST_MODE=simulated` they run on an embedded phone ([`phone`]) with an offline model ([`model`]), over real HTTP
//! on loopback; `cargo test --features live` uses the phone and the model that the environment names. It is the same
//! code in each.
//!
//! # One case by hand
//!
//! ```
//! # #[cfg(feature = "phone")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use goalpost::event::{Events, Kind, Outcome};
//! use goalpost::settings::Settings;
//! use goalpost::suite::{Cases, Choice, Supply};
//! use goalpost::verify::Registry;
//!
//! # let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
//! let cases = Cases::load(root, &Registry::new());
//! let case = cases.all().iter().find(|case| case.name() == "settings/dark-theme").ok_or("no such case")?;
//!
//! // The embedded phone and the offline model, whatever the environment holds.
//! let supply = Supply::new(Choice::new(None, None, None)?, Settings::default())?;
//! let runtime = tokio::runtime::Runtime::new()?;
//! let result = runtime.block_on(async {
//!     let supplied = supply.rig(case.name(), &Events::silent()).await?;
//!     Ok::<_, goalpost::suite::SupplyError>(goalpost::case::run(case, &supplied.rig).await)
//! })?;
//! assert_eq!((result.outcome, result.kind), (Outcome::Passed, Kind::Verified));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "phone"))]
//! # fn main() {}
//! ```
//!
//! # How a verdict is reached
//!
//! [`case`] tells it in full. In short: the verifier must *refute* before the agent starts, or a pass would prove
//! nothing; the agent starts from the home screen, not from where the verifier has walked to; afterwards the verifier
//! walks there again on a handle of its own, and only two equal readings, taken once the phone is quiet, count.
//!
//! | the agent says | the phone says | outcome |
//! |---|---|---|
//! | done | confirmed | passed: `verified` |
//! | done | refuted | failed: `false_success` |
//! | anything else | confirmed | failed: `silent_success` |
//! | anything else | refuted | failed: `not_reached` |
//! | anything | inconclusive | errored: `unverifiable` |
//!
//! That a verifier can fail at all is shown by [`proof`]: it must refute, confirm, and not confirm any mutant of what it
//! has read.
//!
//! These are the rows for a goal that can be reached; [`case`] has all of them. *Failed* is the agent's fault, *errored*
//! everything else; they are never added up.
//!
//! # Seams
//!
//! [`device::Device`] is all that a new backend implements, [`policy::Policy`] all that a new agent does,
//! [`verify::Verifier`] all that a check in Rust does. Closures are policies and verifiers.
//!
//! # The command
//!
//! [`walkthrough`] shows it step by step beside plain requests to the API, for those who know mobile-jev.

pub mod act;
pub mod agent;
pub mod case;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod device;
pub mod event;
pub mod fixture;
pub mod http;
#[cfg(feature = "phone")]
pub mod model;
#[cfg(feature = "phone")]
pub mod phone;
pub mod plain;
pub mod policy;
pub mod proof;
pub mod report;
pub mod screen;
pub mod script;
pub mod secret;
#[cfg(feature = "phone")]
mod serve;
pub mod settings;
pub mod spec;
pub mod suite;
pub mod verify;
#[doc = include_str!("walkthrough.md")]
pub mod walkthrough {}
