//! Runs the simulated CLI in a temporary home and project.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Every wait is for an event; this limit only makes a hanging test fail.
const LIMIT: Duration = Duration::from_secs(30);

pub(crate) const FLAGS: &[&str] = &[
    "--output-format",
    "stream-json",
    "--input-format",
    "stream-json",
    "--verbose",
    "--permission-prompt-tool",
    "stdio",
    "--include-partial-messages",
    "--replay-user-messages",
];

/// A home and a project that outlive their processes.
pub(crate) struct Place {
    root: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("project")).unwrap();
        Self { root }
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.root.path().canonicalize().unwrap().join("project")
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.root.path().join("config")
    }

    /// The program with only these flags.
    pub(crate) fn command(&self, flags: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simulated-claude"));
        command
            .args(flags)
            .current_dir(self.project())
            .env("HOME", self.root.path())
            .env("CLAUDE_CONFIG_DIR", self.config())
            .env("ANTHROPIC_API_KEY", "dummy")
            .env("IS_SANDBOX", "1")
            .env_remove("ANTHROPIC_BASE_URL");
        command
    }

    /// Starts a session with the common flags of a host and these.
    pub(crate) fn start(&self, flags: &[&str]) -> Sim {
        let all: Vec<&str> = FLAGS.iter().chain(flags).copied().collect();
        Sim::spawn(self.command(&all))
    }
}

/// A running process.
pub(crate) struct Sim {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All frames so far.
    pub(crate) seen: Vec<Value>,
}

impl Sim {
    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            seen: Vec::new(),
        }
    }

    pub(crate) fn send(&mut self, frame: &Value) {
        self.write(&format!("{frame}\n"));
    }

    pub(crate) fn write(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    pub(crate) fn say(&mut self, text: &str, uuid: &str) {
        self.send(&json!({
            "type": "user",
            "message": { "role": "user", "content": [{ "type": "text", "text": text }] },
            "uuid": uuid,
        }));
    }

    pub(crate) fn script(&mut self, script: Value, uuid: &str) {
        self.say(&format!("SCRIPT:{script}"), uuid);
    }

    pub(crate) fn control(&mut self, id: &str, request: Value) {
        self.send(&json!({ "type": "control_request", "request_id": id, "request": request }));
    }

    pub(crate) fn answer(&mut self, request: &Value, response: Value) {
        self.send(&json!({
            "type": "control_response",
            "response": {
                "subtype": "success", "request_id": request["request_id"], "response": response,
            },
        }));
    }

    /// The next line, as a string if it is not JSON.
    pub(crate) fn next(&mut self) -> Option<Value> {
        let line = self.lines.recv_timeout(LIMIT).ok()?;
        let value = serde_json::from_str(&line).unwrap_or(Value::String(line));
        self.seen.push(value.clone());
        Some(value)
    }

    /// Waits for a frame.
    pub(crate) fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.next().expect("the process said all it had to say");
            if wanted(&frame) {
                return frame;
            }
        }
    }

    pub(crate) fn result(&mut self) -> Value {
        self.wait(|frame| frame["type"] == "result")
    }

    pub(crate) fn request(&mut self, subtype: &str) -> Value {
        self.wait(|frame| {
            frame["type"] == "control_request" && frame["request"]["subtype"] == subtype
        })
    }

    pub(crate) fn response(&mut self, id: &str) -> Value {
        self.wait(|frame| {
            frame["type"] == "control_response" && frame["response"]["request_id"] == id
        })["response"]
            .clone()
    }

    /// Closes stdin and reads to the end; returns the exit code, stderr and the frames.
    pub(crate) fn end(mut self) -> (i32, String, Vec<Value>) {
        self.stdin.take();
        self.finish()
    }

    /// Reads to the end; returns the exit code, stderr and the frames.
    pub(crate) fn finish(mut self) -> (i32, String, Vec<Value>) {
        while self.next().is_some() {}
        let mut stderr = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut pipe, &mut stderr).unwrap();
        }
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        (code, stderr, std::mem::take(&mut self.seen))
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// The kinds of frames in order, for tests of their order.
pub(crate) fn kinds(frames: &[Value]) -> Vec<String> {
    frames
        .iter()
        .map(|frame| {
            let kind = frame["type"].as_str().unwrap_or("not json");
            let detail = frame["subtype"]
                .as_str()
                .or_else(|| frame["event"]["type"].as_str())
                .or_else(|| frame["state"].as_str())
                .or_else(|| frame["request"]["subtype"].as_str());
            detail.map_or_else(|| kind.to_owned(), |detail| format!("{kind}/{detail}"))
        })
        .collect()
}

/// Runs a program to its end without a host.
pub(crate) fn run(place: &Place, flags: &[&str]) -> (i32, String, String) {
    let output = place.command(flags).stdin(Stdio::null()).output().unwrap();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// The transcript of a session.
pub(crate) fn transcript(place: &Place, session_id: &str) -> Vec<Value> {
    let projects = place.config().join("projects");
    let directory = std::fs::read_dir(projects)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    read(&directory.join(format!("{session_id}.jsonl")))
}

fn read(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
