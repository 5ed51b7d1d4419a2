//! Programs, and homes of their own.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// The program under test.
pub(crate) const PILOTHOUSE: &str = env!("CARGO_BIN_EXE_pilothouse");
/// The simulator as a program of its own.
pub(crate) const SIMULATOR: &str = env!("CARGO_BIN_EXE_pilothouse-sim");

/// Only to fail: nothing waits this long when it works.
pub(crate) const LIMIT: Duration = Duration::from_secs(40);

/// A home that nothing else uses, and the environment of everything that is started in it.
pub(crate) struct Home {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("project")).unwrap();
        let mut home = Self {
            folder,
            variables: Vec::new(),
        };
        home.set("PATH", &std::env::var("PATH").unwrap_or_default());
        home.set("HOME", &home.path().display().to_string());
        home.set(
            "CLAUDE_CONFIG_DIR",
            &home.path().join("config").display().to_string(),
        );
        for quiet in [
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
            "DISABLE_TELEMETRY",
            "DISABLE_AUTOUPDATER",
            "DISABLE_ERROR_REPORTING",
        ] {
            home.set(quiet, "1");
        }
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where commands are run.
    pub(crate) fn project(&self) -> PathBuf {
        self.path().join("project")
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// The program with these arguments, in this home and with nothing else of our environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PILOTHOUSE);
        command
            .args(arguments)
            .current_dir(self.project())
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Writes an executable script.
    pub(crate) fn script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A browser that came in by a link.
pub(crate) struct SignedIn {
    host: String,
    cookie: String,
    key: String,
    /// What the host answered to the link.
    pub(crate) answer: String,
}

impl SignedIn {
    /// Signs in with the link as a browser does.
    pub(crate) fn by(link: &str) -> Self {
        let rest = link.trim().strip_prefix("http://").unwrap();
        let (host, token) = rest.split_once("/#token=").unwrap();
        let answer = ask(
            host,
            "POST /api/login",
            "",
            &format!("{{\"token\":\"{token}\"}}"),
        );
        let cookie = answer.lines().find_map(|line| {
            line.to_lowercase()
                .starts_with("set-cookie:")
                .then(|| line[11..].split(';').next().unwrap().trim().to_owned())
        });
        let key = answer.split("\"key\":\"").nth(1).unwrap();
        Self {
            cookie: cookie.unwrap_or_else(|| panic!("{answer}")),
            key: key.split('"').next().unwrap().to_owned(),
            host: host.to_owned(),
            answer,
        }
    }

    /// One that never came in.
    pub(crate) fn nobody() -> Self {
        Self {
            host: String::new(),
            cookie: String::new(),
            key: String::new(),
            answer: String::new(),
        }
    }

    pub(crate) fn is_somebody(&self) -> bool {
        !self.host.is_empty()
    }

    /// Asks for something, such as `GET /api/host`, and returns the whole answer.
    pub(crate) fn ask(&self, what: &str) -> String {
        self.send(what, "")
    }

    /// Sends something, such as to `POST /api/sessions`, and returns the whole answer.
    pub(crate) fn send(&self, what: &str, body: &str) -> String {
        ask(&self.host, what, &self.headers(), body)
    }

    /// Follows the changes of a session.
    pub(crate) fn follow(&self, session: &str) -> Changes {
        let head = format!("GET /api/sessions/{session}/events");
        let stream = request(&self.host, &head, &self.headers(), "");
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        Changes {
            stream,
            text: String::new(),
        }
    }

    fn headers(&self) -> String {
        format!(
            "Cookie: {}\r\nx-pilothouse-key: {}\r\n",
            self.cookie, self.key
        )
    }

    /// Does the same, and returns the JSON of the answer.
    #[track_caller]
    pub(crate) fn json(&self, what: &str, body: &str) -> serde_json::Value {
        let answer = self.send(what, body);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 2"), "{what}: {answer}");
        serde_json::from_str(body).unwrap_or_default()
    }
}

/// What changes in a session, as it comes.
pub(crate) struct Changes {
    stream: TcpStream,
    /// Everything that came so far.
    text: String,
}

impl Changes {
    /// Waits until something more comes.
    #[track_caller]
    pub(crate) fn more(&mut self) {
        let mut bytes = [0; 65536];
        let read = self.stream.read(&mut bytes);
        let read = read.unwrap_or_else(|error| panic!("{error} after {}", self.text));
        assert!(read > 0, "the changes ended with {}", self.text);
        self.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }

    /// Waits until a text was among the changes.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) {
        while !self.text.contains(text) {
            self.more();
        }
    }
}

fn ask(host: &str, what: &str, headers: &str, body: &str) -> String {
    let mut answer = String::new();
    let mut stream = request(host, what, headers, body);
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn request(host: &str, what: &str, headers: &str, body: &str) -> TcpStream {
    let length = body.len();
    let request = format!(
        "{what} HTTP/1.1\r\n{headers}Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}
