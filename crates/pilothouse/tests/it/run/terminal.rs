//! `pilothouse run` at a terminal: what it asks, how it is stopped, what it draws.

use crate::pty::Terminal;
use crate::scenes::run::{
    BASH, asks_at_the_prompt, questions_are_answered, script, streams_and_is_interrupted, terminal,
};
use crate::support::{Home, SIMULATOR, text};

#[test]
fn the_person_allows_denies_and_stops() {
    asks_at_the_prompt(&Home::new(), SIMULATOR);
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
fn input_typed_before_a_request_appears_does_not_answer_it() {
    let home = Home::new();
    let twice = script(&format!("[{BASH},{BASH}]"));
    let mut screen = terminal(&home, SIMULATOR, &[&twice]);
    screen.write("y\n");
    screen.until("[s]top");
    screen.write("y\ny\n");
    screen.until("✓");
    screen.until("[s]top");
    screen.write("n not again\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(3), "{all}");
    assert_eq!(all.matches("✓").count(), 1, "{all}");
    assert!(all.contains("denied: Bash touch made"), "{all}");
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

#[test]
fn questions_are_numbered_lists() {
    questions_are_answered(&Home::new(), SIMULATOR);
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
fn the_settings_of_a_project_are_asked_about_once() {
    let home = Home::new();
    let server = |command: &str| {
        let text = format!(r#"{{"mcpServers":{{"db":{{"command":"{command}"}}}}}}"#);
        std::fs::write(home.project().join(".mcp.json"), text).unwrap();
    };
    server("db-server");
    let prompt = script(r#"[{"type":"text","text":"Done."}]"#);
    let mut screen = terminal(&home, SIMULATOR, &[&prompt]);
    screen.until("MCP server db: db-server");
    screen.until("CLAUDE.md is not read either");
    screen.until("? ");
    screen.write("\n");
    screen.until("? ");
    screen.write("w\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    let mut screen = terminal(&home, SIMULATOR, &[&prompt]);
    screen.until("? ");
    screen.write("s\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    let (status, all) = terminal(&home, SIMULATOR, &[&prompt]).end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(!all.contains("[q]uit"), "{all}");
    server("something-else");
    let mut screen = terminal(&home, SIMULATOR, &[&prompt]);
    screen.until("have changed");
    screen.until("? ");
    screen.write("q\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(130), "{all}");
    assert!(!all.contains("Done."), "{all}");
}

#[test]
fn markdown_is_rendered_where_there_are_colors_and_else_stays_as_it_is() {
    let mut home = Home::new();
    let prompt = script(r#"[{"type":"text","text":"It is **safe** now.\n\n- a\n- b","chunks":6}]"#);
    let (_, all) = terminal(&home, SIMULATOR, &[&prompt]).end();
    let rendered = "It is \u{1b}[1msafe\u{1b}[0m now.\r\n\r\n• a\r\n• b\r\n";
    assert!(all.contains(rendered), "{all:?}");
    home.set("NO_COLOR", "1");
    let (_, all) = terminal(&home, SIMULATOR, &[&prompt]).end();
    assert!(
        all.contains("It is **safe** now.\r\n\r\n- a\r\n- b\r\n"),
        "{all:?}"
    );
    let output = home.output(&["run", "--claude", SIMULATOR, &prompt]);
    assert_eq!(text(&output.stdout), "It is **safe** now.\n\n- a\n- b\n");
}
