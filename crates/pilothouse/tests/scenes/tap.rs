//! Sessions of a CLI through `pilothouse tap`.

use crate::pty::Terminal;
use crate::support::{Home, PILOTHOUSE, text};

/// Runs one message through the tap, and looks at the recording.
pub(crate) fn tapped_session(home: &Home, cli: &str) {
    let recording = home.path().join("session.ndjson").display().to_string();
    let wrapper = home.script(
        "tapped",
        &format!("#!/bin/sh\nexec {PILOTHOUSE} tap --out {recording} -- {cli} \"$@\"\n"),
    );
    let output = home.output(&[
        "run",
        "--claude",
        &wrapper,
        "SCRIPT:[{\"type\":\"text\",\"text\":\"All is well.\"}]",
    ]);
    assert_eq!(
        text(&output.stdout),
        "All is well.\n",
        "{}",
        text(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(0));
    is_whole(home, &recording);
}

/// Types a message to the CLI through the tap, in a terminal, and looks at the recording.
pub(crate) fn tapped_in_a_terminal(home: &Home, cli: &str) {
    let recording = home.path().join("terminal.ndjson").display().to_string();
    let mut arguments = vec!["tap", "--out", &recording, "--", cli, "-p", "--verbose"];
    arguments.extend(["--input-format", "stream-json"]);
    arguments.extend(["--output-format", "stream-json"]);
    let mut screen = Terminal::start(home.command(&arguments));
    let prompt = "SCRIPT:[{\"type\":\"text\",\"text\":\"Ahoy.\"}]";
    let message = serde_json::json!({
        "type": "user",
        "message": {"role": "user", "content": prompt},
    });
    screen.write(&format!("{message}\n"));
    screen.until("\"type\":\"result\"");
    screen.write("\u{4}");
    let (status, all) = screen.end();
    assert!(status.success(), "{all}");
    is_whole(home, &recording);
}

/// One message and its result are in a recording, and the types hold all of it.
fn is_whole(home: &Home, recording: &str) {
    let output = home.output(&["wire", "check", "--json", recording]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["lossy"], 0);
    assert_eq!(report["not_json"], 0);
    assert!(
        report["types"]["result/success"].as_u64() == Some(1),
        "{report}"
    );
    assert!(report["types"]["> user"].as_u64() == Some(1), "{report}");
}
