//! Bytes, signals, exit codes and recordings of `pilothouse tap`.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::pty::Terminal;
use crate::scenes::tap::{tapped_in_a_terminal, tapped_session};
use crate::support::{Home, PILOTHOUSE, SIMULATOR, text};

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A stream with lines of many kinds and one of 50 MB.
fn stream() -> Vec<u8> {
    let mut random = Random(42);
    let mut bytes = Vec::with_capacity(54 << 20);
    for line in 0..2_000 {
        match line % 4 {
            0 => bytes.extend_from_slice(format!("{{\"type\":\"x\",\"n\":{line}}}\n").as_bytes()),
            1 => bytes.extend_from_slice(b"not JSON at all\r\n"),
            2 => {
                bytes.extend((0..random.below(300)).map(|at| (at * 7 % 256) as u8));
                bytes.push(b'\n');
            }
            _ => bytes.extend_from_slice(b"\n"),
        }
        if line == 1_000 {
            bytes.extend_from_slice(b"{\"type\":\"big\",\"text\":\"");
            bytes.resize(bytes.len() + (50 << 20), b'a');
            bytes.extend_from_slice(b"\"}\n");
        }
    }
    bytes.extend_from_slice(b"no newline at the end");
    bytes
}

/// Feeds a program in chunks of random sizes, and returns all that it says.
fn feed(mut child: Child, bytes: &[u8]) -> Vec<u8> {
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let said = std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut random = Random(7);
            let mut rest = bytes;
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(rest.len().min(1 + random.below(200_000)));
                stdin.write_all(chunk).unwrap();
                rest = after;
            }
        });
        let mut said = Vec::new();
        stdout.read_to_end(&mut said).unwrap();
        said
    });
    assert!(child.wait().unwrap().success());
    said
}

