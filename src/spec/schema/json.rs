//! Shapes as JSON Schema, draft 7, which editors know best.

use indexmap::IndexMap;
use serde_json::{Map, Value as Json, json};

use super::Language;
use super::shape::{Key, Names, Shape};

/// A text with `${name}` in it may become anything once a value is put in.
const PUT_IN: &str = r"\$\{";

/// A text that is written without quotes may look like a number or a truth value.
const SCALARS: [&str; 3] = ["string", "number", "boolean"];

const PERIOD: &str = "^([0-9]+(ms|s|m|h))+$";
const PACKAGE: &str = r"^\s*(android|[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+)\s*$";

/// A whole file: these keys, of which exactly one of `forms` is there.
pub(super) fn document(
    title: &str,
    keys: &[Key],
    forms: &[&str],
    filled: fn(&str) -> bool,
    language: &Language,
) -> Json {
    let query = map(language.query, |_| true);
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("title".to_owned(), json!(title));
    schema.extend(map(keys, filled));
    let forms: Vec<Json> = forms.iter().map(|form| json!({ "required": [form] })).collect();
    schema.insert("oneOf".to_owned(), json!(forms));
    let definitions = json!({
        "step": choice(&language.steps, true),
        "check": choice(&language.checks, true),
        "query": with(query, "minProperties", json!(1)),
    });
    schema.insert("definitions".to_owned(), definitions);
    Json::Object(schema)
}

/// The schema of a shape. In what is `filled`, `${name}` may stand in the place of every value.
fn of(shape: &Shape, filled: bool) -> Json {
    match shape {
        Shape::Text => json!({ "type": SCALARS }),
        Shape::Like(pattern) => json!({ "type": SCALARS, "pattern": or_put_in(pattern, filled) }),
        Shape::Period => json!({ "type": "string", "pattern": or_put_in(PERIOD, filled) }),
        Shape::Package => json!({ "type": "string", "pattern": or_put_in(PACKAGE, filled) }),
        Shape::Words(words) => value(json!({ "enum": words }), filled),
        Shape::Truth => value(json!({ "type": "boolean" }), filled),
        Shape::Whole(least, most) => value(json!({ "type": "integer", "minimum": least, "maximum": most }), filled),
        Shape::Number => value(json!({ "type": "number" }), filled),
        Shape::Query => reference("query"),
        Shape::Step => reference("step"),
        Shape::Check => reference("check"),
        Shape::List(items, least) => list(items, *least, filled),
        Shape::Map(groups) => Json::Object(map(groups.iter().copied().flatten(), |_| filled)),
        Shape::Named(names) => named(names, filled),
        Shape::Choice(words) => choice(words, filled),
        Shape::Any(shapes) => any(shapes.iter().map(|shape| of(shape, filled)).collect()),
        Shape::Nothing => json!({ "type": "null" }),
        Shape::Maybe(shape) => any(vec![of(shape, filled), json!({ "type": "null" })]),
    }
}

fn reference(definition: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{definition}") })
}

fn any(mut schemas: Vec<Json>) -> Json {
    if schemas.len() == 1 { schemas.remove(0) } else { json!({ "anyOf": schemas }) }
}

fn or_put_in(pattern: &str, filled: bool) -> String {
    if filled { format!("{pattern}|{PUT_IN}") } else { pattern.to_owned() }
}

fn value(schema: Json, filled: bool) -> Json {
    if filled { any(vec![schema, json!({ "type": "string", "pattern": PUT_IN })]) } else { schema }
}

fn list(items: &Shape, least: usize, filled: bool) -> Json {
    let mut schema = json!({ "type": "array", "items": of(items, filled) });
    if least > 0 {
        schema["minItems"] = json!(least);
    }
    schema
}

fn named(names: &Names, filled: bool) -> Json {
    let mut schema = json!({
        "type": "object",
        "propertyNames": { "pattern": names.like },
        "additionalProperties": of(&names.value, filled),
    });
    if names.least > 0 {
        schema["minProperties"] = json!(names.least);
    }
    if let Some(most) = names.most {
        schema["maxProperties"] = json!(most);
    }
    schema
}

/// A map with these keys and no others. Of two of one name the later counts.
fn map<'k>(keys: impl IntoIterator<Item = &'k Key>, filled: impl Fn(&str) -> bool) -> Map<String, Json> {
    let keys: IndexMap<&str, &Key> = keys.into_iter().map(|key| (key.name, key)).collect();
    let properties: Map<_, _> = keys.values().map(|key| property(key, filled(key.name))).collect();
    let needed: Vec<&str> = keys.values().filter(|key| key.needed).map(|key| key.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("additionalProperties".to_owned(), json!(false));
    if !needed.is_empty() {
        schema.insert("required".to_owned(), json!(needed));
    }
    schema.insert("properties".to_owned(), Json::Object(properties));
    schema
}

fn with(mut schema: Map<String, Json>, key: &str, value: Json) -> Json {
    schema.insert(key.to_owned(), value);
    Json::Object(schema)
}

fn property(key: &Key, filled: bool) -> (String, Json) {
    let mut schema = of(&key.shape, filled);
    schema["description"] = json!(key.about);
    if let Some(default) = key.default {
        // As the types of YAML have it, which for the words of defaults are those of JSON.
        let plain = !matches!(key.shape, Shape::Words(_) | Shape::Text | Shape::Like(_));
        let typed = if plain { serde_json::from_str(default).ok() } else { None };
        schema["default"] = typed.unwrap_or_else(|| json!(default));
    }
    (key.name.to_owned(), schema)
}

/// One of these words: alone, where it may stand so, or as the only key of a map.
fn choice(words: &[Key], filled: bool) -> Json {
    let alone: Vec<&str> = words
        .iter()
        .filter(|word| matches!(word.shape, Shape::Nothing | Shape::Maybe(_)))
        .map(|word| word.name)
        .collect();
    let mut map = map(words.iter(), |_| filled);
    map.remove("required");
    map.insert("minProperties".to_owned(), json!(1));
    let map = with(map, "maxProperties", json!(1));
    if alone.is_empty() { map } else { any(vec![json!({ "enum": alone }), map]) }
}
