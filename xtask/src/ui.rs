//! The web UI: its packages, its build, its scripts.

use crate::repository::Repository;
use crate::stamp::{self, Hash, Stamp};
use crate::{Outcome, arguments, command, tools};

/// Why UI steps are skipped in a checkout without it.
pub(crate) const NO_UI: &str = "there is no ui/ in this checkout";

/// Folders of ui/ that are made by tools and so are no input of the build.
const NOT_SOURCES: &[&str] = &[
    "node_modules",
    "dist",
    "test-results",
    "playwright-report",
    "coverage",
    ".vite",
];

/// `cargo xtask ui`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    arguments::none(arguments, "ui")?;
    if !repository.has_ui() {
        println!("nothing to build: {NO_UI}");
        return Ok(());
    }
    build(repository)
}

/// Builds the UI into the server's folder if its sources changed since the last time.
pub(crate) fn build(repository: &Repository) -> Outcome {
    let _lock = install_locked(repository)?;
    let mut hash = Hash::new();
    hash.field(repository.root().as_os_str().as_encoded_bytes());
    hash.tree(&repository.ui(), NOT_SOURCES)?;
    let stamp = Stamp::new(&repository.scratch(), "ui-build");
    if stamp.is(hash) && repository.ui_dist().join("index.html").is_file() {
        command::say("the page is up to date");
        return Ok(());
    }
    npm(repository, &["run", "build"])?;
    if !repository.ui_dist().join("index.html").is_file() {
        return Err("the UI was built, but crates/server/ui-dist/index.html is not there".into());
    }
    stamp.set(hash)
}

/// Installs the UI's packages if the lock file changed since the last time.
pub(crate) fn install(repository: &Repository) -> Outcome {
    install_locked(repository).map(drop)
}

/// Installs as `install` does and keeps the lock, so that a build can follow undisturbed.
fn install_locked(repository: &Repository) -> Outcome<std::fs::File> {
    tools::require_node()?;
    let scratch = repository.scratch();
    let lock = stamp::lock(&scratch.join("ui.lock"), "building the UI")?;
    let ui = repository.ui();
    let mut hash = Hash::new();
    // A build directory can serve several checkouts, and native packages differ between versions of Node.
    hash.field(ui.as_os_str().as_encoded_bytes());
    hash.field(format!("{:?}", tools::version_of("node")).as_bytes());
    hash.file(&ui.join("package.json"));
    hash.file(&ui.join("package-lock.json"));
    let stamp = Stamp::new(&scratch, "ui-packages");
    if !stamp.is(hash) || !ui.join("node_modules/.package-lock.json").is_file() {
        // As pinned by the lock file, which stays as it is. `npm ci` would do the same, but refuses a lock file that was
        // written where the registry had no packages for other platforms.
        npm(
            repository,
            &["install", "--no-save", "--no-audit", "--no-fund"],
        )?;
        stamp.set(hash)?;
    }
    Ok(lock)
}

/// Runs one of the scripts of ui/package.json, with packages installed.
pub(crate) fn script(repository: &Repository, name: &str) -> Outcome {
    install(repository)?;
    npm(repository, &["run", name])
}

fn npm(repository: &Repository, arguments: &[&str]) -> Outcome {
    command::run(command::program(&repository.ui(), "npm", arguments))
}
