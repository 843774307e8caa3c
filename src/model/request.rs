//! The body of a request, checked and typed.

use serde_json::{Map, Value, json};

use super::reject::{Fault, Reject};

/// Names under which clients of the API ask for a model. All are answered by the one model there is here.
pub(super) const MODELS: [&str; 6] =
    [ANSWERING, "goalpost-offline", "jev-latest", "jev-preview", "jev-1.13.0", "jev-1.14.0"];

/// The versioned id that every answer carries. It does not claim to be somebody else's model.
pub(super) const ANSWERING: &str = "goalpost-offline-1";

const MAX_CHOICES: usize = 255;
const MAX_LEVELS: usize = 10;

/// Limits of the API, in tokens: state with all questions, and state with its longest question.
const MAX_TOKENS: usize = 64_000;
const MAX_TOKENS_PER_QUESTION: usize = 32_000;

/// A request that can be answered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Request {
    pub(super) state: Value,
    pub(super) questions: Vec<(String, Question)>,
    /// Estimated, see [`tokens`].
    pub(super) tokens: usize,
}

/// One question. Texts are strings, objects or arrays.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Question {
    /// Yes or no, with what either would mean.
    Noul { instructions: Value, when_true: Value, when_false: Value },
    /// One of the options: name and description, which may be null.
    Choice { instructions: Value, options: Vec<(String, Value)> },
    /// A place on a scale, lowest level first.
    Score { instructions: Value, levels: Vec<Value> },
}

impl Request {
    /// Reads a body. Faults of the schema are reported together; limits only once the schema holds.
    pub(super) fn read(body: &[u8]) -> Result<Self, Reject> {
        let body: Value = serde_json::from_slice(body).map_err(|error| {
            // serde_json has no kind for this.
            if error.to_string().contains("recursion limit") { Reject::TooDeep } else { Reject::NotJson }
        })?;
        let mut faults = Vec::new();
        let request = typed(body, &mut faults);
        match request {
            Some((model, request)) if faults.is_empty() => {
                within_limits(&request)?;
                if MODELS.contains(&model.as_str()) { Ok(request) } else { Err(Reject::UnknownModel(model)) }
            }
            _ => Err(Reject::Schema(faults)),
        }
    }
}

fn typed(body: Value, faults: &mut Vec<Fault>) -> Option<(String, Request)> {
    let Value::Object(mut body) = body else {
        faults.push(Fault::new("dict_type", &[], "Input should be a valid dictionary", &body));
        return None;
    };
    let model = match body.shift_remove("model") {
        Some(Value::String(name)) => Some(name),
        Some(other) => {
            faults.push(Fault::new("string_type", &[json!("model")], "Input should be a valid string", &other));
            None
        }
        None => missing(&[json!("model")], faults),
    };
    let state = match body.shift_remove("state") {
        Some(state) => text(state, &[json!("state")], faults),
        None => missing(&[json!("state")], faults),
    };
    let questions = match body.shift_remove("questions") {
        Some(Value::Object(questions)) if questions.is_empty() => {
            let message = "Dictionary should have at least 1 item after validation, not 0";
            faults.push(Fault::new("too_short", &[json!("questions")], message, &json!({})));
            None
        }
        Some(Value::Object(questions)) => Some(
            questions
                .into_iter()
                .filter_map(|(id, asked)| question(&id, asked, faults).map(|question| (id, question)))
                .collect::<Vec<_>>(),
        ),
        Some(other) => {
            faults.push(Fault::new("dict_type", &[json!("questions")], "Input should be a valid dictionary", &other));
            None
        }
        None => missing(&[json!("questions")], faults),
    };
    let (state, questions) = (state?, questions?);
    let tokens = tokens(&state) + questions.iter().map(|(_, asked)| asked.tokens()).sum::<usize>();
    Some((model?, Request { state, questions, tokens }))
}

fn question(id: &str, asked: Value, faults: &mut Vec<Fault>) -> Option<Question> {
    let mut place = vec![json!("questions"), json!(id)];
    let Value::Object(mut asked) = asked else {
        faults.push(Fault::new("model_attributes_type", &place, "Input should be a valid dictionary", &asked));
        return None;
    };
    let kind = match asked.get("type") {
        None => {
            let message = "Unable to extract tag using discriminator 'type'";
            faults.push(Fault::new("union_tag_not_found", &place, message, &json!({})));
            return None;
        }
        Some(Value::String(kind)) if matches!(kind.as_str(), "noul" | "choice" | "score") => kind.clone(),
        Some(other) => {
            let message = "Input tag found using 'type' does not match any of the expected tags: \
                           'noul', 'choice', 'score'";
            faults.push(Fault::new("union_tag_invalid", &place, message, other));
            return None;
        }
    };
    place.push(json!(kind));
    let instructions = match asked.shift_remove("instructions") {
        None | Some(Value::Null) => Value::Null,
        Some(given) => text(given, &below(&place, json!("instructions")), faults)?,
    };
    let criteria = asked.shift_remove("criteria");
    place.push(json!("criteria"));
    match kind.as_str() {
        "noul" => noul(instructions, criteria, &place, faults),
        "choice" => choice(instructions, criteria, &place, faults),
        _ => score(instructions, criteria, &place, faults),
    }
}

