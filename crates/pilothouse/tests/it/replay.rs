//! `pilothouse replay`, in a terminal and through pipes.

use crate::scenes::replay::{plays_in_a_terminal, shown_in_the_browser};
use crate::support::{Home, SIMULATOR, text};

const RECORDING: &str = concat!(
    "{\"t\":0,\"dir\":\"in\",\"line\":{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}}\n",
    "{\"t\":5,\"dir\":\"out\",\"line\":{\"type\":\"keep_alive\"}}\n",
    "{\"t\":205,\"dir\":\"out\",\"raw\":\"not json\"}\n",
);

fn recording(home: &Home) -> String {
    let path = home.path().join("recording.ndjson");
    std::fs::write(&path, RECORDING).unwrap();
    path.display().to_string()
}

#[test]
fn lines_are_printed_as_they_were_at_their_times() {
    let home = Home::new();
    let file = recording(&home);
    let begun = std::time::Instant::now();
    let output = home.output(&["replay", &file]);
    assert_eq!(
        text(&output.stdout),
        "{\"type\":\"keep_alive\"}\nnot json\n"
    );
    assert!(begun.elapsed() >= std::time::Duration::from_millis(200));
    let output = home.output(&["replay", "--speed", "0", "--lines", "both", &file]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with("> {\"type\":\"user\"") && said.ends_with("< not json\n"),
        "{said}"
    );
}

#[test]
fn a_file_that_is_no_recording_is_refused_by_line() {
    let home = Home::new();
    let path = home.path().join("other").display().to_string();
    std::fs::write(&path, "{\"type\":\"user\"}\n").unwrap();
    let output = home.output(&["replay", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("line 1 is not of a recording"),
        "{}",
        text(&output.stderr)
    );
    let output = home.output(&["replay", "/nowhere"]);
    assert!(text(&output.stderr).contains("cannot read /nowhere"));
    let output = home.output(&["replay", "--speed=-1", "/nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("not a factor"));
}

#[test]
fn a_recording_is_a_session_that_can_be_looked_at() {
    let home = Home::new();
    let file = recording(&home);
    shown_in_the_browser(&home, &file);
}

#[test]
fn a_recording_of_the_simulator_plays_in_a_terminal() {
    plays_in_a_terminal(&Home::new(), SIMULATOR);
}
