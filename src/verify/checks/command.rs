//! `command`: an external program that gives the verdict.

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::file::usable;
use crate::device::{Channel, Value};
use crate::event::{Evidence, Verdict};
use crate::plain::printable;
use crate::screen::{Element, Observation};
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Period, Verb, decode, quote};
use crate::verify::check::{Check, Powers};
use crate::verify::error::{ProbeError, ProgramError};
use crate::verify::evaluation::Evaluation;
use crate::verify::kinds::Kind;
use crate::verify::program::{Output, Program};
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "command",
    about: "A program of your own gives the verdict: `command: { run: [./checks/notes.py, --strict], read: [screen, clipboard, { \
            file: /sdcard/notes.txt }] }`. It runs without a shell in the project's folder, with nothing of the environment \
            but what `env` names, is given JSON and answers with JSON. It runs anew for each evaluation, in replay too, on the \
            recorded reads: one that looks elsewhere needs `replay: { skip: true, ... }` in the goal.",
    form: None,
    shape: Shape::Map(&[&[
        Key::new("run", Shape::List(&Shape::Text, 1), "The program and its arguments.").needed(),
        Key::new("read", Shape::List(&READ, 0), "What is read for it."),
        Key::new(
            "env",
            Shape::List(&Shape::Text, 0),
            "The names of environment variables that it is given; `PATH` too, if it needs that.",
        ),
        Key::new("timeout", Shape::Period, "How long it may take, in real time; 1s to 5m.").or("10s"),
    ]]),
    compile: |verb, context| {
        let example = || "for example `command: { run: [./checks/notes.py], read: [screen] }`".to_owned();
        let told = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.or_help(example)).collect::<Vec<_>>();
        let args = verb.arguments().map_err(|fault| vec![fault.or_help(example)])?;
        let own: Args = decode(args).map_err(told)?;
        let span = |key| args.get(key).map_or(args.span, |node: &Node| node.span);
        let mut faults = Vec::new();
        match own.run.first() {
            None => faults.push(Fault::error(span("run"), "the program is missing in this list")),
            Some(name) if name.trim().is_empty() => {
                faults.push(Fault::error(span("run"), "the program's name is blank"))
            }
            Some(name) if name.contains('/') && !context.root.join(name).is_file() => {
                let first = args.get("run").and_then(|run| run.items().first()).map_or(span("run"), |node| node.span);
                let fault = Fault::error(first, format!("there is no file {} in the project", quote(name)));
                faults.push(fault.help("a path is counted from the project's folder"));
            }
            Some(_) => {}
        }
        if own.run.len() > MOST {
            faults.push(Fault::error(span("run"), format!("more than {MOST} arguments")));
        }
        let timeout = own.timeout.map_or(Duration::from_secs(10), |period| period.0);
        if !(Duration::from_secs(1)..=Duration::from_secs(300)).contains(&timeout) {
            faults.push(Fault::error(span("timeout"), "a program is given 1s to 5m"));
        }
        let names = args.get("env").map(Node::items).unwrap_or_default();
        for (name, node) in own.env.iter().zip(names) {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(plain) || name.starts_with(|c: char| c.is_ascii_digit()) {
                let message = format!("{} is no name of an environment variable", quote(name));
                faults.push(Fault::error(node.span, message).help("list names alone; values stay in the environment"));
            }
        }
        let mut read = Vec::new();
        for node in &own.read {
            match ToRead::compile(node) {
                Ok(what) if read.len() < MOST => read.push(what),
                Ok(_) => {
                    faults.push(Fault::error(node.span, format!("more than {MOST} reads")));
                    break;
                }
                Err(more) => faults.extend(more),
            }
        }
        if !faults.is_empty() {
            return Err(told(faults));
        }
        let args = context.args.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
        let root = context.root.to_owned();
        Ok(Box::new(CommandCheck { run: own.run, read, env: own.env, timeout, args, root }))
    },
};

