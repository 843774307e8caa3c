//! From a node to a typed value, with every fault located.

use std::collections::BTreeSet;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::{Error, Kind};
use super::node::{AS_IT_IS, Key, Node, Style, Value, hand_over};
use super::scalar::{self, Plain};
use crate::spec::fault::{Fault, MAX_FAULTS, suggest};

/// Decodes `node` as a `T`.
///
/// # Errors
/// At least one fault. Decoding goes on after a fault: each wrong key of a map, and each wrong item of a list that is
/// the value of a key, is reported, up to [`MAX_FAULTS`].
pub fn decode<T: DeserializeOwned>(node: &Node) -> Result<T, Vec<Fault>> {
    decode_part(node, &[])
}

/// Like [`decode`], for a part made by [`Node::split`]: `others` are the keys of the other part, known but not read
/// here.
///
/// # Errors
/// As [`decode`].
pub fn decode_part<T: DeserializeOwned>(node: &Node, others: &[&str]) -> Result<T, Vec<Fault>> {
    // A type that reads one text and refuses it knows no place; the node is the place then.
    T::deserialize(Decoder(node)).map_err(|first| all_faults::<T>(node, first.at(node.span), others))
}

/// Takes away what was wrong and decodes again until nothing more is found.
fn all_faults<T: DeserializeOwned>(node: &Node, first: Error, others: &[&str]) -> Vec<Fault> {
    let mut rest = node.clone();
    let mut taken = BTreeSet::new(); // keys whose absence or emptiness is our doing
    let mut faults = Vec::new();
    let mut error = first;
    loop {
        let key = error.path.last().and_then(|index| rest.entries().get(*index)).map(|(key, _)| key.text.clone());
        let ours = match (&error.kind, &key) {
            (Kind::MissingKey(missing), None) => taken.contains(*missing),
            (_, Some(key)) => error.path.len() == 1 && taken.contains(key),
            _ => false,
        };
        if !ours {
            faults.push(error.fault(others));
        }
        if let Kind::UnknownKey { name, known } = &error.kind {
            taken.extend(suggest(name, known.iter().copied()).map(str::to_owned));
        }
        taken.extend(key);
        if faults.len() == MAX_FAULTS || !take_away(&mut rest, &error.path) {
            return faults;
        }
        match T::deserialize(Decoder(&rest)) {
            Ok(_) => return faults,
            Err(next) => error = next.at(node.span),
        }
    }
}

/// Removes the entry of the map, or the item of a list in it, that `path` (innermost first) leads to.
fn take_away(node: &mut Node, path: &[usize]) -> bool {
    let (Some((&index, inner)), entries) = (path.split_last(), &mut node.value) else { return false };
    match entries {
        Value::Map(entries) if index < entries.len() => {
            if !(entries[index].1.is_list() && take_away(&mut entries[index].1, inner)) {
                entries.remove(index);
            }
            true
        }
        Value::Seq(items) if index < items.len() => {
            items.remove(index);
            true
        }
        _ => false,
    }
}

impl Node {
    fn is_list(&self) -> bool {
        matches!(self.value, Value::Seq(_))
    }
}

/// serde's view of a node.
#[derive(Clone, Copy)]
struct Decoder<'de>(&'de Node);

impl<'de> Decoder<'de> {
    fn expected(self, what: &str) -> Error {
        Error::new(self.0.span, format!("expected {what}, found {}", self.0.describe()))
    }

