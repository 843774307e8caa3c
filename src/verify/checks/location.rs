//! `location`: where the phone believes to be.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value as Json;

use super::channel::{json, unknown};
use crate::device::{Channel, metres_between};
use crate::event::Verdict;
use crate::plain::printable;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, decode};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "location",
    about: "Where the phone believes to be, within so many metres: `location: { near: { latitude: 52.52, longitude: 13.405 \
            }, within: 500 }`.",
    form: None,
    shape: Shape::Map(&[&[
        Key::new("near", Shape::Map(&[POINT_KEYS]), "The place.").needed(),
        Key::new("within", Shape::Number, "How far from it, in metres.").needed(),
    ]]),
    compile: |verb, _| {
        let example =
            || "for example `location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }`".to_owned();
        let args = verb.arguments().map_err(|fault| vec![fault.or_help(example)])?;
        let told = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.or_help(example)).collect::<Vec<_>>();
        let Args { near, within } = decode(args).map_err(told)?;
        let span = |path: &[&str]| args.at(path).map_or(args.span, |node: &Node| node.span);
        let mut faults = Vec::new();
        for (key, value, most) in [("latitude", near.latitude, 90.0), ("longitude", near.longitude, 180.0)] {
            if !(-most..=most).contains(&value) {
                let message = format!("a {key} lies between -{most} and {most} degrees");
                faults.push(Fault::error(span(&["near", key]), message));
            }
        }
        // Half the way around the earth, in metres: no two places are further apart.
        if !(within > 0.0 && within <= 20_040_000.0) {
            faults.push(Fault::error(span(&["within"]), "a distance is more than 0 and at most 20040000 metres"));
        }
        if faults.is_empty() { Ok(Box::new(Location { near, within })) } else { Err(faults) }
    },
};

const POINT_KEYS: &[Key] = &[
    Key::new("latitude", Shape::Number, "Degrees north, -90 to 90.").needed(),
    Key::new("longitude", Shape::Number, "Degrees east, -180 to 180.").needed(),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    near: Point,
    within: f64,
}

/// A place on the earth, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    latitude: f64,
    longitude: f64,
}

impl Point {
    /// What a phone says, if it is a place at all.
    fn of(json: &Json) -> Option<Self> {
        let degrees = |key: &str, most: f64| json.get(key)?.as_f64().filter(|at| (-most..=most).contains(at));
        Some(Self { latitude: degrees("latitude", 90.0)?, longitude: degrees("longitude", 180.0)? })
    }

    fn metres_to(self, other: Self) -> f64 {
        metres_between((self.latitude, self.longitude), (other.latitude, other.longitude))
    }
}

#[derive(Debug)]
struct Location {
    near: Point,
    within: f64,
}

#[async_trait]
impl Check for Location {
    fn rule(&self) -> String {
        let Point { latitude, longitude } = self.near;
        format!("the location is within {} m of {latitude},{longitude}", self.within)
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let channel = Channel::Location;
        let (said, when) = match json(&rule, &channel, reads).await? {
            Ok(read) => read,
            Err(unknown) => return Ok(unknown),
        };
        let Some(at) = Point::of(&said) else {
            let why = "it is no place on the earth";
            return Ok(unknown(&rule, &channel, when, why).read(printable(&said.to_string(), 200)));
        };
        let metres = self.near.metres_to(at);
        let verdict = if metres <= self.within { Verdict::Confirmed } else { Verdict::Refuted };
        Ok(Evaluation::of(rule, verdict, when)
            .read(format!("{},{}", at.latitude, at.longitude))
            .normalized(format!("{metres:.1} m away"))
            .at(channel.to_string())
            .and_used([Used::Value]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn point(latitude: f64, longitude: f64) -> Point {
        Point { latitude, longitude }
    }

    #[rstest]
    #[case::berlin_to_paris(point(52.52, 13.405), point(48.8566, 2.3522), 877_500.0)]
    #[case::across_the_date_line(point(0.0, 179.999), point(0.0, -179.999), 222.4)]
    #[case::pole_to_pole(point(90.0, 0.0), point(-90.0, 77.0), 20_015_100.0)]
    #[case::at_the_pole_all_longitudes_are_one(point(90.0, 0.0), point(90.0, 120.0), 0.0)]
    fn distances_are_those_of_the_earth(#[case] a: Point, #[case] b: Point, #[case] metres: f64) {
        assert!((a.metres_to(b) - metres).abs() <= 1.0 + metres * 0.001, "{}", a.metres_to(b));
    }

    proptest! {
        #[test]
        fn a_distance_is_the_same_both_ways_and_never_beyond_half_the_earth(
            a in (-90.0..=90.0, -180.0..=180.0), b in (-90.0..=90.0, -180.0..=180.0),
        ) {
            let (a, b) = (point(a.0, a.1), point(b.0, b.1));
            let there = a.metres_to(b);
            prop_assert!((there - b.metres_to(a)).abs() < 1e-3);
            prop_assert!((0.0..=20_040_000.0).contains(&there));
            prop_assert!(a.metres_to(a).abs() < 1e-3);
        }
    }
}
