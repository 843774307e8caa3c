//! `element`: whether something is on the screen, how often, with what text and in what state.

use async_trait::async_trait;
use serde::Deserialize;

use super::channel::quoted;
use super::place::{PLACE, PLACE_KEYS, Place, Sighting, View, unknown};
use super::switch::ambiguous;
use crate::event::Verdict;
use crate::screen::{Element, Match, Observation, PASSWORD, Query, find};
use crate::script::{MATCH, NARROW, QUERY_KEYS, decode_query, describe, instead};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, Verb, decode, decode_part};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;
use crate::verify::values::{Normaliser, Rule, VALUE, VALUE_KEYS};

pub(in crate::verify) const KIND: Kind = Kind {
    name: "element",
    about: "What a query means, on a page of an app: `element: { text: Battery, app: com.android.settings, is: exists }`. \
            `is` is `exists` (the default), `absent`, `{ count: 2 }` or `{ count: { min: 1, max: 3 } }`, `{ text: 30 \
            seconds }`, `{ text: { one_of: [30 s, 30 seconds] } }` or `{ state: { checked: true } }`. `absent` and `count` need \
            `on: {query}`, which tells the page.",
    form: Some(Form {
        sample: "Battery",
        write: |text| format!("element: {{ text: {text}, app: com.android.settings }}"),
    }),
    shape: Shape::Map(&[QUERY_KEYS, PLACE_KEYS, &[Key::new("is", IS, "What has to be true of it.").or("exists")]]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (is, rest) = args.split(&["is"]);
        let (place, query) = rest.split(PLACE);
        let is = is.get("is").map_or(Ok(Is::Exists), Is::compile);
        let place = Place::read(&place);
        let query = decode_query(&query, &[PLACE, &["is"]].concat());
        let element = match (is, place, query) {
            (Ok(is), Ok(place), Ok(query)) => ElementCheck { query, place, is },
            (is, place, query) => {
                return Err([is.err(), place.err(), query.err()].into_iter().flatten().flatten().collect());
            }
        };
        if element.place.on.is_none() && element.needs_anchor() {
            let fault = Fault::error(args.span, "what is not seen may be on another page: this check needs `on:`")
                .help("add `on: { ... }`, a query for something that only this page shows");
            return Err(vec![fault]);
        }
        Ok(Box::new(element))
    },
};

/// How [`Is`] is written.
const IS: Shape = Shape::Choice(&[
    Key::new("exists", Shape::Nothing, "One thing matches."),
    Key::new("absent", Shape::Nothing, "Nothing matches; needs `on`."),
    Key::new("count", COUNT, "So many things match; needs `on`."),
    Key::new("text", TEXT, "It reads this."),
    Key::new("state", Shape::Map(&[STATES]), "It has these states."),
]);

const COUNT: Shape = Shape::Any(&[
    MANY,
    Shape::Map(&[&[Key::new("min", MANY, "No fewer than this.").or("0"), Key::new("max", MANY, "No more than this.")]]),
]);

const MANY: Shape = Shape::Whole(0, u32::MAX as i64);

const TEXT: Shape = Shape::Any(&[Shape::Text, Shape::Map(&[VALUE_KEYS, &[MATCH]])]);

const STATES: &[Key] = &[
    Key::new("checked", Shape::Truth, "On."),
    Key::new("enabled", Shape::Truth, "Not greyed out."),
    Key::new("selected", Shape::Truth, "The selected one of several."),
    Key::new("focused", Shape::Truth, "Has the input focus."),
];

/// What is to be true of it.
#[derive(Debug)]
enum Is {
    Exists,
    Absent,
    Count(Count),
    Text(Rule),
    State(State),
}

const WORDS: &[&str] = &["exists", "absent", "count", "text", "state"];