    /// The text of any scalar that is not nothing.
    fn text(self) -> Result<&'de str, Error> {
        let error = self.expected("text");
        match &self.0.value {
            Value::Scalar { .. } => self.0.text().ok_or_else(|| {
                error.help("write the value after the colon; quotes make empty text (\"\") or the word \"null\"")
            }),
            _ => Err(error),
        }
    }

    /// A plain scalar read by `parse`, which says what it takes.
    fn plain<T: DeserializeOwned>(self, what: &str) -> Result<T, Error> {
        match &self.0.value {
            Value::Scalar { text, style: Style::Plain } => scalar::parse(text).ok_or_else(|| self.expected(what)),
            Value::Scalar { text, style: Style::Quoted } if scalar::parse::<T>(text).is_some() => {
                Err(self.expected(what).help("remove the quotes"))
            }
            _ => Err(self.expected(what)),
        }
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        const WHAT: &str = "a whole number";
        let number: serde_yaml::Number = self.plain(WHAT)?;
        match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => visitor.visit_u64(value),
            (None, Some(value)) => visitor.visit_i64(value),
            (None, None) => Err(self.expected(WHAT)),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let value: f64 = self.plain("a number")?;
        if value.is_finite() { visitor.visit_f64(value) } else { Err(self.expected("a finite number")) }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Seq(items) = &self.0.value else {
            return Err(self.expected("a list").help(match self.0.written() {
                Some(item) => format!("write `[{item}]`"),
                None if self.0.is_null() => "write its items below, each after `- `".to_owned(),
                None => "begin each item with `- `".to_owned(),
            }));
        };
        let mut access = Items { items, next: 0 };
        let value = visitor.visit_seq(&mut access)?;
        match items.get(access.next) {
            None => Ok(value),
            Some(extra) => Err(Error::new(extra.span, "one item too many in this list").within(access.next)),
        }
    }

    fn map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Map(entries) = &self.0.value else { return Err(self.expected("keys with values")) };
        visitor.visit_map(Entries { entries, next: 0 })
    }

    fn choice<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0.value {
            Value::Map(entries) => match entries.as_slice() {
                [(key, args)] => visitor.visit_enum(Choice { key, args: Some(args) }),
                _ => Err(self.expected("exactly one key")),
            },
            Value::Seq(_) => Err(self.expected("a word")),
            Value::Scalar { .. } => {
                let key = Key { span: self.0.span, text: self.text()?.to_owned() };
                visitor.visit_enum(Choice { key: &key, args: None })
            }
        }
    }
}

