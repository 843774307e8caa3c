//! Proves verifiers: several at once, none able to take the others along.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::cases::Cases;
use super::keep::variable;
use super::run::{apart, each, ready, watched_apart};
use super::supply::Supply;
use crate::case::Case;
use crate::event::Events;
use crate::proof::{self, Fact, Finding, Ledger, LedgerError, PROOFS, Proof};
use crate::spec::{Fault, Problem, Source, Span};

/// Puts the verifiers of these cases to the proof, each on a phone as the case itself would have it, and gives what came
/// of it in the order of the cases. `told` hears of each as it ends. At most `jobs` at once, one where they share a phone.
pub fn prove(cases: &[Arc<Case>], supply: &Supply, jobs: NonZeroUsize, told: impl Fn(&Proof) + Sync) -> Vec<Proof> {
    let jobs = if supply.choice().a_phone_per_case() { jobs.get() } else { 1 };
    let proofs = Mutex::new(Vec::with_capacity(cases.len()));
    each(cases, jobs, |case| {
        let proof = prove_one(case, supply);
        told(&proof);
        proofs.lock().unwrap_or_else(PoisonError::into_inner).push(proof);
    });
    let mut proofs = proofs.into_inner().unwrap_or_else(PoisonError::into_inner);
    proofs.sort_by_key(|proof| cases.iter().position(|case| case.name() == proof.name));
    proofs
}

fn prove_one(case: &Arc<Case>, supply: &Supply) -> Proof {
    let work = {
        let (case, supply) = (Arc::clone(case), supply.clone());
        move || {
            apart(async {
                let secrets = case.read_secrets_to_prove(variable)?;
                let mut supplied = supply.rig(case.name(), &Events::silent()).await?;
                supplied.rig.secrets = secrets;
                let facts = || -> Vec<Fact> { supplied.facts().unwrap_or_default() };
                Ok(proof::prove(&case, &supplied.rig, Some(&facts)).await)
            })
        }
    };
    watched_apart(case.name(), case.longest_proof() + ready(supply.choice().a_phone_per_case()), work)
        .unwrap_or_else(|lost| Proof::ended(case.name(), case.verifier().name(), Finding::Error, lost.why))
}

/// Keeps these proofs in the project's file of proofs, and forgets those of cases that are no more.
///
/// # Errors
/// The file can't be read or written.
pub fn keep_proofs(root: &Path, cases: &Cases, proofs: &[Proof]) -> Result<(), LedgerError> {
    Ledger::update(root, |ledger| {
        for proof in proofs {
            if let Some(case) = cases.all().iter().find(|case| case.name() == proof.name) {
                ledger.note(proof, case.essence());
            }
        }
        ledger.cases.retain(|name, _| cases.usable().any(|case| case.name() == name));
    })
}

/// What should be looked at, in a project that keeps proofs: verifiers that no mutant could break, and cases whose proof
/// is missing or older than they are. All of it warnings.
#[must_use]
pub fn proofs(root: &Path, cases: &Cases) -> Vec<Problem> {
    let source = Arc::new(Source::new(PROOFS, ""));
    let at = |message: String, help: &str| Problem::new(&source, Fault::warning(Span::default(), message).help(help));
    let ledger = match Ledger::read(root) {
        Ok(Some(ledger)) => ledger,
        Ok(None) => return Vec::new(),
        Err(error) => return vec![at(error.to_string(), "proofs were not looked at")],
    };
    let mut problems = Vec::new();
    for case in cases.usable() {
        let (name, verifier) = (case.name(), case.verifier().name());
        let (message, help) = match ledger.cases.get(name) {
            None => (format!("that the verifier of {name} can fail is not proven"), format!("goalpost prove {name}")),
            Some(entry) if entry.essence != case.essence() => (
                format!("the goal or the verifier of {name} has changed since it was proven"),
                format!("goalpost prove {name}"),
            ),
            Some(entry) if entry.killed == 0 => {
                let message = format!(
                    "the verifier {verifier} of {name} confirms whatever it reads: no mutant of its last proof could break it"
                );
                (message, "check something that is only true when the goal is reached".to_owned())
            }
            Some(_) => continue,
        };
        problems.push(at(message, &help));
    }
    problems
}
