//! Leaving things out of a request until it is within its budget.
//!
//! The order is fixed, and each stage goes only as far as it must:
//!
//! 1. Options beyond the number that a choice may have, from the last. No other stage could help there.
//! 2. Long labels and texts are cut, step by step down to 24 characters. The goal never is.
//! 3. Texts that cannot be used and stand away from everything that can, the farthest first.
//! 4. Elements to tap, from the last on the screen.
//! 5. What this leaves: regions to scroll, apps and texts to type from the last, then all visible text, and the texts that
//!    may be the answer from the last.
//!
//! Operations never go, and with them back, home, WAIT, DONE and BLOCKED stay.

use super::budget::{Budget, Size};
use super::decision::{Pruned, Situation};
use super::error::PolicyError;
use super::options::Options;
use super::request::render;
use crate::screen::{Bounds, Element, Observation};

/// The lengths that labels and texts are cut to, one after the other.
const LENGTHS: [usize; 6] = [usize::MAX, 400, 200, 100, 50, 24];

/// A request within its budget.
pub(super) struct Fitting<'a> {
    pub(super) options: Options<'a>,
    pub(super) body: Vec<u8>,
    pub(super) size: Size,
    pub(super) left_out: Vec<Pruned>,
}

/// How far each stage has gone: how much is left out.
#[derive(Debug, Clone, Copy, Default)]
struct Plan {
    length: usize,
    far_texts: usize,
    taps: usize,
    scrolls: usize,
    apps: usize,
    values: usize,
    texts: usize,
    answers: usize,
}

struct Draft<'s, 'a> {
    situation: &'s Situation<'a>,
    options: Options<'a>,
    texts: Vec<VisibleText<'a>>,
    budget: &'s Budget,
    model: &'s str,
}

/// A text on the screen and its rank among those to be left out: 0 goes first.
struct VisibleText<'a> {
    text: &'a str,
    far_rank: Option<usize>,
}

pub(super) fn prune<'a>(
    situation: &Situation<'a>,
    options: Options<'a>,
    budget: &Budget,
    model: &str,
) -> Result<Fitting<'a>, PolicyError> {
    let texts = visible_texts(situation.observation, &options);
    let draft = Draft { situation, options, texts, budget, model };
    let plan = draft.plan()?;
    let options = draft.options(&plan);
    let (body, size) = draft.render(&plan)?;
    match size.beyond(budget) {
        Some(what) => Err(PolicyError::OverBudget { what }),
        None => Ok(Fitting { left_out: draft.left_out(&plan), options, body, size }),
    }
}

impl<'a> Draft<'_, 'a> {
    fn plan(&self) -> Result<Plan, PolicyError> {
        let (taps, scrolls) = (self.count(|line| line.tap), self.count(|line| line.scroll));
        let (apps, values) = (self.options.apps.len(), self.options.texts.len());
        let answers = self.options.answers.as_ref().map_or(0, Vec::len);
        let most = self.budget.options;
        let mut plan = Plan {
            taps: taps.saturating_sub(most),
            scrolls: scrolls.saturating_sub(most),
            apps: apps.saturating_sub(most),
            values: values.saturating_sub(most.saturating_sub(1)),
            answers: answers.saturating_sub(most.saturating_sub(1)),
            ..Plan::default()
        };
        let far = self.texts.iter().filter(|text| text.far_rank.is_some()).count();
        self.stage(&mut plan, LENGTHS.len() - 1, |plan, level| plan.length = level)?;
        self.stage(&mut plan, far, |plan, level| plan.far_texts = level)?;
        self.stage(&mut plan, taps, |plan, level| plan.taps = plan.taps.max(level))?;
        self.stage(&mut plan, scrolls, |plan, level| plan.scrolls = plan.scrolls.max(level))?;
        self.stage(&mut plan, apps, |plan, level| plan.apps = plan.apps.max(level))?;
        self.stage(&mut plan, values, |plan, level| plan.values = plan.values.max(level))?;
        self.stage(&mut plan, self.texts.len(), |plan, level| plan.texts = level)?;
        self.stage(&mut plan, answers, |plan, level| plan.answers = plan.answers.max(level))?;
        Ok(plan)
    }

    /// Goes as far with one stage as it must, and all the way where that is not enough. More of a stage is never
    /// larger, so the right level can be searched by halving.
    fn stage(&self, plan: &mut Plan, most: usize, set: impl Fn(&mut Plan, usize)) -> Result<(), PolicyError> {
        let at = |level| {
            let mut plan = *plan;
            set(&mut plan, level);
            plan
        };
        if self.fits(&at(0))? {
            return Ok(());
        }
        let (mut fails, mut enough) = (0, most);
        while enough - fails > 1 {
            let middle = fails + (enough - fails) / 2;
            if self.fits(&at(middle))? {
                enough = middle;
            } else {
                fails = middle;
            }
        }
        *plan = at(enough);
        Ok(())
    }

    fn fits(&self, plan: &Plan) -> Result<bool, PolicyError> {
        Ok(self.render(plan)?.1.beyond(self.budget).is_none())
    }

    fn render(&self, plan: &Plan) -> Result<(Vec<u8>, Size), PolicyError> {
        let texts = self.kept_texts(plan).map(|text| text.text);
        render(self.model, self.situation, &self.options(plan), texts, length(plan))
    }

    fn kept_texts(&self, plan: &Plan) -> impl Iterator<Item = &VisibleText<'a>> {
        let keep = self.texts.len().saturating_sub(plan.texts);
        self.texts.iter().take(keep).filter(move |text| text.far_rank.is_none_or(|rank| rank >= plan.far_texts))
    }

    /// What is still offered.
    fn options(&self, plan: &Plan) -> Options<'a> {
        let mut taps = self.count(|line| line.tap).saturating_sub(plan.taps);
        let mut scrolls = self.count(|line| line.scroll).saturating_sub(plan.scrolls);
        let take = |wanted: bool, left: &mut usize| {
            let taken = wanted && *left > 0;
            *left -= usize::from(taken);
            taken
        };
        let mut elements = Vec::new();
        for line in &self.options.elements {
            let (tap, scroll) = (take(line.tap, &mut taps), take(line.scroll, &mut scrolls));
            if tap || scroll {
                // Computed before the line is cloned, and so only once.
                let _ = line.label();
                let mut line = line.clone();
                (line.tap, line.scroll) = (tap, scroll);
                elements.push(line);
            }
        }
        let keep = |count: usize, left_out: usize| count.saturating_sub(left_out);
        Options {
            elements,
            apps: self.options.apps.iter().copied().take(keep(self.options.apps.len(), plan.apps)).collect(),
            texts: self.options.texts.get(..keep(self.options.texts.len(), plan.values)).unwrap_or_default(),
            lacks_texts: self.options.lacks_texts,
            enter: self.options.enter,
            answers: self
                .options
                .answers
                .as_ref()
                .map(|answers| answers.iter().copied().take(keep(answers.len(), plan.answers)).collect()),
        }
    }

    fn count(&self, wanted: impl Fn(&super::options::TableEntry<'a>) -> bool) -> usize {
        self.options.elements.iter().filter(|line| wanted(line)).count()
    }

    /// What was left out, in the order of the stages.
    fn left_out(&self, plan: &Plan) -> Vec<Pruned> {
        let kept = self.options(plan);
        let to = length(plan);
        let words = kept.elements.iter().map(|line| line.label()).chain(self.kept_texts(plan).map(|t| t.text));
        let shortened = words
            .chain(kept.texts.iter().map(String::as_str))
            .chain(kept.answers.iter().flatten().copied())
            .filter(|word| word.chars().nth(to).is_some());
        let gone = |wanted: fn(&super::options::TableEntry<'a>) -> bool| -> Vec<String> {
            let before = self.options.elements.iter().filter(|line| wanted(line));
            let left = kept.elements.iter().filter(|line| wanted(line)).count();
            before.skip(left).map(|line| line.element.id.clone()).collect()
        };
        let visible_text = self.texts.len() - self.kept_texts(plan).count();
        let packages: Vec<String> =
            self.options.apps.iter().skip(kept.apps.len()).map(|app| app.package.clone()).collect();
        let all = [
            Pruned::Shortened { to, count: shortened.count() },
            Pruned::VisibleText { count: visible_text },
            Pruned::TapTargets { ids: gone(|line| line.tap) },
            Pruned::ScrollTargets { ids: gone(|line| line.scroll) },
            Pruned::AppTargets { packages },
            Pruned::TextValues { count: plan.values },
            Pruned::AnswerTexts { count: plan.answers },
        ];
        all.into_iter().filter(|pruned| pruned.count() > 0).collect()
    }
}

