//! `goalpost schema`

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::out;
use crate::verify;

/// Print the JSON Schema of goal or verifier files, for editors
///
/// With it an editor completes the keys, steps and checks of a file, says what they mean, and marks what is none. The
/// schema says what a file looks like; `goalpost lint` finds what depends on other files too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost schema goal > goal.schema.json
  goalpost schema verifier > verifier.schema.json

Editors with yaml-language-server take them from their settings:
  \"yaml.schemas\": { \"./goal.schema.json\": \"goals/**\",
                    \"./verifier.schema.json\": \"verifiers/**\" }
or from the first line of a file:
  # yaml-language-server: $schema=../goal.schema.json

Exit codes:
  0    printed
  2    the arguments can't be used")]
pub(super) struct SchemaArgs {
    /// Of which files
    #[arg(value_enum)]
    of: Of,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Of {
    /// Files below goals/
    Goal,
    /// Files below verifiers/
    Verifier,
}

pub(super) fn run(args: &SchemaArgs) -> Exit {
    let language = verify::language();
    let schema = match args.of {
        Of::Goal => language.goal_schema(),
        Of::Verifier => language.verifier_schema(),
    };
    out::json(&schema, Exit::Passed)
}
