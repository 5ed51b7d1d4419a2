//! The host as a program: its start and its log.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};

use rustix::fs::FlockOperation;
use serde_json::{Value, json};

use crate::support::Home;

const TYPED: &str = "a-word-that-only-a-person-types";

/// Sends a request and returns the answer as it came, up to its end or up to a text.
fn exchange(address: &str, head: &str, body: &str, until: Option<&str>) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let text = format!(
        "{head}\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    let mut bytes = [0; 65536];
    loop {
        let read = stream.read(&mut bytes).unwrap();
        answer.push_str(&String::from_utf8_lossy(&bytes[..read]));
        if read == 0 || until.is_some_and(|until| answer.contains(until)) {
            return answer;
        }
    }
}

fn json_of(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    serde_json::from_str(body).unwrap()
}

#[test]
fn nothing_that_was_typed_is_in_the_log() {
    let home = tempfile::tempdir().unwrap();
    let log = home.path().join("log");
    let mut server = Command::new(env!("CARGO_BIN_EXE_pilothouse"))
        .args(["serve", "--simulated", "--no-open", "--print-link"])
        .args(["--listen", "127.0.0.1:0"])
        .args(["--log-format", "json", "--log", "trace"])
        .env("HOME", home.path())
        .env("XDG_RUNTIME_DIR", home.path())
        .env("PILOTHOUSE_DATA", home.path().join("data"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let (address, token) = line.trim().split_once("/#token=").unwrap();
    let address = address.rsplit("//").next().unwrap();
    let login = exchange(
        address,
        "POST /api/login HTTP/1.1",
        &json!({"token": token}).to_string(),
        None,
    );
    let cookie = login
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.unwrap().split(';').next().unwrap().to_owned();
    let key = json_of(&login)["key"].as_str().unwrap().to_owned();
    let who = format!("cookie: {cookie}\r\nx-pilothouse-key: {key}");
    let create = json!({"project": home.path().join("data/demo"), "message": {"text": TYPED}});
    let head = format!("POST /api/sessions HTTP/1.1\r\n{who}");
    let made = exchange(address, &head, &create.to_string(), None);
    let id = json_of(&made)["id"].as_str().unwrap().to_owned();
    let head = format!("GET /api/sessions/{id}/events HTTP/1.1\r\n{who}");
    let seen = exchange(address, &head, "", Some("\"state\":\"idle\""));
    assert!(seen.contains(TYPED), "{seen}");
    let head = format!("GET /api/search?q={TYPED} HTTP/1.1\r\n{who}");
    exchange(address, &head, "", None);
    let head = format!("DELETE /api/sessions/{id} HTTP/1.1\r\n{who}");
    exchange(address, &head, "", None);
    let pid = rustix::process::Pid::from_child(&server);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(server.wait().unwrap().success());
    let log = std::fs::read_to_string(log).unwrap();
    let lines: Vec<Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let answered = |line: &&Value| line["fields"]["message"] == "answered";
    assert!(lines.iter().filter(answered).count() >= 4, "{log}");
    assert!(!log.contains(TYPED), "{log}");
}

/// A server that was killed holds its lock a moment longer; this test does so in its place.
#[test]
fn a_server_that_was_killed_is_not_taken_for_one_that_runs() {
    let home = Home::new();
    let data = home.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let socket = home.path().join("killed");
    let listener = UnixListener::bind(&socket).unwrap();
    let told = json!({"pid": 1, "address": "http://killed", "socket": socket});
    let mut lock = std::fs::File::create(data.join("server.json")).unwrap();
    lock.write_all(told.to_string().as_bytes()).unwrap();
    rustix::fs::flock(&lock, FlockOperation::LockExclusive).unwrap();
    let dying = std::thread::spawn(move || {
        let asked = listener.accept();
        drop((asked, listener, lock));
    });
    let data = data.display().to_string();
    let arguments = ["serve", "--simulated", "--no-open", "--data", &data];
    let mut server = home
        .command(&arguments)
        .args(["--listen", "127.0.0.1:0", "--log", "error"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    assert!(line.contains("http://127.0.0.1:"), "{line}");
    dying.join().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Without a server before it, and in the directory of one that has ended.
#[test]
fn a_start_in_a_read_only_directory_names_it() {
    for was_used in [false, true] {
        let home = Home::new();
        let data = home.path().join("data");
        std::fs::create_dir(&data).unwrap();
        if was_used {
            std::fs::write(data.join("server.json"), "{}").unwrap();
        }
        let data = data.display().to_string();
        let mut server = home.command(&["serve", "--simulated", "--no-open", "--data", &data]);
        server.args(["--listen", "127.0.0.1:0", "--log", "error"]);
        // Nobody but root is kept out by a mount alone, and root is not kept out by anything else.
        let script = format!(
            "mount --bind '{data}' '{data}' && mount -o remount,bind,ro '{data}' && exec \"$@\""
        );
        let ended = Command::new("unshare")
            .args([
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                &script,
                "sh",
            ])
            .arg(server.get_program())
            .args(server.get_args())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .envs(
                server
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success());
        assert!(error.contains(&data) && error.contains("--data"), "{error}");
    }
}
