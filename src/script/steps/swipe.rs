//! `swipe`: a finger moved over the screen or a part of it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::{Action, Direction, Observation, Point, Query, SCROLL_MILLIS, Swipe};
use crate::script::expect::Expect;
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::query::decode_query;
use crate::script::region::reach;
use crate::script::runner::{Choice, Runner};
use crate::script::single::{on_screen, shown_next};
use crate::script::step::{Problem, Step};
use crate::script::target::{identity, one};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, Period, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "swipe",
    about: "Moves a finger: `swipe: { direction: up, in: { role: list } }` over most of a part of the screen, or of the \
            whole; `swipe: { from: [540, 1600], to: [540, 400] }` from place to place in pixels. Up shows what lies \
            further down.",
    form: Form { sample: "up", write: |direction| format!("swipe: {{ direction: {direction} }}") },
    shape: Shape::Map(&[
        &[
            Key::new("direction", Shape::Words(DIRECTIONS), "Where the finger moves to."),
            Key::new("in", Shape::Query, "The part of the screen; the whole where it is left out."),
            Key::new("from", PLACE, "In place of a direction: where the finger comes down, in pixels."),
            Key::new("to", PLACE, "Where it is lifted."),
            Key::new("takes", Shape::Period, "How long the finger takes, from 10ms to 10s.").or("300ms"),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["direction", "in", "from", "to", "takes"])?;
        let Args { direction, within, from, to, takes } = decode_part(&rest, OPTIONS)?;
        let way = match (direction, within, from, to) {
            (Some(finger), within, None, None) => {
                let within = within.map(|within| decode_query(&within, &[])).transpose()?;
                Way::Across { finger, within: within.map(Box::new) }
            }
            (None, None, Some(from), Some(to)) => {
                let (start, end) = (place(&from)?, place(&to)?);
                if (start.x - end.x).abs().max((start.y - end.y).abs()) < SHORTEST_WAY {
                    let fault = Fault::error(to.span, "a finger that moves less than 50 pixels does not swipe");
                    return Err(vec![fault.help("`tap` and `long_press` are steps of their own")]);
                }
                Way::Between(start, end)
            }
            _ => {
                let fault =
                    Fault::error(args.span, "`swipe` takes `direction`, with or without `in`, or `from` and `to`");
                return Err(vec![fault]);
            }
        };
        let takes = takes.map_or(Duration::from_millis(SCROLL_MILLIS), |takes| takes.0);
        if !(SHORTEST..=LONGEST).contains(&takes) {
            let span = args.get("takes").map_or(args.span, |takes| takes.span);
            return Err(vec![Fault::error(span, "a swipe takes from 10ms to 10s")]);
        }
        scope.may_change(&options, args.span, "a swipe may move or delete what it checks").map_err(|faults| {
            faults.into_iter().map(|fault| fault.help_also("`scroll_to` and `scan` only look")).collect::<Vec<_>>()
        })?;
        Ok(Arc::new(Move { way, takes, options }))
    },
};

const DIRECTIONS: &[&str] = &["up", "down", "left", "right"];
const PLACE: Shape = Shape::List(&Shape::Whole(0, 100_000), 2);
/// In pixels: what is shorter is a tap to a phone, and the guard could not tell what it touches.
const SHORTEST_WAY: i64 = 50;
const SHORTEST: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    direction: Option<Direction>,
    #[serde(rename = "in")]
    within: Option<Node>,
    from: Option<Node>,
    to: Option<Node>,
    takes: Option<Period>,
}

/// Reads `[540, 1600]`.
fn place(node: &Node) -> Result<Point, Vec<Fault>> {
    let numbers: Vec<i64> = node.items().iter().filter_map(|item| item.text()?.parse().ok()).collect();
    match (numbers.as_slice(), node.items().len()) {
        ([x, y], 2) if (0..=100_000).contains(x) && (0..=100_000).contains(y) => Ok(Point { x: *x, y: *y }),
        _ => {
            let fault = Fault::error(node.span, "this is no place on a screen");
            Err(vec![fault.help("write pixels from the left and from the top, for example `[540, 1600]`")])
        }
    }
}

#[derive(Debug)]
enum Way {
    /// Most of the way over the screen or a part of it.
    Across {
        finger: Direction,
        within: Option<Box<Query>>,
    },
    Between(Point, Point),
}

#[derive(Debug)]
struct Move {
    way: Way,
    takes: Duration,
    options: Options,
}

#[async_trait]
impl Step for Move {
    fn words(&self) -> String {
        match &self.way {
            Way::Across { finger, within: None } => format!("swipe {}", finger.name()),
            Way::Across { finger, within: Some(query) } => format!("swipe {} in {query}", finger.name()),
            Way::Between(from, to) => format!("swipe from {},{} to {},{}", from.x, from.y, to.x, to.y),
        }
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let (before, sent) = runner.act_on(self.options.timeout(), |screen| self.choose(screen)).await?;
        let verify = self.options.verify.as_ref().unwrap_or(&Expect::Changed);
        runner.expect(verify, self.options.timeout(), &before, sent.after).await
    }
}

impl Move {
    fn choose(&self, screen: &Observation) -> Choice<Action> {
        let duration = u64::try_from(self.takes.as_millis()).unwrap_or(SCROLL_MILLIS);
        match &self.way {
            Way::Across { finger, within: None } => {
                let area = reach(screen, screen.screen.bounds());
                let swipe = Swipe::scrolling("", area, shown_next(*finger));
                Choice::Same(Action::Swipe(Swipe { region_id: None, duration, ..swipe }), screen.fingerprint.clone())
            }
            Way::Across { finger, within: Some(query) } => match one(screen, query) {
                Ok(part) => {
                    let swipe = Swipe::scrolling(&part.id, reach(screen, part.bounds), shown_next(*finger));
                    let region_id = swipe.region_id.filter(|_| part.scrollable && part.enabled);
                    Choice::Same(Action::Swipe(Swipe { region_id, duration, ..swipe }), identity(part))
                }
                Err(because) => Choice::NotYet(because),
            },
            Way::Between(start, end) => {
                let swipe = Swipe { start: *start, end: *end, duration, region_id: None };
                match on_screen(screen, &[*start, *end], Action::Swipe(swipe)) {
                    Choice::Never(Problem::Unmet(because), same) => Choice::Never(Problem::Unresolved(because), same),
                    Choice::AtOnce(action) => Choice::Same(action, screen.fingerprint.clone()),
                    choice => choice,
                }
            }
        }
    }
}
