//! Recordings of a CLI, shown by `pilothouse replay`.

use crate::pty::Terminal;
use crate::support::{Home, SignedIn, text};

pub(crate) fn shown_in_the_browser(home: &Home, file: &str) {
    let mut terminal = Terminal::start(home.command(&["replay", "--no-open", file]));
    terminal.until("Pilothouse is at ");
    let link = terminal.until("\n");
    let browser = SignedIn::by(&link);
    let answer = &browser.answer;
    assert!(answer.contains("\"scope\":\"view\""), "{answer}");
    let listed = browser.ask("GET /api/sessions");
    let name = std::path::Path::new(file)
        .file_name()
        .unwrap()
        .to_str()
        .unwrap();
    assert!(listed.contains(name), "{listed}");
    terminal.write("\u{3}");
    let (status, screen) = terminal.end();
    assert!(status.success(), "{screen}");
}

/// Records a session of a CLI, and plays it in a terminal, through a pipe and in the browser.
pub(crate) fn plays_in_a_terminal(home: &Home, cli: &str) {
    let file = home.path().join("recording.ndjson").display().to_string();
    let arguments = [
        "tap",
        "--out",
        &file,
        "--",
        cli,
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "SCRIPT:[{\"type\":\"text\",\"text\":\"Ahoy.\"}]",
    ];
    let recorded = home.output(&arguments);
    assert!(recorded.status.success(), "{}", text(&recorded.stderr));
    let replay = ["replay", "--stdout", "--speed", "0", &file];
    assert_eq!(text(&home.output(&replay).stdout), text(&recorded.stdout));
    let (status, screen) = Terminal::start(home.command(&replay)).end();
    assert!(status.success() && screen.contains("Ahoy."), "{screen}");
    shown_in_the_browser(home, &file);
}
