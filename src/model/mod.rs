//! The offline model: a server on loopback that speaks the System One API and judges by words alone.
//!
//! It stands in for a real decision model where there is no key and no network, and it is driven by exactly the client
//! that drives the real one. It knows the wire format, ordinary words, and nothing else: no app, no screen and no goal
//! of this project. Its answers are a fair baseline, not a clever one.
//!
//! ```
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! # runtime.block_on(async {
//! use goalpost::model::{Model, Options};
//!
//! let model = Model::start(Options::default()).await?;
//! assert!(model.url().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! # }).unwrap();
//! ```
//!
//! The wire (`server`, `request`, `reject`, `answer`) is apart from the judgement (`judgement`), which is made of pure
//! functions of one question and the state. So an answer never depends on a question's id, on the other questions, or
//! on their order. Without noise the same request gets the same answer.

mod answer;
mod judgement;
mod reject;
mod request;
mod server;
mod unsteady;

pub use server::{Model, Options};
pub use unsteady::Unsteady;