/// Methods that give an error the place of this node if it has none yet.
macro_rules! located {
    ($($method:ident => |$this:ident, $visitor:ident| $body:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, Error> {
            let $this = self;
            ($body).map_err(|error: Error| error.at(self.0.span))
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Decoder<'de> {
    type Error = Error;

    located! {
        deserialize_any => |this, visitor| match &this.0.value {
            Value::Seq(_) => this.list(visitor),
            Value::Map(_) => this.map(visitor),
            Value::Scalar { text, style: Style::Quoted } => visitor.visit_borrowed_str(text),
            Value::Scalar { .. } if this.0.is_null() => visitor.visit_unit(),
            Value::Scalar { text, style: Style::Plain } => match scalar::resolve(text) {
                Plain::Bool(value) => visitor.visit_bool(value),
                Plain::Unsigned(value) => visitor.visit_u64(value),
                Plain::Signed(value) => visitor.visit_i64(value),
                Plain::Float(value) => visitor.visit_f64(value),
                Plain::Text(text) => visitor.visit_borrowed_str(text),
            },
        };
        deserialize_bool => |this, visitor| visitor.visit_bool(this.plain("true or false")?);
        deserialize_i8 => |this, visitor| this.number(visitor);
        deserialize_i16 => |this, visitor| this.number(visitor);
        deserialize_i32 => |this, visitor| this.number(visitor);
        deserialize_i64 => |this, visitor| this.number(visitor);
        deserialize_u8 => |this, visitor| this.number(visitor);
        deserialize_u16 => |this, visitor| this.number(visitor);
        deserialize_u32 => |this, visitor| this.number(visitor);
        deserialize_u64 => |this, visitor| this.number(visitor);
        deserialize_f32 => |this, visitor| this.float(visitor);
        deserialize_f64 => |this, visitor| this.float(visitor);
        deserialize_char => |this, visitor| visitor.visit_borrowed_str(this.text()?);
        deserialize_str => |this, visitor| visitor.visit_borrowed_str(this.text()?);
        deserialize_string => |this, visitor| visitor.visit_borrowed_str(this.text()?);
        deserialize_identifier => |this, visitor| visitor.visit_borrowed_str(this.text()?);
        deserialize_option => |this, visitor| visitor.visit_some(this);
        deserialize_unit => |this, visitor| {
            if this.0.is_null() { visitor.visit_unit() } else { Err(this.expected("nothing")) }
        };
        deserialize_seq => |this, visitor| this.list(visitor);
        deserialize_map => |this, visitor| this.map(visitor);
        deserialize_ignored_any => |_this, visitor| visitor.visit_unit();
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        if name == AS_IT_IS {
            hand_over(self.0);
            return visitor.visit_unit();
        }
        visitor.visit_newtype_struct(self).map_err(|error: Error| error.at(self.0.span))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.choice(visitor).map_err(|error| error.at(self.0.span))
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }
}

struct Items<'de> {
    items: &'de [Node],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        // A `try_from` type fails after its inner value was read, so the place is given here as well.
        seed.deserialize(Decoder(item)).map(Some).map_err(|error| error.at(item.span).within(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len().saturating_sub(self.next))
    }
}

struct Entries<'de> {
    entries: &'de [(Key, Node)],
    next: usize,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, _)) = self.entries.get(self.next) else { return Ok(None) };
        let text = IntoDeserializer::<Error>::into_deserializer(key.text.as_str());
        seed.deserialize(text).map(Some).map_err(|error| error.at(key.span).within(self.next))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some((_, value)) = self.entries.get(self.next) else {
            return Err(de::Error::custom("a value was asked for where none is"));
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Decoder(value)).map_err(|error| error.at(value.span).within(index))
    }
}

/// A variant of an enum: a word, or a word with arguments.
struct Choice<'a, 'de> {
    key: &'a Key,
    args: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Choice<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let text = IntoDeserializer::<Error>::into_deserializer(self.key.text.as_str());
        let span = self.key.span;
        seed.deserialize(text).map(|value| (value, self)).map_err(|error| error.at(span))
    }
}

impl<'de> Choice<'_, 'de> {
    fn arguments(&self) -> Result<Decoder<'de>, Error> {
        self.args.map(Decoder).ok_or_else(|| Error::new(self.key.span, format!("`{}` needs arguments", self.key.text)))
    }
}

/// Below a variant, the path of an error no longer counts entries of maps and lists alone: it ends here.
fn opaque(mut error: Error) -> Error {
    error.path.clear();
    error
}

