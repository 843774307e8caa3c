//! The walkthrough of the documentation, run from its first command to its last.
//!
//! Each `console` block of the page is typed into a small shell, and must show what the page shows. In the page `…`
//! stands for whatever stands there in a line, and a line `...` for any lines. A `yaml` block that begins with `# PATH`
//! is written to that file. The shell knows `export`, `echo`, `grep`, `curl` (as far as the page uses it; none need be
//! installed) and `goalpost`; an `&` leaves a server running, on a free port in place of the one that the page names.
//!
//! Each section has a shell, a folder and servers of its own and the variables of those before it. The sections run at the
//! same time: time is real here, and nearly all of it is waited.
//!
//! Blocks of other languages are not for this shell: `tests/peers` runs the Python.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, pipe};
use std::path::Path;
use std::thread;

use reqwest::{Client, Method};
use support::{Served, goalpost};
use tempfile::TempDir;

const PAGE: &str = include_str!("../src/walkthrough.md");

#[test]
fn the_walkthrough_shows_what_its_commands_show() {
    let sections = sections(PAGE);
    let mut variables = Variables::default();
    let commands: usize = thread::scope(|scope| {
        let mut running = Vec::new();
        for blocks in &sections {
            let before = variables.clone();
            running.push(scope.spawn(move || run(blocks, before)));
            blocks.iter().for_each(|block| variables.export_all(block.text));
        }
        running.into_iter().map(|section| section.join().unwrap()).sum()
    });
    assert!(commands > 20, "the page was found and run");
}

/// Variables of a shell.
#[derive(Clone, Default)]
struct Variables(BTreeMap<String, String>);

impl Variables {
    /// The line with their values in place of their names.
    fn expand(&self, line: &str) -> String {
        self.0.iter().fold(line.to_owned(), |line, (name, value)| line.replace(&format!("${name}"), value))
    }

