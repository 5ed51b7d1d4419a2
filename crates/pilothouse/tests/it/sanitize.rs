//! Text from elsewhere that would steer a terminal.

use serde_json::json;

use crate::doctor::{known_help, wrapper};
use crate::host::Host;
use crate::pty::Terminal;
use crate::scenes::attach::{attached, leave, script};
use crate::support::{Home, SIMULATOR, text};

/// Sets the title, writes the clipboard, clears the screen, goes back in the line, and turns the direction of what follows.
const STEERING: &str =
    "\u{1b}]0;owned\u{7}\u{1b}]52;c;b3duZWQ=\u{7}\u{1b}[2J\u{9b}2J\rback\u{202e}end";

/// What a terminal must not be sent. Colors are the program's own.
#[track_caller]
fn is_harmless(printed: &str) {
    let steers = |letter: char| letter.is_control() && !"\n\r\t\u{1b}".contains(letter);
    assert!(!printed.contains(steers), "{printed:?}");
    assert!(!printed.contains('\u{202e}'), "{printed:?}");
    for wrong in ["\u{1b}]", "\u{1b}[2J", "\rback"] {
        assert!(!printed.contains(wrong), "{wrong:?} in {printed:?}");
    }
}

/// A session that says such things, under such a title.
fn session(host: &Host) -> String {
    let blocks = json!([{"type": "text", "text": format!("Said {STEERING} and\nmore.")}]);
    let id = host.session(&script(&blocks.to_string()));
    host.idle(&id);
    let title = json!({"title": format!("Named {STEERING}\nfaked line")});
    host.browser
        .json(&format!("PATCH /api/sessions/{id}"), &title.to_string());
    id
}

#[test]
fn no_command_passes_on_what_steers_a_terminal() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = session(&host);
    let (home, data) = (&host.home, host.data());
    let sessions = |arguments: &[&str]| {
        let mut all = vec!["sessions", "--data", &data];
        all.extend(arguments);
        let piped = home.output(&all);
        assert!(
            piped.status.success(),
            "{arguments:?}: {}",
            text(&piped.stderr)
        );
        let (_, screen) = Terminal::start(home.command(&all)).end();
        is_harmless(&screen);
        text(&piped.stdout)
    };
    let listed = sessions(&["list"]);
    is_harmless(&listed);
    assert_eq!(
        listed.lines().count(),
        1,
        "the title stays on its line: {listed}"
    );
    let shown = sessions(&["show", &id]);
    is_harmless(&shown);
    assert!(shown.contains("owned"), "{shown}");
    is_harmless(&sessions(&["search", "owned"]));
    // Programs get data as it is.
    assert!(sessions(&["export", &id]).contains(STEERING));
    assert!(sessions(&["show", "--json", &id]).contains("\u{9b}2J"));

    let recording = home.path().join("recording.ndjson").display().to_string();
    let lines = [
        json!({"t": 0, "dir": "out", "raw": STEERING}),
        json!({"t": 0, "dir": "out", "line": {"type": STEERING}}),
    ];
    std::fs::write(&recording, lines.map(|line| format!("{line}\n")).concat()).unwrap();
    let checked = home.output(&["wire", "check", &recording]);
    is_harmless(&text(&checked.stdout));
    assert!(text(&checked.stdout).contains("owned"));
    let replay = ["replay", "--stdout", "--speed", "0", &recording];
    let (_, screen) = Terminal::start(home.command(&replay)).end();
    is_harmless(&screen);
    assert!(screen.contains("owned"), "{screen}");

    let version = format!("2.1.325 {STEERING}").replace('\r', "");
    let claude = wrapper(home, "odd", &version, &known_help(), "");
    let examined = home.output(&["doctor", "--claude", &claude]);
    is_harmless(&text(&examined.stdout));
    is_harmless(&text(&examined.stderr));
    // An error names what it is about.
    let missing = format!("none{STEERING}");
    let failed = home.output(&["sessions", "--data", &data, "show", &missing]);
    is_harmless(&text(&failed.stderr));
}

#[test]
fn attach_shows_what_would_steer_the_terminal() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = session(&host);
    let mut screen = attached(&host, &id);
    screen.until("more.");
    let all = leave(screen);
    let all = all.replace("\r\u{1b}[K", "");
    is_harmless(&all);
    assert!(all.contains("⏎faked line"), "{all}");
}

#[test]
fn run_shows_what_would_steer_the_terminal() {
    let home = Home::new();
    let blocks = json!([{"type": "text", "text": format!("Said {STEERING}.")}]);
    let script = script(&blocks.to_string());
    let run = home.command(&["run", "--claude", SIMULATOR, &script]);
    let (status, screen) = Terminal::start(run).end();
    assert_eq!(status.code(), Some(0), "{screen}");
    assert!(screen.contains("Said \u{fffd}]0;owned"), "{screen}");
    is_harmless(&screen.replace("\r\u{1b}[K", ""));
}
