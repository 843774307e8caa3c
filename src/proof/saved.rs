//! The proof of a verifier on saved screens: one from before its goal was reached, and one from after.

use std::sync::Arc;

use super::outcome::{Finding, Proof};
use super::tape::{Tape, Taping};
use super::trial::Stand;
use crate::act::{Act, Guard, InMemory};
use crate::device::{Device, Saved};
use crate::event::{Events, Phase, Verdict};
use crate::verify::{CompiledVerifier, Evaluation, VerifyError};

/// Puts a verifier to the proof on two saved screens: it must refute the one and confirm the other, and none of the
/// other's mutants. Its steps are skipped, as there is nowhere to go.
pub async fn prove_saved(verifier: &CompiledVerifier, before: &Arc<Saved>, after: &Arc<Saved>) -> Proof {
    let proof = Proof::ended(verifier.name(), verifier.name(), Finding::Error, String::new());
    match tried(verifier, before, after, proof.clone()).await {
        Ok(proof) => proof,
        Err(error) => proof.end(Finding::Error, error.to_string()),
    }
}

async fn tried(
    verifier: &CompiledVerifier,
    before: &Arc<Saved>,
    after: &Arc<Saved>,
    mut proof: Proof,
) -> Result<Proof, VerifyError> {
    let (refuted, tape_before) = glance(verifier, before).await?;
    proof.before = Some(refuted.verdict);
    proof.evidence.clone_from(&refuted.evidence);
    if refuted.verdict != Verdict::Refuted {
        let why = format!("the screen from before must be refuted and is {}{}", refuted.verdict, because(&refuted));
        return Ok(proof.end(Finding::BaselineWrong, why));
    }
    let (confirmed, tape) = glance(verifier, after).await?;
    proof.after = Some(confirmed.verdict);
    proof.evidence.clone_from(&confirmed.evidence);
    if confirmed.verdict != Verdict::Confirmed {
        let why =
            format!("the screen from after must be confirmed and is {}{}", confirmed.verdict, because(&confirmed));
        return Ok(proof.end(Finding::NotConfirmed, why));
    }
    let guard = Guard::default();
    let stand = Stand { verifier, guard: &guard, id: Saved::ID, apps: &[] };
    Ok(stand.try_all(proof, &confirmed, &tape, Some(&tape_before)).await)
}

async fn glance(verifier: &CompiledVerifier, saved: &Arc<Saved>) -> Result<(Evaluation, Tape), VerifyError> {
    let device: Arc<dyn Device> = saved.clone();
    let taping = Arc::new(Taping::new(device));
    taping.begin();
    let events = Events::silent().in_phase(Phase::Verify);
    let act = Act::new(taping.clone(), saved.clock().clone(), events, Arc::new(InMemory::default()), Guard::default());
    let seen = verifier.glance(act).await?;
    Ok((seen, taping.end().unwrap_or_default()))
}

fn because(seen: &Evaluation) -> String {
    seen.reason().map(|because| format!(": {because}")).unwrap_or_default()
}
