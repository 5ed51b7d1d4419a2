//! `pilothouse service`, with a service manager that only records what it is asked.

use std::path::PathBuf;
use std::process::Output;

use crate::pty::Terminal;
use crate::support::{Home, PILOTHOUSE, text};

/// A home with a recording `systemctl` and `loginctl`. The first exits with `systemctl` and the other with `loginctl`.
struct Machine(Home);

impl Machine {
    fn new(systemctl: u8, loginctl: u8) -> Self {
        let mut home = Home::new();
        std::fs::create_dir(home.path().join("programs")).unwrap();
        for (name, status) in [("systemctl", systemctl), ("loginctl", loginctl)] {
            home.script(
                &format!("programs/{name}"),
                &format!(
                    "#!/bin/sh\necho \"{name} $*\" >> \"$HOME/calls\"\n\
                     case \"$*\" in *is-active*) echo inactive; exit 3;; *show-user*) echo yes;; esac\n\
                     [ {status} = 0 ] || echo 'Failed to connect to bus' >&2\nexit {status}\n"
                ),
            );
        }
        let path = format!("{}:/usr/bin:/bin", home.path().join("programs").display());
        home.set("PATH", &path);
        home.set("PILOTHOUSE_LISTEN", "127.0.0.1:0");
        Self(home)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.0.output(&[&["service"], arguments].concat())
    }

    fn unit(&self) -> PathBuf {
        let units = self.0.path().join(".config/systemd/user");
        units.join("pilothouse.service")
    }

    /// What the service manager was asked, without questions that change nothing.
    fn calls(&self) -> Vec<String> {
        let calls = std::fs::read_to_string(self.0.path().join("calls")).unwrap_or_default();
        let changes = |call: &&str| !call.contains("show") && !call.contains("is-active");
        calls.lines().filter(changes).map(str::to_owned).collect()
    }
}

#[test]
fn the_definition_can_be_printed_and_nothing_is_changed() {
    let machine = Machine::new(0, 0);
    let output = machine.run(&["install", "--print"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for line in [
        "KillMode=process",
        "Restart=on-failure",
        "WantedBy=default.target",
    ] {
        assert!(printed.lines().any(|one| one == line), "{printed}");
    }
    let start = printed
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let (program, flags) = start.unwrap().split_once(' ').unwrap();
    assert_eq!(program.trim_matches('"'), PILOTHOUSE);
    let flags: Vec<&str> = flags.split(' ').chain(["--help"]).collect();
    assert!(machine.0.output(&flags).status.success(), "{start:?}");
    let path = format!(
        "Environment=\"PATH={}/programs:",
        machine.0.path().display()
    );
    assert!(printed.contains(&path), "{printed}");
    assert!(!machine.unit().exists());
    assert_eq!(machine.calls(), [""; 0]);
}

#[test]
fn a_service_is_installed_and_removed() {
    let machine = Machine::new(0, 0);
    let output = machine.run(&["install", "--yes"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(printed.contains("pilothouse link"), "{printed}");
    let unit = std::fs::read_to_string(machine.unit()).unwrap();
    for line in unit.lines() {
        assert!(
            printed.contains(line),
            "{line} was not shown in:\n{printed}"
        );
    }
    assert_eq!(
        machine.calls(),
        [
            "systemctl --user daemon-reload",
            "systemctl --user enable pilothouse.service",
            "systemctl --user restart pilothouse.service",
            "loginctl enable-linger",
        ]
    );
    let before = machine.calls().len();
    let output = machine.run(&["uninstall", "--yes"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(!machine.unit().exists());
    assert_eq!(
        machine.calls()[before..],
        [
            "systemctl --user disable --now pilothouse.service",
            "systemctl --user daemon-reload",
        ]
    );
    let output = machine.run(&["uninstall", "--yes"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("not installed"));
}

#[test]
fn a_service_that_cannot_outlive_the_login_is_installed_and_says_so() {
    let machine = Machine::new(0, 1);
    let output = machine.run(&["install", "--yes"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(machine.unit().exists());
    let errors = text(&output.stderr);
    assert!(errors.contains("stops when you log out"), "{errors}");
}

#[test]
fn without_a_service_manager_nothing_is_written() {
    let machine = Machine::new(1, 1);
    let output = machine.run(&["install", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains("Failed to connect to bus"), "{errors}");
    assert!(errors.contains("pilothouse serve --no-open"), "{errors}");
    assert!(!machine.unit().exists());
}

#[test]
fn nothing_is_installed_before_a_person_agrees() {
    let machine = Machine::new(0, 0);
    let output = machine.run(&["install"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--yes"));
    let mut terminal = Terminal::start(machine.0.command(&["service", "install"]));
    terminal.until("Install the service? [y/N] ");
    terminal.write("\n");
    let (status, screen) = terminal.end();
    assert_eq!(status.code(), Some(3), "{screen}");
    assert!(screen.contains("nothing was changed"), "{screen}");
    assert!(!machine.unit().exists());
    assert_eq!(machine.calls(), [""; 0]);
}

#[test]
fn variables_that_the_service_does_not_have_are_named() {
    let machine = Machine::new(0, 0);
    let output = machine.run(&["install", "--yes"]);
    let printed = text(&output.stdout);
    assert!(
        printed.contains("PILOTHOUSE_LISTEN. Set them in config.toml"),
        "{printed}"
    );
}

#[test]
fn the_status_names_service_and_server() {
    let machine = Machine::new(0, 0);
    let output = machine.run(&["status"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(
        printed.starts_with("Service:  not installed\nServer:   not running"),
        "{printed}"
    );
    machine.run(&["install", "--yes"]);
    let printed = text(&machine.run(&["status"]).stdout);
    assert!(printed.starts_with("Service:  inactive, /"), "{printed}");
    assert!(
        printed.contains("Starts:   with the machine\n"),
        "{printed}"
    );
}

#[test]
fn a_service_is_not_installed_beside_a_running_server() {
    let machine = Machine::new(0, 0);
    let mut server = machine.0.command(&["serve", "--simulated"]);
    let mut server = Terminal::start({
        server.arg("--no-open");
        server
    });
    server.until("Pilothouse is at ");
    let output = machine.run(&["install", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("a server is already running as process"),
        "{errors}"
    );
    assert!(!machine.unit().exists());
    let output = machine.run(&["status"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("Server:   running as process"));
    server.write("\u{3}");
    assert!(server.end().0.success());
}
