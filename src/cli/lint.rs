//! `goalpost lint`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::out;
use crate::plain::{counted, inline};
use crate::script;
use crate::spec::Problem;
use crate::suite::{Cases, proofs, recordings};
use crate::verify::{self, Registry};

const EXAMPLES: &str = "\
Examples:
  goalpost lint
  goalpost lint path/to/project --json

Exit codes:
  0    everything can be used; there may be warnings
  2    the arguments or a file can't be used
  5    there is no goal";

/// Examples, and the words that steps and checks are made of.
fn with_languages() -> String {
    let steps = script::KINDS.iter().map(|kind| (kind.verb, kind.about));
    let checks = verify::KINDS.iter().map(|kind| (kind.name, kind.about));
    let listed = |words: &mut dyn Iterator<Item = (&str, &str)>| -> String {
        words.map(|(word, about)| format!("\n  {word}: {about}")).collect()
    };
    let (steps, checks) = (listed(&mut steps.into_iter()), listed(&mut checks.into_iter()));
    format!("{EXAMPLES}\n\nSteps:{steps}\n\nChecks:{checks}")
}

/// Say everything that is wrong with goals and verifiers
///
/// Reads all files below goals/ and verifiers/ and shows each problem at its place. Nothing is run and no phone is
/// needed. Where there are recordings in tests/fixtures, those of no case are told of too, and cases whose recording is
/// missing or stale; where there is a tests/proofs.json, verifiers that no mutant of their last proof could break, and
/// proofs that are missing or stale. Warnings alone are no failure. --help lists the steps and checks that files are made of.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = with_languages())]
pub(super) struct LintArgs {
    /// The folder that holds goals/ and verifiers/
    #[arg(default_value = ".")]
    project: PathBuf,
    /// Print a JSON document: `{\"version\":1, \"goals\", \"cases\", \"verifiers\", \"problems\":[{\"file\", \"line\", \"column\",
    /// \"severity\", \"message\", \"help\"}]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    goals: usize,
    cases: usize,
    verifiers: usize,
    problems: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: String,
    line: usize,
    column: usize,
    severity: String,
    message: &'a str,
    help: Option<&'a str>,
}

pub(super) fn run(args: &LintArgs, registry: &Registry) -> Exit {
    if !args.project.is_dir() {
        return out::fail(
            Exit::Usage,
            &format!("there is no folder {}; name the one that holds goals/ and verifiers/", args.project.display()),
        );
    }
    let cases = Cases::load(&args.project, registry);
    let problems = [cases.problems(), &recordings(&args.project, &cases), &proofs(&args.project, &cases)].concat();
    let errors = problems.iter().filter(|problem| problem.is_error()).count();
    let exit = match (errors, cases.is_empty()) {
        (1.., _) => Exit::Usage,
        (0, true) => {
            out::fail(Exit::Nothing, &format!("there is no goal below {}", args.project.join("goals").display()))
        }
        (0, false) => Exit::Passed,
    };
    if args.json {
        let document = Document {
            version: 1,
            goals: cases.goals(),
            cases: cases.usable().count(),
            verifiers: cases.verifiers(),
            problems: problems.iter().map(entry).collect(),
        };
        return out::json(&document, exit);
    }
    let shown = problems.iter().map(|problem| problem.render(out::stdout_is_coloured()) + "\n\n").collect::<String>();
    let exit = out::result(&shown, exit);
    let goals = match (cases.goals(), cases.usable().count()) {
        (goals, all) if goals == all => counted(goals, "goal"),
        (goals, all) => format!("{} with {}", counted(goals, "goal"), counted(all, "case")),
    };
    out::note(&format!(
        "{goals} and {} can be used; {}, {}",
        counted(cases.verifiers(), "verifier"),
        counted(errors, "error"),
        counted(problems.len() - errors, "warning"),
    ));
    exit
}

fn entry(problem: &Problem) -> Entry<'_> {
    let fault = &problem.fault;
    Entry {
        file: inline(&problem.file().to_string_lossy()).into_owned(),
        line: fault.span.line,
        column: fault.span.column,
        severity: fault.severity.to_string(),
        message: &fault.message,
        help: fault.help.as_deref(),
    }
}
