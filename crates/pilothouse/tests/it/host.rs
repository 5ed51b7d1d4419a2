//! A host of a test's own, and a browser that is signed in to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::support::{Home, SignedIn};

pub(crate) struct Host {
    pub(crate) home: Home,
    pub(crate) browser: SignedIn,
    arguments: Vec<String>,
    child: Child,
}

impl Host {
    pub(crate) fn start(home: Home, claude: &str) -> Self {
        Self::start_with(home, claude, &[])
    }

    pub(crate) fn start_with(home: Home, claude: &str, flags: &[&str]) -> Self {
        let data = home.path().join("data").display().to_string();
        let mut arguments = vec![
            "serve",
            "--no-open",
            "--print-link",
            "--data",
            &data,
            "--claude",
            claude,
        ];
        arguments.extend(["--listen", "127.0.0.1:0", "--log", "error"]);
        arguments.extend(flags);
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let (child, link) = spawn(&home, &arguments);
        let browser = match link.starts_with("http://") {
            true => SignedIn::by(&link),
            false => SignedIn::nobody(),
        };
        Self {
            home,
            browser,
            arguments,
            child,
        }
    }

    pub(crate) fn data(&self) -> String {
        self.home.path().join("data").display().to_string()
    }

    /// Ends the host and starts it again, perhaps at another port.
    pub(crate) fn restart(&mut self) {
        self.end();
        let (child, link) = spawn(&self.home, &self.arguments);
        self.child = child;
        self.browser = SignedIn::by(&link);
    }

    fn end(&mut self) {
        let pid = Pid::from_raw(self.child.id().try_into().unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        self.child.wait().unwrap();
    }

    /// Starts a session in the project with a first message, and returns its id.
    pub(crate) fn session(&self, message: &str) -> String {
        let project = self.home.project().canonicalize().unwrap();
        let create = json!({"project": project, "message": {"text": message}});
        let made = self.browser.json("POST /api/sessions", &create.to_string());
        made["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a session has nothing to do.
    pub(crate) fn idle(&self, id: &str) {
        let mut changes = self.browser.follow(id);
        loop {
            let summary = self.browser.json(&format!("GET /api/sessions/{id}"), "");
            let turns = summary["liveness"]["turn"].as_u64().unwrap_or_default();
            if summary["liveness"]["activity"]["state"] == "idle" && turns > 0 {
                return;
            }
            changes.more();
        }
    }
}

fn spawn(home: &Home, arguments: &[String]) -> (Child, String) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = home
        .command(&arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let link = line.trim().rsplit(' ').next().unwrap().to_owned();
    (child, link)
}

impl Drop for Host {
    /// Sessions outlive a host, so they are ended before it.
    fn drop(&mut self) {
        if self.browser.is_somebody() {
            let answer = self.browser.send("GET /api/sessions", "");
            let body = answer.split_once("\r\n\r\n").map(|(_, body)| body);
            let page: Value = serde_json::from_str(body.unwrap_or_default()).unwrap_or_default();
            let ids = page["sessions"].as_array().into_iter().flatten();
            for id in ids.filter_map(|session| session["id"].as_str()) {
                let close = json!({"action": "close"}).to_string();
                self.browser
                    .send(&format!("POST /api/sessions/{id}/lifecycle"), &close);
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
