//! Where a check of the screen looks, and what it takes for the page to be the right one.

use jiff::Timestamp;
use serde::Deserialize;

use crate::act::ActError;
use crate::event::Verdict;
use crate::screen::{Element, Observation, Query, find};
use crate::script::{Look, Region, decode_query, instead};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Package, decode_part};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::reads::{Reads, is_about_the_screen};

/// The keys of a [`Place`].
pub(super) const PLACE: &[&str] = &["app", "on", "scan"];

/// What [`PLACE`] means.
pub(in crate::verify) const PLACE_KEYS: &[Key] = &[
    Key::new("app", Shape::Package, "The app that has to be in front.").needed(),
    Key::new(
        "on",
        Shape::Query,
        "Something that only this page shows, so that what is not there is known not to be there. On a page that scrolls \
         that takes `scan` too.",
    ),
    Key::new("scan", Shape::Query, "The scrolling part to look through from end to end."),
];

/// Where a check looks.
#[derive(Debug)]
pub(super) struct Place {
    /// The app that must be in front.
    pub app: Package,
    /// What must be there beside: it tells the page, so that something that is not there is known not to be there, unless
    /// it may be out of sight.
    pub on: Option<Query>,
    /// The part of the screen to look through from end to end.
    pub scan: Option<Region>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    app: Package,
    on: Option<Node>,
    scan: Option<Node>,
}

impl Place {
    /// Reads the place, split from a check's other arguments by its keys.
    pub(super) fn read(place: &Node) -> Result<Self, Vec<Fault>> {
        let Written { app, on, scan } = decode_part(place, &[])?;
        let on = on.as_ref().map(|node| decode_query(node, &[])).transpose()?;
        let scan = scan.as_ref().map(|node| decode_query(node, &[])).transpose()?;
        Ok(Self { app, on, scan: scan.map(|query| Region::Of(Box::new(query))) })
    }

    /// Looks, and makes sure that what is seen is the right page.
    pub(super) async fn look(&self, rule: &str, reads: &Reads<'_>) -> Result<Result<View, Evaluation>, ProbeError> {
        let first = match reads.screen().await? {
            Ok(screen) => screen,
            Err(because) => return Ok(Err(unread(rule, because, reads.probe().now()))),
        };
        if let Err(because) = self.holds(first) {
            return Ok(Err(unknown(rule, first, because)));
        }
        let Some(region) = &self.scan else {
            if let Err(because) = self.anchored(first, None) {
                return Ok(Err(unknown(rule, first, because)));
            }
            return Ok(Ok(View::Still(Box::new(first.clone()))));
        };
        let looks = match reads.probe().scan(region).await {
            Ok(looks) => looks,
            Err(ProbeError::Step(because)) => return Ok(Err(unknown(rule, first, because))),
            Err(ProbeError::Act(ActError::Device(error))) if is_about_the_screen(&error) => {
                return Ok(Err(unread(rule, &error.to_string(), reads.probe().now())));
            }
            Err(error) => return Err(error),
        };
        for look in &looks {
            let scanned = look.screen.element(&look.region);
            let right = self.holds(&look.screen).and_then(|()| self.anchored(&look.screen, scanned));
            if let Err(because) = right {
                return Ok(Err(unknown(rule, &look.screen, because)));
            }
        }
        Ok(Ok(View::Scanned(looks)))
    }

    /// The place in words, for a rule.
    pub(super) fn words(&self) -> String {
        format!("in {}", self.app)
    }

    /// What every check that looks here uses: the app in front, and the anchor where there is one.
    pub(super) fn used(&self) -> impl Iterator<Item = Used> {
        let anchor = self.on.clone().map(Used::Anchor);
        std::iter::once(Used::Front(self.app.to_string())).chain(anchor)
    }

    /// All apps that it names.
    pub(super) fn apps(&self) -> Vec<&str> {
        vec![self.app.as_str()]
    }

    fn holds(&self, screen: &Observation) -> Result<(), String> {
        let app = self.app.as_str();
        match screen.foreground() {
            _ if screen.nodes().len() < 2 => Err("the screen's tree is empty".to_owned()),
            "" => Err("the phone does not say which app is in front".to_owned()),
            front if front != app => Err(format!("{front} is in front, not {app}")),
            _ => Ok(()),
        }
    }

    /// Whether the anchor is there, outside of what is scanned: inside it would come and go.
    fn anchored(&self, screen: &Observation, scanned: Option<&Element>) -> Result<(), String> {
        let Some(anchor) = &self.on else { return Ok(()) };
        let inside = |e: &&Element| scanned.is_some_and(|region| (region.index..region.end).contains(&e.index));
        if find(screen, anchor).iter().any(|e| !inside(e)) {
            return Ok(());
        }
        let place = if scanned.is_some() { "outside of the scanned part" } else { "on this page" };
        let instead = instead(screen, anchor);
        Err(format!("{anchor}, which this check is to be computed on, is not {place}; {instead}"))
    }
}

