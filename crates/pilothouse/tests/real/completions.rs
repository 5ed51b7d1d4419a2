//! Completions in shells.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Home, PILOTHOUSE, text};

/// What a shell offers after some words, by its own script.
fn offered(shell: &str, ask: &str) -> String {
    let home = Home::new();
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
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(ask.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "", "{shell}");
    text(&output.stdout)
}

pub(crate) fn bash_completes_commands_and_flags() {
    let ask = r#"
        source "$SCRIPT"
        COMP_WORDS=(pilothouse do) COMP_CWORD=1; _pilothouse pilothouse do pilothouse; echo "${COMPREPLY[@]}"
        COMP_WORDS=(pilothouse run --al) COMP_CWORD=2; _pilothouse pilothouse --al run; echo "${COMPREPLY[@]}"
    "#;
    assert_eq!(offered("bash", ask), "doctor\n--allow\n");
}

pub(crate) fn fish_completes_commands_and_flags() {
    let ask = r#"
        source "$SCRIPT"
        complete -C "pilothouse do"
        complete -C "pilothouse run --al"
    "#;
    let said = offered("fish", ask);
    assert!(
        said.contains("doctor\t") && said.contains("--allow\t"),
        "{said}"
    );
}

pub(crate) fn zsh_loads_the_completions() {
    let ask = r#"
        autoload -Uz compinit && compinit -u -d "$HOME/dump"
        source "$SCRIPT"
        whence -w _pilothouse
        whence -w _pilothouse__subcmd__run_commands _pilothouse__run_commands 2>/dev/null || true
    "#;
    let said = offered("zsh", ask);
    assert!(said.contains("_pilothouse: function"), "{said}");
}
