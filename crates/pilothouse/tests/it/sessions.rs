//! `pilothouse sessions`, with no host running.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::support::{Home, text};

/// Runs a host just long enough for a tour to be begun, with nothing installed.
fn with_a_tour(home: &Home, data: &str) {
    let arguments = [
        "serve",
        "--no-open",
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
    let link = line.split_whitespace().last().unwrap();
    let (host_name, token) = link
        .strip_prefix("http://")
        .unwrap()
        .split_once("/#token=")
        .unwrap();
    let ask = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(host_name).unwrap();
        let length = body.len();
        let request = format!(
            "{head}Host: {host_name}\r\nOrigin: http://{host_name}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = ask(
        "POST /api/login HTTP/1.1\r\n",
        &format!("{{\"token\":\"{token}\"}}"),
    );
    let cookie = answer
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .starts_with("set-cookie:")
                .then(|| line[11..].split(';').next().unwrap().trim().to_owned())
        })
        .unwrap();
    let key = answer
        .split("\"key\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let signed_in = format!("Cookie: {cookie}\r\nx-pilothouse-key: {key}\r\n");
    let about = ask(&format!("GET /api/host HTTP/1.1\r\n{signed_in}"), "");
    assert!(about.contains("\"verdict\":\"missing\""), "{about}");
    let begun = ask(&format!("POST /api/tour HTTP/1.1\r\n{signed_in}"), "");
    assert!(begun.starts_with("HTTP/1.1 201"), "{begun}");
    // The one sentence about what is missing is on stderr.
    let mut said = String::new();
    BufReader::new(host.stderr.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    assert!(
        said.contains("npm install -g @anthropic-ai/claude-code"),
        "{said}"
    );
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
    let other = home.path().join("other").display().to_string();
    let moved = home.output(&["sessions", "--data", &other, "import", &archive]);
    assert!(
        text(&moved.stdout).contains("Tour"),
        "{}",
        text(&moved.stderr)
    );
    let (code, _, said) = sessions(&["show", "nothing"]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("there is no session nothing") && said.contains("sessions list"),
        "{said}"
    );
}