fn unread(rule: &str, because: &str, when: Timestamp) -> Evaluation {
    Evaluation::of(rule, Verdict::Inconclusive, when).because(format!("the screen could not be read: {because}"))
}

/// An evaluation that could not tell, on this screen.
pub(super) fn unknown(rule: &str, screen: &Observation, because: String) -> Evaluation {
    Evaluation::of(rule, Verdict::Inconclusive, screen.taken_at).on(&screen.fingerprint).because(because)
}

/// What a check has seen of its place.
#[derive(Debug)]
pub(super) enum View {
    /// One screen.
    Still(Box<Observation>),
    /// All of a scrolling part, look by look.
    Scanned(Vec<Look>),
}

/// Something seen, and the screen that it was seen on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sighting<'v> {
    /// What.
    pub element: &'v Element,
    /// Where.
    pub screen: &'v Observation,
}

impl View {
    /// The screen that stands for the view in evidence: its last.
    pub(super) fn screen(&self) -> Option<&Observation> {
        match self {
            Self::Still(screen) => Some(screen),
            Self::Scanned(looks) => looks.last().map(|look| &look.screen),
        }
    }

    /// Where else something could be that was not seen, so that nothing proves that it is not there: a part that scrolls
    /// and was not looked through. What is only sought `within` something can't be anywhere else.
    pub(super) fn hides(&self, within: Option<&Query>) -> Option<String> {
        let Self::Still(screen) = self else { return None };
        let within = within.map(|query| find(screen, query)).unwrap_or_default();
        let holds = |part: &Element, whole: &Element| (whole.index..whole.end).contains(&part.index);
        // Inside of what scrolls, something that does not reach its edges is all there.
        let is_whole = |e: &Element, scrolls: &Element| {
            let (part, all) = (e.bounds, scrolls.bounds);
            // A list is as wide as its rows: sides tell nothing but of what moves sideways.
            let sideways = ["Horizontal", "Pager"].iter().any(|word| scrolls.short_class().contains(word));
            let fits = !sideways || (part.left > all.left && part.right < all.right);
            holds(e, scrolls) && fits && part.top > all.top && part.bottom < all.bottom
        };
        let concerns = |scrolls: &Element| {
            within.is_empty()
                || within.iter().any(|e| holds(scrolls, e) || (holds(e, scrolls) && !is_whole(e, scrolls)))
        };
        let scrolls = screen.nodes().iter().find(|e| e.scrollable && e.enabled && concerns(e))?;
        let region = match scrolls.resource_id.rsplit_once(":id/") {
            Some((_, id)) if !id.is_empty() => format!("{{ id: {id} }}"),
            _ => "{ .. }".to_owned(),
        };
        Some(format!("the page scrolls and may hold it out of sight: look through it with `scan: {region}`"))
    }

    /// How it was looked at, in words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Still(_) if self.hides(None).is_some() => "on the part of the page that is shown".to_owned(),
            Self::Still(_) => "on the page".to_owned(),
            Self::Scanned(looks) => format!("in {} looks from end to end", looks.len()),
        }
    }

    /// Everything that `search` finds, each thing once, however many looks show it.
    pub(super) fn all<'v>(&'v self, search: impl Fn(&'v Observation) -> Vec<&'v Element>) -> Vec<Sighting<'v>> {
        match self {
            Self::Still(screen) => search(screen).into_iter().map(|element| Sighting { element, screen }).collect(),
            Self::Scanned(looks) => {
                let mut seen: Vec<(Sighting<'v>, Option<i64>)> = Vec::new();
                for look in looks {
                    let screen = &look.screen;
                    let region = screen.element(&look.region);
                    for element in search(screen) {
                        let inside = region.is_some_and(|r| (r.index..r.end).contains(&element.index));
                        let shift = inside.then_some(look.shift);
                        if !seen.iter().any(|(other, at)| same(other.element, *at, element, shift)) {
                            seen.push((Sighting { element, screen }, shift));
                        }
                    }
                }
                seen.into_iter().map(|(sighting, _)| sighting).collect()
            }
        }
    }
}

/// Whether two looks show the same thing: inside what was scanned by its place in the content, outside by its place in
/// the tree.
fn same(a: &Element, a_shift: Option<i64>, b: &Element, b_shift: Option<i64>) -> bool {
    let alike = a.resource_id == b.resource_id && a.class_name == b.class_name;
    match (a_shift, b_shift) {
        (None, None) => alike && a.id == b.id,
        (Some(a_shift), Some(b_shift)) => {
            alike
                && a.bounds.left == b.bounds.left
                && a.bounds.top + a_shift < b.bounds.bottom + b_shift
                && b.bounds.top + b_shift < a.bounds.bottom + a_shift
        }
        _ => false,
    }
}
