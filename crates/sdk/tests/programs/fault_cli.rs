//! A replacement for the CLI with scripted faults, for the tests of processes.
//!
//! It responds to `initialize`, and plays the scene in `FAULT_SCENE` on the first prompt.
//! It uses only the standard library and serde_json, so that its use of the pipes is explicit.

use std::io::{BufRead, Stdin, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn main() {
    if std::env::args().any(|argument| argument == "--version") {
        say_raw(b"2.1.325 (Claude Code)\n");
        return;
    }
    let scene = std::env::var("FAULT_SCENE").unwrap_or_default();
    if scene == "exit_before_output" {
        complain("fatal: no configuration here\n");
        std::process::exit(1);
    }
    let stdin = std::io::stdin();
    while let Some(line) = hear(&stdin) {
        match line["type"].as_str() {
            Some("control_request") => answer(&line, &scene),
            Some("user") => play(&scene, &line["uuid"], &stdin),
            _ => {}
        }
    }
    if scene == "stubborn" {
        // The end of input is ignored, and so is SIGTERM, which the parent process has blocked.
        loop {
            std::thread::park();
        }
    }
}

fn answer(request: &Value, scene: &str) {
    let payload = json!({"commands": [], "models": [], "pid": std::process::id()});
    say(json!({"type": "control_response", "response": {
        "subtype": "success", "request_id": request["request_id"], "response": payload}}));
    if scene == "deaf" && request["request"]["subtype"] == "initialize" {
        loop {
            std::thread::park();
        }
    }
}

fn play(scene: &str, uuid: &Value, stdin: &Stdin) {
    say(
        json!({"type": "system", "subtype": "init", "session_id": "s", "uuid": "i", "capabilities": []}),
    );
    match scene {
        "unknown_frames" => {
            say(json!({"type": "brand_new", "field": {"deep": [1, 2, 3]}}));
            say(json!({"type": "system", "subtype": "brand_new", "session_id": "s"}));
            say(delta("x"));
            say(text("known"));
        }
        "side_frames" => {
            say(json!({"type": "keep_alive"}));
            say(
                json!({"type": "rate_limit_event", "rate_limit_info": {"status": "allowed"}, "session_id": "s"}),
            );
            say(
                json!({"type": "tool_progress", "tool_use_id": "t", "tool_name": "Bash", "elapsed_time_seconds": 30}),
            );
            say(json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "started"}));
            say(json!({"type": "autocompact_state", "value": {"enabled": true}}));
            say(text("known"));
        }
        "unknown_block" => say(assistant(json!([{"type": "hologram", "rays": 7}]))),
        "tool_result" => {
            say(assistant(
                json!([{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls"}}]),
            ));
            say(
                json!({"type": "user", "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a file"}]}, "session_id": "s", "uuid": "r"}),
            );
        }
        "not_json" => say_raw(b"npm warn something is deprecated\n"),
        "truncated" => say_raw(b"{\"type\":\"assistant\",\"message\":{\"content\":[\n"),
        "invalid_utf8" => say_raw(b"{\"type\":\"assistant\",\"text\":\"\xc3\x28\xff\"}\n"),
        "split_code_point" => {
            let line = text("\u{1F680}").to_string();
            let cut = line.find('\u{1F680}').unwrap_or_default() + 2;
            say_raw(&line.as_bytes()[..cut]);
            std::thread::yield_now();
            say_raw(&line.as_bytes()[cut..]);
            say_raw(b"\n");
        }
        "line_separators" => say(text("before\u{2028}between\u{2029}after")),
        "big_line" => say(text(&"x".repeat(16 * 1024 * 1024))),
        "huge_line" => say(text(&"x".repeat(50 * 1000 * 1000))),
        "many_frames" => (0..60_000).for_each(|_| say(delta(&"y".repeat(200)))),
        "stderr_flood" => (0..2048).for_each(|_| complain(&"e".repeat(1024))),
        "exit_mid_turn" => {
            say(delta("half an ans"));
            complain("Error: something broke inside\n");
            std::process::exit(7);
        }
        "killed_mid_frame" => {
            say_raw(b"{\"type\":\"assistant\",\"message\":{\"conte");
            let killed = Command::new("kill")
                .args(["-9", &std::process::id().to_string()])
                .status();
            complain(&format!("still here: {killed:?}\n"));
        }
        "ask" | "ask_panic" => ask(stdin),
        "asks" => {
            for id in ["a", "b", "c"] {
                say(ask_named(id));
            }
            (0..3).for_each(|_| wait_for_answer(stdin));
        }
        "ask_withdrawn" => {
            say(ask_line());
            hear(stdin);
            say(json!({"type": "control_cancel_request", "request_id": "a"}));
            // The next line is reported in the output; it must not be a response.
            let heard = hear(stdin).unwrap_or_default();
            say(json!({"type": "heard", "line": heard}));
            answer(&heard, "");
        }
        "ask_echoed" => {
            say(ask_line());
            let answered = hear(stdin).unwrap_or_default();
            say(answered);
            let request = hear(stdin).unwrap_or_default();
            answer(&request, "");
        }
        "strays" => {
            let stray = json!({"subtype": "success", "request_id": "nobody", "response": {}});
            (0..2).for_each(|_| say(json!({"type": "control_response", "response": stray})));
            say(json!({"type": "control_cancel_request", "request_id": "nobody"}));
            say(json!({"type": "control_response"}));
            say(json!({"type": "control_request", "request": {"subtype": "can_use_tool"}}));
        }
        "halves" => {
            let line = text("\u{1F680} both halves").to_string();
            let (first, second) = line.as_bytes().split_at(line.len() / 2);
            say_raw(first);
            hear(stdin);
            say_raw(second);
            say_raw(b"\n");
        }
        "ask_in_flood" => {
            (0..10_000).for_each(|_| say(delta("flood")));
            let ask_line = ask_line();
            say(ask_line);
            (0..10_000).for_each(|_| say(delta("flood")));
            wait_for_answer(stdin);
        }
        "unknown_request" => {
            say(
                json!({"type": "control_request", "request_id": "q", "request": {"subtype": "brand_new"}}),
            );
            wait_for_answer(stdin);
        }
        "unread" | "unread_100k" => {
            let thousands = if scene == "unread" { 5 } else { 100 };
            let lines = format!("{}\n", delta("unread")).repeat(1000);
            (0..thousands).for_each(|_| say_raw(lines.as_bytes()));
            let Some(request) = hear(stdin) else { return };
            answer(&request, "");
        }
        "grandchildren" | "grandchildren_then_exit" | "stubborn" => {
            let pids = [
                start("sleep", &["300"]),
                start("setsid", &["sleep", "300"]),
                start("sh", &["-c", "sleep 300 & wait"]),
                start_server(),
            ];
            say(json!({"type": "grandchildren", "pids": pids}));
            if scene == "grandchildren_then_exit" {
                // Wait until the test has checked the processes.
                hear(stdin);
                std::process::exit(0);
            }
        }
        _ => say(text("hello")),
    }
    say(
        json!({"type": "result", "subtype": "success", "is_error": false, "result": "done", "session_id": "s", "uuid": "e",
        "total_cost_usd": 0.25, "user_message_uuids": [uuid]}),
    );
}

