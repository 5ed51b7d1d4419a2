//! A runner of version 1, frozen: it speaks the first socket and writes the first log with code of its own.
//!
//! It must never learn anything new. A server of today has to work with it, as it has to with a
//! runner that yesterday's binary left alive. It does only what a session needs: no reserve, no
//! new segments, no sweep.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

const OUT: u8 = 1;
const IN: u8 = 2;
const ERR: u8 = 3;
const SPAWN: u8 = 4;
const EXIT: u8 = 5;
const BY_CLI: u8 = 1;
const BY_HOST: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["runner", "detach"] => detach(),
        ["runner", "run"] => run(),
        _ => {
            let code = pilothouse_sim::cli::main(std::env::args_os().skip(2));
            return ExitCode::from(u8::try_from(code).unwrap_or(1));
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "runner-v1: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn detach() -> io::Result<()> {
    rustix::process::setsid()?;
    Command::new(std::env::current_exe()?)
        .args(["runner", "run"])
        .spawn()
        .map(drop)
}

/// A record as it stands in the log.
struct Stored {
    seq: u64,
    bytes: Vec<u8>,
}

/// How long the end is held up for clients.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

struct State {
    file: File,
    records: Vec<Arc<Stored>>,
    seq: u64,
    epoch: u32,
    /// Ids of writes to this process and of notes.
    applied: Vec<(String, u64)>,
    controller: u64,
    clients: u64,
    stdin: Option<ChildStdin>,
    exit: Option<Value>,
    /// How many clients are being told what happens.
    feeds: usize,
}

struct Runner {
    state: Mutex<State>,
    changed: Condvar,
    session: String,
    cli_pid: u32,
}

fn text(config: &Value, name: &str) -> String {
    config[name].as_str().unwrap_or_default().to_owned()
}

fn run() -> io::Result<()> {
    let config: Value = serde_json::from_reader(io::stdin())?;
    let log = PathBuf::from(text(&config, "log_dir"));
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(log.join("lock"))?;
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive)?;
    let mut state = open_log(&log.join("00000001.phlog"))?;
    state.epoch += 1;
    let socket = text(&config, "socket");
    std::fs::remove_file(&socket).ok();
    let listener = UnixListener::bind(&socket)?;
    let mut cli = start(&config)?;
    state.stdin = cli.stdin.take();
    let spawn = json!({"argv": config["argv"], "cwd": config["cwd"], "pid": cli.id(),
        "env_names": config["env"].as_array().into_iter().flatten().map(|pair| pair[0].clone()).collect::<Vec<_>>(),
        "cli_version": config["cli_version"], "cli_session_id": config["cli_session_id"],
        "runner_pid": std::process::id(), "runner_version": "0.1.0"});
    state.append(SPAWN, BY_HOST, b"", b"", spawn.to_string().as_bytes())?;
    let epoch = state.epoch;
    let runner = Arc::new(Runner {
        state: Mutex::new(state),
        changed: Condvar::new(),
        session: text(&config, "session"),
        cli_pid: cli.id(),
    });
    let found = json!({"session": runner.session, "pid": std::process::id(), "socket": socket, "version": "0.1.0"});
    std::fs::write(log.join("runner.json"), found.to_string())?;
    let ready = json!({"Launched": {"runner_pid": std::process::id(), "cli_pid": cli.id(), "epoch": epoch}});
    writeln!(io::stdout(), "{ready}")?;
    let mut readers = Vec::new();
    if let (Some(out), Some(err)) = (cli.stdout.take(), cli.stderr.take()) {
        let (one, two) = (Arc::clone(&runner), Arc::clone(&runner));
        readers.push(std::thread::spawn(move || one.read_lines(OUT, out)));
        readers.push(std::thread::spawn(move || two.read_lines(ERR, err)));
    }
    let accepting = Arc::clone(&runner);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let runner = Arc::clone(&accepting);
            std::thread::spawn(move || runner.serve(stream));
        }
    });
    let status = cli.wait()?;
    for reader in readers {
        reader.join().ok();
    }
    let exit = json!({"code": status.code(), "reason": "exited"});
    {
        let mut state = runner.state();
        state.append(EXIT, BY_HOST, b"", b"", exit.to_string().as_bytes())?;
        state.exit = Some(exit);
    }
    runner.changed.notify_all();
    std::fs::remove_file(socket)?;
    std::fs::remove_file(log.join("runner.json"))?;
    // Clients take the last records; one that takes nothing is not waited for.
    let told = runner
        .changed
        .wait_timeout_while(runner.state(), PATIENCE, |state| state.feeds > 0);
    drop(told);
    drop(lock);
    Ok(())
}