impl<'de> VariantAccess<'de> for Choice<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.args {
            Some(args) if !args.is_null() => {
                Err(Error::new(args.span, format!("`{}` takes no arguments", self.key.text)))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        let args = self.arguments()?;
        seed.deserialize(args).map_err(|error| opaque(error.at(args.0.span)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_seq(self.arguments()?, visitor).map_err(opaque)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_map(self.arguments()?, visitor).map_err(opaque)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::spec::source::Source;
    use crate::spec::yaml::{Limits, Verb, read};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Tap {
        text: String,
        #[serde(default)]
        count: Option<u32>,
        #[serde(default)]
        long: bool,
        #[serde(default)]
        within: Option<Box<Tap>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Step {
        Home,
        Tap(Tap),
        Swipe { from: (i32, i32) },
    }

    /// Reads one text and refuses it.
    #[derive(Debug)]
    struct Never;

    impl<'de> Deserialize<'de> for Never {
        fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer)?;
            Err(de::Error::custom("never"))
        }
    }

    #[test]
    fn a_text_that_is_refused_by_itself_has_its_place() {
        let node = read(&Source::new("x", "goal: x\nput: { file: ../x }\n"), Limits::default()).unwrap();
        let faults = decode::<Never>(node.at(&["put", "file"]).unwrap()).unwrap_err();
        assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2:14: never"]);
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Page {
        title: String,
        #[serde(default)]
        steps: Vec<Step>,
        #[serde(default)]
        raw: Option<Node>,
        #[serde(default)]
        any: Option<serde_json::Value>,
    }

    fn tree(text: &str) -> Node {
        read(&Source::new("x.yaml", text), Limits::default()).unwrap()
    }

    fn faults<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> Vec<String> {
        decode::<T>(&tree(text)).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_and_one_key_maps_are_both_variants() {
        let page: Page = decode(&tree(
            "title: on\nsteps:\n- home\n- tap: {text: 1.10, count: 3, long: true, within: {text: off}}\n- swipe: {from: [1, -2]}\n",
        ))
        .unwrap();
        let inner = Tap { text: "off".into(), count: None, long: false, within: None };
        let tap = Tap { text: "1.10".into(), count: Some(3), long: true, within: Some(Box::new(inner)) };
        assert_eq!(page.title, "on");
        assert_eq!(page.steps, [Step::Home, Step::Tap(tap), Step::Swipe { from: (1, -2) }]);
    }

    #[test]
    fn a_node_field_keeps_its_place() {
        let page: Page = decode(&tree("title: x\nraw:\n  - tap: {text: y}\n")).unwrap();
        let raw = page.raw.unwrap();
        assert_eq!((raw.items()[0].span.line, raw.items()[0].span.column), (3, 5));
        assert_eq!(Verb::read(&raw.items()[0], "step", &["tap"]).unwrap().decode::<Tap>().unwrap().text, "y");
    }

    #[test]
    fn where_anything_may_stand_scalars_are_what_they_look_like() {
        let page: Page = decode(&tree("title: x\nany: [1, -2, 1.5, true, on, 'true', ~, {a: b}]")).unwrap();
        assert_eq!(page.any.unwrap(), serde_json::json!([1, -2, 1.5, true, "on", "true", null, {"a": "b"}]));
    }

    #[test]
    fn every_wrong_key_and_item_is_found_at_once() {
        assert_eq!(
            faults::<Page>("titel: x\nsteps:\n- hom\n- tap: {txt: y}\n- tap\n- home: {now: true}\n- home\nbogus: 1\n"),
            [
                "1:1: unknown key `titel` (did you mean `title`? Known: `title`, `steps`, `raw`, `any`)",
                "3:3: unknown word `hom` (did you mean `home`? Known: `home`, `tap`, `swipe`)",
                "4:9: unknown key `txt` (did you mean `text`? Known: `text`, `count`, `long`, `within`)",
                "5:3: `tap` needs arguments",
                "6:9: `home` takes no arguments",
                "8:1: unknown key `bogus` (known: `title`, `steps`, `raw`, `any`)",
            ]
        );
    }

    #[test]
    fn the_wrong_type_is_named_with_what_was_found() {
        assert_eq!(
            faults::<Vec<Tap>>(
                "- {text: x, count: '3'}\n- {text: x, count: -1}\n- {text: x, count: 1.5}\n- {text: x, long: yes}\n- {text: }\n- {text: [a]}\n- x\n- {}\n- {text: x, count: 99999999999}"
            ),
            [
                "1:20: expected a whole number, found the quoted text \"3\" (remove the quotes)",
                "2:20: expected a whole number from 0 to 4294967295, found `-1`",
                "3:20: expected a whole number, found `1.5`",
                "4:19: expected true or false, found `yes`",
                "5:4: expected text, found nothing (write the value after the colon; quotes make empty text (\"\") or the word \"null\")",
                "6:10: expected text, found a list",
                "7:3: expected keys with values, found `x`",
                "8:3: the key `text` is missing",
                "9:20: expected a whole number from 0 to 4294967295, found `99999999999`",
            ]
        );
    }
}
