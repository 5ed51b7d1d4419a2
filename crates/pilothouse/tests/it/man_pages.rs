//! Help, completions and manual pages.

use crate::support::{Home, text};

/// Everything that a person can type after the name of the program.
const COMMANDS: [&str; 16] = [
    "serve",
    "service",
    "upgrade",
    "link",
    "run",
    "attach",
    "sessions",
    "doctor",
    "tap",
    "replay",
    "wire",
    "sim",
    "model",
    "completions",
    "man",
    "help",
];

#[test]
fn every_command_is_known_here() {
    let help = text(&Home::new().output(&["--help"]).stdout);
    let commands = help.split_once("Commands:").unwrap().1;
    let commands = commands.split_once("\n\n").unwrap().0;
    let named: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(named.len(), COMMANDS.len(), "{named:?}");
    assert!(
        named.iter().all(|name| COMMANDS.contains(name)),
        "{named:?}"
    );
}

#[test]
fn every_command_has_examples() {
    let home = Home::new();
    let has_examples = |command: &[&str]| {
        let mut arguments = command.to_vec();
        arguments.push("--help");
        let output = home.output(&arguments);
        assert!(output.status.success(), "{command:?}");
        let help = text(&output.stdout);
        assert!(help.contains("Example"), "{command:?}: {help}");
    };
    has_examples(&[]);
    for command in COMMANDS.iter().filter(|name| **name != "help") {
        has_examples(&[command]);
    }
    has_examples(&["wire", "check"]);
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
        assert!(!script.contains("tap-recorder"), "{shell}");
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    let home = Home::new();
    assert!(text(&home.output(&["man"]).stdout).contains(".TH pilothouse"));
    let directory = home.path().join("man1");
    let output = home.output(&["man", "--dir", directory.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for command in COMMANDS.iter().filter(|name| **name != "help") {
        let page =
            std::fs::read_to_string(directory.join(format!("pilothouse-{command}.1"))).unwrap();
        assert!(page.contains(command));
    }
    for hidden in ["runner", "tap-recorder"] {
        assert!(
            !directory.join(format!("pilothouse-{hidden}.1")).exists(),
            "what is not for people has no page"
        );
    }
}