/// What a program may be given to read.
const READ: Shape = Shape::Choice(&[
    Key::new("screen", Shape::Nothing, "The screen, as `goalpost observe --json` prints it, with all visible `nodes`."),
    Key::new("apps", Shape::Nothing, "The apps with their versions."),
    Key::new("language", Shape::Nothing, "The language."),
    Key::new("timezone", Shape::Nothing, "The time zone."),
    Key::new("location", Shape::Nothing, "The location."),
    Key::new("clipboard", Shape::Nothing, "The clipboard's text."),
    Key::new("time", Shape::Nothing, "The phone's time."),
    Key::new("screenshot", Shape::Nothing, "A picture of the screen, in base64."),
    Key::new("file", Shape::Like("^/."), "What a file holds, in base64."),
    Key::new("folder", Shape::Like("^/"), "What a folder holds."),
]);

const READS: &[&str] =
    &["screen", "apps", "language", "timezone", "location", "clipboard", "time", "screenshot", "file", "folder"];

/// Items of a list that nobody makes longer by hand.
const MOST: usize = 100;
/// Characters of a text in evidence.
const SHOWN: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    run: Vec<String>,
    #[serde(default)]
    read: Vec<Node>,
    #[serde(default)]
    env: Vec<String>,
    timeout: Option<Period>,
}

/// What is read for a program.
#[derive(Debug, Clone)]
enum ToRead {
    Screen,
    Channel(Channel),
}

impl ToRead {
    fn compile(node: &Node) -> Result<Self, Vec<Fault>> {
        let verb = Verb::read(node, "read", READS).map_err(|fault| vec![fault])?;
        let path = |verb: &Verb<'_>, root: bool| -> Result<String, Vec<Fault>> {
            let path: String = verb.decode()?;
            let span = verb.args.map_or(verb.span, |args| args.span);
            if !(root && path == "/") {
                usable(&path).map_err(|why| vec![Fault::error(span, why)])?;
            }
            Ok(path)
        };
        let channel = match verb.name {
            "file" => return Ok(Self::Channel(Channel::File { path: path(&verb, false)? })),
            "folder" => return Ok(Self::Channel(Channel::Folder { path: path(&verb, true)? })),
            "apps" => Channel::Apps,
            "language" => Channel::Language,
            "timezone" => Channel::Timezone,
            "location" => Channel::Location,
            "clipboard" => Channel::Clipboard,
            "time" => Channel::Time,
            "screenshot" => Channel::Screenshot,
            _ => return verb.no_arguments().map(|()| Self::Screen).map_err(|fault| vec![fault]),
        };
        verb.no_arguments().map(|()| Self::Channel(channel)).map_err(|fault| vec![fault])
    }
}

#[derive(Debug)]
struct CommandCheck {
    run: Vec<String>,
    read: Vec<ToRead>,
    env: Vec<String>,
    timeout: Duration,
    /// The arguments of the verifier.
    args: Map<String, Json>,
    root: PathBuf,
}

/// What a program answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    verdict: Verdict,
    #[serde(default)]
    because: Option<String>,
    #[serde(default)]
    evidence: Vec<Said>,
}

/// A piece of evidence as a program gives it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    read: String,
    #[serde(default)]
    normalized: Option<String>,
    #[serde(default)]
    at: Option<String>,
}

/// A screen with all its visible nodes: `elements` are those that an agent is shown, and a switch that is no target of its
/// own is none of them.
fn whole(screen: &Observation) -> Json {
    let mut json = serde_json::to_value(screen).unwrap_or_default();
    let node = |node: &Element| {
        let mut json = serde_json::to_value(node).unwrap_or_default();
        json["className"] = json!(node.class_name);
        json
    };
    json["nodes"] = screen.nodes().iter().map(node).collect();
    json
}

#[async_trait]
impl Check for CommandCheck {
    fn rule(&self) -> String {
        format!("the program {} confirms", printable(&self.run.join(" "), 200))
    }

