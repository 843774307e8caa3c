//! The proof of the verifier of one case, on a phone.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::outcome::{Finding, Proof};
use super::tape::{Tape, Taping};
use super::trial::Stand;
use crate::act::Act;
use crate::case::{self, Case, CaseError, Rig};
use crate::event::{Evidence, Kind, Phase, Verdict};
use crate::spec::{Already, Expect};
use crate::verify::{Purpose, VerdictReport};

/// Tells what became true of a phone, and whether by an input: every change so far, oldest first.
pub type Facts<'a> = dyn Fn() -> Vec<Fact> + Send + Sync + 'a;

/// One change of what is true of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is called.
    pub name: String,
    /// Before; none where it was not.
    pub from: Option<String>,
    /// After; none where it is no more.
    pub to: Option<String>,
    /// Whether an input did it, not the phone by itself.
    pub by_input: bool,
}

/// Puts the verifier of a case to the proof. Every error on the way is an outcome. `facts` are those of a phone that
/// tells them.
pub async fn prove(case: &Case, rig: &Rig, facts: Option<&Facts<'_>>) -> Proof {
    let taping = Arc::new(Taping::new(rig.device.clone()));
    let events = rig.events.of_case(case.name(), rig.clock.clone());
    let act = Act::new(taping.clone(), rig.clock.clone(), events, rig.journal.clone(), case.guard().clone())
        .with_secrets(rig.secrets.clone());
    let proof = Proof::ended(case.name(), case.verifier().name(), Finding::Error, String::new());
    let secrets = rig.secrets.redactor();
    let mut proving = Proving { case, rig, act: &act, taping: &taping, facts, proof, left: None };
    let proof = match proving.run().await {
        Ok(proof) => {
            case::clean_up(case, &act).await;
            proof
        }
        Err(error) => {
            let unknown = error.kind() == Kind::InputUnknown;
            if !unknown {
                case::clean_up(case, &act).await;
            }
            let finding = if unknown { Finding::InputUnknown } else { Finding::Error };
            proving.proof.end(finding, error.to_string())
        }
    };
    proof.without(&secrets)
}

struct Proving<'a> {
    case: &'a Case,
    rig: &'a Rig,
    act: &'a Act,
    taping: &'a Taping,
    facts: Option<&'a Facts<'a>>,
    proof: Proof,
    /// What the verifier itself has changed and not put back, as far as it was noticed.
    left: Option<String>,
}

