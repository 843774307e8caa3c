//! The `goalpost` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    goalpost::cli::main(goalpost::verify::Registry::new())
}
