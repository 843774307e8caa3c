//! `goalpost phone serve`

use std::fs::OpenOptions;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::serve::{ServeArgs, serve};
use super::{out, values};
use crate::phone::{BadLatency, Endpoint, FAULTS, Fault, Latency, Phone, PhoneOptions, RequestLog};
use crate::suite::LookChoice;

/// The embedded phone: a server that speaks the Mobilerun API
#[derive(Debug, Args)]
pub(super) struct PhoneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Serve an embedded phone on this machine until stopped
    ///
    /// It is a simulated Android phone with real state behind its screens, in real time. The first line on stdout is
    /// JSON with its URL. Other commands use it with --device simulated=URL, so that they share one phone; so does any
    /// client of the Mobilerun API.
    ///
    /// Beside the API, the phone is controlled while it runs by requests to /control on the same port: /control/faults
    /// (GET, POST {"fault": F}, DELETE), /control/latency (POST {"latency": L}), /control/state (POST {"state": S,
    /// "ms": N}), /control/hang (POST {"input": N} or {"start": PACKAGE}), /control/notification (POST {"package": P,
    /// "title": T, "text": T}), /control/facts (GET, POST {"facts": {NAME: VALUE or null}}), /control/requests (GET: what
    /// was asked and executed) and /control/changes (GET: what changed on the phone, and by which input).
    #[command(after_help = "\
Examples:
  goalpost phone serve --port 8700
  goalpost observe --device simulated=http://127.0.0.1:8700/v1
  curl -s http://127.0.0.1:8700/v1/devices
  goalpost phone serve --port 8700 --fault status=429:2@tap*1 --fault stale_tree=1500%20 --latency ui_state=200..400
  curl -s -X POST http://127.0.0.1:8700/control/faults -d '{\"fault\": \"reply_lost@swipe*1\"}'
  curl -s http://127.0.0.1:8700/control/requests

Exit codes:
  0    never: it serves until it is stopped
  2    the arguments can't be used
  4    it can't be served, because the port is in use, the log can't be written, or otherwise
  130  stopped by Ctrl-C")]
    Serve(Box<ServePhone>),
}

#[derive(Debug, Args)]
struct ServePhone {
    #[command(flatten)]
    serve: ServeArgs,
    /// Which Android the screens look like
    #[arg(long, value_name = "VERSION", default_value_t = LookChoice::default())]
    look: LookChoice,
    /// What device ids, delays and the hits of faults are drawn from: equal seeds, equal phones
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole("a seed", 0..=u64::MAX))]
    seed: u64,
    /// Something that goes wrong: NAME[=VALUE][@ENDPOINT][*TIMES][%PERCENT]; may be repeated
    #[arg(long = "fault", value_name = "FAULT", long_help = faults())]
    faults: Vec<Fault>,
    /// How long replies take: MS for all, ENDPOINT=MS for one, MS..MS for a range that the seed draws from; may be
    /// repeated
    #[arg(long = "latency", value_name = "[ENDPOINT=]MS[..MS]", value_parser = latency)]
    latency: Vec<String>,
    /// Add every request to this file when it is over, one JSON object a line: what was asked, executed and answered
    #[arg(long, value_name = "FILE", value_parser = values::new_file())]
    log: Option<PathBuf>,
}

/// What faults there are.
fn faults() -> String {
    let mut text = "\
Something that goes wrong: NAME[=VALUE][@ENDPOINT][*TIMES][%PERCENT]; may be repeated. ENDPOINT limits it to one \
endpoint, TIMES to so many requests, PERCENT to a share of them that the seed draws.

"
    .to_owned();
    for fault in FAULTS {
        let value = if fault.value.is_empty() { String::new() } else { format!("={}", fault.value) };
        text.push_str(&format!("  {}{value}: {}\n", fault.name, fault.about));
    }
    let endpoints: Vec<&str> = Endpoint::all().map(Endpoint::name).collect();
    text.push_str(&format!("\nEndpoints: {}", endpoints.join(", ")));
    text
}

/// Checks one latency, so that a wrong one is a usage error.
fn latency(written: &str) -> Result<String, BadLatency> {
    Latency::default().read(written).map(|_| written.to_owned())
}

pub(super) fn run(args: PhoneArgs) -> Exit {
    let What::Serve(args) = args.what;
    let ServePhone { serve: ServeArgs { port, key }, look, seed, faults, latency, log } = *args;
    let mut options = PhoneOptions { port, key, faults, ..PhoneOptions::default() };
    options.android.seed = seed;
    options.android.look = look.into();
    for written in latency {
        match options.latency.clone().read(&written) {
            Ok(read) => options.latency = read,
            Err(error) => return out::fail(Exit::Usage, &format!("--latency {written}: {error}")),
        }
    }
    if let Some(path) = log {
        match OpenOptions::new().create(true).append(true).open(&path) {
            Ok(file) => options.log = Some(RequestLog::new(file)),
            Err(error) => {
                let why = format!("--log {}: {error}; name a file that can be written", path.display());
                return out::fail(Exit::Trouble, &why);
            }
        }
    }
    serve("embedded phone", port, async {
        let phone = Phone::start(options).await?;
        let url = phone.url().to_owned();
        Ok((phone, url))
    })
}
