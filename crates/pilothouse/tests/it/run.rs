//! `pilothouse run` through pipes.

mod terminal;

use std::io::Write;
use std::process::Stdio;

use crate::scenes::run::{BASH, script};
use crate::support::{Home, SIMULATOR, text};

#[test]
fn the_answer_streams_to_stdout_alone() {
    let home = Home::new();
    let prompt = script(r#"[{"type":"text","text":"One. Two. Three.","chunks":3}]"#);
    let output = home.output(&["run", "--claude", SIMULATOR, &prompt]);
    assert_eq!(text(&output.stdout), "One. Two. Three.\n");
    assert_eq!(
        (text(&output.stderr).as_str(), output.status.code()),
        ("", Some(0))
    );
}

#[test]
fn what_is_piped_in_is_the_prompt_or_is_attached() {
    let home = Home::new();
    for (arguments, expected) in [
        (&["run", "--claude", SIMULATOR][..], "a diff"),
        (
            &["run", "--claude", SIMULATOR, "Review this"],
            "Review this",
        ),
    ] {
        let mut child = home
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"a diff\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(
            text(&output.stdout).contains(expected),
            "{}",
            text(&output.stdout)
        );
    }
    let output = home.output(&["run", "--claude", SIMULATOR]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no prompt"));
}

#[test]
fn without_a_terminal_only_rules_allow() {
    let home = Home::new();
    let prompt = script(BASH);
    let run = |more: &[&str]| {
        let mut arguments = vec!["run", "--claude", SIMULATOR, prompt.as_str()];
        arguments.extend(more);
        let output = home.output(&arguments);
        (output.status.code().unwrap(), text(&output.stderr))
    };
    let (code, said) = run(&[]);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("denied: Bash touch made") && said.contains("--allow"),
        "{said}"
    );
    // The CLI names a path that caused the request: no rule decides that.
    let (code, said) = run(&["--allow", "Bash(touch:*)"]);
    assert_eq!(code, 3, "{said}");
    let (code, said) = run(&["--yes"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("✓ Bash touch made"), "{said}");
    let making = script(
        r#"[{"type":"tool_use","name":"Bash","input":{"command":"make it"},"sim":{"stdout":"made"}}]"#,
    );
    let output = home.output(&[
        "run",
        "--claude",
        SIMULATOR,
        &making,
        "--allow",
        "Bash(make:*)",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(run(&["--yes", "--deny", "Bash(touch:*)"]).0, 3);
    let question = script(
        r#"[{"type":"tool_use","name":"AskUserQuestion","input":{"questions":[{"question":"Which?","header":"h","multiSelect":false,"options":[{"label":"Red","description":"r"},{"label":"Blue","description":"b"}]}]}}]"#,
    );
    let output = home.output(&["run", "--claude", SIMULATOR, "--yes", &question]);
    assert_eq!(
        output.status.code(),
        Some(3),
        "a question needs a person: {}",
        text(&output.stderr)
    );
}

#[test]
fn usage_is_told_with_a_way_out() {
    let home = Home::new();
    for (arguments, said) in [
        (
            &["hi", "--output-format", "text"][..],
            "use --json or --stream-json",
        ),
        (&["hi", "--allow", "Bash("], "--allow Bash("),
        (&["hi", "--cwd", "/nowhere"], "cannot work in /nowhere"),
        (
            &["hi", "--cwd", SIMULATOR],
            "pilothouse-sim: not a directory",
        ),
    ] {
        let mut all = vec!["run", "--claude", SIMULATOR];
        all.extend(arguments);
        let output = home.output(&all);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(said),
            "{}",
            text(&output.stderr)
        );
    }
    let output = home.output(&["run", "hi", "--claude", "/nowhere/claude"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(text(&output.stderr).contains("npm install -g @anthropic-ai/claude-code"));
}

#[test]
fn limits_and_errors_have_their_codes() {
    let home = Home::new();
    let calls = script(&format!("[{BASH},{BASH},{BASH}]"));
    let output = home.output(&[
        "run",
        "--claude",
        SIMULATOR,
        "--yes",
        "--max-turns",
        "2",
        &calls,
    ]);
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    let error = script(
        r#"[{"type":"http_error","status":400,"etype":"invalid_request_error","message":"no such thing"}]"#,
    );
    let output = home.output(&["run", "--claude", SIMULATOR, &error]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("no such thing"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn changes_and_frames_are_lines_of_json() {
    let home = Home::new();
    let prompt = script(r#"[{"type":"text","text":"Hello."}]"#);
    let lines = |flag: &str| -> Vec<serde_json::Value> {
        let output = home.output(&["run", "--claude", SIMULATOR, flag, &prompt]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let changes = lines("--json");
    assert!(
        changes
            .iter()
            .all(|set| set["seq"].is_u64() && set["changes"].is_array())
    );
    assert!(text(&serde_json::to_vec(&changes).unwrap()).contains("Hello."));
    let frames = lines("--stream-json");
    assert_eq!(
        frames
            .iter()
            .filter(|frame| frame["type"] == "result")
            .count(),
        1
    );
}

#[test]
fn a_login_that_is_refused_has_its_code() {
    let mut home = Home::new();
    home.set("CLAUDE_CODE_MAX_RETRIES", "0");
    let refused = script(
        r#"[{"type":"http_error","status":401,"etype":"authentication_error","message":"invalid x-api-key"}]"#,
    );
    let output = home.output(&["run", "--claude", SIMULATOR, &refused]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("type /login"), "{said}");
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_without_a_word() {
    let home = Home::new();
    // It would go on for a minute.
    let lines = "another line of many\\n".repeat(1_000);
    let prompt = script(&format!(
        r#"[{{"type":"text","text":"{lines}","chunks":1000,"delay":0.06}}]"#
    ));
    let mut child = home
        .command(&["run", "--claude", SIMULATOR, &prompt])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 20];
    let mut stdout = child.stdout.take().unwrap();
    std::io::Read::read_exact(&mut stdout, &mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&first), "another line of many");
    assert_eq!(text(&output.stderr), "");
}

/// Lets the project run a server by itself.
fn serve(home: &Home, command: &str) {
    let text = format!(r#"{{"mcpServers":{{"db":{{"command":"{command}"}}}}}}"#);
    std::fs::write(home.project().join(".mcp.json"), text).unwrap();
}

#[test]
fn without_a_terminal_a_project_that_runs_programs_needs_a_flag() {
    let home = Home::new();
    serve(&home, "db-server");
    let prompt = script(r#"[{"type":"text","text":"Done."}]"#);
    let run = |flags: &[&str]| {
        let mut arguments = vec!["run", "--claude", SIMULATOR, &prompt];
        arguments.extend(flags);
        home.output(&arguments)
    };
    let refused = run(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(
        said.contains("MCP server db: db-server  (.mcp.json)"),
        "{said}"
    );
    assert!(said.contains("--project-settings") && said.contains("--no-project-settings"));
    assert_eq!(text(&refused.stdout), "");
    for flag in ["--project-settings", "--no-project-settings"] {
        let output = run(&[flag]);
        assert_eq!(text(&output.stdout), "Done.\n", "{}", text(&output.stderr));
    }
    assert_eq!(run(&[]).status.code(), Some(2), "a flag holds for one run");
    assert_eq!(
        run(&["--project-settings", "--no-project-settings"])
            .status
            .code(),
        Some(2)
    );
}
