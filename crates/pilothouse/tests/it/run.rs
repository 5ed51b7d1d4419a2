//! `pilothouse run` in a terminal and through pipes, with the simulator and with the real CLI.

use std::io::Write;
use std::process::Stdio;

use crate::pty::Terminal;
use crate::support::{Home, Real, SIMULATOR, text};

fn script(blocks: &str) -> String {
    format!("SCRIPT:{blocks}")
}

const BASH: &str = r#"[{"type":"tool_use","name":"Bash","input":{"command":"touch made","description":"make a file"}}]"#;

/// Runs with the simulator in a terminal.
fn terminal(home: &Home, claude: &str, arguments: &[&str]) -> Terminal {
    let mut all = vec!["run", "--claude", claude];
    all.extend(arguments);
    Terminal::start(home.command(&all))
}

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
    let (code, said) = run(&["--allow", "Bash(touch:*)"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("✓ Bash touch made"), "{said}");
    assert_eq!(run(&["--yes"]).0, 0);
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

/// Nobody is signed in to the real CLI in a home of its own, and nothing of it leaves this machine.
#[test]
fn a_real_cli_without_a_login_has_its_code_and_its_way_out() {
    let mut home = Home::new();
    let Ok(claude) = std::env::var("PILOTHOUSE_REAL_CLI") else {
        return;
    };
    home.set("ANTHROPIC_BASE_URL", "http://127.0.0.1:9");
    let output = home.output(&["run", "--claude", &claude, "hello"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(
        said.contains("type /login, or set ANTHROPIC_API_KEY"),
        "{said}"
    );
    let output = home.output(&["doctor", "--claude", &claude]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(
        said.contains(": verified") && said.contains("Nobody is signed in."),
        "{said}"
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

fn asks_at_the_prompt(home: &Home, claude: &str) {
    let made = home.project().join("made");
    let bash = script(BASH);
    let mut screen = terminal(home, claude, &[&bash]);
    screen.until("touch made");
    let choices = screen.until("[s]top");
    assert!(choices.contains("[y]es  [n]o  [e]dit"), "{choices}");
    screen.write("y\n");
    screen.until("✓");
    screen.until("Bash touch made");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    let mut screen = terminal(home, claude, &[&bash]);
    screen.until("[s]top");
    screen.write("n use a branch first\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(3), "{all}");
    assert!(
        all.contains("use a branch first") && all.contains("denied: Bash touch made"),
        "{all}"
    );
    let mut screen = terminal(home, claude, &[&bash]);
    screen.until("[s]top");
    screen.write("s\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(3), "{all}");
    let mut screen = terminal(home, claude, &[&bash]);
    screen.until("[s]top");
    screen.write("\u{3}");
    screen.until("stopping");
    // The turn ends in its own way: a single Ctrl-C leaves nobody behind.
    screen.until("withdrawn");
    screen.until("stopped");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(130), "{all}");
    drop(std::fs::remove_file(made));
}

#[test]
fn the_person_allows_denies_and_stops() {
    asks_at_the_prompt(&Home::new(), SIMULATOR);
}

#[test]
fn the_person_allows_denies_and_stops_with_the_real_cli() {
    let mut home = Home::new();
    let Some(real) = Real::new(&mut home) else {
        return;
    };
    asks_at_the_prompt(&home, &real.path);
    streams_and_is_interrupted(&home, &real.path);
    questions_are_answered(&home, &real.path);
}

#[test]
fn always_is_shown_as_a_rule_and_then_not_asked_again() {
    let home = Home::new();
    let twice = script(&format!("[{BASH},{BASH}]"));
    let mut screen = terminal(&home, SIMULATOR, &[&twice]);
    let shown = screen.until("[s]top");
    assert!(shown.contains("[a]lways (Bash(touch"), "{shown}");
    screen.write("a\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert_eq!(all.matches("[s]top").count(), 1, "{all}");
}

#[test]
fn an_edited_input_is_what_runs() {
    let mut home = Home::new();
    let editor = home.script(
        "editor",
        "#!/bin/sh\nsed -i 's/touch made/touch edited/' \"$1\"\n",
    );
    home.set("EDITOR", &editor);
    let prompt = script(BASH);
    let directory = home.project().display().to_string();
    let mut screen = terminal(&home, SIMULATOR, &[&prompt, "--", "--sim-fs", &directory]);
    screen.until("[s]top");
    screen.write("e\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(!all.contains("no editor"), "{all}");
}

fn questions_are_answered(home: &Home, claude: &str) {
    let question = script(
        r#"[{"type":"tool_use","name":"AskUserQuestion","input":{"questions":[{"question":"Which colour?","header":"Colour","multiSelect":false,"options":[{"label":"Red","description":"warm"},{"label":"Blue","description":"cold"}]}]}}]"#,
    );
    let mut screen = terminal(home, claude, &[&question, "--stream-json"]);
    screen.until("Which colour?");
    screen.until("2  Blue  cold");
    screen.until("empty to skip:");
    screen.write("2\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(
        all.contains("Which colour?") && all.contains("Blue"),
        "{all}"
    );
}

#[test]
fn questions_are_numbered_lists() {
    questions_are_answered(&Home::new(), SIMULATOR);
}

fn streams_and_is_interrupted(home: &Home, claude: &str) {
    let slow = script(
        r#"[{"type":"text","text":"one two three four five six seven eight nine ten","chunks":10,"delay":3}]"#,
    );
    let mut screen = terminal(home, claude, &[&slow]);
    screen.until("one");
    screen.write("\u{3}");
    screen.until("stopping");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(130), "{all}");
    assert!(!all.contains("ten"), "{all}");
}

#[test]
fn ctrl_c_stops_the_turn() {
    streams_and_is_interrupted(&Home::new(), SIMULATOR);
}

#[test]
fn a_second_ctrl_c_leaves_at_once() {
    let home = Home::new();
    // A program that says hello and then hears nothing.
    let deaf = home.script(
        "deaf",
        "#!/bin/sh\nread line\nid=$(printf '%s' \"$line\" | sed 's/.*\"request_id\":\"\\([^\"]*\\)\".*/\\1/')\nprintf '{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"%s\",\"response\":{}}}\\n' \"$id\"\nexec sleep 600\n",
    );
    let mut screen = terminal(&home, &deaf, &["hello"]);
    screen.until("working");
    screen.write("\u{3}");
    screen.until("Ctrl-C again");
    screen.write("\u{3}");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(130), "{all}");
}

#[test]
fn edits_are_shown_as_diffs_in_colour() {
    let mut home = Home::new();
    home.set("TERM", "xterm");
    std::fs::write(home.project().join("a.txt"), "old line\n").unwrap();
    let path = home.project().join("a.txt").display().to_string();
    let prompt = script(&format!(
        r#"[[{{"type":"tool_use","name":"Read","input":{{"file_path":"{path}"}}}}],[{{"type":"tool_use","name":"Edit","input":{{"file_path":"{path}","old_string":"old line","new_string":"new line"}}}}]]"#
    ));
    let mut screen = terminal(&home, SIMULATOR, &[&prompt]);
    screen.until("[s]top");
    screen.write("y\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(
        all.contains("\u{1b}[31m-old line\u{1b}[0m")
            && all.contains("\u{1b}[32m+new line\u{1b}[0m"),
        "{all}"
    );
}

/// What stands on the line of the spinner, each time that it is drawn, without colours.
fn spinner_lines(screen: &str) -> Vec<String> {
    let drawn = screen.split("\r\u{1b}[K").skip(1);
    let plain = drawn.map(|line| {
        let line = line.split(['\r', '\n']).next().unwrap();
        let mut parts = line.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |text, part| {
            text + part.split_once('m').map_or("", |(_, rest)| rest)
        })
    });
    plain.filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_call_takes_one_line_however_narrow_the_terminal_is() {
    let mut home = Home::new();
    home.set("TERM", "xterm");
    let prompt = script(
        r#"[{"type":"tool_use","name":"Bash","input":{"command":"echo 港の船 and a tail that is longer than the line"},"sim":{"s":0.5,"stdout":"done"}}]"#,
    );
    let command = home.command(&["run", "--yes", "--claude", SIMULATOR, &prompt]);
    let (status, all) = Terminal::start_with(command, 40).end();
    assert_eq!(status.code(), Some(0), "{all}");
    // The three letters of the command take two columns each.
    let columns = |line: &str| line.chars().count() + line.matches(['港', 'の', '船']).count();
    let spinner = spinner_lines(&all);
    assert!(
        spinner.iter().any(|line| line.contains("Bash echo 港の船")),
        "{all}"
    );
    for line in &spinner {
        assert!(columns(line) < 40, "{line:?} begins another line");
    }
    let ended = all.lines().find(|line| line.contains('✓')).unwrap();
    let ended = ended.rsplit("\u{1b}[K").next().unwrap();
    assert!(ended.contains("…"), "{ended:?}");
    assert!(
        ended.contains(" s\u{1b}[0m"),
        "the time is there: {ended:?}"
    );
}

#[test]
fn a_terminal_that_can_do_nothing_is_sent_nothing_but_text() {
    let mut home = Home::new();
    home.set("TERM", "dumb");
    let prompt = script(BASH);
    let command = home.command(&["run", "--yes", "--claude", SIMULATOR, &prompt]);
    let (status, all) = Terminal::start(command).end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(all.contains("✓ Bash touch made"), "{all}");
    assert!(!all.contains('\u{1b}'), "{all}");
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
