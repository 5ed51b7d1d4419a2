//! A whole host for a test: the server as a process that can be killed, real runners, the simulator.
//!
//! ```ignore
//! let harness = Harness::start().await;
//! let session = harness.create(json!({})).await;
//! let mut browser = harness.watch(&session).await;
//! harness.script(&session, json!([{"type": "text", "text": "Hello."}])).await;
//! browser.until_idle().await;
//! ```

mod calls;
pub(crate) mod files;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use pilothouse_log::{LogDir, Record};
use pilothouse_view::{EntryPage, SessionFold, SessionView};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::request;

pub(crate) use crate::programs::program;

/// Only to fail: nothing waits this long when it works.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// One host in a directory of its own. All its processes end when it is dropped.
pub(crate) struct Harness {
    dir: TempDir,
    options: Value,
    environment: Vec<(String, String)>,
    server: Option<Running>,
    bearer: String,
}

struct Running {
    process: Child,
    address: SocketAddr,
}

impl Harness {
    /// Starts a host whose sessions are simulated, and signs in as admin.
    pub(crate) async fn start() -> Self {
        Self::with(json!({})).await
    }

    /// The same with options of the program `host-under-test`: `claude`, `liveSessions`, `parkAfterSeconds`,
    /// `segmentBytes`, `memoryFloorBytes`, `timings` in milliseconds.
    pub(crate) async fn with(options: Value) -> Self {
        Self::prepared(options, |_| Vec::new()).await
    }

    /// The same with an environment, made for the directory that will be the home of everything.
    pub(crate) async fn prepared(
        mut options: Value,
        environment: impl FnOnce(&Path) -> Vec<(String, String)>,
    ) -> Self {
        let dir = tempfile::tempdir().unwrap();
        options["data"] = json!(dir.path().join("data"));
        let environment = environment(dir.path());
        std::fs::create_dir(dir.path().join("run")).unwrap();
        let mut harness = Self {
            dir,
            options,
            environment,
            server: None,
            bearer: String::new(),
        };
        let token = harness.spawn().await;
        harness.sign_in(&token).await;
        harness
    }

