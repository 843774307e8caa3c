//! `set`: the clipboard, the location, the time zone, the language.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value as Json;

use crate::device::{Channel, Input, Value as Read, metres_between};
use crate::plain::printable;
use crate::script::channel::{can_be_read, read_back, set_up};
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::script::value::Value;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "set",
    about: "Sets `language: de-DE`, `timezone: Europe/Berlin`, `location: { latitude: 52.52, longitude: 13.405 }` or \
            `clipboard: TEXT`, and reads it back. Several are set in this order.",
    form: Form { sample: "de-DE", write: |language| format!("set: {{ language: {language} }}") },
    shape: Shape::Map(&[
        &[
            Key::new("language", Shape::Like("^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$"), "A BCP 47 tag."),
            Key::new("timezone", Shape::Like("^[A-Za-z0-9_+/-]+$"), "An IANA name."),
            Key::new("location", Shape::Map(PLACE_KEYS), "Where the phone believes to be."),
            Key::new(
                "clipboard",
                Shape::Any(&[Shape::Text, Shape::Map(SECRET_KEYS)]),
                "The clipboard's text; an empty one empties it.",
            ),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["language", "timezone", "location", "clipboard"])?;
        let Args { language, timezone, location, clipboard } = decode_part(&rest, OPTIONS)?;
        let clipboard = clipboard.map(|node| Value::read(&node, scope)).transpose()?;
        let facts: Vec<Fact> = [
            language.map(|Language(tag)| Fact::Language(tag)),
            timezone.map(|Timezone(name)| Fact::Timezone(name)),
            location.map(Fact::Location),
            clipboard.map(Fact::Clipboard),
        ]
        .into_iter()
        .flatten()
        .collect();
        if facts.is_empty() {
            let fault = Fault::error(args.span, "nothing to set is here");
            return Err(vec![fault.help("set `language`, `timezone`, `location` or `clipboard`")]);
        }
        scope.may_change(&options, args.span, "this sets what it may check")?;
        Ok(Arc::new(Set { facts, options }))
    },
};

const PLACE_KEYS: &[&[Key]] = &[&[
    Key::new("latitude", Shape::Number, "Degrees north, from -90 to 90.").needed(),
    Key::new("longitude", Shape::Number, "Degrees east, from -180 to 180.").needed(),
]];
const SECRET_KEYS: &[&[Key]] =
    &[&[Key::new("secret", Shape::Text, "The name of one of the goal's `secrets:`.").needed()]];

/// How far from where it was set a phone may say it is, in metres: services round.
const NEAR: f64 = 10.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    language: Option<Language>,
    timezone: Option<Timezone>,
    location: Option<Place>,
    clipboard: Option<Node>,
}

/// The tag of a language.
struct Language(String);

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        let mut parts = tag.split(['-', '_']);
        let first = |part: &str| (2..=3).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphabetic());
        let other = |part: &str| (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
        match parts.next().is_some_and(first) && parts.all(other) && tag.len() <= 40 {
            true => Ok(Self(tag)),
            false => Err(de::Error::custom("this is no tag of a language, such as de-DE")),
        }
    }
}

/// The name of a time zone.
struct Timezone(String);

impl<'de> Deserialize<'de> for Timezone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let word =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c));
        match name.split('/').all(word) && name.len() <= 64 {
            true => Ok(Self(name)),
            false => Err(de::Error::custom("this is no name of a time zone, such as Europe/Berlin")),
        }
    }
}

/// A place on the earth, in degrees.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    #[serde(deserialize_with = "latitude")]
    latitude: f64,
    #[serde(deserialize_with = "longitude")]
    longitude: f64,
}

fn latitude<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let degrees = f64::deserialize(deserializer)?;
    let on_earth = (-90.0..=90.0).contains(&degrees);
    if on_earth { Ok(degrees) } else { Err(de::Error::custom("a latitude is from -90 to 90 degrees")) }
}

fn longitude<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let degrees = f64::deserialize(deserializer)?;
    let on_earth = (-180.0..=180.0).contains(&degrees);
    if on_earth { Ok(degrees) } else { Err(de::Error::custom("a longitude is from -180 to 180 degrees")) }
}

impl Place {
    fn metres_to(self, other: Self) -> f64 {
        metres_between((self.latitude, self.longitude), (other.latitude, other.longitude))
    }
}

/// One thing to be set.
#[derive(Debug)]
enum Fact {
    Language(String),
    Timezone(String),
    Location(Place),
    Clipboard(Value),
}

impl Fact {
    fn words(&self) -> String {
        match self {
            Self::Language(tag) => format!("the language to {tag}"),
            Self::Timezone(name) => format!("the time zone to {name}"),
            Self::Location(place) => format!("the location to {},{}", place.latitude, place.longitude),
            Self::Clipboard(value) => format!("the clipboard to {value}"),
        }
    }

    fn channel(&self) -> Channel {
        match self {
            Self::Language(_) => Channel::Language,
            Self::Timezone(_) => Channel::Timezone,
            Self::Location(_) => Channel::Location,
            Self::Clipboard(_) => Channel::Clipboard,
        }
    }

