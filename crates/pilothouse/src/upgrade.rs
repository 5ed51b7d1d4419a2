//! `pilothouse upgrade`: replaces this program with a release.
//!
//! The install script of this version downloads and verifies it, so there is one way to install a release.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::consent::Consent;
use crate::exit;
use crate::output::{print_error, print_line};
use crate::serve::Usual;
use crate::service::manager::Manager;

const SCRIPT: &str = include_str!("upgrade/install.sh");

pub(crate) const EXAMPLES: &str = "\
The release is downloaded over HTTPS and its SHA-256 checksum is verified. Sessions keep running.
`upgrade = false` in config.toml turns this command off.

Examples:
  pilothouse upgrade
  pilothouse upgrade --check
  pilothouse upgrade --version 0.2.0

Exit codes: 0 up to date or upgraded, 1 an error, 2 wrong usage, 3 not confirmed, 10 (--check) a release is available.";

/// `--check` found another version.
const AVAILABLE: u8 = 10;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Show whether there is another release, and change nothing.
    #[arg(long)]
    check: bool,
    /// Version to install [default: the latest release].
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    #[command(flatten)]
    consent: Consent,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    upgrade(arguments).unwrap_or_else(|error| exit::fail(&error.to_string()))
}

fn upgrade(arguments: &Arguments) -> io::Result<ExitCode> {
    if !Usual::read()?.allows_upgrade() {
        return Err(io::Error::other(
            "upgrades are turned off by `upgrade = false` in config.toml",
        ));
    }
    let program = std::env::current_exe()?.canonicalize()?;
    if let Some(other) = other_way(&program) {
        return Err(io::Error::other(format!(
            "{} was not installed by the install script; {other}",
            program.display()
        )));
    }
    let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
    let script = Script {
        folder,
        version: arguments.version.as_deref(),
    };
    let found = script.check()?;
    let current = env!("CARGO_PKG_VERSION");
    if found == current {
        print_line(&format!("Pilothouse {current} is up to date"));
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.check {
        print_line(&format!(
            "Pilothouse {found} is available; this is {current}"
        ));
        return Ok(ExitCode::from(AVAILABLE));
    }
    let question = format!(
        "Replace {} with Pilothouse {found}? This is {current}.",
        program.display()
    );
    if let Some(refused) = arguments.consent.ask(&question) {
        return Ok(refused);
    }
    let script = Script {
        version: Some(&found),
        ..script
    };
    script.install()?;
    restart()
}

/// Returns how a program is upgraded that another tool installed.
fn other_way(program: &Path) -> Option<&'static str> {
    let has = |part: &str| {
        program
            .components()
            .any(|component| component.as_os_str() == part)
    };
    if has(".cargo") {
        return Some("run `cargo install pilothouse`");
    }
    if has("Cellar") || has("homebrew") {
        return Some("run `brew upgrade pilothouse`");
    }
    if program.starts_with("/nix/store") {
        return Some("upgrade its Nix profile");
    }
    if has("target") && (has("release") || has("debug")) {
        return Some("it is a build from source: pull and build again");
    }
    let folder = program.parent()?;
    let is_writable = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
    (!is_writable)
        .then_some("its directory is not writable: upgrade it with the tool that installed it")
}

/// The install script, for the directory of this program.
struct Script<'a> {
    folder: PathBuf,
    version: Option<&'a str>,
}

impl Script<'_> {
    /// Returns the version that would be installed.
    fn check(&self) -> io::Result<String> {
        let mut command = self.command();
        command.env("PILOTHOUSE_CHECK", "1").stdout(Stdio::piped());
        let output = feed(command)?;
        Ok(String::from_utf8_lossy(&output).trim().to_owned())
    }

    fn install(&self) -> io::Result<()> {
        feed(self.command()).map(drop)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("sh");
        command.arg("-s").env("PILOTHOUSE_BIN_DIR", &self.folder);
        if let Some(version) = self.version {
            command.env("PILOTHOUSE_VERSION", version);
        }
        command
    }
}

/// Runs the script and returns what it printed, if its output was piped.
fn feed(mut command: Command) -> io::Result<Vec<u8>> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(SCRIPT.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    match output.status.success() {
        true => Ok(output.stdout),
        // The script printed the reason.
        false => Err(io::Error::other("the program was not replaced")),
    }
}

/// Lets the server run as the new version. Its sessions continue meanwhile.
fn restart() -> io::Result<ExitCode> {
    let manager = Manager::of_this_system()?;
    if manager.file().is_ok_and(|file| file.exists()) {
        match manager.restart().run() {
            Ok(()) => print_line("The service was restarted; sessions keep running"),
            Err(error) => print_error(&format!("{error}; restart the service")),
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_other_tools_are_left_to_them() {
        let way = |path: &str| other_way(Path::new(path)).unwrap_or_default();
        assert!(way("/home/a/.cargo/bin/pilothouse").contains("cargo install"));
        assert!(way("/opt/homebrew/Cellar/pilothouse/1/bin/pilothouse").contains("brew upgrade"));
        assert!(way("/nix/store/x/bin/pilothouse").contains("Nix"));
        assert!(way("/work/target/release/pilothouse").contains("build from source"));
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(other_way(&folder.path().join("pilothouse")), None);
    }
}
