//! The programs of docs/sdk.md, with their expected output. Each answers the given prompt.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt;

use crate::programs::program;

/// A program and its expected output, with the simulator and with the real CLI.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    prompt: &'static str,
    input: &'static str,
    expected: &'static [&'static str],
}

const fn program_of(
    name: &'static str,
    prompt: &'static str,
    expected: &'static [&'static str],
) -> Program {
    Program {
        name,
        prompt,
        input: "",
        expected,
    }
}

/// The last program lists the sessions of the others.
pub(crate) const PROGRAMS: [Program; 12] = [
    program_of(
        "ask",
        r#"SCRIPT:[{"type":"text","text":"hello there"}]"#,
        &["hello there"],
    ),
    program_of(
        "stream",
        r#"SCRIPT:[{"type":"text","text":"one two three","chunks":3}]"#,
        &["one two three"],
    ),
    Program {
        name: "chat",
        prompt: "",
        input: "SCRIPT:[{\"type\":\"text\",\"text\":\"first answer\"}]\nand another\n",
        expected: &["first answer", "and another", "($"],
    },
    program_of(
        "approve",
        r#"SCRIPT:[[{"type":"tool_use","name":"Bash","input":{"command":"touch made"}}],[{"type":"text","text":"not made"}]]"#,
        &["not made"],
    ),
    program_of(
        "hook",
        r#"SCRIPT:[[{"type":"tool_use","name":"Bash","input":{"command":"curl --output made file:///dev/null"}}],[{"type":"text","text":"nothing came"}]]"#,
        &["nothing came"],
    ),
    program_of(
        "tool",
        r#"SCRIPT:[[{"type":"tool_use","name":"mcp__calc__add","input":{"a":7,"b":4}}],[{"type":"text","text":"added"}]]"#,
        &["added"],
    ),
    program_of(
        "structured",
        r#"SCRIPT:[{"type":"tool_use","name":"StructuredOutput","input":{"summary":"fine work","stars":4}}]"#,
        &["4 stars: fine work"],
    ),
    program_of(
        "interrupt",
        r#"SCRIPT:[{"type":"text","text":"on and on and on and on","chunks":4,"delay":30}]"#,
        &["error_during_execution"],
    ),
    program_of("resume", "remember this", &["What did I say?"]),
    program_of(
        "several",
        "how high is it?",
        &["how high is it?", "And how old is it?"],
    ),
    program_of(
        "limit",
        r#"SCRIPT:[[{"type":"tool_use","name":"Read","input":{"file_path":"/nowhere"}}],[{"type":"text","text":"too late"}]]"#,
        &["error_max_turns for $"],
    ),
    program_of(
        "history",
        "",
        &["User: remember this", "Assistant: hello there"],
    ),
];

/// Runs all programs one after the other, with their home in a folder.
pub(crate) async fn run_all(cli: &Path, home: &Path, variables: &[(&str, OsString)]) {
    for program in &PROGRAMS {
        run(program, cli, home, variables).await;
        assert!(!home.join("made").exists(), "{}", program.name);
    }
}

async fn run(of: &Program, cli: &Path, home: &Path, variables: &[(&str, OsString)]) {
    let name = of.name;
    let mut child = tokio::process::Command::new(program("side-by-side"))
        .arg(of.prompt)
        .current_dir(home)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("CLAUDE_CONFIG_DIR", home.join("config"))
        .env("CLAUDE_PATH", cli)
        .env("PROGRAM", name)
        .envs(variables.iter().map(|(name, value)| (*name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(of.input.as_bytes()).await.unwrap();
    drop(stdin);
    let output = tokio::time::timeout(Duration::from_secs(60), child.wait_with_output()).await;
    let output = output
        .unwrap_or_else(|_| panic!("{name} does not end"))
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name}: {}\n{out}\n{err}",
        output.status
    );
    for expected in of.expected {
        assert!(
            out.contains(expected),
            "{name} did not print {expected:?}:\n{out}\n{err}"
        );
    }
}
