//! Runs every example with the simulator.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::support::{program, soon};

struct Run<'a> {
    example: &'a str,
    arguments: &'a [&'a str],
    input: &'a str,
    expected: &'a [&'a str],
}

async fn run(run: Run<'_>) {
    let home = tempfile::tempdir().unwrap();
    let mut child = tokio::process::Command::new(program(run.example))
        .args(run.arguments)
        .current_dir(home.path())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home.path())
        .env("CLAUDE_CONFIG_DIR", home.path().join("config"))
        .env("CLAUDE_PATH", program("simulator"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(run.input.as_bytes()).await.unwrap();
    drop(stdin);
    let output = tokio::time::timeout(Duration::from_secs(60), child.wait_with_output()).await;
    let output = output
        .unwrap_or_else(|_| panic!("{} does not end", run.example))
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{}: {}\n{out}\n{err}",
        run.example,
        output.status
    );
    for expected in run.expected {
        assert!(
            out.contains(expected),
            "{} did not print {expected:?}:\n{out}\n{err}",
            run.example
        );
    }
}

#[tokio::test]
async fn quick_question() {
    run(Run {
        example: "quick_question",
        arguments: &["hello there"],
        input: "",
        expected: &["hello there"],
    })
    .await;
}

#[tokio::test]
async fn chat_loop() {
    let input =
        "SCRIPT:[{\"type\":\"text\",\"text\":\"one two three\",\"chunks\":3}]\nand another\n";
    run(Run {
        example: "chat_loop",
        arguments: &[],
        input,
        expected: &["one two three", "and another", "tokens)"],
    })
    .await;
}

#[tokio::test]
async fn approve_in_terminal() {
    let script = r#"SCRIPT:[[{"type":"tool_use","name":"Bash","input":{"command":"touch a"}}],[{"type":"tool_use","name":"Bash","input":{"command":"touch b"}}],[{"type":"text","text":"both done"}]]"#;
    let expected = [
        "Bash {\"command\":\"touch a\"",
        "Bash {\"command\":\"touch b\"",
        "both done",
    ];
    run(Run {
        example: "approve_in_terminal",
        arguments: &[script],
        input: "y\nn\n",
        expected: &expected,
    })
    .await;
}

#[tokio::test]
async fn rules() {
    let script = r#"SCRIPT:[{"type":"tool_use","name":"Bash","input":{"command":"make allowed"}},{"type":"tool_use","name":"Bash","input":{"command":"rm allowed"}},{"type":"tool_use","name":"Bash","input":{"command":"make other"}}]"#;
    let expected = [
        "dry run: Deny",
        "nobody decides about {\"command\":\"make other\"",
        "2 calls were denied",
    ];
    run(Run {
        example: "rules",
        arguments: &[script],
        input: "",
        expected: &expected,
    })
    .await;
}

#[tokio::test]
async fn hooks_guard() {
    let script =
        r#"SCRIPT:[{"type":"tool_use","name":"Bash","input":{"command":"curl example.com"}}]"#;
    run(Run {
        example: "hooks_guard",
        arguments: &[script],
        input: "",
        expected: &["blocked: curl example.com", "the model stops"],
    })
    .await;
}

#[tokio::test]
async fn in_process_tools() {
    let script = r#"SCRIPT:[[{"type":"tool_use","name":"mcp__demo__add","input":{"a":7,"b":4}}],[{"type":"text","text":"it is done"}]]"#;
    run(Run {
        example: "in_process_tools",
        arguments: &[script],
        input: "",
        expected: &["adding 7 and 4", "it is done"],
    })
    .await;
}

#[tokio::test]
async fn structured_output() {
    let script = r#"SCRIPT:[{"type":"tool_use","name":"StructuredOutput","input":{"summary":"fine work","stars":4}}]"#;
    run(Run {
        example: "structured_output",
        arguments: &[script],
        input: "",
        expected: &["4 stars: fine work"],
    })
    .await;
}

#[tokio::test]
async fn interrupt_and_steer() {
    let script = r#"SCRIPT:[{"type":"text","text":"a long story that goes on and on and on","chunks":8,"delay":0.5}]"#;
    let expected = [
        "began with:",
        "0 prompts still wait",
        "the turn was interrupted: true",
        "then:",
        "something else",
    ];
    run(Run {
        example: "interrupt_and_steer",
        arguments: &[script, "something else"],
        input: "",
        expected: &expected,
    })
    .await;
}

