//! `pilothouse doctor` on the real CLI.

use serde_json::Value;

use crate::cli::Real;
use crate::pty::Terminal;
use crate::scenes::doctor::{check, report};
use crate::support::{Home, text};

pub(crate) fn the_real_cli_is_verified_and_its_wrappers_are_seen_through() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    let (found, code) = report(&home, &real.path);
    assert_eq!(
        (&found["verdict"], code),
        (&Value::from("verified"), Some(0)),
        "{found}"
    );
    let version = found["version"].as_str().unwrap().to_owned();
    let told = std::process::Command::new(&real.path)
        .arg("--version")
        .output()
        .unwrap();
    assert!(text(&told.stdout).starts_with(&version), "{version}");
    let doctor = home.command(&["doctor", "--claude", &real.path]);
    let (status, screen) = Terminal::start(doctor).end();
    assert_eq!(status.code(), Some(0), "{screen}");
    assert!(
        screen.contains(&format!("Claude Code {version} at ")) && screen.contains("verified"),
        "{screen}"
    );
    assert!(
        found["verified"]
            .as_array()
            .unwrap()
            .contains(&version.into())
    );
    assert!(
        check(&found, "sign-in")["text"]
            .as_str()
            .unwrap()
            .contains("ANTHROPIC_API_KEY")
    );
    let program = std::fs::canonicalize(&real.path)
        .unwrap()
        .display()
        .to_string();
    let odd = home.script(
        "odd",
        &format!(
            "#!/bin/sh\n# {{type:\"warp_frame\"}}\nif [ \"$1\" = --help ]; then {program} --help | sed 's/--betas /--wetas /'; else exec {program} \"$@\"; fi\n"
        ),
    );
    let (found, _) = report(&home, &odd);
    assert_eq!(found["verdict"], "newer");
    assert!(
        check(&found, "flags")["text"]
            .as_str()
            .unwrap()
            .contains("no longer has --betas"),
        "{found}"
    );
    assert!(
        check(&found, "messages")["text"]
            .as_str()
            .unwrap()
            .contains("type warp_frame"),
        "{found}"
    );
    assert_eq!(check(&found, "start")["outcome"], "ok");
}