impl Is {
    fn compile(node: &Node) -> Result<Self, Vec<Fault>> {
        let verb = Verb::read(node, "property", WORDS).map_err(|fault| vec![fault])?;
        let bare = |is| verb.no_arguments().map(|()| is).map_err(|fault| vec![fault]);
        match verb.name {
            "absent" => bare(Self::Absent),
            "count" => Count::compile(&verb).map(Self::Count),
            "text" => text(&verb).map(Self::Text),
            "state" => State::compile(&verb).map(Self::State),
            _ => bare(Self::Exists),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Exists => "exists".to_owned(),
            Self::Absent => "is absent".to_owned(),
            Self::Count(count) => format!("is there {}", count.words()),
            Self::Text(text) => format!("reads {}", text.words()),
            Self::State(state) => format!("is {}", state.words()),
        }
    }
}

/// How many.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    #[serde(default)]
    min: usize,
    max: Option<usize>,
}

impl Count {
    fn compile(verb: &Verb<'_>) -> Result<Self, Vec<Fault>> {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let count = if args.text().is_some() {
            let exactly = decode(args)?;
            Self { min: exactly, max: Some(exactly) }
        } else {
            decode(args)?
        };
        match count.max {
            Some(max) if max < count.min => Err(vec![Fault::error(args.span, "`max` is less than `min`")]),
            None if count.min == 0 => Err(vec![Fault::error(args.span, "any count would do; say `min` or `max`")]),
            _ => Ok(count),
        }
    }

    fn holds(&self, count: usize) -> bool {
        count >= self.min && self.max.is_none_or(|max| count <= max)
    }

    /// Whether more of them make no difference.
    fn is_settled_by(&self, count: usize) -> bool {
        self.max.map_or(count >= self.min, |max| count > max)
    }

    fn words(&self) -> String {
        match self.max {
            Some(max) if max == self.min => format!("{max} times"),
            Some(max) => format!("{} to {max} times", self.min),
            None => format!("at least {} times", self.min),
        }
    }
}

/// Reads what it reads: a text that looks the same, or a rule. `match` is another way to say what looks the same.
fn text(verb: &Verb<'_>) -> Result<Rule, Vec<Fault>> {
    let args = verb.arguments().map_err(|fault| vec![fault])?;
    if args.text().is_some() {
        let text: String = decode(args)?;
        return Rule::is(&text, NORMALLY).map_err(|why| vec![Fault::error(args.span, why)]);
    }
    let (rule, rest) = args.split(VALUE);
    let by = decode_part::<By>(&rest, VALUE).map(|by| by.by);
    let Ok(Some(by)) = by else {
        return match (by, Rule::needed(args, NORMALLY)) {
            (Ok(_), Ok(rule)) => Ok(rule),
            (by, rule) => Err([by.err(), rule.err()].into_iter().flatten().flatten().collect()),
        };
    };
    let (Some(is), [_]) = (rule.get("is"), rule.entries()) else {
        let span = args.key_span("match").unwrap_or(args.span);
        return Err(vec![Fault::error(span, "`match` goes with `is` alone; write `normalize: [..]` for other rules")]);
    };
    let text: String = decode(is)?;
    let made = match by {
        Match::Exact => Rule::is(&text, &[]),
        Match::Normalized => Rule::is(&text, NORMALLY),
        Match::Contains => Rule::contains(&text, NORMALLY),
    };
    made.map_err(|why| vec![Fault::error(is.span, why)])
}

/// What a reader does not see makes no difference.
const NORMALLY: &[Normaliser] = &[Normaliser::Unicode];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct By {
    #[serde(rename = "match")]
    by: Option<Match>,
}

/// The states that it has.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    checked: Option<bool>,
    enabled: Option<bool>,
    selected: Option<bool>,
    focused: Option<bool>,
}

impl State {
    fn compile(verb: &Verb<'_>) -> Result<Self, Vec<Fault>> {
        let state: Self = verb.decode()?;
        if state.wanted().next().is_none() {
            let span = verb.args.map_or(verb.span, |args| args.span);
            return Err(vec![Fault::error(span, "say a state: checked, enabled, selected or focused")]);
        }
        Ok(state)
    }

