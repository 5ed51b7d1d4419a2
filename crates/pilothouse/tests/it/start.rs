//! The host as a program: what it says at its start, and what it finds later.

use std::time::Instant;

use crate::doctor::{known_help, wrapper};
use crate::host::Host;
use crate::pty::Terminal;
use crate::support::{Home, LIMIT, SIMULATOR, SignedIn};

fn verdict(browser: &SignedIn) -> String {
    let host = browser.json("GET /api/host", "");
    host["cli"]["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn a_host_where_nobody_is_signed_in_starts_and_says_how() {
    let mut home = Home::new();
    // This is how the simulator, which does the talking here, plays a CLI that nobody is signed in to.
    home.set("ANTHROPIC_API_KEY", "");
    let claude = wrapper(&home, "claude", "2.1.325", &known_help(), "");
    let data = home.path().join("data").display().to_string();
    let mut serve = vec!["serve", "--no-open", "--claude", &claude, "--data", &data];
    serve.extend(["--listen", "127.0.0.1:0"]);
    let mut screen = Terminal::start(home.command(&serve));
    screen.until("Pilothouse is at ");
    screen.until("\n");
    let said = screen.until("The tour works without it");
    assert!(
        said.contains("Nobody is signed in: run `claude` and type /login"),
        "{said}"
    );
    assert_eq!(said.trim_end().lines().count(), 1, "one sentence: {said}");
    screen.write("\u{3}");
    let (status, all) = screen.end();
    assert!(status.success(), "{all}");
}

#[test]
fn a_host_without_a_cli_starts_says_so_and_finds_one_later() {
    let mut home = Home::new();
    let programs = home.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    home.set("PATH", &format!("{}:/usr/bin:/bin", programs.display()));
    let data = home.path().join("data").display().to_string();
    let serve = [
        "serve",
        "--no-open",
        "--listen",
        "127.0.0.1:0",
        "--data",
        &data,
    ];
    let mut screen = Terminal::start(home.command(&serve));
    screen.until("Pilothouse is at ");
    let browser = SignedIn::by(&screen.until("\n"));
    let said = screen.until("The tour works without it");
    assert!(
        said.contains("npm install -g @anthropic-ai/claude-code"),
        "{said}"
    );
    assert_eq!(said.trim_end().lines().count(), 1, "one sentence: {said}");
    assert_eq!(verdict(&browser), "missing");
    home.script(
        "programs/claude",
        &format!("#!/bin/sh\nexec {SIMULATOR} \"$@\"\n"),
    );
    let begun = Instant::now();
    while verdict(&browser) == "missing" {
        assert!(begun.elapsed() < LIMIT, "it is not found");
        std::thread::yield_now();
    }
    screen.write("\u{3}");
    let (status, all) = screen.end();
    assert!(status.success(), "{all}");
}

#[test]
fn the_repository_that_a_host_is_started_in_is_offered() {
    let home = Home::new();
    let project = home.project().canonicalize().unwrap();
    std::fs::create_dir(project.join(".git")).unwrap();
    let host = Host::start(home, SIMULATOR);
    let projects = host.browser.json("GET /api/projects", "");
    assert_eq!(projects.as_array().unwrap().len(), 1, "{projects}");
    assert_eq!(projects[0]["path"], project.display().to_string());
    assert_eq!(projects[0]["sessions"], 0);
}