fn length(plan: &Plan) -> usize {
    LENGTHS.get(plan.length).copied().unwrap_or(usize::MAX)
}

/// Every text and label on the screen, in document order, with the rank in which the far ones may go.
fn visible_texts<'a>(observation: &'a Observation, options: &Options<'_>) -> Vec<VisibleText<'a>> {
    let used = Heights::of(observation, options);
    let mut texts = Vec::new();
    let mut far = Vec::new();
    for element in observation.elements() {
        let label = Some(&element.label).filter(|label| **label != element.text);
        for text in [Some(&element.text), label].into_iter().flatten().filter(|text| !text.is_empty()) {
            let away = used.distance(element);
            if away > 0 {
                far.push((std::cmp::Reverse(away), texts.len()));
            }
            texts.push(VisibleText { text, far_rank: None });
        }
    }
    far.sort_unstable();
    for (rank, (_, position)) in far.into_iter().enumerate() {
        if let Some(text) = texts.get_mut(position) {
            text.far_rank = Some(rank);
        }
    }
    texts
}

/// The heights at which something can be used, as ranges that do not touch, from the top.
struct Heights(Vec<(i64, i64)>);

impl Heights {
    fn of(observation: &Observation, options: &Options<'_>) -> Self {
        let half = observation.screen.bounds().area() / 2;
        let mut ranges: Vec<(i64, i64)> = options
            .elements
            .iter()
            .map(|line| line.element.bounds)
            // What fills the screen, such as a list, is near to everything and tells nothing.
            .filter(|bounds: &Bounds| bounds.area() <= half)
            .map(|bounds| (bounds.top, bounds.bottom))
            .collect();
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::new();
        for (top, bottom) in ranges {
            match merged.last_mut() {
                Some(last) if top <= last.1 => last.1 = last.1.max(bottom),
                _ => merged.push((top, bottom)),
            }
        }
        Self(merged)
    }

    /// Pixels up or down to the nearest of them; 0 at the height of one, or for what can be used itself.
    fn distance(&self, element: &Element) -> i64 {
        let Bounds { top, bottom, .. } = element.bounds;
        if element.enabled && (element.clickable || element.editable) {
            return 0;
        }
        // The ranges before this one end above the element.
        let next = self.0.partition_point(|range| range.1 <= top);
        let under = self.0.get(next).map(|range| range.0.saturating_sub(bottom));
        if under.is_some_and(|gap| gap < 0) {
            return 0;
        }
        let over = next.checked_sub(1).and_then(|last| self.0.get(last)).map(|range| top.saturating_sub(range.1));
        // What only touches one is away from it.
        over.into_iter().chain(under).min().map_or(i64::MAX, |gap| gap.saturating_add(1))
    }
}
