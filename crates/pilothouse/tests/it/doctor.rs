//! `pilothouse doctor` on the simulator and on wrappers.

use serde_json::Value;

use crate::pty::Terminal;
use crate::scenes::doctor::{check, report};
use crate::support::{Home, SIMULATOR, text};

#[test]
fn the_simulator_is_told_from_the_cli() {
    let home = Home::new();
    let (report, code) = report(&home, SIMULATOR);
    assert_eq!(report["verdict"], "simulated");
    assert_eq!(report["version"], "2.1.325");
    assert_eq!(check(&report, "start")["outcome"], "ok");
    assert_eq!(code, Some(0));
}

#[test]
fn a_missing_program_is_told_with_the_way_to_get_it() {
    let home = Home::new();
    let output = home.output(&["doctor", "--claude", "/nowhere/claude"]);
    assert_eq!(output.status.code(), Some(5));
    let said = text(&output.stdout);
    assert!(
        said.contains("not installed") && said.contains("npm install -g @anthropic-ai/claude-code"),
        "{said}"
    );
}

#[test]
fn something_else_is_broken() {
    let home = Home::new();
    let (report, code) = report(&home, "/bin/echo");
    assert_eq!(
        (&report["verdict"], code),
        (&Value::from("broken"), Some(3))
    );
}

#[test]
fn colour_is_for_terminals_that_want_it() {
    let mut home = Home::new();
    home.set("TERM", "xterm");
    let (_, screen) = Terminal::start(home.command(&["doctor", "--claude", SIMULATOR])).end();
    assert!(screen.contains("\u{1b}[32msimulated\u{1b}[0m"), "{screen}");
    home.set("NO_COLOR", "1");
    let (status, screen) = Terminal::start(home.command(&["doctor", "--claude", SIMULATOR])).end();
    assert!(
        screen.contains(": simulated") && !screen.contains('\u{1b}'),
        "{screen}"
    );
    assert_eq!(status.code(), Some(0));
}

/// A CLI that is all that we know of one: a version, a help, and the simulator for sessions.
pub(crate) fn wrapper(home: &Home, name: &str, version: &str, help: &str, words: &str) -> String {
    let help = help.replace('\'', "");
    home.script(
        name,
        &format!(
            "#!/bin/sh\n# {words}\ncase \"$1\" in\n--version) echo '{version} (Claude Code)';;\n--help) cat <<'EOF'\n{help}\nEOF\n;;\n*) exec {SIMULATOR} \"$@\";;\nesac\n"
        ),
    )
}

pub(crate) fn known_help() -> String {
    use pilothouse_protocol::command::Flag;
    let flags = Flag::ALL.iter().filter(|flag| !flag.is_hidden());
    "Options:\n".to_owned()
        + &flags
            .map(|flag| format!("  {} <value>   words\n", flag.name()))
            .collect::<String>()
}

#[test]
fn removed_flags_and_unknown_messages_of_wrappers_are_named() {
    let home = Home::new();
    let whole = wrapper(&home, "whole", "2.1.325", &known_help(), "");
    let (found, _) = report(&home, &whole);
    assert_eq!(found["verdict"], "verified", "{found}");
    let newer = wrapper(&home, "newer", "2.2.0", &known_help(), "");
    let (found, code) = report(&home, &newer);
    assert_eq!((&found["verdict"], code), (&Value::from("newer"), Some(1)));
    let less = known_help().replace("  --betas ", "  --beta-features ");
    let (found, _) = report(&home, &wrapper(&home, "less", "2.1.325", &less, ""));
    let flags = check(&found, "flags")["text"].as_str().unwrap();
    assert!(
        flags.contains("no longer has --betas") && flags.contains("--beta-features"),
        "{flags}"
    );
    let none = known_help().replace("  --session-id ", "  --conversation ");
    let (found, code) = report(&home, &wrapper(&home, "none", "2.1.325", &none, ""));
    assert_eq!((&found["verdict"], code), (&Value::from("broken"), Some(3)));
    assert!(
        check(&found, "flags")["text"]
            .as_str()
            .unwrap()
            .contains("--session-id")
    );
    let words = r#"{type:"system",subtype:"quantum_leap"} {type:"warp_frame"}"#;
    let (found, _) = report(
        &home,
        &wrapper(&home, "words", "2.1.325", &known_help(), words),
    );
    let messages = check(&found, "messages")["text"].as_str().unwrap();
    assert!(
        messages.contains("subtype quantum_leap") && messages.contains("type warp_frame"),
        "{messages}"
    );
    assert_eq!(found["verdict"], "newer", "it says 2.1.325 and is not");
}