fn ask_line() -> Value {
    ask_named("a")
}

fn ask_named(id: &str) -> Value {
    json!({"type": "control_request", "request_id": id, "request": {"subtype": "can_use_tool", "tool_name": "Bash",
        "input": {"command": "touch x"}, "tool_use_id": "toolu_1"}})
}

fn ask(stdin: &Stdin) {
    say(ask_line());
    wait_for_answer(stdin);
}

fn wait_for_answer(stdin: &Stdin) {
    while let Some(line) = hear(stdin) {
        if line["type"] == "control_response" {
            return say(json!({"type": "answered", "response": line["response"]}));
        }
    }
}

/// Starts a process that inherits stdout, so that the pipe stays open after this process ends.
fn start(program: &str, arguments: &[&str]) -> u32 {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .spawn()
        .map(|child| child.id())
        .unwrap_or_default()
}

/// Starts and initializes an MCP server; returns after its response.
fn start_server() -> u32 {
    let server = Command::new("sh")
        .args(["-c", include_str!("mcp_server.sh")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut server) = server else { return 0 };
    let (Some(mut input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
        return 0;
    };
    let hello = json!({"method": "initialize", "params": {}, "jsonrpc": "2.0", "id": 1});
    let mut answer = String::new();
    let spoken = input
        .write_all(format!("{hello}\n").as_bytes())
        .and_then(|()| std::io::BufReader::new(output).read_line(&mut answer));
    // Its input stays open for the lifetime of this process.
    std::mem::forget(input);
    match spoken {
        Ok(_) if answer.contains("serverInfo") => server.id(),
        _ => 0,
    }
}

fn assistant(content: Value) -> Value {
    json!({"type": "assistant", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content},
        "parent_tool_use_id": null, "session_id": "s", "uuid": "u"})
}

fn text(text: &str) -> Value {
    assistant(json!([{"type": "text", "text": text}]))
}

fn delta(text: &str) -> Value {
    json!({"type": "stream_event", "event": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        "session_id": "s", "parent_tool_use_id": null, "uuid": "d"})
}

fn hear(stdin: &Stdin) -> Option<Value> {
    let mut line = String::new();
    match stdin.lock().read_line(&mut line) {
        Ok(1..) => Some(serde_json::from_str(&line).unwrap_or_default()),
        _ => None,
    }
}

fn say(line: Value) {
    say_raw(format!("{line}\n").as_bytes());
}

fn say_raw(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    if stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .is_err()
    {
        std::process::exit(3);
    }
}

fn complain(text: &str) {
    if std::io::stderr().write_all(text.as_bytes()).is_err() {
        std::process::exit(4);
    }
}
