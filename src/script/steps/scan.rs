//! `scan`: through all of a scrolling part.

use std::sync::Arc;

use async_trait::async_trait;

use crate::script::kinds::Kind;
use crate::script::query::decode_query;
use crate::script::region::Region;
use crate::script::runner::Runner;
use crate::script::scroll::scan;
use crate::script::step::{Problem, Step};
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "scan",
    about: "Looks through a scrolling part from its beginning to its end: `scan: { id: recycler_view }`, \
            or `scan` for the one that makes up the screen.",
    form: Form { sample: "recycler_view", write: |id| format!("scan: {{ id: {id} }}") },
    shape: Shape::Maybe(&Shape::Query),
    compile: |verb, _| {
        let region = match verb.args {
            Some(args) => Region::Of(Box::new(decode_query(args, &[])?)),
            None => Region::Main,
        };
        Ok(Arc::new(Scan { region }))
    },
};

#[derive(Debug)]
struct Scan {
    region: Region,
}

#[async_trait]
impl Step for Scan {
    fn words(&self) -> String {
        format!("scan{}", self.region.words())
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        scan(runner, &self.region).await.map(drop)
    }
}
