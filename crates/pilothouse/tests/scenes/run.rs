//! `pilothouse run` with a CLI at a terminal.

use crate::pty::Terminal;
use crate::support::Home;

pub(crate) const BASH: &str = r#"[{"type":"tool_use","name":"Bash","input":{"command":"touch made","description":"make a file"}}]"#;

pub(crate) fn script(blocks: &str) -> String {
    format!("SCRIPT:{blocks}")
}

/// Runs with a CLI in a terminal.
pub(crate) fn terminal(home: &Home, claude: &str, arguments: &[&str]) -> Terminal {
    let mut all = vec!["run", "--claude", claude];
    all.extend(arguments);
    Terminal::start(home.command(&all))
}

pub(crate) fn asks_at_the_prompt(home: &Home, claude: &str) {
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

pub(crate) fn questions_are_answered(home: &Home, claude: &str) {
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

pub(crate) fn streams_and_is_interrupted(home: &Home, claude: &str) {
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
