//! `when`: steps for what may or may not have come up.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::script::compiled::Script;
use crate::script::condition::{CONDITION_KEYS, Condition};
use crate::script::kinds::Kind;
use crate::script::runner::Runner;
use crate::script::scope::Scope;
use crate::script::step::{Problem, Step};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, Verb, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "when",
    about: "Runs steps where something holds: `when: { dialog: any, then: [tap: { text: Allow }] }`; also `app: PACKAGE`, \
            `dialog: {query}`, `shows: {query}`, and `else: [...]`. It waits 1.5 s at most for it to hold.",
    form: Form { sample: "Allow", write: |text| format!("when: {{ shows: {{ text: {text} }}, then: [home] }}") },
    shape: Shape::Map(&[CONDITION_KEYS, &[THEN, Key::new("else", STEPS, "What is done where it does not hold.")]]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (own, condition) = args.split(&["then", "else"]);
        let Args { then, otherwise } = decode_part(&own, &CONDITIONS)?;
        Branch::compile(verb, true, &condition, &["then", "else"], (then, otherwise), scope)
    },
};

pub(super) const STEPS: Shape = Shape::List(&Shape::Step, 1);
pub(super) const THEN: Key = Key::new("then", STEPS, "What is done.").needed();
pub(super) const CONDITIONS: [&str; 3] = ["app", "dialog", "shows"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    then: Option<Vec<Node>>,
    #[serde(default, rename = "else")]
    otherwise: Vec<Node>,
}

/// Steps that depend on a condition.
#[derive(Debug)]
pub(super) struct Branch {
    condition: Condition,
    /// What the condition has to be for `then`.
    wanted: bool,
    then: Script,
    otherwise: Script,
}

impl Branch {
    /// Reads its condition and its lists of steps.
    pub(super) fn compile(
        verb: &Verb<'_>,
        wanted: bool,
        condition: &Node,
        others: &[&str],
        (then, otherwise): (Option<Vec<Node>>, Vec<Node>),
        scope: Scope<'_>,
    ) -> Result<Arc<dyn Step>, Vec<Fault>> {
        let condition = Condition::read(condition, others)?;
        let Some(then) = then.filter(|then| !then.is_empty()) else {
            return Err(vec![Fault::error(verb.span, "`then` with at least one step is missing")]);
        };
        let mut faults = Vec::new();
        let mut script = |nodes: &[Node]| Script::compile(nodes, scope).map_err(|more| faults.extend(more));
        let (then, otherwise) = (script(&then), script(&otherwise));
        match (then, otherwise) {
            (Ok(then), Ok(otherwise)) => Ok(Arc::new(Self { condition, wanted, then, otherwise })),
            _ => Err(faults),
        }
    }

    fn parts(&self) -> [&Script; 2] {
        [&self.then, &self.otherwise]
    }
}

#[async_trait]
impl Step for Branch {
    fn words(&self) -> String {
        format!("{} {}", if self.wanted { "when" } else { "unless" }, self.condition)
    }

    fn apps(&self) -> Vec<&str> {
        self.condition.app().into_iter().chain(self.parts().into_iter().flat_map(Script::apps)).collect()
    }

    fn opens(&self) -> Vec<&str> {
        self.parts().into_iter().flat_map(Script::opened).map(|(_, app)| app).collect()
    }

    fn secrets(&self) -> Vec<&str> {
        self.parts().into_iter().flat_map(Script::secrets).map(|(_, name)| name).collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        match self.condition.holds(runner).await? == self.wanted {
            true => runner.run_part("then", &self.then).await,
            false => runner.run_part("else", &self.otherwise).await,
        }
    }
}
