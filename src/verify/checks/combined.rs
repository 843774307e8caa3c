//! `all`, `any`, `not`: checks made of checks.

use std::time::Duration;

use async_trait::async_trait;

use crate::spec::schema::Shape;
use crate::spec::yaml::Value;
use crate::spec::{Fault, Node, Verb};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::kinds::{Context, Kind, compile};
use crate::verify::logic;
use crate::verify::reads::Reads;

pub(in crate::verify) const ALL: Kind = Kind {
    name: "all",
    about: "All of a list of checks: `all: [{ foreground: ... }, { switch: ... }]`.",
    form: None,
    shape: Shape::List(&Shape::Check, 1),
    compile: |verb, context| Ok(Box::new(Several { of: Of::All, parts: parts(verb, context)? })),
};

pub(in crate::verify) const ANY: Kind = Kind {
    name: "any",
    about: "At least one of a list of checks.",
    form: None,
    shape: Shape::List(&Shape::Check, 1),
    compile: |verb, context| Ok(Box::new(Several { of: Of::Any, parts: parts(verb, context)? })),
};

pub(in crate::verify) const NOT: Kind = Kind {
    name: "not",
    about: "The opposite of a check. What is unknown stays unknown.",
    form: None,
    shape: Shape::Check,
    compile: |verb, context| {
        let inner = verb.arguments().map_err(|fault| vec![fault])?;
        Ok(Box::new(Not { inner: compile(inner, &context.within())? }))
    },
};

fn parts(verb: &Verb<'_>, context: &Context<'_>) -> Result<Vec<Box<dyn Check>>, Vec<Fault>> {
    let list = verb.arguments().map_err(|fault| vec![fault])?;
    let nodes: &[Node] = match &list.value {
        Value::Seq(nodes) if !nodes.is_empty() => nodes,
        Value::Seq(_) => return Err(vec![Fault::error(list.span, "this list of checks is empty")]),
        _ => {
            let fault = Fault::error(list.span, format!("expected a list of checks, found {}", list.describe()))
                .help("begin each check with `- `");
            return Err(vec![fault]);
        }
    };
    let mut parts = Vec::with_capacity(nodes.len());
    let mut faults = Vec::new();
    for node in nodes {
        match compile(node, &context.within()) {
            Ok(part) => parts.push(part),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(parts) } else { Err(faults) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    Any,
}

#[derive(Debug)]
struct Several {
    of: Of,
    parts: Vec<Box<dyn Check>>,
}

#[async_trait]
impl Check for Several {
    fn rule(&self) -> String {
        let word = if self.of == Of::All { " and " } else { " or " };
        let rules: Vec<String> = self.parts.iter().map(|part| part.rule()).collect();
        format!("({})", rules.join(word))
    }

    fn apps(&self) -> Vec<&str> {
        self.parts.iter().flat_map(|part| part.apps()).collect()
    }

    fn takes(&self) -> Duration {
        self.parts.iter().map(|part| part.takes()).sum()
    }

    fn powers(&self) -> Powers {
        let mut powers = self.parts.iter().map(|part| part.powers());
        match self.of {
            Of::All => Powers { confirm: powers.clone().all(|p| p.confirm), refute: powers.any(|p| p.refute) },
            Of::Any => Powers { confirm: powers.clone().any(|p| p.confirm), refute: powers.all(|p| p.refute) },
        }
    }

    /// Every part is computed, also where one alone decides: the rest is evidence.
    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            parts.push(part.evaluate(reads).await?);
        }
        Ok(Evaluation::joined(parts, if self.of == Of::All { logic::all } else { logic::any }))
    }
}

#[derive(Debug)]
struct Not {
    inner: Box<dyn Check>,
}

#[async_trait]
impl Check for Not {
    fn rule(&self) -> String {
        format!("not {}", self.inner.rule())
    }

    fn apps(&self) -> Vec<&str> {
        self.inner.apps()
    }

    fn takes(&self) -> Duration {
        self.inner.takes()
    }

    fn powers(&self) -> Powers {
        let Powers { confirm, refute } = self.inner.powers();
        Powers { confirm: refute, refute: confirm }
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        Ok(self.inner.evaluate(reads).await?.negated())
    }
}