fn piped(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines of one direction of a recording, as they were.
fn recorded(path: &std::path::Path, direction: &str) -> Vec<Vec<u8>> {
    let file = std::fs::read(path).unwrap();
    let lines = file
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    let begin = format!("\"dir\":\"{direction}\"");
    lines
        .filter(|line| text(&line[..line.len().min(60)]).contains(&begin))
        .map(|line| {
            let value: serde_json::Value = serde_json::from_slice(line).unwrap();
            match (value.get("hex"), value.get("raw")) {
                (Some(hex), _) => bytes_of(hex.as_str().unwrap()),
                (None, Some(raw)) => raw.as_str().unwrap().as_bytes().to_vec(),
                _ => {
                    let at = line
                        .windows(7)
                        .position(|part| part == b"\"line\":")
                        .unwrap();
                    line[at + 7..line.len() - 1].to_vec()
                }
            }
        })
        .collect()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn both_directions_are_the_same_with_and_without_it() {
    let home = Home::new();
    let bytes = stream();
    // What goes in is written to a file by the program, what comes out is read here: cat and tee make both comparable.
    let without = feed(
        piped(Command::new("tee").arg(home.path().join("in-without"))),
        &bytes,
    );
    let recording = home.path().join("tap.ndjson");
    let into = home.path().join("in-with");
    let mut tapped = Command::new(PILOTHOUSE);
    tapped
        .arg("tap")
        .arg("--out")
        .arg(&recording)
        .arg("--")
        .arg("tee")
        .arg(&into);
    let with = feed(piped(&mut tapped), &bytes);
    assert!(with == without, "what comes out");
    assert!(with == bytes, "what comes out");
    let read = |name: &str| std::fs::read(home.path().join(name)).unwrap();
    assert!(read("in-with") == read("in-without"), "what goes in");
    for direction in ["in", "out"] {
        let lines = recorded(&recording, direction).join(&b'\n');
        assert!(lines == bytes, "the recording of {direction}");
    }
}

#[test]
fn what_is_said_passes_before_its_line_ends() {
    let home = Home::new();
    let mut child = piped(&mut home.command(&["tap", "--", "cat"]));
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // How long it takes is measured by `cargo xtask bench tap`; here it hangs if anything is kept back.
    for _ in 0..500 {
        stdin.write_all(b"half a li").unwrap();
        let mut echo = [0; 9];
        stdout.read_exact(&mut echo).unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn exit_codes_and_deaths_pass() {
    let home = Home::new();
    for code in [0, 1, 7, 255] {
        let output = home.output(&["tap", "--", "sh", "-c", &format!("exit {code}")]);
        assert_eq!(output.status.code(), Some(code));
    }
    let output = home.output(&["tap", "--", "sh", "-c", "kill -9 $$"]);
    assert_eq!(output.status.signal(), Some(9));
    let output = home.output(&["tap", "--", "/nowhere/claude"]);
    assert_eq!(output.status.code(), Some(127));
    assert!(
        text(&output.stderr).contains("cannot start /nowhere/claude"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn signals_pass_and_are_answered() {
    let home = Home::new();
    for (signal, name) in [
        (Signal::TERM, "TERM"),
        (Signal::INT, "INT"),
        (Signal::HUP, "HUP"),
        (Signal::USR1, "USR1"),
    ] {
        let script = format!(
            "trap 'echo got {name}; exit 3' {name}; echo ready; while :; do sleep 0.05; done"
        );
        let mut child = piped(&mut home.command(&["tap", "--", "sh", "-c", &script]));
        let mut stdout = child.stdout.take().unwrap();
        let mut ready = [0; 6];
        stdout.read_exact(&mut ready).unwrap();
        kill_process(pid(child.id()), signal).unwrap();
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, format!("got {name}\n"));
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(i32::try_from(id).unwrap()).unwrap()
}

#[test]
fn a_recording_is_whole_when_the_tap_is_killed() {
    let home = Home::new();
    let recording = home.path().join("killed.ndjson");
    let out = recording.display().to_string();
    let mut child = piped(&mut home.command(&["tap", "--out", &out, "--", "cat"]));
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut sent = Vec::new();
    for line in 0..5_000 {
        sent.extend_from_slice(format!("{{\"type\":\"x\",\"n\":{line}}}\n").as_bytes());
    }
    sent.extend_from_slice(b"{\"half\":");
    stdin.write_all(&sent).unwrap();
    let mut passed = vec![0; sent.len()];
    stdout.read_exact(&mut passed).unwrap();
    kill_process(pid(child.id()), Signal::KILL).unwrap();
    child.wait().unwrap();
    // The recorder holds a lock until everything is written.
    std::fs::File::open(&recording).unwrap().lock().unwrap();
    assert_eq!(recorded(&recording, "out").join(&b'\n'), sent);
    assert_eq!(recorded(&recording, "in").join(&b'\n'), sent);
}

#[test]
fn a_file_that_is_there_is_not_overwritten_and_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let first = home.path().join("a.ndjson");
    let out = first.display().to_string();
    for _ in 0..2 {
        assert!(
            home.output(&["tap", "--out", &out, "--", "echo", "hi"])
                .status
                .success()
        );
    }
    let second = home.path().join("a-2.ndjson");
    assert_eq!(recorded(&first, "out"), recorded(&second, "out"));
    let mode = std::fs::metadata(&first).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let output = home.output(&["tap", "--out", "/nowhere/a.ndjson", "--", "echo", "hi"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("choose another with --out"));
    assert_eq!(output.stdout, b"", "nothing runs that is not recorded");
}

#[test]
fn a_terminal_session_passes_and_ctrl_c_arrives_once() {
    let home = Home::new();
    let script = "trap 'echo interrupted; exit 9' INT; echo ready; while read line; do echo \"you said $line\"; done";
    let mut terminal = Terminal::start(home.command(&["tap", "--", "sh", "-c", script]));
    terminal.until("ready");
    terminal.write("hello\n");
    terminal.until("you said hello");
    terminal.write("\u{3}");
    let (status, screen) = terminal.end();
    assert_eq!(status.code(), Some(9), "{screen}");
    assert_eq!(screen.matches("interrupted").count(), 1, "{screen}");
}

#[test]
fn a_session_of_the_simulator_is_recorded_and_checked() {
    let home = Home::new();
    tapped_session(&home, SIMULATOR);
    tapped_in_a_terminal(&home, SIMULATOR);
}