    /// A server of this directory that is yet to start.
    fn server_command(&self) -> Command {
        let home = self.dir.path();
        let mut server = Command::new(program("host-under-test"));
        server
            .arg("serve")
            .env("HOME", home)
            .env("CLAUDE_CONFIG_DIR", home.join("config"))
            .env("XDG_RUNTIME_DIR", home.join("run"))
            .env_remove("PILOTHOUSE_SESSION")
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::piped())
            .kill_on_drop(true);
        server
    }

    /// Starts a server and writes the options to its stdin.
    async fn begin(&self, mut server: Command) -> Child {
        let mut process = server.spawn().unwrap();
        let mut stdin = process.stdin.take().unwrap();
        let options = self.options.to_string();
        stdin.write_all(options.as_bytes()).await.unwrap();
        process
    }

    async fn spawn(&mut self) -> String {
        let mut server = self.server_command();
        server.stdout(Stdio::piped());
        let mut process = self.begin(server).await;
        let mut link = String::new();
        let stdout = process.stdout.take().unwrap();
        let read = BufReader::new(stdout).read_line(&mut link).await.unwrap();
        assert!(read > 0, "the server did not start");
        let (base, token) = link.trim().split_once("/#token=").unwrap();
        let address = base.strip_prefix("http://").unwrap().parse().unwrap();
        self.server = Some(Running { process, address });
        token.to_owned()
    }

    async fn sign_in(&mut self, token: &str) {
        let body = json!({"token": token, "device": "setup"}).to_string();
        let answer = request(self.address(), "POST", "/api/login", &[], &body)
            .await
            .unwrap();
        let key = answer.json()["key"].as_str().unwrap().to_owned();
        let cookie = answer.cookie.unwrap();
        let headers = [("cookie", cookie.as_str()), ("x-pilothouse-key", &key)];
        let body = json!({"name": "test", "scope": "admin"}).to_string();
        let made = request(self.address(), "POST", "/api/tokens", &headers, &body)
            .await
            .unwrap();
        self.bearer = format!("Bearer {}", made.json()["token"].as_str().unwrap());
    }

    /// Kills the server with SIGKILL; runners go on.
    pub(crate) async fn kill(&mut self) {
        let mut server = self.server.take().unwrap();
        server.process.kill().await.unwrap();
    }

    /// Kills the CLI of a session with SIGKILL.
    pub(crate) fn kill_cli(&self, session: &str) {
        signal(self.cli_pid(session), rustix::process::Signal::KILL);
    }

    /// Kills the runner of a session with SIGKILL.
    pub(crate) fn kill_runner(&self, session: &str) {
        let pid = self.runner_pid(session).unwrap();
        signal(pid, rustix::process::Signal::KILL);
    }

    /// Kills every process that the server started, and waits until they are gone.
    pub(crate) fn kill_processes(&self) {
        loop {
            let pids = self.processes();
            if pids.is_empty() {
                return;
            }
            for pid in pids {
                signal(pid, rustix::process::Signal::KILL);
            }
            std::thread::yield_now();
        }
    }

    /// Whatever has this directory as its home.
    fn processes(&self) -> Vec<u32> {
        let home = format!("HOME={}", self.home().display());
        let is_of_home = |pid: &u32| {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let mut variables = environment.split(|byte| *byte == 0);
            variables.any(|variable| variable == home.as_bytes())
        };
        let found = std::fs::read_dir("/proc").unwrap().flatten();
        let pids = found.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(is_of_home).collect()
    }

    /// Ends the server with SIGTERM and waits until it is gone.
    pub(crate) async fn stop(&mut self) {
        let mut server = self.server.take().unwrap();
        let pid = server.process.id().unwrap();
        signal(pid, rustix::process::Signal::TERM);
        let status = tokio::time::timeout(LIMIT, server.process.wait()).await;
        assert!(status.unwrap().unwrap().success());
    }

    /// Starts a server again in the same directory, on another port. Tokens still work.
    pub(crate) async fn restart(&mut self) {
        if self.server.is_some() {
            self.kill().await;
        }
        self.spawn().await;
    }

    /// Starts a second server in the same directory. It must end and change nothing.
    pub(crate) async fn starts_no_second_server(&self) {
        let mut second = self.server_command();
        second.stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = self.begin(second).await;
        let status = tokio::time::timeout(LIMIT, process.wait()).await;
        assert!(!status.unwrap().unwrap().success(), "it started");
    }

    /// Removes the index. No server may run.
    pub(crate) fn lose_index(&self) {
        for suffix in ["", "-wal", "-shm"] {
            std::fs::remove_file(self.data().join(format!("index.sqlite{suffix}"))).ok();
        }
    }

    /// Starts a server that knows no device any more, and signs in with its link.
    pub(crate) async fn start_over(&mut self) {
        let token = self.spawn().await;
        self.sign_in(&token).await;
    }

    /// Changes an option for the next start.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.options[name] = value;
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.as_ref().unwrap().address
    }

    /// The header that lets requests in.
    pub(crate) fn bearer(&self) -> &str {
        &self.bearer
    }

    /// The header for a new token of this scope.
    pub(crate) async fn bearer_with(&self, scope: &str) -> String {
        let new = json!({"name": scope, "scope": scope});
        let made = self.ok("POST", "/api/tokens", new).await;
        format!("Bearer {}", made["token"].as_str().unwrap())
    }

    pub(crate) fn server_pid(&self) -> u32 {
        self.server.as_ref().unwrap().process.id().unwrap()
    }

    /// The directory that is home to everything.
    pub(crate) fn home(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home().join("data")
    }

    /// The scratch project of the demo.
    pub(crate) fn project(&self) -> PathBuf {
        self.data().join("demo")
    }

    pub(crate) fn log(&self, session: &str) -> LogDir {
        pilothouse_server::log_dir(self.data().join("sessions").join(session).join("log"))
    }

    /// Every record of a session's log, as it is on disk now.
    pub(crate) fn records(&self, session: &str) -> Vec<Record> {
        let records = self.log(session).read_after(0).unwrap();
        records.map(Result::unwrap).collect()
    }

    /// The view that the log alone gives, whole: what a fresh process would show.
    pub(crate) fn folded(&self, session: &str) -> SessionView {
        fold(&self.records(session))
    }

    /// The pids of a session's runner and CLI, if it has them.
    pub(crate) fn runner_pid(&self, session: &str) -> Option<u32> {
        let found = pilothouse_runner::find(&self.log(session)).unwrap();
        found.map(|found| found.pid)
    }

    /// The pid of the newest CLI process of a session.
    pub(crate) fn cli_pid(&self, session: &str) -> u32 {
        let spawns = self.records(session);
        let newest = spawns.iter().rev().find_map(Record::spawn);
        newest.unwrap().pid
    }

    fn sessions(&self) -> Vec<String> {
        let Ok(found) = std::fs::read_dir(self.data().join("sessions")) else {
            return Vec::new();
        };
        found
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect()
    }
}

/// The view that these records give, whole.
pub(crate) fn fold(records: &[Record]) -> SessionView {
    let mut fold = SessionFold::new();
    for record in records {
        fold.apply(record);
    }
    let entries = fold.take_settled();
    fold.snapshot(EntryPage {
        entries,
        has_older: false,
    })
}

impl Drop for Harness {
    fn drop(&mut self) {
        drop(self.server.take());
        // Whoever opens a log for writing leaves its lock: the others never had a process.
        let used = |session: &String| self.log(session).path().join("lock").exists();
        for session in self.sessions().into_iter().filter(used) {
            if let Ok(Some(found)) = pilothouse_runner::find(&self.log(&session)) {
                signal(found.pid, rustix::process::Signal::KILL);
            }
            let mark = pilothouse_process::Mark::session(&session);
            pilothouse_process::sweep(&mark, None, Duration::from_millis(100));
        }
    }
}

/// Sends a signal to a process that this test started; one that is gone already is no matter.
pub(crate) fn signal(pid: u32, signal: rustix::process::Signal) {
    if let Some(pid) = rustix::process::Pid::from_raw(pid.cast_signed()) {
        rustix::process::kill_process(pid, signal).ok();
    }
}