fn start(config: &Value) -> io::Result<std::process::Child> {
    let words = config["argv"].as_array().into_iter().flatten();
    let argv: Vec<&str> = words.filter_map(Value::as_str).collect();
    let mut command = Command::new(argv[0]);
    command.args(&argv[1..]).current_dir(text(config, "cwd"));
    for name in config["env_remove"].as_array().into_iter().flatten() {
        command.env_remove(name.as_str().unwrap_or_default());
    }
    for pair in config["env"].as_array().into_iter().flatten() {
        if let (Some(name), Some(value)) = (pair[0].as_str(), pair[1].as_str()) {
            command.env(name, value);
        }
    }
    command.env("PILOTHOUSE_SESSION", text(config, "session"));
    let piped = Stdio::piped;
    command
        .stdin(piped())
        .stdout(piped())
        .stderr(piped())
        .spawn()
}

/// Reads what is there of a log that has one segment and ends well.
fn open_log(path: &std::path::Path) -> io::Result<State> {
    let bytes = std::fs::read(path)?;
    let mut at = 28 + usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
    let mut state = State {
        file: OpenOptions::new().append(true).open(path)?,
        records: Vec::new(),
        seq: 0,
        epoch: 0,
        applied: Vec::new(),
        controller: 0,
        clients: 0,
        stdin: None,
        exit: None,
        feeds: 0,
    };
    while let Some(head) = bytes.get(at..at + 28) {
        let length = 8 + number(&head[..4]) as usize;
        state.seq = number(&head[8..16]);
        state.epoch = state.epoch.max(number(&head[24..28]) as u32);
        let stored = Stored {
            seq: state.seq,
            bytes: bytes[at..at + length].to_vec(),
        };
        state.records.push(Arc::new(stored));
        at += length;
    }
    Ok(state)
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl State {
    fn append(
        &mut self,
        kind: u8,
        who: u8,
        name: &[u8],
        id: &[u8],
        payload: &[u8],
    ) -> io::Result<u64> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        self.seq += 1;
        let mut body = Vec::new();
        body.extend(self.seq.to_le_bytes());
        body.extend((now.as_millis() as u64).to_le_bytes());
        body.extend(self.epoch.to_le_bytes());
        body.extend([kind, who]);
        body.extend((name.len() as u16).to_le_bytes());
        body.extend((id.len() as u16).to_le_bytes());
        body.extend([name, id, payload].concat());
        let length = (body.len() as u32).to_le_bytes();
        let checksum = crc32c(&[&length[..], &body].concat()).to_le_bytes();
        let bytes = [&length[..], &checksum, &body].concat();
        self.file.write_all(&bytes)?;
        let seq = self.seq;
        self.records.push(Arc::new(Stored { seq, bytes }));
        Ok(seq)
    }
}

fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0x82F6_3B78 & (sum & 1).wrapping_neg())
        })
    })
}