impl Proving<'_> {
    async fn run(&mut self) -> Result<Proof, CaseError> {
        let (case, demand) = (self.case, self.case.demand());
        let must_hold = demand.expect != Expect::Done || case.answer().is_some();
        let Some(solution) = case.solution().map(Some).or(must_hold.then_some(None)) else {
            let why = "the goal has no `solution:`, so nothing shows that its verifier can confirm";
            return Ok(self.ended(Finding::NoSolution, why));
        };
        self.rig.device.ready().await?;
        let report = case::baseline(case, self.rig.policy.as_ref(), self.act).await?.report;
        let is_so_already = demand.already == Already::Allowed && report.verdict == Verdict::Confirmed;
        let expected = if must_hold || is_so_already { Verdict::Confirmed } else { Verdict::Refuted };
        self.proof.before = Some(report.verdict);
        self.proof.evidence = report.evidence.clone();
        if report.verdict != expected {
            let why = format!("on the baseline it must be {expected} and is {}{}", report.verdict, because(&report));
            return Ok(self.ended(Finding::BaselineWrong, &why));
        }
        let before =
            if expected == Verdict::Refuted { self.glance(Phase::Baseline).await?.map(|(_, tape)| tape) } else { None };

        case::start(case, &mut self.act.in_phase(Phase::Start)).await?;
        if let Some(solution) = solution {
            case::follow("solution", solution, &mut self.act.in_phase(Phase::Agent)).await?;
        }
        let first = self.ask().await?;
        if let Some(left) = &self.left {
            return Ok(self.ended(Finding::ChangesState, &format!("its own inputs changed the phone: {left}")));
        }
        if first.verdict != Verdict::Confirmed {
            let after = if solution.is_some() { "after the solution" } else { "the second time" };
            let why = format!("{after} it must be confirmed and is {}{}", first.verdict, because(&first));
            return Ok(self.ended(Finding::NotConfirmed, &why));
        }
        let second = self.ask().await?;
        if let Some(left) = &self.left {
            let why = format!("asked again, its own inputs changed the phone: {left}");
            return Ok(self.ended(Finding::ChangesState, &why));
        }
        if second.verdict != Verdict::Confirmed {
            let why = format!("asked again it is {}{}", second.verdict, because(&second));
            return Ok(self.ended(Finding::NotRepeatable, &why));
        }
        if let Some(differs) = differs(&first.evidence, &second.evidence) {
            return Ok(
                self.ended(Finding::NotRepeatable, &format!("asked again it confirms on other evidence: {differs}"))
            );
        }
        let Some((confirmed, tape)) = self.glance(Phase::Verify).await? else {
            return Ok(self.ended(Finding::Error, "one evaluation read too much to be kept"));
        };
        if confirmed.verdict != Verdict::Confirmed {
            let why = format!("evaluated once more, without its steps, it is {}", confirmed.verdict);
            return Ok(self.ended(Finding::NotRepeatable, &why));
        }
        let apps = self.act.installed().await?;
        let stand = Stand { verifier: case.verifier(), guard: case.guard(), id: self.rig.device.id(), apps: &apps };
        Ok(stand.try_all(self.proof.clone(), &confirmed, &tape, before.as_ref()).await)
    }

    /// Asks the verifier. Each time by itself it must leave the phone as it was: two changes may undo each other.
    async fn ask(&mut self) -> Result<VerdictReport, CaseError> {
        let before = self.facts.map_or(0, |facts| facts().len());
        let report = self.case.verifier().ask(self.act.in_phase(Phase::Verify), Purpose::Verdict).await?;
        let changes: Vec<Fact> = self.facts.map_or_else(Vec::new, |facts| facts().into_iter().skip(before).collect());
        self.left = self.left.take().or(left_by_inputs(&changes));
        self.proof.after = Some(report.verdict);
        self.proof.evidence.clone_from(&report.evidence);
        Ok(report)
    }

    /// One evaluation, where the verifier has just been, and what it read.
    async fn glance(&self, phase: Phase) -> Result<Option<(crate::verify::Evaluation, Tape)>, CaseError> {
        self.taping.begin();
        let seen = self.case.verifier().glance(self.act.in_phase(phase)).await;
        let tape = self.taping.end();
        Ok(Some(seen?).zip(tape))
    }

    fn ended(&self, finding: Finding, why: &str) -> Proof {
        self.proof.clone().end(finding, why)
    }
}

fn because(report: &VerdictReport) -> String {
    report.because.as_deref().map(|because| format!(": {because}")).unwrap_or_default()
}

/// Where two verdicts rest on different things: what was compared, else what was read.
fn differs(first: &[Evidence], second: &[Evidence]) -> Option<String> {
    let told = |evidence: &Evidence| {
        let read = evidence.normalized.clone().or(evidence.read.clone());
        (evidence.rule.clone(), evidence.verdict, read)
    };
    let (first, second): (Vec<_>, Vec<_>) = (first.iter().map(told).collect(), second.iter().map(told).collect());
    if first == second {
        return None;
    }
    let read = |of: Option<&(String, Verdict, Option<String>)>| {
        of.and_then(|(_, _, read)| read.clone()).unwrap_or_else(|| "nothing".to_owned())
    };
    let at = (0..first.len().max(second.len())).find(|at| first.get(*at) != second.get(*at))?;
    Some(format!("first {}, then {}", read(first.get(at)), read(second.get(at))))
}

/// What inputs have changed and not put back.
fn left_by_inputs(changes: &[Fact]) -> Option<String> {
    let mut left: BTreeMap<&str, (&Option<String>, &Option<String>)> = BTreeMap::new();
    for change in changes.iter().filter(|change| change.by_input) {
        left.entry(&change.name).or_insert((&change.from, &change.to)).1 = &change.to;
    }
    let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    let left: Vec<String> = left
        .into_iter()
        .filter(|(_, (from, to))| from != to)
        .map(|(name, (from, to))| format!("{name} from {} to {}", word(from), word(to)))
        .collect();
    (!left.is_empty()).then(|| left.join(", "))
}
