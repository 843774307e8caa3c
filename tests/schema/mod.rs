//! What editors say of a file: the schemas, as a validator of somebody else's understands them.

#![allow(dead_code, reason = "each test uses a part")]

use boon::{Compiler, SchemaIndex, Schemas};
use goalpost::spec::{Source, decode, yaml};
use serde_json::Value;

/// The two schemas.
pub(crate) struct Editor {
    schemas: Schemas,
    goal: SchemaIndex,
    verifier: SchemaIndex,
}

impl Editor {
    pub(crate) fn new() -> Self {
        let language = goalpost::verify::language();
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let mut compiled = |name: &str, schema: Value| {
            compiler.add_resource(name, schema).unwrap();
            compiler.compile(name, &mut schemas).unwrap_or_else(|error| panic!("{name} is no schema: {error:#}"))
        };
        let goal = compiled("goal.json", language.goal_schema());
        let verifier = compiled("verifier.json", language.verifier_schema());
        Self { schemas, goal, verifier }
    }

    /// What is marked in a goal file; of what is no YAML nothing can be said.
    pub(crate) fn marks_in_goal(&self, text: &str) -> Option<String> {
        self.marks(self.goal, text)
    }

    /// What is marked in a verifier file.
    pub(crate) fn marks_in_verifier(&self, text: &str) -> Option<String> {
        self.marks(self.verifier, text)
    }

    fn marks(&self, schema: SchemaIndex, text: &str) -> Option<String> {
        let tree = yaml::read(&Source::new("x.yaml", text), yaml::Limits::default()).ok()?;
        let value: Value = decode(&tree).unwrap();
        self.schemas.validate(&value, schema).err().map(|error| format!("{error:#}"))
    }
}

/// Whether the parser refuses a file for what it looks like, and not for what it means: an editor has to mark it too.
pub(crate) fn is_about_the_form(message: &str) -> bool {
    let said = [
        "unknown key",
        "unknown word",
        "unknown step",
        "unknown check",
        "unknown property",
        "unknown effect",
        "expected ",
        "the key ",
        "needs arguments",
        "takes no arguments",
        "this version",
        "no backend can answer",
        "is not a package name",
        "is not a length of time",
        "is not a tag",
        "has one key",
        "neither `",
    ];
    said.iter().any(|said| message.contains(said))
}
