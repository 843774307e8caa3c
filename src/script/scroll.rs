//! Moving a region, and knowing where its content ends.

use std::time::Duration;

use super::region::{Gesture, Line, Region, lines, same_view, shifts};
use super::runner::{Choice, LAG, Runner, TIMEOUT};
use super::step::Problem;
use super::target::identity;
use crate::screen::{Action, Bounds, Direction, Observation};

/// How long the content may go on moving.
const STILL: Duration = Duration::from_secs(4);
/// Swipes in one direction. A list that is longer is not looked through.
const SWIPES: u32 = 60;

/// A look at a region that stands still.
#[derive(Debug, Clone)]
pub struct Look {
    /// The whole screen.
    pub screen: Observation,
    /// The path of the element that scrolls.
    pub region: String,
    /// How far, in pixels, the content has moved up since the first look of its scan.
    pub shift: i64,
    bounds: Bounds,
    lines: Vec<Line>,
}

impl Look {
    fn of(screen: Observation, region: &Region) -> Result<Self, Problem> {
        let element = region.on(&screen).map_err(Problem::Unresolved)?;
        let (id, bounds, lines) = (element.id.clone(), element.bounds, lines(&screen, element));
        Ok(Self { screen, region: id, shift: 0, bounds, lines })
    }
}

/// A region of one phone that can be moved up and down.
pub(super) struct Scroller<'r, 'a> {
    runner: &'r mut Runner<'a>,
    region: &'r Region,
}

impl<'r, 'a> Scroller<'r, 'a> {
    /// For moving `region`.
    pub(super) fn new(runner: &'r mut Runner<'a>, region: &'r Region) -> Self {
        Self { runner, region }
    }

    /// The region as it stands.
    ///
    /// # Errors
    /// It is not there.
    pub(super) async fn look(&mut self) -> Result<Look, Problem> {
        let deadline = self.runner.deadline(TIMEOUT);
        let region = self.region;
        let choose = |screen: &Observation| match region.on(screen) {
            Ok(element) => Choice::Same((), identity(element)),
            Err(because) => Choice::NotYet(because),
        };
        let (screen, ()) = self.runner.settle_on(deadline, choose).await?;
        Look::of(screen, region)
    }

    /// Moves on by less than what is shown; none at the end, which is proven: a fast and then a slow swipe over the
    /// whole region change nothing.
    ///
    /// # Errors
    /// The region is gone, or the phone fails.
    pub(super) async fn step(&mut self, direction: Direction) -> Result<Option<Look>, Problem> {
        for gesture in [Gesture::STEP, Gesture::FULL, Gesture::FULL_SLOW] {
            if let Some(look) = self.swipe(gesture, direction).await? {
                return Ok(Some(look));
            }
        }
        Ok(None)
    }

    /// Goes to an end, as fast as may be.
    ///
    /// # Errors
    /// As for [`Scroller::step`], or there is no end.
    pub(super) async fn go_to_end(&mut self, direction: Direction) -> Result<Look, Problem> {
        let mut swipes = 0;
        loop {
            let mut moved = false;
            for gesture in [Gesture::FULL, Gesture::FULL_SLOW] {
                swipes += 1;
                moved = self.swipe(gesture, direction).await?.is_some();
                if moved {
                    break;
                }
            }
            if !moved {
                return self.look().await;
            }
            if swipes >= SWIPES {
                return Err(endless(self.region));
            }
        }
    }

    /// Goes back to the beginning, which needs no proof.
    async fn go_back(&mut self) -> Result<(), Problem> {
        for _ in 0..SWIPES {
            if self.swipe(Gesture::FULL, Direction::Up).await?.is_none() {
                return Ok(());
            }
        }
        Err(endless(self.region))
    }

    /// One swipe, and the region after it once it stands still; none if it did not move.
    async fn swipe(&mut self, gesture: Gesture, direction: Direction) -> Result<Option<Look>, Problem> {
        let region = self.region;
        let (before, sent) = self
            .runner
            .act_on(TIMEOUT, |screen| match region.on(screen) {
                Ok(element) => {
                    Choice::Same(Action::Swipe(gesture.swipe(screen, element, direction)), identity(element))
                }
                Err(because) => Choice::NotYet(because),
            })
            .await?;
        let before = Look::of(before, region)?;
        let moved = |after: &Observation| match region.on(after) {
            Ok(element) if same_view(&before.lines, &lines(after, element)) => Err("it does not move".to_owned()),
            Ok(_) => Ok(()),
            Err(because) => Err(because),
        };
        let mut look = match self.runner.wait_until(LAG, sent.after, moved).await {
            Ok(screen) => Look::of(screen, region)?,
            // Gone is not the same as unmoved.
            Err(Problem::Unmet(_)) => return self.look().await.map(|_| None),
            Err(problem) => return Err(problem),
        };
        let deadline = self.runner.deadline(STILL);
        loop {
            self.runner.pause().await;
            let next = Look::of(self.runner.look().await?, region)?;
            let still = next.lines == look.lines && next.bounds == look.bounds;
            look = next;
            if still {
                break;
            }
            if deadline.passed(self.runner) {
                return Err(Problem::Unresolved("the list does not come to rest".to_owned()));
            }
        }
        // It may have come back, as a list does that was pulled past its end.
        let moved = !same_view(&before.lines, &look.lines);
        Ok(moved.then_some(look))
    }
}

/// Looks through a region from its beginning to its end, and goes back to its beginning. All looks together show all of its content: each shares a row
/// with the one before, and both ends are proven.
///
/// # Errors
/// The region is not there or can't be looked through without a gap, or the phone fails.
pub async fn scan(runner: &mut Runner<'_>, region: &Region) -> Result<Vec<Look>, Problem> {
    let mut scroller = Scroller::new(runner, region);
    let mut looks = vec![scroller.go_to_end(Direction::Up).await?];
    while let Some(mut next) = scroller.step(Direction::Down).await? {
        let Some(last) = looks.last() else { break };
        let mut shifts = shifts(&last.lines, &next.lines, last.bounds, next.bounds);
        // It moved, and not backwards.
        shifts.retain(|shift| *shift > 0);
        next.shift = match shifts.as_slice() {
            [] => {
                let gap = "a gap: two looks at the list in a row share no line, so that something may lie between them";
                return Err(Problem::Unresolved(gap.to_owned()));
            }
            [shift] => last.shift + shift,
            several => {
                return Err(Problem::Unresolved(format!(
                    "the rows of the list look alike: it may have moved by {}",
                    several.iter().map(|s| format!("{s} px")).collect::<Vec<_>>().join(" or ")
                )));
            }
        };
        looks.push(next);
        if looks.len() > SWIPES as usize {
            return Err(endless(region));
        }
    }
    // Back to where a page begins: what looks next, another part of a check or the next evaluation, finds it there.
    scroller.go_back().await?;
    Ok(looks)
}

fn endless(region: &Region) -> Problem {
    Problem::Unresolved(format!("no end after {SWIPES} swipes{}", region.words()))
}
