//! `pilothouse replay`, in a terminal and through pipes.

use crate::pty::Terminal;
use crate::support::{Home, Real, SIMULATOR, SignedIn, text};

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

fn shown_in_the_browser(home: &Home, file: &str) {
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

#[test]
fn a_recording_is_a_session_that_can_be_looked_at() {
    let home = Home::new();
    let file = recording(&home);
    shown_in_the_browser(&home, &file);
}

#[test]
fn a_recording_of_the_simulator_and_of_the_real_cli_plays_in_a_terminal() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    for (name, cli) in [
        ("sim", Some(SIMULATOR)),
        ("real", real.as_ref().map(|real| real.path.as_str())),
    ] {
        let Some(cli) = cli else { continue };
        let file = home
            .path()
            .join(format!("{name}.ndjson"))
            .display()
            .to_string();
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
        shown_in_the_browser(&home, &file);
    }
}
