//! A check on a tape.

use std::sync::Arc;

use jiff::Timestamp;

use super::mutants::mutants;
use super::outcome::{Finding, Proof, Tried};
use super::played::Played;
use super::tape::Tape;
use crate::act::{Act, Guard, InMemory};
use crate::clock::Clock;
use crate::event::{Events, Verdict};
use crate::plain::counted;
use crate::screen::App;
use crate::verify::{CompiledVerifier, Evaluation, VerifyError};

/// Where tapes are played: what a phone is beside what it shows.
pub(super) struct Stand<'a> {
    pub(super) verifier: &'a CompiledVerifier,
    pub(super) guard: &'a Guard,
    pub(super) id: &'a str,
    pub(super) apps: &'a [App],
}

impl Stand<'_> {
    /// Computes the check once, on a tape. Nothing on it takes time.
    async fn play(&self, tape: Tape) -> Result<Evaluation, VerifyError> {
        let begun = tape.screens().next().map_or(Timestamp::UNIX_EPOCH, |screen| screen.taken_at);
        let clock = Clock::starting_at(begun);
        let device = Arc::new(Played::new(self.id, self.apps, tape, clock.clone()));
        let act = Act::new(device, clock, Events::silent(), Arc::new(InMemory::default()), self.guard.clone());
        self.verifier.glance(act).await
    }

    /// Tries all mutants of an evaluation that has confirmed, and ends the proof.
    pub(super) async fn try_all(
        &self,
        mut proof: Proof,
        confirmed: &Evaluation,
        tape: &Tape,
        before: Option<&Tape>,
    ) -> Proof {
        match self.play(tape.clone()).await.map(|again| again.verdict) {
            Ok(Verdict::Confirmed) => {}
            Ok(other) => {
                let why =
                    format!("what it read, played back as it was, is {other}: it goes by more than what it reads");
                return proof.end(Finding::NotRepeatable, why);
            }
            Err(error) => {
                return proof.end(Finding::NotRepeatable, format!("on what it read, played back, it failed: {error}"));
            }
        }
        for mutated in mutants(confirmed, tape, before) {
            let said = self.play(mutated.tape).await.ok().map(|said| match said.value == confirmed.value {
                true => said,
                // To a goal that asks for it, another value is one that has changed.
                false => Evaluation { verdict: Verdict::Inconclusive, ..said },
            });
            let listed = self.verifier.survivors().iter().find(|listed| listed.mutant == mutated.mutant);
            let survived = said.as_ref().is_some_and(|said| said.verdict == Verdict::Confirmed);
            proof.mutants.push(Tried {
                mutant: mutated.mutant,
                of: mutated.of,
                verdict: said.as_ref().map(|said| said.verdict),
                allowed: listed.filter(|_| survived).map(|listed| listed.reason.clone()),
                evidence: said.filter(|_| survived).map(|said| said.evidence).unwrap_or_default(),
            });
        }
        let holes = proof.mutants.iter().filter(|tried| tried.is_a_hole()).count();
        let killed = proof.killed();
        if holes > 0 {
            let still = format!("it still confirms {} of {}", holes, counted(proof.mutants.len(), "mutant"));
            return proof.end(Finding::Survived, still);
        }
        if killed == 0 {
            return proof.end(Finding::NoMutants, "no change of what it read keeps it from confirming");
        }
        proof.end(Finding::Proven, "it refutes, confirms, and can fail")
    }
}
