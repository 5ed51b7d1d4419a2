//! Measures CPU and memory per message with several sessions, using a program that prints a fixed transcript as fast as
//! possible.
//!
//! `cargo run --release -p pilothouse-sdk --example throughput -- [SESSIONS] [MESSAGES]`

#![allow(
    clippy::expect_used,
    reason = "a program for measuring may stop where it cannot measure"
)]

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use pilothouse_sdk::protocol::Message;
use pilothouse_sdk::{Cli, Event};
use rustix::time::{ClockId, clock_gettime};

const FAKE: &str = "THROUGHPUT_TRANSCRIPT";

fn main() {
    if let Some(path) = std::env::var_os(FAKE) {
        return print_transcript(std::path::Path::new(&path));
    }
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse::<usize>().ok());
    let sessions = arguments.next().unwrap_or(1);
    let messages = arguments.next().unwrap_or(50_000);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    for _ in 0..5 {
        runtime.block_on(measure(sessions, messages));
    }
}

async fn measure(sessions: usize, messages: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("transcript");
    std::fs::write(&path, transcript(messages)).expect("a transcript");
    let cli = Cli::at(std::env::current_exe().expect("this program")).expect("this program");
    let mut started = Vec::new();
    for _ in 0..sessions {
        started.push(
            cli.session()
                .env(FAKE, &path)
                .start()
                .await
                .expect("a session"),
        );
    }
    let (began, cpu) = (Instant::now(), cpu_time());
    let mut readers = tokio::task::JoinSet::new();
    for (session, mut events) in started {
        readers.spawn(async move {
            session.send("go").await.expect("sent");
            let mut seen = 0_usize;
            while let Some(event) = events.next().await {
                let Event::Received(frame) = event else {
                    continue;
                };
                seen += 1;
                if matches!(frame.message(), Some(Message::Result(_))) {
                    break;
                }
            }
            (session, events, seen)
        });
    }
    let done = readers.join_all().await;
    let (wall, cpu) = (began.elapsed(), cpu_time() - cpu);
    let seen: usize = done.iter().map(|(_, _, seen)| seen).sum();
    let each = cpu.as_secs_f64() * 1e6 / seen as f64;
    let report = format!(
        "{sessions} sessions, {seen} messages: {each:.2} us of CPU each, {:.0} k/s, peak {} kB\n",
        seen as f64 / wall.as_secs_f64() / 1e3,
        peak_memory()
    );
    std::io::stdout()
        .write_all(report.as_bytes())
        .expect("a terminal");
    for (session, _, _) in done {
        session.kill().await;
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map(|line| line.trim().trim_end_matches(" kB").to_owned())
        .unwrap_or_default()
}

/// Six of seven lines are deltas; the others are answers and tool results of some kilobytes, occasionally large.
fn transcript(messages: usize) -> String {
    let stamp =
        r#""session_id":"5f0c8a4e-7c1b-4b0e-9a54-6f2f5f9f0c11","parent_tool_use_id":null,"uuid":"#;
    let mut text = String::new();
    for number in 0..messages {
        let uuid = format!("\"0b6b3a0e-3f9d-4a53-8a0a-{number:012}\"");
        let line = match number % 7 {
            0 => {
                let body = "lorem ipsum dolor sit amet ".repeat(if number % 700 == 0 {
                    8_000
                } else {
                    20 + number % 150
                });
                format!(
                    r#"{{"type":"user","message":{{"role":"user","content":[{{"tool_use_id":"toolu_{number}","type":"tool_result","content":"{body}"}}]}},{stamp}{uuid},"tool_use_result":{{"stdout":"{body}","stderr":""}}}}"#
                )
            }
            _ => format!(
                r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":" word {number}"}}}},{stamp}{uuid}}}"#
            ),
        };
        writeln!(text, "{line}").expect("a string");
    }
    text.push_str(
        "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"\"}\n",
    );
    text
}

/// Plays the CLI: responds to the first request, and prints the file on a prompt.
fn print_transcript(path: &std::path::Path) {
    let transcript = std::fs::read(path).expect("the transcript");
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let value: serde_json::Value = serde_json::from_str(&line).expect("a line");
        if value["type"] == "user" {
            stdout
                .write_all(&transcript)
                .and_then(|()| stdout.flush())
                .expect("a reader");
            continue;
        }
        let response = serde_json::json!({"type": "control_response", "response": {
            "subtype": "success", "request_id": value["request_id"], "response": {}}});
        writeln!(stdout, "{response}")
            .and_then(|()| stdout.flush())
            .expect("a reader");
    }
}
