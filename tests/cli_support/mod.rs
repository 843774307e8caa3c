//! The real command, as a person or a script runs it.

#![allow(dead_code, reason = "each test uses a part")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The command with these arguments in this folder, in an environment that says nothing.
pub(crate) fn goalpost(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_goalpost"));
    for name in ["MOBILERUN_API_KEY", "MOBILERUN_CLOUD_API_KEY", "MOBILERUN_DEVICE_ID", "MOBILERUN_BASE_URL"]
        .into_iter()
        .chain(["TYPESAFE_API_KEY", "TYPESAFE_MODEL", "TYPESAFE_BASE_URL"])
        .chain(["GOALPOST_MODE", "GOALPOST_RECORD", "GOALPOST_OUT", "GOALPOST_MODEL", "GOALPOST_LOOK"])
        .chain(["CI", "NEXTEST", "RUST_BACKTRACE"])
    {
        command.env_remove(name);
    }
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

/// What a command left behind.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.stdout, self.stderr))
    }
}

/// Runs it to its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    let Output { status, stdout, stderr } = command.output().unwrap();
    Ended {
        code: status.code().unwrap_or_else(|| panic!("ended by a signal: {status}")),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// A server that `phone serve` or `model serve` runs; it is ended with this.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) url: String,
}

impl Served {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut command = goalpost(Path::new("."), args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url: serde_json::Value = serde_json::from_str(&line).unwrap();
        Self { child, url: url["url"].as_str().unwrap().to_owned() }
    }

    pub(crate) fn port(&self) -> String {
        self.url.trim_end_matches("/v1").rsplit(':').next().unwrap().to_owned()
    }

    /// Sends it a signal and waits for its end.
    #[cfg(unix)]
    pub(crate) fn stop(mut self, signal: &str) -> i32 {
        send(&self.child, signal);
        self.child.wait().unwrap().code().unwrap()
    }
}

/// Sends a process what Ctrl-C sends.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    send(child, "-INT");
}

/// Sends a process a signal, as `kill` names it.
#[cfg(unix)]
pub(crate) fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A small project: one goal, `open-settings`, and its verifier, `in-front`.
pub(crate) fn project() -> tempfile::TempDir {
    let project = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("goals/open-settings.yaml", "goal: Open the Settings app.\nverifier: in-front\n"),
        (
            "verifiers/in-front.yaml",
            "about: The Settings app is in front.\ncheck:\n  foreground: { app: com.android.settings }\n",
        ),
    ] {
        let path = project.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    project
}