fn noul(instructions: Value, criteria: Option<Value>, place: &[Value], faults: &mut Vec<Fault>) -> Option<Question> {
    let mut sides = match criteria {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(sides)) => sides,
        Some(other) => {
            faults.push(Fault::new("dict_type", place, "Input should be a valid dictionary", &other));
            return None;
        }
    };
    let mut side = |name: &str, faults: &mut Vec<Fault>| match sides.shift_remove(name) {
        None | Some(Value::Null) => Some(Value::Null),
        Some(given) => text(given, &below(place, json!(name)), faults),
    };
    let when_true = side("true", faults);
    let when_false = side("false", faults);
    for (name, input) in &sides {
        let message = "Extra inputs are not permitted";
        faults.push(Fault::new("extra_forbidden", &below(place, json!(name)), message, input));
    }
    Some(Question::Noul { instructions, when_true: when_true?, when_false: when_false? })
}

fn choice(instructions: Value, criteria: Option<Value>, place: &[Value], faults: &mut Vec<Fault>) -> Option<Question> {
    match criteria {
        Some(Value::Object(options)) => {
            let options = options
                .into_iter()
                .filter_map(|(name, about)| match about {
                    Value::Null => Some((name, Value::Null)),
                    about => text(about, &below(place, json!(name)), faults).map(|about| (name, about)),
                })
                .collect();
            Some(Question::Choice { instructions, options })
        }
        Some(other) => {
            faults.push(Fault::new("dict_type", place, "Input should be a valid dictionary", &other));
            None
        }
        None => missing(place, faults),
    }
}

fn score(instructions: Value, criteria: Option<Value>, place: &[Value], faults: &mut Vec<Fault>) -> Option<Question> {
    match criteria {
        Some(Value::Array(levels)) if levels.is_empty() => {
            let message = "List should have at least 1 item after validation, not 0";
            faults.push(Fault::new("too_short", place, message, &json!([])));
            None
        }
        Some(Value::Array(levels)) => {
            let levels = levels
                .into_iter()
                .enumerate()
                .filter_map(|(index, level)| text(level, &below(place, json!(index)), faults))
                .collect();
            Some(Question::Score { instructions, levels })
        }
        Some(other) => {
            faults.push(Fault::new("list_type", place, "Input should be a valid list", &other));
            None
        }
        None => missing(place, faults),
    }
}

/// A string, object or array passes.
fn text(given: Value, place: &[Value], faults: &mut Vec<Fault>) -> Option<Value> {
    if matches!(given, Value::String(_) | Value::Object(_) | Value::Array(_)) {
        return Some(given);
    }
    faults.push(Fault::new("union_type", place, "Input should be a valid string, dictionary or list", &given));
    None
}

fn missing<T>(place: &[Value], faults: &mut Vec<Fault>) -> Option<T> {
    faults.push(Fault::new("missing", place, "Field required", &json!({})));
    None
}

fn below(place: &[Value], member: Value) -> Vec<Value> {
    place.iter().cloned().chain([member]).collect()
}

fn within_limits(request: &Request) -> Result<(), Reject> {
    for (id, asked) in &request.questions {
        match asked {
            Question::Choice { options, .. } if options.is_empty() => return Err(Reject::NoChoices(id.clone())),
            Question::Choice { options, .. } if options.len() > MAX_CHOICES => return Err(Reject::TooManyChoices),
            Question::Score { levels, .. } if levels.len() > MAX_LEVELS => return Err(Reject::TooManyLevels),
            _ => {}
        }
    }
    let longest = request.questions.iter().map(|(_, asked)| asked.tokens()).max().unwrap_or(0);
    if request.tokens > MAX_TOKENS || tokens(&request.state) + longest > MAX_TOKENS_PER_QUESTION {
        return Err(Reject::TooManyTokens);
    }
    Ok(())
}