#[tokio::test]
async fn resume_and_fork() {
    let expected = [
        "first:",
        "resumed:",
        "the id is the same: true",
        "forked:",
        "the id is another: true",
    ];
    run(Run {
        example: "resume_and_fork",
        arguments: &[],
        input: "",
        expected: &expected,
    })
    .await;
}

#[tokio::test]
async fn many_sessions() {
    let expected = ["1:", "This is question 1.", "4:", "This is question 4."];
    run(Run {
        example: "many_sessions",
        arguments: &[],
        input: "",
        expected: &expected,
    })
    .await;
}

#[tokio::test]
async fn test_your_host() {
    run(Run {
        example: "test_your_host",
        arguments: &[],
        input: "",
        expected: &["two asks, as scripted"],
    })
    .await;
}

/// Starts the web service, posts a prompt, and returns the service, its process ID, and the streaming response.
async fn ask_web_service(
    home: &std::path::Path,
    prompt: &str,
) -> (tokio::process::Child, BufReader<TcpStream>) {
    let mut service = tokio::process::Command::new(program("web_service"))
        .arg("127.0.0.1:0")
        .current_dir(home)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("CLAUDE_CONFIG_DIR", home.join("config"))
        .env("CLAUDE_PATH", program("simulator"))
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(service.stdout.take().unwrap());
    stdout.read_line(&mut line).await.unwrap();
    let address = line.trim().strip_prefix("listening on ").unwrap();
    let mut connection = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /ask HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: {}\r\n\r\n{prompt}",
        prompt.len()
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    (service, BufReader::new(connection))
}

/// Reads the response up to a line that contains a text, and returns everything read.
async fn read_until(answer: &mut BufReader<TcpStream>, wanted: &str) -> String {
    let mut seen = String::new();
    while !seen.contains(wanted) {
        let read = soon("a line", answer.read_line(&mut seen)).await.unwrap();
        assert!(read > 0, "the answer ended without {wanted}:\n{seen}");
    }
    seen
}

#[tokio::test]
async fn web_service() {
    let home = tempfile::tempdir().unwrap();
    let (_service, mut answer) = ask_web_service(home.path(), "hello there").await;
    let seen = read_until(&mut answer, r#""step":"turn_ended""#).await;
    assert!(seen.starts_with("HTTP/1.1 200 OK"), "{seen}");
    assert!(seen.contains("content-type: text/event-stream"), "{seen}");
    assert!(seen.contains(r#"data: {"step":"text""#), "{seen}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn web_service_ends_the_turn_of_a_client_that_disconnects() {
    let home = tempfile::tempdir().unwrap();
    let script = r#"SCRIPT:[{"type":"text","text":"on and on","chunks":2,"delay":600}]"#;
    let (service, mut answer) = ask_web_service(home.path(), script).await;
    read_until(&mut answer, r#""step":"text""#).await;
    let pid = service.id().unwrap();
    let mut children = Vec::new();
    for thread in std::fs::read_dir(format!("/proc/{pid}/task")).unwrap() {
        let listed = std::fs::read_to_string(thread.unwrap().path().join("children")).unwrap();
        children.extend(
            listed
                .split_whitespace()
                .map(|pid| pid.parse::<u32>().unwrap()),
        );
    }
    assert_eq!(children.len(), 1, "the CLI of the session");
    drop(answer);
    assert!(crate::support::gone(children[0]).await);
}

#[cfg(feature = "rmcp")]
#[tokio::test]
async fn rmcp_server() {
    let script = r#"SCRIPT:[[{"type":"tool_use","name":"mcp__counter__increment","input":{"by":5}}],[{"type":"text","text":"counted"}]]"#;
    run(Run {
        example: "rmcp_server",
        arguments: &[script],
        input: "",
        expected: &["the counter is 5", "counted"],
    })
    .await;
}

/// Examples are read by new users.
#[test]
fn examples_are_short() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 60, "{} has {lines} lines", path.display());
        count += 1;
    }
    assert_eq!(count, 13);
}
