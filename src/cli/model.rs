//! `goalpost model serve`

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::serve::{ServeArgs, serve};
use crate::model::{Model, Options, Unsteady};

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
    /// It answers POST /v1/systemone by the words that options, goal, screen and history share: deterministic unless noise
    /// is asked for, and no match for a real model. The first line on stdout is JSON with its URL.
    #[command(after_help = "\
Examples:
  goalpost model serve --port 8701
  curl -s http://127.0.0.1:8701/v1/models
  goalpost model serve --port 8701 --noise 7 --first-option 0.05
  TYPESAFE_BASE_URL=http://127.0.0.1:8701 goalpost agent --model jev \"Open the display settings.\"

Exit codes:
  0    never: it serves until it is stopped
  2    the arguments can't be used
  4    it can't be served, because the port is in use or otherwise
  130  stopped by Ctrl-C")]
    Serve(ModelServeArgs),
}

#[derive(Debug, Args)]
struct ModelServeArgs {
    #[command(flatten)]
    serve: ServeArgs,
    /// Let answers waver as those of the real service do: every probability moves by up to 0.05, anew for each request,
    /// drawn from this seed. Equal seeds, equal answers to the same requests in the same order
    #[arg(long, value_name = "SEED")]
    noise: Option<u64>,
    /// Let answers lean towards the first option of a choice, as those of the real service do: so much is added to its
    /// probability, from 0 to 1, and all are scaled to sum to 1 again
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    first_option: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|x| (0.0..=1.0).contains(x)).ok_or_else(|| "this is a number from 0 to 1".to_owned())
}

pub(super) fn run(args: ModelArgs) -> Exit {
    let What::Serve(ModelServeArgs { serve: ServeArgs { port, key }, noise, first_option }) = args.what;
    let unsteady = Unsteady { seed: noise, first_option };
    serve("offline model", port, async {
        let model = Model::start(Options { port, key, unsteady, ..Options::default() }).await?;
        let url = model.url();
        Ok((model, url))
    })
}