    fn takes(&self) -> Duration {
        self.timeout
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let mut given = Map::new();
        let mut observation = None;
        for what in &self.read {
            let (name, value) = match what {
                ToRead::Screen => {
                    let screen = reads.screen().await?;
                    observation = screen.ok().map(|screen| screen.fingerprint.clone());
                    let screen = screen.map(whole);
                    ("screen".to_owned(), screen.map_err(str::to_owned))
                }
                ToRead::Channel(channel) => {
                    let value = reads.channel(channel.clone()).await?.value;
                    (word(channel), value.map(plain))
                }
            };
            // A read that failed is not left out: a program has to be able to tell it from one that was not asked for.
            given.insert(name, value.map_or_else(|why| json!({ "unread": why }), |value| json!({ "value": value })));
        }
        let input = json!({ "version": 1, "args": self.args, "reads": given }).to_string();
        let program = Program { argv: &self.run, folder: &self.root, env: &self.env, timeout: self.timeout };
        let name = || printable(self.run.first().map(String::as_str).unwrap_or_default(), 200);
        let failed = |why: String| ProgramError { program: name(), why };
        let output = program.run(input.as_bytes()).await.map_err(failed)?;
        let answer: Answer = serde_json::from_slice(&output.bytes).map_err(|error| {
            failed(format!("answered with something that is no verdict in JSON: {}", plain_error(&error)))
        })?;
        if answer.evidence.len() > MOST {
            return Err(failed(format!("gave more than {MOST} pieces of evidence")).into());
        }
        Ok(self.evaluation(answer, &output, observation, reads.probe().now()))
    }
}

impl CommandCheck {
    fn evaluation(&self, answer: Answer, output: &Output, observation: Option<String>, when: Timestamp) -> Evaluation {
        let Answer { verdict, because, evidence } = answer;
        let short = |text: String| printable(&output.without_secrets(&text), SHOWN);
        let because = because.filter(|because| !because.trim().is_empty()).map(short);
        let unexplained = "the program does not say why".to_owned();
        let because = because.or((verdict == Verdict::Inconclusive).then_some(unexplained));
        let whole = Evidence {
            rule: self.rule(),
            verdict,
            read: None,
            normalized: None,
            at: Some("command".to_owned()),
            observation,
            when,
            because,
        };
        if evidence.is_empty() {
            return Evaluation::from_evidence(verdict, vec![whole]);
        }
        // A place is an element's, or what the program was given that is no screen.
        let of_channel = |at: &str| {
            let channels =
                self.read.iter().filter_map(|what| if let ToRead::Channel(c) = what { Some(c) } else { None });
            channels.into_iter().find(|channel| word(channel) == at).map(ToString::to_string)
        };
        let each = |said: Said| {
            let channel = said.at.as_deref().and_then(of_channel);
            Evidence {
                read: Some(short(said.read)),
                normalized: said.normalized.map(short),
                observation: whole.observation.clone().filter(|_| channel.is_none()),
                at: channel.or(said.at.map(short)).or_else(|| whole.at.clone()),
                ..whole.clone()
            }
        };
        Evaluation::from_evidence(verdict, evidence.into_iter().map(each).collect())
    }
}

/// What a program finds a channel under.
fn word(channel: &Channel) -> String {
    match channel {
        Channel::Screenshot => "screenshot".to_owned(),
        Channel::Capabilities => "capabilities".to_owned(),
        Channel::Time => "time".to_owned(),
        Channel::Apps => "apps".to_owned(),
        Channel::Folder { path } => format!("folder {path}"),
        Channel::File { path } => format!("file {path}"),
        Channel::Language => "language".to_owned(),
        Channel::Timezone => "timezone".to_owned(),
        Channel::Location => "location".to_owned(),
        Channel::Clipboard => "clipboard".to_owned(),
    }
}

/// What was read as a program is given it.
fn plain(value: Value) -> Json {
    match value {
        Value::Json(json) => json,
        Value::Bytes(bytes) => Json::String(STANDARD.encode(bytes)),
    }
}

/// What is wrong with JSON, without any of it: what a program prints may be secret.
fn plain_error(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        serde_json::error::Category::Syntax => "it is not JSON",
        serde_json::error::Category::Eof => "it ends too early",
        _ => {
            "it is not `{\"verdict\": \"confirmed\", \"refuted\" or \"inconclusive\", \"because\"?, \"evidence\"?: [{\"read\", \"normalized\"?, \"at\"?}]}`"
        }
    };
    format!("{what} (line {}, column {})", error.line(), error.column())
}
