//! `scroll_to`: until something is on the screen.

use std::sync::Arc;

use async_trait::async_trait;

use crate::screen::{Direction, Element, Observation, Query};
use crate::script::kinds::Kind;
use crate::script::query::decode_query;
use crate::script::region::{Region, reach};
use crate::script::runner::{Choice, Runner, TIMEOUT};
use crate::script::scroll::Scroller;
use crate::script::step::{Problem, Step};
use crate::script::target::{identity, one, tappable};
use crate::spec::Form;
use crate::spec::schema::Shape;

pub(in crate::script) const KIND: Kind = Kind {
    verb: "scroll_to",
    about: "Scrolls until one thing matches: `scroll_to: { text: About phone }`, with `within: { id: recycler_view }` \
            where several parts of the screen scroll. Down to the end first, then up.",
    form: Form { sample: "About phone", write: |text| format!("scroll_to: {{ text: {text} }}") },
    shape: Shape::Query,
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let query = decode_query(args, &[])?;
        let region = match args.get("within") {
            Some(within) => Region::Of(Box::new(decode_query(within, &[])?)),
            None => Region::Main,
        };
        Ok(Arc::new(ScrollTo { query, region }))
    },
};

#[derive(Debug)]
struct ScrollTo {
    query: Query,
    region: Region,
}

#[async_trait]
impl Step for ScrollTo {
    fn words(&self) -> String {
        format!("scroll to {}", self.query)
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        if self.found_in_place(runner).await? {
            return Ok(());
        }
        let mut scroller = Scroller::new(runner, &self.region);
        let mut last = String::new();
        for direction in [Direction::Down, Direction::Up] {
            while let Some(look) = scroller.step(direction).await? {
                match self.found(&look.screen) {
                    Ok(target) if clear_of_edges(&look.screen, target) => return Ok(()),
                    // Cut, or where touches belong to the system: a little further, unless this is the end.
                    Ok(_) => {
                        scroller.step(direction).await?;
                        return Ok(());
                    }
                    Err(because) => last = because,
                }
            }
        }
        Err(Problem::Unresolved(format!("looked through it all{}: {last}", self.region.words())))
    }
}

impl ScrollTo {
    fn found<'a>(&self, screen: &'a Observation) -> Result<&'a Element, String> {
        tappable(screen, &self.query).or_else(|_| one(screen, &self.query))
    }

    /// Whether it is there before anything is moved.
    async fn found_in_place(&self, runner: &mut Runner<'_>) -> Result<bool, Problem> {
        let deadline = runner.deadline(TIMEOUT);
        let choose = |screen: &Observation| match (self.found(screen), self.region.on(screen)) {
            (Ok(target), region) => {
                let clear = region.is_err() || clear_of_edges(screen, target);
                Choice::Same(clear, identity(target))
            }
            (Err(_), Ok(region)) => Choice::Same(false, identity(region)),
            (Err(absent), Err(immovable)) => Choice::NotYet(format!("{absent}; {immovable}")),
        };
        runner.settle_on(deadline, choose).await.map(|(_, found)| found)
    }
}

/// Whether all of a target can be touched: rows at the edges of the screen lie under the system's bars.
fn clear_of_edges(screen: &Observation, target: &Element) -> bool {
    reach(screen, target.bounds) == target.bounds
}
