//! Help, completions and manual pages.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Home, PILOTHOUSE, text};

/// Everything that a person can type after the name of the program.
const COMMANDS: [&str; 13] = [
    "serve",
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

/// What a shell offers after some words, by its own script; nothing where the shell is not installed.
fn offered(home: &Home, shell: &str, ask: &str) -> Option<String> {
    let script = home.output(&["completions", shell]).stdout;
    let path = home.path().join("completion");
    std::fs::write(&path, script).unwrap();
    let programs = std::path::Path::new(PILOTHOUSE).parent().unwrap();
    let mut child = Command::new(shell)
        .env("HOME", home.path())
        .env("SCRIPT", &path)
        .env(
            "PATH",
            format!("{}:{}", programs.display(), std::env::var("PATH").unwrap()),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(ask.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "", "{shell}");
    Some(text(&output.stdout))
}

#[test]
fn completions_work_in_the_shells_that_are_here() {
    let home = Home::new();
    let bash = r#"
        source "$SCRIPT"
        COMP_WORDS=(pilothouse do) COMP_CWORD=1; _pilothouse pilothouse do pilothouse; echo "${COMPREPLY[@]}"
        COMP_WORDS=(pilothouse run --al) COMP_CWORD=2; _pilothouse pilothouse --al run; echo "${COMPREPLY[@]}"
    "#;
    if let Some(said) = offered(&home, "bash", bash) {
        assert_eq!(said, "doctor\n--allow\n");
    }
    let fish = r#"
        source "$SCRIPT"
        complete -C "pilothouse do"
        complete -C "pilothouse run --al"
    "#;
    if let Some(said) = offered(&home, "fish", fish) {
        assert!(
            said.contains("doctor\t") && said.contains("--allow\t"),
            "{said}"
        );
    }
    let zsh = r#"
        autoload -Uz compinit && compinit -u -d "$HOME/dump"
        source "$SCRIPT"
        whence -w _pilothouse
        whence -w _pilothouse__subcmd__run_commands _pilothouse__run_commands 2>/dev/null || true
    "#;
    if let Some(said) = offered(&home, "zsh", zsh) {
        assert!(said.contains("_pilothouse: function"), "{said}");
    }
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
