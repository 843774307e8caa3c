//! `range`: between two numbers, two lengths of time, or two times of day.

use serde::Deserialize;

use super::normaliser::Normaliser;
use super::reading::{clock_seconds, duration_ms, number};
use crate::spec::yaml::Value;
use crate::spec::{Fault, Node, decode, quote};

/// What the ends of a range are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Number,
    Duration,
    Clock,
}

impl Scale {
    /// In the order in which they are tried: only the second asks for a unit, and only the third for a colon alone.
    const ALL: [Self; 3] = [Self::Number, Self::Clock, Self::Duration];

    /// Where a value lies on it.
    fn at(self, text: &str) -> Result<f64, String> {
        match self {
            Self::Number => number(text)?.parse().map_err(|_| "it is not a number".to_owned()),
            // A day's milliseconds are far below where an f64 is exact no more, and longer ones are no waiting time.
            #[allow(clippy::cast_precision_loss)]
            Self::Duration => duration_ms(text).map(|ms| ms as f64),
            Self::Clock => clock_seconds(text).map(f64::from),
        }
    }

    fn normaliser(self) -> Normaliser {
        match self {
            Self::Number => Normaliser::Number,
            Self::Duration => Normaliser::Duration,
            Self::Clock => Normaliser::Clock,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Duration => "a length of time",
            Self::Clock => "a time of day",
        }
    }
}

/// Values from one to another, both included.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Range {
    scale: Scale,
    min: Option<(f64, String)>,
    max: Option<(f64, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    min: Option<String>,
    max: Option<String>,
}

impl Range {
    /// Reads `{min, max}` or `[min, max]`.
    pub(super) fn read(node: &Node) -> Result<Self, Vec<Fault>> {
        let one = |fault: Fault| vec![fault];
        let (min, max, spans) = match &node.value {
            Value::Seq(items) => {
                let ends: Vec<String> = decode(node)?;
                let ([min, max], [first, second]) = (ends.as_slice(), items.as_slice()) else {
                    let message = format!("a range has two ends, this list has {}", ends.len());
                    return Err(one(Fault::error(node.span, message).help("write `[1, 5]` or `{ min: 1, max: 5 }`")));
                };
                (Some(min.clone()), Some(max.clone()), [first.span, second.span])
            }
            _ => {
                let Ends { min, max } = decode(node).map_err(|faults| {
                    let form = || "write `{ min: 1, max: 5 }` or `[1, 5]`".to_owned();
                    faults.into_iter().map(|fault| fault.or_help(form)).collect::<Vec<_>>()
                })?;
                let span = |key| node.get(key).map_or(node.span, |end| end.span);
                (min, max, [span("min"), span("max")])
            }
        };
        let ends = [min.as_deref().zip(Some(spans[0])), max.as_deref().zip(Some(spans[1]))];
        let mut given = ends.iter().flatten();
        let Some((first, span)) = given.next() else {
            return Err(one(Fault::error(node.span, "any value would do; say `min` or `max`")));
        };
        let Some(scale) = Scale::ALL.into_iter().find(|scale| scale.at(first).is_ok()) else {
            let message = format!("{} is no number, no length of time and no time of day", quote(first));
            return Err(one(Fault::error(*span, message).help("write an end such as `40`, `5m` or `07:30`")));
        };
        let end = |end: Option<(&str, _)>| match end {
            None => Ok(None),
            Some((text, span)) => match scale.at(text) {
                Ok(at) => Ok(Some((at, text.to_owned()))),
                Err(_) => {
                    let message = format!("{} is not {}, as the other end is", quote(text), scale.words());
                    Err(one(Fault::error(span, message)))
                }
            },
        };
        let range = Self { scale, min: end(ends[0])?, max: end(ends[1])? };
        match (&range.min, &range.max) {
            (Some((min, _)), Some((max, _))) if max < min => {
                Err(one(Fault::error(spans[1], "`max` is less than `min`")))
            }
            _ => Ok(range),
        }
    }

    /// Whether a value lies in it.
    pub(super) fn holds(&self, text: &str) -> Result<bool, String> {
        let at = self.scale.at(text)?;
        let above = self.min.as_ref().is_none_or(|(min, _)| at >= *min);
        let below = self.max.as_ref().is_none_or(|(max, _)| at <= *max);
        Ok(above && below)
    }

    /// One spelling of a value for the scale of this range.
    pub(super) fn spelled(&self, text: &str) -> Result<String, String> {
        self.scale.normaliser().apply(text)
    }

    /// One of its ends.
    pub(super) fn end(&self) -> Option<String> {
        self.min.as_ref().or(self.max.as_ref()).map(|(_, text)| text.clone())
    }

    /// In words: `from 1 to 5`.
    pub(super) fn words(&self) -> String {
        match (&self.min, &self.max) {
            (Some((_, min)), Some((_, max))) => format!("from {min} to {max}"),
            (Some((_, min)), None) => format!("{min} or more"),
            (None, Some((_, max))) => format!("{max} or less"),
            (None, None) => "anything".to_owned(),
        }
    }
}
