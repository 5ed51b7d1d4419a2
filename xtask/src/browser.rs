//! Browser tests: finds or installs Chromium, and runs the tests with a built server.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::repository::Repository;
use crate::test::report::Report;
use crate::{Outcome, command, tools, ui};

const FULL: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// A page in the headless shell costs about half the processor time of one in the full browser.
const SHELL: &str = "chromium-headless-shell";

/// A run of the browser tests with the server of the workspace build.
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
        // A summary of an earlier run must not be read if this run writes none.
        fs::remove_file(&self.summary).ok();
        command::run(self.command)?;
        Report::read(&self.summary)
    }

    /// Returns the report even if some tests failed.
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

/// Returns a script of the UI's package with the paths of the browser and the server.
fn with_browser(repository: &Repository, script: &[&str]) -> Outcome<Command> {
    let mut command = command::program(&repository.ui(), "npm", script);
    Browsers::find(repository)?.name_in(&mut command);
    command
        .env("PILOTHOUSE", repository.binaries().join("pilothouse"))
        .env_remove("PILOTHOUSE_REAL_CLI");
    Ok(command)
}

/// The browsers for the tests.
pub(crate) struct Browsers {
    /// Runs most tests.
    shell: PathBuf,
    /// Runs the tests about the service worker: the shell has no notifications and installs no apps.
    full: PathBuf,
}

impl Browsers {
    /// Finds the browsers: from `CHROMIUM`, on the PATH, or installed now.
    pub(crate) fn find(repository: &Repository) -> Outcome<Browsers> {
        if let Some(named) = env::var_os("CHROMIUM").map(PathBuf::from) {
            if !named.is_file() {
                let path = named.display();
                return Err(format!("CHROMIUM names {path}, which is not there"));
            }
            let full = env::var_os("CHROMIUM_FULL").map(PathBuf::from);
            return Ok(Browsers {
                full: full.unwrap_or_else(|| named.clone()),
                shell: named,
            });
        }
        let full = tools::find_on_path(FULL);
        let shell = tools::find_on_path(&[SHELL]);
        let has_packages = is_root()? && tools::find_on_path(&["apt-get"]).is_some();
        match (shell, full) {
            (Some(shell), Some(full)) => Ok(Browsers { shell, full }),
            (_, _) if has_packages => Browsers::install_packages(repository),
            (_, Some(full)) => Ok(Browsers::one(full)),
            (_, None) => Browsers::install_playwrights(repository),
        }
    }

    /// Passes the paths of the browsers to a script of the UI's package.
    pub(crate) fn name_in(&self, command: &mut Command) {
        command::say(&format!("browser: {}", self.shell.display()));
        command
            .env("CHROMIUM", &self.shell)
            .env("CHROMIUM_FULL", &self.full);
    }

    fn one(browser: PathBuf) -> Browsers {
        Browsers {
            shell: browser.clone(),
            full: browser,
        }
    }

    fn install_packages(repository: &Repository) -> Outcome<Browsers> {
        command::say("installing Debian's packages of Chromium");
        install_packages(repository.root())?;
        let find = |names: &[&str]| {
            tools::find_on_path(names)
                .ok_or_else(|| format!("apt-get installed {}, but it is not on the PATH", names[0]))
        };
        Ok(Browsers {
            shell: find(&[SHELL])?,
            full: find(FULL)?,
        })
    }

    fn install_playwrights(repository: &Repository) -> Outcome<Browsers> {
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
        Ok(Browsers::one(PathBuf::from(path.trim())))
    }
}

fn install_packages(directory: &Path) -> Outcome {
    const INSTALL: &[&str] = &[
        "install",
        "--yes",
        "--no-install-recommends",
        SHELL,
        "chromium",
    ];
    for arguments in [&["update"][..], INSTALL] {
        let mut apt = command::program(directory, "apt-get", arguments);
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        command::run(apt)?;
    }
    Ok(())
}

fn is_root() -> Outcome<bool> {
    // The standard library does not return it, and one call of `id` is cheaper than a dependency.
    let id = command::read(command::program(Path::new("/"), "id", &["-u"]))?;
    Ok(id.trim() == "0")
}
