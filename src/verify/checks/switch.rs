//! `switch`: the state of the control that a label names.

use async_trait::async_trait;
use serde::Deserialize;

use super::place::{PLACE, PLACE_KEYS, Place, Sighting, unknown};
use crate::event::{Evidence, Verdict};
use crate::screen::{Query, Role};
use crate::script::{NAMED_KEYS, Named, describe, shown};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Form, decode_part};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "switch",
    about: "The control that a label names is on or off: `switch: { label: Dark theme, app: com.android.settings, is: on \
            }`, wherever the label stands: on the control, on its row, or beside it. `on: {query}` tells the page, and \
            makes a missing switch a refuted one; `scan: {query}` looks through a scrolling part.",
    form: Some(Form {
        sample: "Dark theme",
        write: |label| format!("switch: {{ label: {label}, app: com.android.settings, is: on }}"),
    }),
    shape: Shape::Map(&[
        NAMED_KEYS,
        PLACE_KEYS,
        &[Key::new("is", Shape::Words(&["on", "off"]), "The state it has to be in.").needed()],
    ]),
    compile: |verb, _| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (is, rest) = args.split(&["is"]);
        let (place, named) = rest.split(PLACE);
        let is = decode_part(&is, &[]);
        let place = Place::read(&place);
        let named = Named::read(&named, &[PLACE, &["is"]].concat());
        match (is, place, named) {
            (Ok(Args { is }), Ok(place), Ok(named)) => Ok(Box::new(Switch { named, place, is })),
            (is, place, named) => Err([is.err(), place.err(), named.err()].into_iter().flatten().flatten().collect()),
        }
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    is: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    On,
    Off,
}

impl State {
    fn of(checked: bool) -> Self {
        if checked { Self::On } else { Self::Off }
    }

    fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

#[derive(Debug)]
struct Switch {
    named: Named,
    place: Place,
    is: State,
}

#[async_trait]
impl Check for Switch {
    fn rule(&self) -> String {
        format!("the switch {} {} is {}", self.named, self.place.words(), self.is.word())
    }

    fn apps(&self) -> Vec<&str> {
        self.place.apps()
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let view = match self.place.look(&rule, reads).await? {
            Ok(view) => view,
            Err(unknown) => return Ok(unknown),
        };
        let found = view.all(|screen| self.named.all(screen));
        let Some(screen) = view.screen() else {
            return Ok(Evaluation::from_evidence(Verdict::Inconclusive, Vec::new()));
        };
        Ok(match found.as_slice() {
            [] => {
                let shown = shown(screen, Some(&self.named.label));
                let nothing = format!("no such switch {}; {shown}", view.words());
                let missing = match (&self.place.on, view.hides(self.named.within.as_ref())) {
                    (None, _) => unknown(&rule, screen, nothing),
                    (Some(_), Some(hides)) => unknown(&rule, screen, format!("{nothing}; {hides}")),
                    (Some(_), None) => unknown(&rule, screen, nothing).turned(Verdict::Refuted),
                };
                missing.and_used([Used::Absence(self.sample())]).and_used(self.place.used())
            }
            [only] => {
                let state = State::of(only.element.checked);
                let verdict = if state == self.is { Verdict::Confirmed } else { Verdict::Refuted };
                Evaluation::of(rule, verdict, only.screen.taken_at)
                    .read(reading(only))
                    .at(&only.element.id)
                    .on(&only.screen.fingerprint)
                    .and_used([Used::Presence, Used::Checked, Used::Title])
                    .and_used(self.place.used())
            }
            several => ambiguous(&rule, several, "say which by `within:`", reading),
        })
    }
}

impl Switch {
    /// A query for the plainest switch of that name.
    fn sample(&self) -> Query {
        Query {
            label: Some(self.named.label.clone()),
            role: Some(Role::Switch),
            within: self.named.within.clone().map(Box::new),
            ..Query::default()
        }
    }
}

fn reading(sighting: &Sighting<'_>) -> String {
    let state = State::of(sighting.element.checked).word();
    format!("{} is {state}", describe(sighting.screen, sighting.element))
}

/// Several things where the rule speaks of one: nothing can be told, and all of them are evidence.
pub(super) fn ambiguous(
    rule: &str,
    several: &[Sighting<'_>],
    advice: &str,
    read: fn(&Sighting<'_>) -> String,
) -> Evaluation {
    let evidence = several
        .iter()
        .map(|sighting| Evidence {
            rule: rule.to_owned(),
            verdict: Verdict::Inconclusive,
            read: Some(read(sighting)),
            normalized: None,
            at: Some(sighting.element.id.clone()),
            observation: Some(sighting.screen.fingerprint.clone()),
            when: sighting.screen.taken_at,
            because: Some(format!("{} things match, and the rule speaks of one: {advice}", several.len())),
        })
        .collect();
    Evaluation::from_evidence(Verdict::Inconclusive, evidence)
}