    fn export(&mut self, assignment: &str) {
        let (name, value) = assignment.split_once('=').unwrap();
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// Does what the lines of a block that export do.
    fn export_all(&mut self, block: &str) {
        for assignment in block.lines().filter_map(|line| line.strip_prefix("$ export ")) {
            self.export(&self.expand(assignment));
        }
    }
}

/// Runs the blocks of one section; how many commands there were.
#[tokio::main(flavor = "current_thread")]
async fn run(blocks: &[Block<'_>], variables: Variables) -> usize {
    let mut shell = Shell::new(variables);
    for Block { language, text } in blocks {
        match *language {
            "console" => {
                let seen = shell.session(text).await;
                snapbox::Assert::new().normalize_paths(false).eq(seen, text.replace('…', "[..]"));
            }
            "yaml" => shell.write(text),
            _ => {}
        }
    }
    shell.commands
}

/// One fenced block of the page.
struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

/// The blocks below each heading.
fn sections(page: &str) -> Vec<Vec<Block<'_>>> {
    let mut sections = Vec::new();
    let mut parts = page.split("\n```");
    while let Some(prose) = parts.next() {
        if prose.contains("\n# ") {
            sections.push(Vec::new());
        }
        if let Some((language, text)) = parts.next().and_then(|block| block.split_once('\n')) {
            sections.last_mut().unwrap().push(Block { language, text });
        }
    }
    sections
}

/// A shell in a folder of its own, which holds the shipped goals and verifiers.
struct Shell {
    folder: TempDir,
    variables: Variables,
    /// How the last command ended.
    code: i32,
    commands: usize,
    /// The servers left running, with the address that the page gives each and the one it has.
    servers: Vec<(Served, String, String)>,
    client: Client,
}

impl Shell {
    fn new(variables: Variables) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["goals", "verifiers"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name), &folder.path().join(name));
        }
        let client = Client::builder().no_proxy().build().unwrap();
        Self { folder, variables, code: 0, commands: 0, servers: Vec::new(), client }
    }

    /// Writes a file whose first line names it in a comment.
    fn write(&self, text: &str) {
        let path = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Types the commands of a block; the block as it looks then.
    async fn session(&mut self, block: &str) -> String {
        let mut seen = String::new();
        let joined = block.replace("\\\n", "\u{0}");
        for command in joined.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let mut output = self.command(&command.replace('\u{0}', " ")).await;
            for (_, shown, real) in &self.servers {
                output = output.replace(real, shown);
            }
            seen += &format!("$ {}\n{output}", command.replace('\u{0}', "\\\n"));
            if !seen.ends_with('\n') {
                seen.push('\n');
            }
        }
        seen.trim_end().to_owned()
    }

    /// Runs one command; what it shows.
    async fn command(&mut self, line: &str) -> String {
        self.commands += 1;
        let line = self.real(&self.variables.expand(&line.replace("$?", &self.code.to_string())));
        let words = shlex::split(&line).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, output) = match *words {
            ["export", assignment] => {
                self.variables.export(assignment);
                (0, String::new())
            }
            ["echo", text] => (0, text.to_owned()),
            ["grep", pattern, file] => {
                let text = fs::read_to_string(self.folder.path().join(file)).unwrap();
                let found: Vec<&str> = text.lines().filter(|line| line.contains(pattern)).collect();
                (i32::from(found.is_empty()), found.join("\n"))
            }
            ["curl", ref args @ ..] => self.curl(args).await,
            ["goalpost", ref args @ .., "&"] => self.serve(args),
            ["goalpost", ref args @ ..] => self.goalpost(args),
            _ => panic!("the walkthrough uses a command that its test does not know: {line}"),
        };
        self.code = code;
        output
    }

    /// With the addresses that the servers have in place of those that the page gives them.
    fn real(&self, text: &str) -> String {
        self.servers.iter().fold(text.to_owned(), |text, (_, shown, real)| text.replace(shown, real))
    }

    /// Runs `goalpost` to its end; what it prints, on both its streams.
    fn goalpost(&self, args: &[&str]) -> (i32, String) {
        let (mut read, write) = pipe().unwrap();
        let mut command = goalpost(self.folder.path(), args);
        command.envs(self.variables.0.iter().map(|(name, value)| (name, self.real(value))));
        command.stdout(write.try_clone().unwrap()).stderr(write);
        let mut child = command.spawn().unwrap();
        // Else the pipe never ends.
        drop(command);
        let mut output = String::new();
        read.read_to_string(&mut output).unwrap();
        (child.wait().unwrap().code().unwrap(), output)
    }

    /// Leaves a server running.
    fn serve(&mut self, args: &[&str]) -> (i32, String) {
        let port = args.iter().position(|arg| *arg == "--port").unwrap() + 1;
        let shown = format!("127.0.0.1:{}", args[port]);
        let free: Vec<&str> = args.iter().enumerate().map(|(at, arg)| if at == port { "0" } else { *arg }).collect();
        let served = Served::start(&free);
        let (url, real) = (served.url.clone(), format!("127.0.0.1:{}", served.port()));
        self.servers.push((served, shown, real));
        (0, format!("{{\"url\":\"{url}\"}}"))
    }

    /// Does what curl does with these options.
    async fn curl(&self, args: &[&str]) -> (i32, String) {
        let (mut method, mut body, mut file, mut status, mut url) = (None, None, None, false, None);
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "-s" => {}
                "-X" => method = args.next(),
                "--json" => body = args.next().map(|body| ("application/json", *body)),
                "-d" => body = args.next().map(|body| ("application/x-www-form-urlencoded", *body)),
                "-o" => file = args.next(),
                "-w" => status = args.next() == Some(&"%{http_code}\\n"),
                address if address.starts_with("http") => url = Some(address),
                other => panic!("the walkthrough uses an option of curl that its test does not know: {other}"),
            }
        }
        let default = if body.is_some() { "POST" } else { "GET" };
        let method = Method::from_bytes(method.copied().unwrap_or(default).as_bytes()).unwrap();
        let mut request = self.client.request(method, url.unwrap());
        if let Some((kind, body)) = body {
            request = request.header("content-type", kind).body(body.to_owned());
        }
        let Ok(response) = request.send().await else {
            // Nothing came back.
            return (52, String::new());
        };
        let code = response.status().as_u16();
        let bytes = response.bytes().await.unwrap();
        let mut output = match file {
            Some(file) => {
                fs::write(self.folder.path().join(file), &bytes).unwrap();
                String::new()
            }
            None => String::from_utf8(bytes.to_vec()).unwrap(),
        };
        if status {
            output += &format!("{code}\n");
        }
        (0, output)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).map(drop).unwrap();
        }
    }
}
