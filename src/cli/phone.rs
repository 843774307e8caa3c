//! `goalpost phone serve`

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::serve::{ServeArgs, serve};
use crate::phone::{Phone, PhoneOptions};

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
    /// It is a simulated Android 15 phone with real state behind its screens, in real time. The first line on stdout
    /// is JSON with its URL. Other commands use it with --device simulated=URL, so that they share one phone; so does
    /// any client of the Mobilerun API.
    #[command(after_help = "\
Examples:
  goalpost phone serve --port 8700
  goalpost observe --device simulated=http://127.0.0.1:8700/v1
  curl -s http://127.0.0.1:8700/v1/devices

Exit codes:
  0    never: it serves until it is stopped
  2    the arguments can't be used
  4    it can't be served, because the port is in use or otherwise
  130  stopped by Ctrl-C")]
    Serve(ServeArgs),
}

pub(super) fn run(args: PhoneArgs) -> Exit {
    let What::Serve(ServeArgs { port, key }) = args.what;
    serve("embedded phone", port, async {
        let phone = Phone::start(PhoneOptions { port, key, ..PhoneOptions::default() }).await?;
        let url = phone.url().to_owned();
        Ok((phone, url))
    })
}