impl Question {
    fn tokens(&self) -> usize {
        match self {
            Self::Noul { instructions, when_true, when_false } => {
                tokens(instructions) + tokens(when_true) + tokens(when_false)
            }
            Self::Choice { instructions, options } => {
                tokens(instructions) + options.iter().map(|(name, about)| name.len() / 4 + tokens(about)).sum::<usize>()
            }
            Self::Score { instructions, levels } => tokens(instructions) + levels.iter().map(tokens).sum::<usize>(),
        }
    }
}

/// An estimate, for the real service publishes no tokenizer: four bytes of prose to a token, and five bytes of JSON to
/// four tokens, which is what lists of screen elements have been billed at.
fn tokens(text: &Value) -> usize {
    match text {
        Value::Null => 0,
        Value::String(prose) => prose.len() / 4,
        other => other.to_string().len() * 4 / 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn asking(questions: Value) -> Value {
        json!({"model": "jev-latest", "state": "Hello.", "questions": questions})
    }

    fn read(body: &Value) -> Result<Request, Reject> {
        Request::read(body.to_string().as_bytes())
    }

    #[test]
    fn questions_keep_their_order_and_unknown_members_are_ignored() {
        let mut body = asking(json!({"b": {"type": "noul"}, "a": {"type": "noul"}}));
        body["seed"] = json!(7);
        let ids: Vec<String> = read(&body).unwrap().questions.into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, ["b", "a"]);
    }

    #[rstest]
    #[case::state_null(json!({"model": "jev-latest", "state": null, "questions": {"q": {"type": "noul"}}}), json!(["body", "state"]))]
    #[case::no_state(json!({"model": "jev-latest", "questions": {"q": {"type": "noul"}}}), json!(["body", "state"]))]
    #[case::no_model(json!({"state": "", "questions": {"q": {"type": "noul"}}}), json!(["body", "model"]))]
    #[case::no_questions(asking(json!({})), json!(["body", "questions"]))]
    #[case::no_type(asking(json!({"q": {}})), json!(["body", "questions", "q"]))]
    #[case::foreign_type(asking(json!({"q": {"type": "box"}})), json!(["body", "questions", "q"]))]
    #[case::third_side(asking(json!({"q": {"type": "noul", "criteria": {"maybe": "x"}}})), json!(["body", "questions", "q", "noul", "criteria", "maybe"]))]
    #[case::options_as_list(asking(json!({"q": {"type": "choice", "criteria": ["a"]}})), json!(["body", "questions", "q", "choice", "criteria"]))]
    #[case::levels_as_map(asking(json!({"q": {"type": "score", "criteria": {"0": "a"}}})), json!(["body", "questions", "q", "score", "criteria"]))]
    #[case::null_level(asking(json!({"q": {"type": "score", "criteria": ["a", null]}})), json!(["body", "questions", "q", "score", "criteria", 1]))]
    fn a_broken_schema_is_told_by_its_place(#[case] body: Value, #[case] place: Value) {
        let reject = read(&body).unwrap_err();
        assert_eq!(reject.status(), 422);
        assert_eq!(reject.body()["detail"][0]["loc"], place);
    }

    #[test]
    fn every_broken_place_is_told_at_once() {
        let body = json!({"questions": {"a": {"type": "choice"}, "b": 3}});
        assert_eq!(read(&body).unwrap_err().body()["detail"].as_array().unwrap().len(), 4);
    }

    #[rstest]
    #[case::choices(256, 0, Reject::TooManyChoices)]
    #[case::levels(1, 11, Reject::TooManyLevels)]
    #[case::none(0, 1, Reject::NoChoices("c".into()))]
    fn a_limit_is_a_bad_request(#[case] choices: usize, #[case] levels: usize, #[case] expected: Reject) {
        let options: Map<String, Value> = (0..choices).map(|i| (format!("o{i}"), Value::Null)).collect();
        let levels: Vec<Value> = (0..levels.max(1)).map(|i| json!(format!("level {i}"))).collect();
        let body =
            asking(json!({"c": {"type": "choice", "criteria": options}, "s": {"type": "score", "criteria": levels}}));
        assert_eq!(read(&body), Err(expected));
    }

    #[test]
    fn a_state_beyond_the_budget_is_named_as_such() {
        let mut body = asking(json!({"q": {"type": "noul"}}));
        body["state"] = json!("x".repeat(200_000));
        assert_eq!(read(&body).unwrap_err().body(), json!({"detail": {"error_type": "max_tokens_exceeded"}}));
    }

    #[test]
    fn a_body_nested_without_end_is_refused() {
        let body = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Request::read(body.as_bytes()), Err(Reject::TooDeep));
    }
}