    fn wanted(&self) -> impl Iterator<Item = (&'static str, bool)> {
        [("checked", self.checked), ("enabled", self.enabled), ("selected", self.selected), ("focused", self.focused)]
            .into_iter()
            .filter_map(|(name, wanted)| Some((name, wanted?)))
    }

    fn words(&self) -> String {
        let words: Vec<String> =
            self.wanted().map(|(name, is)| if is { name.to_owned() } else { format!("not {name}") }).collect();
        words.join(" and ")
    }

    /// Whether an element has all of them; why it can't be told, where it can't.
    fn holds(&self, element: &Element) -> Result<bool, String> {
        if self.checked.is_some() && !element.checkable {
            return Err("it is nothing that can be checked".to_owned());
        }
        Ok(self.wanted().all(|(name, wanted)| has(element, name) == wanted))
    }
}

fn has(element: &Element, state: &str) -> bool {
    match state {
        "checked" => element.checked,
        "enabled" => element.enabled,
        "selected" => element.selected,
        _ => element.focused,
    }
}

#[derive(Debug)]
struct ElementCheck {
    query: Query,
    place: Place,
    is: Is,
}

#[async_trait]
impl Check for ElementCheck {
    fn rule(&self) -> String {
        format!("{} {} {}", self.query, self.place.words(), self.is.words())
    }

    fn apps(&self) -> Vec<&str> {
        self.place.apps()
    }

    fn powers(&self) -> Powers {
        match self.is {
            Is::Exists if self.place.on.is_none() => Powers::CONFIRM,
            _ => Powers::FULL,
        }
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let view = match self.place.look(&rule, reads).await? {
            Ok(view) => view,
            Err(unknown) => return Ok(unknown),
        };
        let Some(screen) = view.screen() else {
            return Ok(Evaluation::from_evidence(Verdict::Inconclusive, Vec::new()));
        };
        let found = view.all(|screen| find(screen, &self.query));
        Ok(self.judge(&rule, &view, screen, &found).and_used(self.used(&found)).and_used(self.place.used()))
    }
}

impl ElementCheck {
    /// Whether the rule speaks of what is not there.
    fn needs_anchor(&self) -> bool {
        matches!(self.is, Is::Absent | Is::Count(_))
    }