impl Runner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_lines(&self, kind: u8, from: impl Read) {
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            self.state().append(kind, BY_CLI, b"", b"", &line).ok();
            self.changed.notify_all();
        }
    }

    fn serve(self: Arc<Self>, mut stream: UnixStream) {
        let Ok((0, hello)) = read_frame(&mut stream) else {
            return;
        };
        let hello: Value = serde_json::from_slice(&hello).unwrap_or_default();
        let client = {
            let mut state = self.state();
            state.clients += 1;
            if hello["role"] == "control" {
                state.controller = state.clients;
            }
            let welcome = json!({"type": "welcome", "version": 1, "runner_version": "0.1.0", "session": self.session,
                "runner_pid": std::process::id(), "cli_pid": self.cli_pid, "epoch": state.epoch,
                "first_seq": 1, "head_seq": state.seq, "role": hello["role"]});
            write_json(&mut stream, &welcome).ok();
            state.clients
        };
        let (Ok(out), runner) = (stream.try_clone(), Arc::clone(&self)) else {
            return;
        };
        let out = Arc::new(Mutex::new(out));
        let feed = Arc::clone(&out);
        let after = hello["after"].as_u64().unwrap_or_default();
        self.state().feeds += 1;
        std::thread::spawn(move || {
            runner.feed(&feed, after);
            runner.state().feeds -= 1;
            runner.changed.notify_all();
        });
        while let Ok((sort, body)) = read_frame(&mut stream) {
            let reply = match sort {
                2 => self.write(client, &body),
                _ => self.request(&serde_json::from_slice(&body).unwrap_or_default()),
            };
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            if write_json(&mut out, &reply).is_err() {
                return;
            }
        }
    }

    /// Sends the log after a record, and then what is new.
    fn feed(&self, out: &Mutex<UnixStream>, mut after: u64) {
        let head = self.state().seq;
        let mut caught_up = false;
        loop {
            let (next, exit) = {
                let mut state = self.state();
                loop {
                    let place = state.records.partition_point(|record| record.seq <= after);
                    let next: Vec<_> = state.records[place..].iter().take(64).cloned().collect();
                    if !next.is_empty() || !caught_up || state.exit.is_some() {
                        break (next, state.exit.clone().map(|exit| (state.seq, exit)));
                    }
                    state = self
                        .changed
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            };
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            for record in &next {
                after = record.seq;
                if write_frame(&mut out, 1, &record.bytes).is_err() {
                    return;
                }
            }
            if !caught_up && after >= head {
                caught_up = true;
                write_json(&mut out, &json!({"type": "caught_up", "seq": after})).ok();
            } else if let (true, Some((seq, exit))) = (next.is_empty(), exit) {
                write_json(
                    &mut out,
                    &json!({"type": "exited", "seq": seq, "exit": exit}),
                )
                .ok();
                out.shutdown(std::net::Shutdown::Both).ok();
                return;
            }
        }
    }

    /// A flag, and a record whose sequence, time and epoch are this runner's to give.
    fn write(&self, client: u64, body: &[u8]) -> Value {
        let record = &body[9..];
        let (kind, who) = (record[20], record[21]);
        let (name, id) = (
            number(&record[22..24]) as usize,
            number(&record[24..26]) as usize,
        );
        let (name, rest) = record[26..].split_at(name);
        let (id, payload) = rest.split_at(id);
        let word = String::from_utf8_lossy(id).into_owned();
        let mut state = self.state();
        if client != state.controller {
            return json!({"type": "refused", "id": word, "code": "not_in_control", "message": "another client controls the session"});
        }
        if let Some((_, seq)) = state.applied.iter().find(|(known, _)| *known == word) {
            return json!({"type": "written", "id": word, "seq": seq, "repeated": true});
        }
        let written = state.append(kind, who, name, id, payload);
        let seq = written.and_then(|seq| state.file.sync_data().map(|()| seq));
        let Ok(seq) = seq else {
            return json!({"type": "refused", "id": word, "code": "log", "message": "the log could not be written"});
        };
        state.applied.push((word.clone(), seq));
        if let (IN, Some(stdin)) = (kind, &mut state.stdin) {
            stdin.write_all(&[payload, b"\n"].concat()).ok();
        }
        drop(state);
        self.changed.notify_all();
        json!({"type": "written", "id": word, "seq": seq, "repeated": false})
    }

    fn request(&self, request: &Value) -> Value {
        let id = &request["id"];
        match request["type"].as_str() {
            Some("close_stdin" | "terminate") => {
                self.state().stdin = None;
                json!({"type": "done", "id": id})
            }
            Some("ping") => json!({"type": "pong", "id": id}),
            _ => {
                json!({"type": "refused", "id": id, "code": "invalid", "message": "this runner does not know the request"})
            }
        }
    }
}

fn read_frame(stream: &mut UnixStream) -> io::Result<(u8, Vec<u8>)> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut frame)?;
    let sort = frame.first().copied().unwrap_or(u8::MAX);
    Ok((sort, frame.split_off(1)))
}

fn write_frame(stream: &mut UnixStream, sort: u8, body: &[u8]) -> io::Result<()> {
    let length = (body.len() as u32 + 1).to_le_bytes();
    stream.write_all(&[&length[..], &[sort], body].concat())
}

fn write_json(stream: &mut UnixStream, value: &Value) -> io::Result<()> {
    write_frame(stream, 0, value.to_string().as_bytes())
}
