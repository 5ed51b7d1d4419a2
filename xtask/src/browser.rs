//! The browser tests: finding or installing Chromium, and running them against a built server.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::repository::Repository;
use crate::test::report::Report;
use crate::{Outcome, command, tools, ui};

const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// A run of the browser tests against the server that the workspace build made.
pub(crate) struct Tests {
    command: Command,
    summary: PathBuf,
}

impl Tests {
    /// Every browser test, with the simulator.
    pub(crate) fn new(repository: &Repository) -> Outcome<Tests> {
        Tests::prepare(repository, "browser")
    }

    /// The main paths and the panels, with the real CLI and the scripted model.
    pub(crate) fn with_cli(repository: &Repository, cli: &Path) -> Outcome<Tests> {
        let mut tests = Tests::prepare(repository, "browser-real")?;
        tests
            .command
            .args(["e2e/conversation.spec.ts", "e2e/panels-real.spec.ts"])
            .env("PILOTHOUSE_REAL_CLI", cli);
        Ok(tests)
    }

    fn prepare(repository: &Repository, name: &str) -> Outcome<Tests> {
        let mut command = with_browser(repository, &["run", "e2e", "--"])?;
        let summary = repository.scratch().join(format!("{name}.summary"));
        command.env("PILOTHOUSE_SUMMARY", &summary);
        Ok(Tests { command, summary })
    }

    pub(crate) fn argument(&mut self, argument: &str) {
        self.command.arg(argument);
    }

    pub(crate) fn env(&mut self, name: &str, value: &str) {
        self.command.env(name, value);
    }

    pub(crate) fn run(self) -> Outcome<Report> {
        // A summary of an earlier run must not stand for one that wrote none.
        fs::remove_file(&self.summary).ok();
        command::run(self.command)?;
        Report::read(&self.summary)
    }

    /// Returns what the tests did even if some failed.
    pub(crate) fn run_and_count(self) -> Outcome<Report> {
        fs::remove_file(&self.summary).ok();
        let failed = command::run(self.command);
        Report::read(&self.summary).map_err(|error| failed.err().unwrap_or(error))
    }
}

/// Measures a long session and a fast stream.
pub(crate) fn bench(repository: &Repository) -> Outcome {
    ui::build(repository)?;
    command::build_host(repository.root())?;
    command::run(with_browser(repository, &["run", "bench"])?)
}

/// Returns a script of the UI's package that is told where the browser and the server are.
fn with_browser(repository: &Repository, script: &[&str]) -> Outcome<Command> {
    let chromium = chromium(repository)?;
    command::say(&format!("browser: {}", chromium.display()));
    let mut command = command::program(&repository.ui(), "npm", script);
    command
        .env("CHROMIUM", chromium)
        .env("PILOTHOUSE", repository.binaries().join("pilothouse"))
        .env_remove("PILOTHOUSE_REAL_CLI");
    Ok(command)
}

/// Finds Chromium: named by the environment, on the path, or installed now.
pub(crate) fn chromium(repository: &Repository) -> Outcome<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").map(PathBuf::from) {
        return match named.is_file() {
            true => Ok(named),
            false => Err(format!(
                "CHROMIUM names {}, which is not there",
                named.display()
            )),
        };
    }
    if let Some(found) = tools::find_on_path(NAMES) {
        return Ok(found);
    }
    install(repository)
}

fn install(repository: &Repository) -> Outcome<PathBuf> {
    if is_root()? && tools::find_on_path(&["apt-get"]).is_some() {
        command::say("Chromium is not installed: installing Debian's package");
        install_package(repository.root())?;
        return tools::find_on_path(NAMES)
            .ok_or_else(|| "apt-get installed chromium, but it is not on the PATH".to_owned());
    }
    command::say("Chromium is not installed: installing Playwright's");
    let ui = repository.ui();
    command::run(command::program(
        &ui,
        "npx",
        &["playwright", "install", "chromium"],
    ))?;
    const ASK: &str =
        "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())";
    let path = command::read(command::program(
        &ui,
        "node",
        &["--input-type=module", "--eval", ASK],
    ))?;
    Ok(PathBuf::from(path.trim()))
}

fn install_package(directory: &Path) -> Outcome {
    const INSTALL: &[&str] = &["install", "--yes", "--no-install-recommends", "chromium"];
    for arguments in [&["update"][..], INSTALL] {
        let mut apt = command::program(directory, "apt-get", arguments);
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        command::run(apt)?;
    }
    Ok(())
}

fn is_root() -> Outcome<bool> {
    // The standard library cannot tell, and one line of `id` is cheaper than a dependency.
    let id = command::read(command::program(Path::new("/"), "id", &["-u"]))?;
    Ok(id.trim() == "0")
}
