//! Help, completions and manual pages.

use crate::support::{Home, text};

const COMMANDS: [&str; 7] = [
    "serve",
    "run",
    "sessions",
    "doctor",
    "tap",
    "replay",
    "completions",
];

#[test]
fn every_command_has_examples() {
    let home = Home::new();
    for command in COMMANDS {
        let output = home.output(&[command, "--help"]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:"), "{command}");
    }
    assert!(text(&home.output(&["--help"]).stdout).contains("Examples:"));
}

#[test]
fn completions_are_made_for_each_shell() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let output = home.output(&["completions", shell]);
        assert!(output.status.success());
        let script = text(&output.stdout);
        assert!(
            COMMANDS.iter().all(|command| script.contains(command)),
            "{shell}"
        );
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    let home = Home::new();
    assert!(text(&home.output(&["man"]).stdout).contains(".TH pilothouse"));
    let directory = home.path().join("man1");
    let output = home.output(&["man", "--dir", directory.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for command in COMMANDS {
        let page =
            std::fs::read_to_string(directory.join(format!("pilothouse-{command}.1"))).unwrap();
        assert!(page.contains(command));
    }
    assert!(
        !directory.join("pilothouse-runner.1").exists(),
        "what is not for people has no page"
    );
}
