//! `type`: text into a field.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

use crate::screen::{Action, Observation, Query};
use crate::script::focus::{focus, in_focus};
use crate::script::kinds::Kind;
use crate::script::options::{OPTION_KEYS, OPTIONS, Options};
use crate::script::query::decode_query;
use crate::script::runner::Runner;
use crate::script::step::{Problem, Step};
use crate::script::value::Value;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Form, Node, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "type",
    about: "Types into the field that has the focus, or into the one that a query means: `type: { text: battery, into: \
            { role: field } }`. It replaces what is there; `clear: false` adds to it. `type: { secret: pin }` types a \
            secret of the goal.",
    form: Form { sample: "battery", write: |text| format!("type: {{ text: {text} }}") },
    shape: Shape::Map(&[
        &[
            Key::new("text", Shape::Text, "What to type."),
            Key::new("secret", Shape::Text, "In place of a text: the name of one of the goal's `secrets:`."),
            Key::new("into", Shape::Query, "The field; the one that has the focus where it is left out."),
            Key::new("clear", Shape::Truth, "It replaces what is there.").or("true"),
        ],
        OPTION_KEYS,
    ]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (options, rest) = Options::split(verb, &["text", "secret", "into", "clear"])?;
        let Args { text, secret, into, clear } = decode_part(&rest, OPTIONS)?;
        let into = into.as_ref().map(|node| decode_query(node, &[])).transpose()?;
        scope.may_change(&options, args.span, "typing changes a text field")?;
        let value = match (text, secret) {
            (Some(text), None) => Value::Plain(text),
            (None, Some(name)) => Value::secret(&name, scope)?,
            (None, None) => return Err(vec![Fault::error(args.span, "`type` takes `text` or `secret`")]),
            (Some(_), Some(name)) => {
                let fault = Fault::error(name.span, "`type` takes `text` or `secret`, not both");
                return Err(vec![fault.help("remove one of them")]);
            }
        };
        Ok(Arc::new(Type { value, into, clear, options }))
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    text: Option<String>,
    secret: Option<Node>,
    into: Option<Node>,
    #[serde(default = "yes")]
    clear: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug)]
struct Type {
    value: Value,
    into: Option<Query>,
    clear: bool,
    options: Options,
}

#[async_trait]
impl Step for Type {
    fn words(&self) -> String {
        let into = self.into.as_ref().map(|query| format!(" into {query}")).unwrap_or_default();
        format!("type {}{into}", self.value)
    }

    fn apps(&self) -> Vec<&str> {
        self.options.apps()
    }

    fn secrets(&self) -> Vec<&str> {
        self.value.secret_name().into_iter().collect()
    }

    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem> {
        let timeout = self.options.timeout();
        let text = self.value.reveal(runner)?;
        if let Some(query) = &self.into {
            focus(runner, query, timeout).await?;
        }
        let action = Action::Type { text: text.clone(), clear: self.clear };
        let (before, sent) = runner.act_on(timeout, |screen| in_focus(screen, &action)).await?;
        if let Some(verify) = &self.options.verify {
            return runner.expect(verify, timeout, &before, sent.after).await;
        }
        match sent.text_shown {
            Some(true) => Ok(()),
            Some(false) => Err(Problem::Unmet("the field does not show the text".to_owned())),
            // What cannot be read, such as a password, cannot be checked.
            None => runner.wait_until(timeout, sent.after, |after| self.shown(&text, &before, after)).await.map(drop),
        }
    }
}

impl Type {
    fn shown(&self, text: &str, before: &Observation, after: &Observation) -> Result<(), String> {
        let readable = |field: &&crate::screen::Element| !field.password;
        let (Some(was), Some(is)) = (before.input_element().filter(readable), after.input_element().filter(readable))
        else {
            return Ok(());
        };
        if is.text.contains(text) && (self.clear || is.text != was.text) {
            Ok(())
        } else {
            Err(format!("the field shows {}", self.value.instead(&is.text)))
        }
    }
}
