//! `pilothouse upgrade`, with releases served on loopback.

#[path = "../../../../xtask/tests/it/install/release.rs"]
#[allow(dead_code, reason = "the tests of the script use the rest")]
mod release;

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{Home, PILOTHOUSE, text};
use release::{Release, VERSION};

/// A home in which the install script has installed this program.
struct Machine {
    home: Home,
    releases: String,
}

impl Machine {
    fn new(release: &Release) -> Self {
        let mut home = Home::new();
        let programs = home.path().join("programs");
        let bin = home.path().join("bin");
        std::fs::create_dir(&programs).unwrap();
        std::fs::create_dir(&bin).unwrap();
        // Whatever this machine is, the script takes it for the one that the release is for.
        home.script(
            "programs/uname",
            "#!/bin/sh\n[ \"$1\" = -s ] && echo Linux || echo x86_64\n",
        );
        home.script(
            "programs/systemctl",
            "#!/bin/sh\necho \"$*\" >> \"$HOME/calls\"\n",
        );
        std::fs::copy(PILOTHOUSE, bin.join("pilothouse")).unwrap();
        let path = format!("{}:/usr/bin:/bin", programs.display());
        home.set("PATH", &path);
        let releases = release.serve();
        home.set("PILOTHOUSE_RELEASES", &releases);
        Self { home, releases }
    }

    fn program(&self) -> PathBuf {
        self.home.path().join("bin/pilothouse")
    }

    fn upgrade(&self, arguments: &[&str]) -> Output {
        let prepared = self.home.command(&[&["upgrade"], arguments].concat());
        let mut command = Command::new(self.program());
        command.args(prepared.get_args()).env_clear().envs(
            prepared
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        command.stdin(std::process::Stdio::null()).output().unwrap()
    }

    /// What the installed program prints as its version.
    fn version(&self) -> String {
        let output = Command::new(self.program()).arg("--version").output();
        text(&output.unwrap().stdout)
    }
}

#[test]
fn the_program_replaces_itself_and_restarts_its_service() {
    let machine = Machine::new(&Release::new());
    let before = machine.version();
    let output = machine.upgrade(&["--check"]);
    assert_eq!(output.status.code(), Some(10), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains(&format!("Pilothouse {VERSION} is available")));
    assert_eq!(machine.version(), before);

    let output = machine.upgrade(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--yes"));
    assert_eq!(machine.version(), before);

    let unit = machine.home.path().join(".config/systemd/user");
    std::fs::create_dir_all(&unit).unwrap();
    std::fs::write(unit.join("pilothouse.service"), "").unwrap();
    let output = machine.upgrade(&["--yes"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(machine.version(), format!("pilothouse {VERSION}\n"));
    let calls = std::fs::read_to_string(machine.home.path().join("calls")).unwrap();
    assert_eq!(calls, "--user try-restart pilothouse.service\n");
    assert!(text(&output.stdout).contains("sessions keep running"));
}

#[test]
fn a_corrupted_release_changes_nothing() {
    let machine = Machine::new(&Release::new().corrupted());
    let before = machine.version();
    let output = machine.upgrade(&["--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains("does not match"), "{errors}");
    assert!(errors.contains("the program was not replaced"), "{errors}");
    assert_eq!(machine.version(), before);
}

#[test]
fn a_release_that_does_not_exist_is_reported() {
    let machine = Machine::new(&Release::new());
    let output = machine.upgrade(&["--version", "9.9.9", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    let url = format!("{}/download/v9.9.9/SHA256SUMS", machine.releases);
    assert!(
        errors.contains(&format!("cannot download {url}")),
        "{errors}"
    );
}

#[test]
fn upgrades_can_be_turned_off() {
    let machine = Machine::new(&Release::new());
    let folder = machine.home.path().join(".config/pilothouse");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), "upgrade = false\n").unwrap();
    let output = machine.upgrade(&["--yes"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("upgrade = false"));
}

#[test]
fn a_build_from_source_is_not_replaced() {
    let home = Home::new();
    let output = home.output(&["upgrade", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("was not installed by the install script"),
        "{errors}"
    );
}
