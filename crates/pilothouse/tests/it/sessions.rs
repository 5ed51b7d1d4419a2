//! `pilothouse sessions`, with no host running.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::support::{Home, SignedIn, text};

/// Runs a host just long enough for a tour to be begun, with nothing installed.
fn with_a_tour(home: &Home, data: &str) {
    let arguments = [
        "serve",
        "--no-open",
        "--print-link",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data,
        "--claude",
        "/nowhere/claude",
    ];
    let mut host = home
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(host.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let browser = SignedIn::by(line.split_whitespace().last().unwrap());
    let about = browser.ask("GET /api/host");
    assert!(about.contains("\"verdict\":\"missing\""), "{about}");
    let tour = browser.json("POST /api/tour", "");
    // Its first message is sent when its process runs; a host that ends before that has nothing to keep.
    let mut changes = browser.follow(tour["id"].as_str().unwrap());
    changes.until("look at the project first.");
    // The one sentence about what is missing is on stderr.
    let mut said = String::new();
    BufReader::new(host.stderr.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    assert!(
        said.contains("npm install -g @anthropic-ai/claude-code"),
        "{said}"
    );
    // The index is the host's as long as it runs.
    let repair = home.output(&["doctor", "--repair", "--data", data]);
    assert_eq!(repair.status.code(), Some(1));
    assert!(text(&repair.stderr).contains("a host runs with it"));
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&host),
        rustix::process::Signal::TERM,
    )
    .unwrap();
    assert!(host.wait().unwrap().success());
}

#[test]
fn sessions_are_listed_shown_searched_and_moved_without_a_host() {
    let home = Home::new();
    let data = home.path().join("data").display().to_string();
    with_a_tour(&home, &data);
    let sessions = |arguments: &[&str]| {
        let mut all = vec!["sessions", "--data", &data];
        all.extend(arguments);
        let output = home.output(&all);
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (code, listed, _) = sessions(&["list"]);
    assert_eq!(code, Some(0));
    assert!(listed.contains("Tour"), "{listed}");
    // Untold, it looks where the host would: in a variable, then in the file with settings.
    let untold = home
        .command(&["sessions", "list"])
        .env("PILOTHOUSE_DATA", &data)
        .output();
    assert_eq!(text(&untold.unwrap().stdout), listed);
    let settings = home.path().join("settings.toml");
    std::fs::write(&settings, format!("data = {data:?}\n")).unwrap();
    let mut untold = home.command(&["sessions", "list"]);
    let untold = untold.env("PILOTHOUSE_CONFIG", &settings).output();
    assert_eq!(text(&untold.unwrap().stdout), listed);
    let id = listed.split_whitespace().next().unwrap().to_owned();
    assert!(
        sessions(&["show", &id])
            .1
            .contains("What is in this project?")
    );
    let (_, json, _) = sessions(&["list", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
    let archive = home.path().join("tour.tar").display().to_string();
    let (code, _, said) = sessions(&["export", &id, "--format", "archive", "--out", &archive]);
    assert_eq!(code, Some(0), "{said}");
    let (code, _, said) = sessions(&["import", &archive]);
    assert_eq!(code, Some(1), "it is here already");
    assert!(said.contains("already"), "{said}");
    let cut = home.path().join("cut.tar").display().to_string();
    std::fs::write(&cut, "not an archive").unwrap();
    let (code, _, said) = sessions(&["import", &cut]);
    assert_eq!(code, Some(1));
    assert!(said.contains("this is not an archive"), "{said}");
    let (_, _, said) = sessions(&["export", &id, "--out", "/nowhere/x"]);
    assert!(said.contains("cannot write /nowhere/x"), "{said}");
    let slip = home.output(&["sessions", "--data", "/nowhere", "list"]);
    assert!(text(&slip.stderr).contains("there is no data directory /nowhere"));
    let other = home.path().join("other").display().to_string();
    let moved = home.output(&["sessions", "--data", &other, "import", &archive]);
    assert!(
        text(&moved.stdout).contains("Tour"),
        "{}",
        text(&moved.stderr)
    );
    let backup = home.path().join("backup").display().to_string();
    let (code, _, said) = sessions(&["export", "--all", "--out", &backup]);
    assert_eq!(code, Some(0), "{said}");
    let third = home.path().join("third").display().to_string();
    for expected in ["Tour", "already"] {
        let read = home.output(&["sessions", "--data", &third, "import", &backup]);
        let said = text(&read.stdout) + &text(&read.stderr);
        assert!(read.status.success() && said.contains(expected), "{said}");
    }
    let (code, _, said) = sessions(&["show", "nothing"]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("there is no session nothing") && said.contains("sessions list"),
        "{said}"
    );
}