    /// What the rule used of what was found.
    fn used(&self, found: &[Sighting<'_>]) -> Vec<Used> {
        let query = &self.query;
        if let Is::Count(Count { min, max }) = &self.is {
            return vec![Used::Count { query: query.clone(), min: *min, max: *max }];
        }
        let [first, ..] = found else {
            return vec![Used::Absence(query.clone())];
        };
        let named = query.text.is_some() || query.label.is_some() || query.hint.is_some();
        let asked = [
            (true, Used::Presence),
            (named, Used::Name),
            (query.id.is_some(), Used::Id),
            (query.checked.is_some(), Used::Checked),
            (query.enabled.is_some(), Used::Enabled),
            (query.selected.is_some(), Used::Selected),
            (query.focused.is_some(), Used::Focused),
        ];
        let mut used: Vec<Used> = asked.into_iter().filter_map(|(is, used)| is.then_some(used)).collect();
        match &self.is {
            Is::Text(text) => used.extend(text.right_beside(shown_text(first.element)).map(Used::Text)),
            Is::State(state) => used.extend(state.wanted().map(|(name, _)| match name {
                "checked" => Used::Checked,
                "enabled" => Used::Enabled,
                "selected" => Used::Selected,
                _ => Used::Focused,
            })),
            Is::Exists | Is::Absent | Is::Count(_) => {}
        }
        used
    }

    fn judge(&self, rule: &str, view: &View, screen: &Observation, found: &[Sighting<'_>]) -> Evaluation {
        let verdict = |holds| if holds { Verdict::Confirmed } else { Verdict::Refuted };
        let hides = view.hides(self.query.within.as_deref());
        match (&self.is, found) {
            (Is::Absent, []) => {
                let nothing = format!("nothing matches {}", view.words());
                match hides {
                    Some(hides) => unknown(rule, screen, format!("{nothing}; {hides}")),
                    None => unknown(rule, screen, nothing).turned(Verdict::Confirmed),
                }
            }
            (Is::Absent, [first, ..]) => seen(rule, Verdict::Refuted, first),
            (Is::Count(count), _) => {
                let many = format!("{} things match {}", found.len(), view.words());
                let (decided, because) = match hides {
                    Some(hides) if !count.is_settled_by(found.len()) => {
                        (Verdict::Inconclusive, format!("{many}; {hides}"))
                    }
                    _ => (verdict(count.holds(found.len())), many),
                };
                let counted = Evaluation::of(rule, decided, screen.taken_at).read(counted(found));
                counted.on(&screen.fingerprint).because(because)
            }
            (_, []) => {
                let instead = instead(screen, &self.query);
                let nothing = format!("nothing matches {}; {instead}", view.words());
                match (&self.place.on, hides) {
                    (None, _) => unknown(rule, screen, nothing),
                    (Some(_), Some(hides)) => unknown(rule, screen, format!("{nothing}; {hides}")),
                    (Some(_), None) => unknown(rule, screen, nothing).turned(Verdict::Refuted),
                }
            }
            (Is::Exists, [only]) => seen(rule, Verdict::Confirmed, only),
            (Is::Text(_), [only]) if only.element.password || only.element.text == PASSWORD => {
                seen(rule, Verdict::Inconclusive, only).because("it is a password, which is not read")
            }
            (Is::Text(text), [only]) => {
                let read = shown_text(only.element);
                // An input field that is empty is known to be; anything else without a text may yet get one.
                let judged = if only.element.editable { text.judge_known(read) } else { text.judge(read) };
                let told = seen(rule, judged.verdict, only).read(quoted(read));
                let told = judged.normalized.into_iter().fold(told, |told, alike| told.normalized(quoted(&alike)));
                judged.because.into_iter().fold(told, Evaluation::because)
            }
            (Is::State(state), [only]) => match state.holds(only.element) {
                Ok(holds) => seen(rule, verdict(holds), only).read(states(only)),
                Err(because) => seen(rule, Verdict::Inconclusive, only).because(because),
            },
            (_, several) => ambiguous(rule, several, NARROW, |sighting| describe(sighting.screen, sighting.element)),
        }
    }
}

/// The text that an element shows, else its label. A field that shows its hint is empty.
pub(super) fn shown_text(element: &Element) -> &str {
    match element.text.as_str() {
        "" if element.editable => "",
        "" => &element.label,
        hint if element.editable && hint == element.hint => "",
        text => text,
    }
}

fn seen(rule: &str, verdict: Verdict, sighting: &Sighting<'_>) -> Evaluation {
    Evaluation::of(rule, verdict, sighting.screen.taken_at)
        .read(describe(sighting.screen, sighting.element))
        .at(&sighting.element.id)
        .on(&sighting.screen.fingerprint)
}

fn states(sighting: &Sighting<'_>) -> String {
    let element = sighting.element;
    let states: Vec<&str> =
        ["checked", "enabled", "selected", "focused"].into_iter().filter(|state| has(element, state)).collect();
    let states = if states.is_empty() { "none of the states".to_owned() } else { states.join(", ") };
    format!("{}: {states}", describe(sighting.screen, element))
}

fn counted(found: &[Sighting<'_>]) -> String {
    let shown: Vec<String> = found.iter().take(12).map(|s| describe(s.screen, s.element)).collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown.join("; ") }
}
