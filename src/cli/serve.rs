//! What `phone serve` and `model serve` have in common.

use std::io;

use clap::Args;
use secrecy::SecretString;
use serde_json::json;

use super::exit::Exit;
use super::{interrupt, out, values};
use crate::report;

/// Where to serve, and to whom.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole("a port", 0..=u16::MAX))]
    pub(super) port: u16,
    /// Ask for this key as `Authorization: Bearer K`; by default no key is asked for. It can be seen in the process
    /// list, so make one up
    #[arg(long, value_name = "K", value_parser = key)]
    pub(super) key: Option<SecretString>,
}

fn key(text: &str) -> Result<SecretString, String> {
    // A longer one would not fit into a request.
    if !(1..=1000).contains(&text.len()) || !text.bytes().all(|b| b.is_ascii_graphic()) {
        return Err("a key is made of visible ASCII characters, at most 1000".to_owned());
    }
    Ok(SecretString::from(text.to_owned()))
}

/// Says on the first line where `start` serves, then serves until stopped. `server` is kept alive as long.
pub(super) fn serve<S>(what: &str, port: u16, start: impl Future<Output = io::Result<(S, String)>>) -> Exit {
    interrupt::until_stopped(async {
        match start.await {
            Err(e) if e.kind() == io::ErrorKind::AddrInUse => {
                let why = format!("port {port} is in use; name another with --port, or leave it out for any free one");
                out::fail(Exit::Trouble, &why)
            }
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
                let why = format!("port {port} is not for you ({e}); name one above 1023 with --port, or leave it out");
                out::fail(Exit::Trouble, &why)
            }
            Err(e) => out::fail(Exit::Trouble, &format!("the {what} can't be served on port {port}: {e}")),
            Ok((server, url)) => {
                let said = report::line(&json!({ "url": url })).map(|line| out::result(&line, Exit::Passed));
                if let Ok(exit @ Exit::Trouble) = said {
                    return exit;
                }
                out::note(&format!("the {what} is served until this process is stopped (Ctrl-C)"));
                std::future::pending::<()>().await;
                drop(server);
                Exit::Passed
            }
        }
    })
}
