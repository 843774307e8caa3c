//! Running a program that is not trusted to end, to be brief, or to be alone.
//!
//! It is started without a shell and without the environment, in a group of its own; when it has ended, runs out of time
//! or says too much, all of its group are killed. Its time is real time: it knows no other.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::plain::printable;

/// Bytes of output that are taken.
pub(super) const MOST_OUTPUT: usize = 1 << 20;
/// Bytes of what it says beside that are kept for a message.
const KEPT_COMPLAINT: usize = 4_096;

/// A program to run.
#[derive(Debug)]
pub(super) struct Program<'a> {
    /// The program and its arguments.
    pub argv: &'a [String],
    /// The folder it runs in, which a relative path is counted from.
    pub folder: &'a Path,
    /// The names of the environment that it is given.
    pub env: &'a [String],
    /// How long it may take.
    pub timeout: Duration,
}

impl Program<'_> {
    /// Runs it with this input and gives its output, if it ends well.
    ///
    /// # Errors
    /// What it did instead, after "the program X".
    pub(super) async fn run(&self, input: &[u8]) -> Result<Output, String> {
        let (name, arguments) = self.argv.split_first().ok_or("has no name")?;
        let mut secrets = Vec::new();
        let mut command = Command::new(located(name, self.folder)?);
        command.args(arguments).env_clear();
        for name in self.env {
            let value = std::env::var_os(name).ok_or_else(|| format!("is to be given {name}, which is not set"))?;
            secrets.push((name.clone(), value.to_string_lossy().into_owned()));
            command.env(name, value);
        }
        if !self.folder.as_os_str().is_empty() {
            command.current_dir(self.folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let child = command.spawn().map_err(|error| format!("could not be started: {error}{}", advice(&error)))?;
        let group = Group::of(&child);
        let ended = tokio::time::timeout(self.timeout, talk(child, &group, input)).await;
        drop(group);
        let Ended { code, output, complaint } =
            ended.map_err(|_| format!("did not end within {:?} and was killed", self.timeout))??;
        match code {
            Some(0) => Ok(Output { bytes: output, secrets }),
            code => {
                let how = code.map_or("was killed by a signal".to_owned(), |code| format!("ended with status {code}"));
                let said = last_line(&without(&String::from_utf8_lossy(&complaint), &secrets));
                Err(if said.is_empty() { how } else { format!("{how} and said: {said}") })
            }
        }
    }
}

/// The program itself: one with a slash is counted from the folder, any other is looked for where goalpost's own `PATH`
/// says, whether the program is given that or not.
fn located(name: &str, folder: &Path) -> Result<std::path::PathBuf, String> {
    if name.contains('/') {
        let path = folder.join(name);
        // The folder changes before the program is looked for.
        return std::path::absolute(&path).map_err(|error| format!("could not be found: {error}"));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found
        .ok_or_else(|| "is not in any folder of PATH; one of the project is written with its folder: ./NAME".to_owned())
}

/// What to do about a program that is there and does not start.
fn advice(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "; make it executable with `chmod +x`",
        std::io::ErrorKind::NotFound => "; it, or the interpreter that its first line names, is not there",
        _ => "",
    }
}

/// How it ended.
struct Ended {
    code: Option<i32>,
    output: Vec<u8>,
    complaint: Vec<u8>,
}

async fn talk(mut child: Child, group: &Group, input: &[u8]) -> Result<Ended, String> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let Some(mut stdin) = stdin {
            // A program need not hear it all.
            let _ = stdin.write_all(input).await;
        }
        Ok(())
    };
    let output = async {
        let output = up_to(stdout, MOST_OUTPUT + 1).await;
        if output.len() > MOST_OUTPUT {
            Err(format!("printed more than {MOST_OUTPUT} bytes and was killed"))
        } else {
            Ok(output)
        }
    };
    let complaint = async {
        let mut stderr = stderr;
        let kept = up_to(stderr.as_mut(), KEPT_COMPLAINT).await;
        // The rest is heard, so that it does not wait for ever to be.
        if let Some(mut stderr) = stderr {
            let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
        }
        Ok(kept)
    };
    let ended = async {
        let status = child.wait().await.map_err(|error| format!("could not be waited for: {error}"));
        // What it leaves behind would hold its output open.
        group.kill();
        status
    };
    let ((), output, complaint, status) = tokio::try_join!(feed, output, complaint, ended)?;
    Ok(Ended { code: status.code(), output, complaint })
}

async fn up_to(from: Option<impl AsyncRead + Unpin>, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        // What was read before an error is all there is.
        let _ = from.take(most as u64).read_to_end(&mut bytes).await;
    }
    bytes
}

/// What a program printed.
pub(super) struct Output {
    pub bytes: Vec<u8>,
    /// What it was given of the environment, by name.
    secrets: Vec<(String, String)>,
}

impl Output {
    /// A text of it, fit to be shown: without the values that the program was given.
    pub(super) fn without_secrets(&self, text: &str) -> String {
        without(text, &self.secrets)
    }
}

/// A text with names in place of the values that the program was given. What is shorter than a secret worth keeping,
/// such as the `C` of a `LANG`, would only take other words apart.
fn without(text: &str, secrets: &[(String, String)]) -> String {
    const SHORTEST: usize = 4;
    let mut secrets: Vec<&(String, String)> = secrets.iter().filter(|(_, value)| value.len() >= SHORTEST).collect();
    // A value may be a part of another one.
    secrets.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    secrets.into_iter().fold(text.to_owned(), |text, (name, value)| text.replace(value.as_str(), &format!("[{name}]")))
}

/// The last line that is not blank.
fn last_line(text: &str) -> String {
    printable(text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim(), 300)
}

/// A program and all that it started, killed when this goes.
struct Group {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    id: Option<rustix::process::Pid>,
}

impl Group {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn of(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw);
        Self { id }
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn of(_: &Child) -> Self {
        Self {}
    }

    fn kill(&self) {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        if let Some(id) = self.id {
            // Nobody is left where all have ended already.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
