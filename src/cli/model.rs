//! `goalpost model serve`

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::serve::{ServeArgs, serve};
use crate::model::{Model, Options};

/// The offline model: a server that speaks the System One API
#[derive(Debug, Args)]
pub(super) struct ModelArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Serve the offline model on this machine until stopped
    ///
    /// It answers POST /v1/systemone by the words that options, goal, screen and history share: deterministic, and no
    /// match for a real model. The first line on stdout is JSON with its URL.
    #[command(after_help = "\
Examples:
  goalpost model serve --port 8701
  curl -s http://127.0.0.1:8701/v1/models
  TYPESAFE_BASE_URL=http://127.0.0.1:8701 goalpost agent --model jev \"Open the display settings.\"

Exit codes:
  0    never: it serves until it is stopped
  2    the arguments can't be used
  4    it can't be served, because the port is in use or otherwise
  130  stopped by Ctrl-C")]
    Serve(ServeArgs),
}

pub(super) fn run(args: ModelArgs) -> Exit {
    let What::Serve(ServeArgs { port, key }) = args.what;
    serve("offline model", port, async {
        let model = Model::start(Options { port, key, ..Options::default() }).await?;
        let url = model.url();
        Ok((model, url))
    })
}
