//! The browser tests: finding or installing Chromium, and running them against a built host.

use std::env;
use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::steps::Done;
use crate::{Outcome, command, tools, ui};

const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Runs the browser tests in a real Chromium.
pub(crate) fn test(repository: &Repository) -> Outcome<Done> {
    if !repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    play(repository, &["run", "e2e"], None)?;
    Ok(Done::Passed)
}

/// Runs the main paths and the panels with the real CLI and the scripted model.
pub(crate) fn test_with(repository: &Repository, cli: &Path) -> Outcome {
    if !repository.has_ui() {
        return Ok(());
    }
    let script = [
        "run",
        "e2e",
        "--",
        "e2e/conversation.spec.ts",
        "e2e/panels-real.spec.ts",
    ];
    play(repository, &script, Some(cli))
}

/// Measures a long session and a fast stream.
pub(crate) fn bench(repository: &Repository) -> Outcome {
    play(repository, &["run", "bench"], None)
}

/// Builds the page and the host, and runs a script of the UI's package with a browser.
fn play(repository: &Repository, script: &[&str], cli: Option<&Path>) -> Outcome {
    ui::build(repository)?;
    let chromium = chromium(repository)?;
    println!("browser: {}", chromium.display());
    command::build_host(repository.root())?;
    let mut tests = command::program(&repository.ui(), "npm", script);
    tests
        .env("CHROMIUM", chromium)
        .env("PILOTHOUSE", repository.binaries().join("pilothouse"))
        .env_remove("PILOTHOUSE_REAL_CLI");
    if let Some(cli) = cli {
        tests.env("PILOTHOUSE_REAL_CLI", cli);
    }
    command::run(tests)
}

/// Finds Chromium: named by the environment, on the path, or installed now.
fn chromium(repository: &Repository) -> Outcome<PathBuf> {
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
        println!("there is no Chromium here: installing Debian's package");
        install_package(repository.root())?;
        return tools::find_on_path(NAMES)
            .ok_or_else(|| "apt-get installed chromium, but it is not on the PATH".to_owned());
    }
    println!("there is no Chromium here: installing Playwright's");
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
