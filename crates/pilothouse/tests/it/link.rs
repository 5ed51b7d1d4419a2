//! `pilothouse link`, and what the server prints of links itself.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::support::{Home, SignedIn, text};

/// A server whose output is no terminal, ended when it is dropped.
struct Service {
    child: Child,
    printed: Vec<String>,
}

impl Service {
    /// Starts it and reads so many lines of its output.
    fn start(home: &Home, data: &str, lines: usize, flags: &[&str]) -> Self {
        let mut arguments = vec![
            "serve",
            "--simulated",
            "--no-open",
            "--listen",
            "127.0.0.1:0",
        ];
        arguments.extend(["--data", data, "--log", "error"]);
        arguments.extend(flags);
        let mut child = home
            .command(&arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let printed = output.take(lines).map(Result::unwrap).collect();
        Self { child, printed }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn data(home: &Home) -> String {
    home.path().join("data").display().to_string()
}

#[test]
fn without_a_terminal_no_link_is_printed() {
    let home = Home::new();
    let data = data(&home);
    let service = Service::start(&home, &data, 2, &[]);
    let printed = service.printed.join("\n");
    assert!(
        printed.starts_with("Pilothouse is at http://127.0.0.1:"),
        "{printed}"
    );
    assert!(
        printed.ends_with("Run `pilothouse link` for a sign-in link."),
        "{printed}"
    );
    assert!(!printed.contains("token"), "{printed}");
    // A second start finds the first, and tells no more.
    let second = home.output(&["serve", "--no-open", "--data", &data]);
    assert!(second.status.success());
    let (out, err) = (text(&second.stdout), text(&second.stderr));
    assert!(out.contains("Pilothouse is at http://127.0.0.1:"), "{out}");
    assert!(
        !out.contains("token") && !err.contains("token"),
        "{out}{err}"
    );
}

#[test]
fn the_link_is_printed_anyway_when_asked_for() {
    let home = Home::new();
    let service = Service::start(&home, &data(&home), 1, &["--print-link"]);
    let link = service.printed[0].rsplit(' ').next().unwrap();
    let device = SignedIn::by(link).json("GET /api/host", "");
    assert_eq!(device["scope"], "admin");
}

#[test]
fn link_makes_links_for_the_server_that_runs() {
    let home = Home::new();
    let data = data(&home);
    let _service = Service::start(&home, &data, 1, &[]);
    let link = home.output(&["link", "--data", &data]);
    let admin = SignedIn::by(&text(&link.stdout)).json("GET /api/host", "");
    assert_eq!(admin["scope"], "admin");
    let arguments = [
        "link", "--data", &data, "--scope", "answer", "--name", "phone",
    ];
    let link = home.output(&arguments);
    let phone = SignedIn::by(&text(&link.stdout)).json("GET /api/host", "");
    assert_eq!(
        (&phone["scope"], &phone["device"]),
        (&"answer".into(), &"phone".into())
    );
}

#[test]
fn link_needs_a_server_that_runs() {
    let home = Home::new();
    let output = home.output(&["link", "--data", &data(&home)]);
    assert_eq!(output.status.code(), Some(1));
    let problem = text(&output.stderr);
    assert!(problem.contains("no server is running with"), "{problem}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_demo_is_found_by_its_flag_and_named_where_it_is_the_one_that_runs() {
    let home = Home::new();
    // Left by an earlier start, so that this one opens no sessions.
    let demo = home.path().join(".local/share/pilothouse-demo");
    std::fs::create_dir_all(demo.join("workspace/harbor-ferries/.git")).unwrap();
    let mut child = home
        .command(&["serve", "--demo", "--no-open", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = printed.next().unwrap().unwrap();
    assert!(
        line.starts_with("The Pilothouse demo is at http://"),
        "{line}"
    );
    let _service = Service {
        child,
        printed: Vec::new(),
    };
    let output = home.output(&["link"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("the demo is: add --demo"), "{said}");
    let output = home.output(&["link", "--demo"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("http://"));
    let again = home.output(&["serve", "--demo", "--no-open"]);
    assert_eq!(again.status.code(), Some(0));
    assert!(text(&again.stderr).contains("the demo is already running"));
}