    fn command(&self, runner: &mut Runner<'_>) -> Result<Input, Problem> {
        Ok(match self {
            Self::Language(tag) => Input::SetLanguage { locale: tag.clone() },
            Self::Timezone(name) => Input::SetTimezone { timezone: name.clone() },
            Self::Location(Place { latitude, longitude }) => {
                Input::SetLocation { latitude: *latitude, longitude: *longitude }
            }
            Self::Clipboard(value) => Input::SetClipboard { text: value.reveal(runner)? },
        })
    }

    /// What is wrong with what was read, if anything is. `command` has what was set.
    fn shown_by(&self, command: &Input, read: &Read) -> Result<(), String> {
        let Read::Json(read) = read else { return Err("the phone gives no text for it".to_owned()) };
        let text = || read.as_str().ok_or_else(|| "the phone gives no text for it".to_owned());
        let alike = |is: bool, said: &str| match is {
            true => Ok(()),
            false => Err(format!("{} is {}", self.channel(), said)),
        };
        match self {
            Self::Language(tag) => alike(language(text()?) == language(tag), &printable(text()?, 60)),
            Self::Timezone(name) => alike(text()?.eq_ignore_ascii_case(name), &printable(text()?, 60)),
            Self::Clipboard(value) => {
                let set = matches!(command, Input::SetClipboard { text: set } if set == text()?);
                alike(set, &value.instead(text()?))
            }
            Self::Location(place) => {
                let degrees = |key: &str| read.get(key).and_then(Json::as_f64);
                let (Some(latitude), Some(longitude)) = (degrees("latitude"), degrees("longitude")) else {
                    return Err("the phone gives no degrees for it".to_owned());
                };
                let metres = place.metres_to(Place { latitude, longitude });
                alike(metres <= NEAR, &format!("{latitude},{longitude}, which is {metres:.0} m away"))
            }
        }
    }
}

/// A tag as it is compared: letter case does not matter, and Android's own spelling has an underscore.
fn language(tag: &str) -> String {
    tag.trim().replace('_', "-").to_ascii_lowercase()
}

#[derive(Debug)]
struct Set {
    facts: Vec<Fact>,
    options: Options,
}

#[async_trait]
impl Step for Set {
    fn words(&self) -> String {
        format!("set {}", self.facts.iter().map(Fact::words).collect::<Vec<_>>().join(", "))
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    fn secrets(&self) -> Vec<&str> {
        let values =
            self.facts.iter().filter_map(|fact| if let Fact::Clipboard(value) = fact { Some(value) } else { None });
        values.filter_map(Value::secret_name).collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        for fact in &self.facts {
            can_be_read(runner, &fact.channel()).await?;
        }
        for fact in &self.facts {
            let command = fact.command(runner)?;
            set_up(runner, &command, &self.options).await?;
            let holds = |read: &Read| fact.shown_by(&command, read);
            read_back(runner, fact.channel(), self.options.timeout(), holds).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    fn says(fact: &Fact, read: Json) -> Result<(), String> {
        let text = match fact {
            Fact::Clipboard(Value::Plain(text)) => text.clone(),
            _ => "4821".to_owned(),
        };
        fact.shown_by(&Input::SetClipboard { text }, &Read::Json(read))
    }

    #[rstest]
    #[case(Fact::Language("de-DE".into()), json!("de_de"))]
    #[case(Fact::Timezone("Europe/Berlin".into()), json!("Europe/Berlin"))]
    #[case(Fact::Location(Place { latitude: 52.52, longitude: 13.405 }), json!({"latitude": 52.52005, "longitude": 13.405}))]
    #[case(Fact::Location(Place { latitude: 0.0, longitude: 180.0 }), json!({"latitude": 0, "longitude": -180}))]
    #[case(Fact::Clipboard(Value::Plain("a b".into())), json!("a b"))]
    #[case(Fact::Clipboard(Value::Secret("pin".into())), json!("4821"))]
    fn what_was_set_is_known_again(#[case] fact: Fact, #[case] read: Json) {
        assert_eq!(says(&fact, read), Ok(()));
    }

    #[rstest]
    #[case(Fact::Language("de-DE".into()), json!("en-US"), "the language is en-US")]
    #[case(Fact::Timezone("Europe/Berlin".into()), json!("Europe/Paris"), "the time zone is Europe/Paris")]
    #[case(Fact::Location(Place { latitude: 52.0, longitude: 13.0 }), json!({"latitude": 52.001, "longitude": 13}), "111 m away")]
    #[case(Fact::Location(Place { latitude: 52.0, longitude: 13.0 }), json!({}), "no degrees")]
    #[case(Fact::Clipboard(Value::Plain("a".into())), json!("b"), "the clipboard is \"b\"")]
    #[case(Fact::Clipboard(Value::Secret("pin".into())), json!("482"), "the clipboard is something else")]
    #[case(Fact::Language("de-DE".into()), json!(null), "no text")]
    fn what_is_something_else_is_said(#[case] fact: Fact, #[case] read: Json, #[case] says_so: &str) {
        let error = says(&fact, read).unwrap_err();
        assert!(error.contains(says_so), "{error}");
    }
}
